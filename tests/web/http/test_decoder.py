"""Bodies are decoded within the limit, for any decoded size (FAULTS R01, R03)."""

import contextlib
import functools
import gzip
import time
import zlib
from pathlib import Path

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from tests.support import kibibytes
from watchd.web.http.content import DecodedTooLarge, Undecodable, decode

TEXT = b"standing queries on the live web " * 50
MIB = 1024 * 1024


def raw_deflate(data: bytes) -> bytes:
    return zlib.compress(data)[2:-4]


PACK = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.compress,
    "identity": bytes,
    "": bytes,
    " GZIP ": gzip.compress,
}


@pytest.mark.parametrize("coding", PACK)
def test_each_coding_is_unpacked(coding: str) -> None:
    assert decode(coding, PACK[coding](TEXT), MIB) == TEXT


def test_raw_deflate_is_understood_too() -> None:
    assert decode("deflate", raw_deflate(TEXT), MIB) == TEXT


@pytest.mark.parametrize("coding", PACK)
def test_an_empty_body_is_empty(coding: str) -> None:
    assert decode(coding, b"", MIB) == b""


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
@given(data=st.binary(max_size=400))
def test_what_was_packed_comes_back(coding: str, data: bytes) -> None:
    assert decode(coding, PACK[coding](data), MIB) == data


def peak_since(reset: bool) -> int:
    """Peak memory in MiB; reset starts a new measurement."""
    if reset:
        Path("/proc/self/clear_refs").write_text("5")
    return kibibytes("VmHWM") // 1024


@functools.cache
def bombs() -> dict[str, tuple[str, bytes]]:
    """One GiB each, packed without ever holding it."""
    chunk = bytes(MIB)
    small = {
        "gzip": zlib.compressobj(9, wbits=31),
        "deflate": zlib.compressobj(9),
        "raw": zlib.compressobj(9, wbits=-15),
    }
    made: dict[str, tuple[str, bytes]] = {}
    for name, packer in small.items():
        data = b"".join(packer.compress(chunk) for _ in range(200)) + packer.flush()
        made[name] = ("deflate" if name == "raw" else name, data)
    wide = zstandard.ZstdCompressor(level=3).compressobj()
    made["zstd"] = ("zstd", b"".join(wide.compress(chunk) for _ in range(1024)) + wide.flush())
    tight = brotli.Compressor(quality=1)
    made["br"] = ("br", b"".join(tight.process(chunk) for _ in range(1024)) + tight.finish())
    return made


@pytest.mark.slow
def test_a_bomb_costs_little_memory_and_time() -> None:
    for name, (coding, data) in bombs().items():
        before = peak_since(reset=True)
        started = time.process_time()
        with pytest.raises(DecodedTooLarge):
            decode(coding, data, 8 * MIB)
        assert time.process_time() - started < 1.0, name
        assert peak_since(reset=False) - before < 32, name


@pytest.mark.parametrize(
    ("coding", "data"),
    [
        ("gzip, gzip", gzip.compress(gzip.compress(TEXT))),
        ("gzip,br", gzip.compress(TEXT)),
        ("compress", TEXT),
        ("lz4", TEXT),
        ("gzip", TEXT),
        ("br", TEXT),
        ("zstd", TEXT),
        ("deflate", b"\xff\xff\xff\xff"),
        ("gzip", gzip.compress(TEXT)[:-9]),
        ("deflate", zlib.compress(TEXT)[:-9]),
        ("br", brotli.compress(TEXT)[:-3]),
        ("zstd", zstandard.compress(TEXT)[:-3]),
        ("gzip", gzip.compress(TEXT) + gzip.compress(TEXT)),
        ("gzip", gzip.compress(b"") * 1000),
        ("zstd", zstandard.compress(TEXT) * 2),
    ],
)
def test_stacked_unknown_and_corrupt_codings_are_refused(coding: str, data: bytes) -> None:
    with pytest.raises(Undecodable):
        decode(coding, data, MIB)


def test_150_000_empty_members_are_refused_at_once() -> None:
    data = gzip.compress(b"") * 150_000
    started = time.process_time()
    with pytest.raises(Undecodable):
        decode("gzip", data, MIB)
    assert time.process_time() - started < 0.2


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd", ""])
def test_a_body_may_be_cut_at_the_limit_instead(coding: str) -> None:
    assert decode(coding, PACK[coding](TEXT), 100, cut=True) == TEXT[:100]


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
@given(data=st.binary(max_size=300))
def test_noise_never_raises_anything_else(coding: str, data: bytes) -> None:
    with contextlib.suppress(DecodedTooLarge, Undecodable):
        decode(coding, data, MIB)
