"""A response is parsed the same for any split of its bytes, and noise is refused."""

import contextlib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.web.http.response_parser import (
    HttpError,
    HttpResponse,
    ResponseHead,
    ResponseLimits,
    ResponseParser,
    ResponseTooLarge,
)

LIMITS = ResponseLimits(head_bytes=4096, wire_bytes=10_000)
ANSWERS = [
    b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nTrailer: x\r\n\r\n",
    b"HTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
]


def read(pieces: list[bytes], *, wanted: bool = True, limits: ResponseLimits = LIMITS) -> HttpResponse | None:
    reader = ResponseParser(limits, lambda head: wanted)
    for piece in pieces:
        reader.feed(piece)
        if reader.is_done:
            return reader.response()
    return None


@pytest.mark.parametrize("answer", ANSWERS)
@given(cuts=st.lists(st.integers(0, 120), max_size=12))
def test_an_answer_is_the_same_however_it_is_cut(answer: bytes, cuts: list[int]) -> None:
    edges = sorted({0, len(answer), *(cut for cut in cuts if cut < len(answer))})
    reply = read([answer[start:end] for start, end in pairwise(edges)])
    assert reply is not None
    assert (reply.head.status, reply.body, reply.is_whole) == (200, b"hello", True)


@given(st.lists(st.binary(max_size=200), max_size=6), st.booleans())
def test_noise_is_refused_or_waits_for_more(pieces: list[bytes], cut: bool) -> None:
    with contextlib.suppress(HttpError, ResponseTooLarge):
        read(pieces, limits=ResponseLimits(head_bytes=300, wire_bytes=100, cut=cut))


@given(st.binary(max_size=300))
def test_noise_after_a_good_head_is_refused_or_waits_for_more(noise: bytes) -> None:
    for head in (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"HTTP/1.1 200 OK\r\n"):
        with contextlib.suppress(HttpError, ResponseTooLarge):
            read([head + noise])


def test_the_first_bytes_are_kept_when_a_body_is_cut() -> None:
    limits = ResponseLimits(head_bytes=4096, wire_bytes=3, cut=True)
    reply = read([ANSWERS[0]], limits=limits)
    assert reply is not None
    assert (reply.body, reply.is_whole) == (b"hel", False)


def test_a_body_that_is_not_wanted_is_not_waited_for() -> None:
    reply = read([b"HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 999999\r\n\r\n"], wanted=False)
    assert reply is not None
    assert not reply.is_whole


def test_headers_are_found_by_their_lower_case_name() -> None:
    head = ResponseHead(200, (("link", "a"), ("link", "b")))
    assert (head.get("link"), head.all("link"), head.get("etag")) == ("a", ["a", "b"], "")
