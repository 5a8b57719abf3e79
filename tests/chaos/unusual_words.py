"""Memory of the daemon's core over pages of unusual words: `python -m tests.chaos.unusual_words`.

Twelve profiles, 2,000 pages of 300 words that no page has twice; each page is compared with every profile.
"""

from tests.support import kibibytes
from watchd.core.relevance.document import document_of
from watchd.core.relevance.percolator import Interest, Percolator
from watchd.core.relevance.topic import Topic
from watchd.model.page import Page

PAGES, WORDS, PROFILES = 2_000, 300, 12


def main() -> None:
    index = Percolator()
    for number in range(PROFILES):
        index.put(f"profile {number}", Interest(Topic(f"green tea harvest {number}", languages=["en"]), 0.3))
    begin = kibibytes("VmRSS")
    for page in range(PAGES):
        words = " ".join(f"qz{page:05}x{word:04}" for word in range(WORDS))
        index.relevant_to(document_of(Page(url="", text=f"green tea harvest {words}", language="en")))
        if (page + 1) % (PAGES // 5) == 0:
            print(f"{page + 1} pages: {(kibibytes('VmRSS') - begin) / 1024:+.0f} MiB")


if __name__ == "__main__":
    main()
