"""Upper limit of the speed: the same pages from disk, extracted in one process, without network or children."""

import json
import sys
import time
from pathlib import Path

from watchd.web.extract.extract import extract
from watchd.web.extract.source_document import SourceDocument


def main(paths: list[str]) -> dict[str, float]:
    started = time.perf_counter()
    for path in paths:
        document = SourceDocument(f"http://127.0.0.1{path}", Path(path).read_bytes())
        extract(document, robot="watchd", max_links=2000)
    return {"pages": len(paths), "seconds": time.perf_counter() - started}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]).read_text().splitlines())))
