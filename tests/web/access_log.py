"""Politeness checks on the access log of a server.

The hosts are addresses of loopback; by their last number some ask for a crawl-delay and some are slow.
"""

from collections import defaultdict
from itertools import pairwise

from tests.web.site import Answer, Hit

ROBOTS = b"User-agent: *\nDisallow: /private\n"


def crawl_delay_of(host: str) -> float:
    return 0.15 if int(host.rpartition(".")[2]) % 5 == 0 else 0.0


def slowness_of(host: str) -> float:
    return 0.03 if int(host.rpartition(".")[2]) % 5 == 1 else 0.0


def robots(hit: Hit) -> Answer:
    delay = crawl_delay_of(hit.address)
    return Answer(ROBOTS + (f"Crawl-delay: {delay}\n".encode() if delay else b""))


def violations(log: list[Hit], min_delay: float) -> list[str]:
    """Every pair of requests to one address that overlap or follow each other too soon."""
    found = []
    by_host = defaultdict(list)
    for hit in sorted(log, key=lambda hit: hit.began):
        by_host[hit.address].append(hit)
        if hit.path.startswith("/private"):
            found.append(f"{hit.address} {hit.path} is forbidden")
    for host, hits in by_host.items():
        for before, after in pairwise(hits):
            least = max(min_delay, crawl_delay_of(host))
            if after.began - before.ended < least:
                found.append(f"{host}: {after.began - before.ended:.4f} s after {before.path}, not {least}")
    return found
