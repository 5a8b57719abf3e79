"""Code of an attacker in a child process can do what the documentation says, and nothing else."""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest

import watchd.errors
from tests.sandbox.hostile_code import ATTEMPTS, Target
from tests.support import ROOT
from watchd.notify.jobs import AppriseJob, Job, RenderJob, SendLimits, SendRequest
from watchd.sandbox import landlock
from watchd.sandbox.confinement import CAPABILITIES, LANDLOCK, NETWORK, NO_NEW_PRIVS, SECCOMP
from watchd.sandbox.frames import encoded
from watchd.sandbox.libc import KernelRefusal
from watchd.sandbox.probe import probe
from watchd.sandbox.process import SandboxProcess
from watchd.web.reader.read_request import ReadLimits, ReadRequest

Answers = dict[str, bool]
DOCUMENT = ROOT / "docs" / "explanation" / "security.md"
DECOY = """
import ctypes, sys
secret = ctypes.create_string_buffer(b"secret of the daemon")
print(ctypes.addressof(secret), flush=True)
sys.stdin.read()
"""
ALL_LAYERS = (NETWORK, CAPABILITIES, NO_NEW_PRIVS, LANDLOCK, SECCOMP)


def _abi() -> int:
    try:
        return landlock.abi()
    except KernelRefusal:
        return 0


needs_landlock = pytest.mark.skipif(_abi() < 6, reason=f"needs Landlock with ABI 6; this kernel has {_abi()}")


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    token = tmp_path / "state" / "admin.token"
    token.parent.mkdir()
    token.write_text("watchd_secret " * 10)
    (tmp_path / "spare").touch()
    with contextlib.ExitStack() as stack:
        decoy = stack.enter_context(
            subprocess.Popen([sys.executable, "-c", DECOY], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        )
        assert decoy.stdout is not None
        address = int(decoy.stdout.readline())

        def listening(family: int, kind: int, name: object) -> socket.socket:
            sock = stack.enter_context(socket.socket(family, kind))
            sock.bind(name)  # type: ignore[arg-type]
            if kind == socket.SOCK_STREAM:
                sock.listen()
            return sock

        own, other = (listening(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)) for _ in range(2))
        udp = listening(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0))
        abstract = f"watchd-hostile-{os.getpid()}"
        listening(socket.AF_UNIX, socket.SOCK_STREAM, f"{tmp_path}/stream")
        listening(socket.AF_UNIX, socket.SOCK_DGRAM, f"{tmp_path}/datagram")
        listening(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{abstract}")
        yield Target(
            token=str(token),
            folder=str(tmp_path),
            code=watchd.errors.__file__,
            daemon=decoy.pid,
            address=address,
            own_port=own.getsockname()[1],
            other_port=other.getsockname()[1],
            udp_port=udp.getsockname()[1],
            unix_stream=f"{tmp_path}/stream",
            unix_datagram=f"{tmp_path}/datagram",
            abstract=abstract,
        )


async def attack_by_reader(target: Target, without: tuple[str, ...] = ()) -> Answers:
    """Return what hostile code in a reader of pages can do; tests leave out layers."""
    limits = ReadLimits(5, 512, 2000, ",".join(without))
    async with child("tests.sandbox.hostile_reader", limits) as reader:
        reader.send(encoded(ReadRequest("page", "http://a.example/", msgspec.json.encode(target))))
        reply = await reader.receive(30)
        assert isinstance(reply, bytes), reply
        return decoded(msgspec.msgpack.decode(reply, type=str))


async def attack_by_sender(target: Target, job: Job) -> Answers:
    """Return what hostile code in a job of the sender can do."""
    async with child("tests.sandbox.hostile_sender", SendLimits()) as sender:
        sender.send(encoded(SendRequest(1, 30.0, job)))
        reply = await sender.receive(30)
        assert isinstance(reply, bytes), reply
        return decoded(msgspec.msgpack.decode(reply)[1]["detail"])


@contextlib.asynccontextmanager
async def child(module: str, limits: msgspec.Struct) -> AsyncIterator[SandboxProcess]:
    process = await SandboxProcess.start(module, limits, max_reply_bytes=1 << 20)
    try:
        yield process
    finally:
        await process.end()


def decoded(answers: str) -> Answers:
    found: Answers
    found, descriptors = json.loads(answers)
    assert list(found) == list(ATTEMPTS)
    # /dev/null three times; a reader has its connection and its memory meter, a job has the pipe for its answer.
    assert descriptors[:3] == [0, 1, 2]
    assert len(descriptors) <= 5
    return found


def possible(answers: Answers) -> set[str]:
    return {attempt for attempt, is_possible in answers.items() if is_possible}


def rendering(target: Target) -> RenderJob:
    return RenderJob(None, msgspec.json.encode(target).decode(), {})


def sending(target: Target) -> AppriseJob:
    return AppriseJob(f"json://127.0.0.1:{target.own_port}/", "", msgspec.json.encode(target).decode())


@needs_landlock
async def test_the_table_in_the_documentation_says_what_hostile_code_can_do(target: Target) -> None:
    reader = await attack_by_reader(target)
    renderer = await attack_by_sender(target, rendering(target))
    sender = await attack_by_sender(target, sending(target))
    words = {True: "**yes**", False: "no"}
    rows = [
        f"| {attempt} | {words[reader[attempt]]} | {words[renderer[attempt]]} | {words[sender[attempt]]} |"
        for attempt in ATTEMPTS
    ]
    table = re.search(r"\| attempt \|.*\n\|---.*\n((?:\|.*\n)+)", DOCUMENT.read_text())
    assert table is not None
    assert table[1].splitlines() == rows, "\n".join(rows)


async def test_a_reader_and_a_renderer_can_do_nothing_but_compute(target: Target) -> None:
    assert possible(await attack_by_reader(target)) == set()
    assert possible(await attack_by_sender(target, rendering(target))) == set()


@pytest.mark.parametrize("missing", [(LANDLOCK,), (NETWORK,), (LANDLOCK, NETWORK)], ids="+".join)
async def test_a_reader_is_confined_by_seccomp_alone(target: Target, missing: tuple[str, ...]) -> None:
    assert possible(await attack_by_reader(target, missing)) == set()


@needs_landlock
async def test_without_seccomp_a_reader_still_reaches_no_file_no_network_and_no_process(target: Target) -> None:
    report = await probe("reader")
    if NETWORK not in report.in_force:
        pytest.skip(f"needs a network namespace; {', '.join(report.missing)}")
    found = possible(await attack_by_reader(target, (SECCOMP,)))
    forbidden = (
        "read",
        "write",
        "truncate",
        "create",
        "delete",
        "rename",
        "list the",
        "connect by",
        "send a UDP",
    )
    assert not [attempt for attempt in found if attempt.startswith(forbidden)]
    assert not found & {"trace the daemon", "send a signal to the daemon", "run a program"}


async def test_the_attempts_succeed_where_nothing_is_confined(target: Target) -> None:
    """Otherwise the other tests would prove nothing. What a container may refuse is left out."""
    assert possible(await attack_by_reader(target, ALL_LAYERS)) >= {
        "read the admin token", "read `/etc/passwd`", "list the state folder", "create a file", "write to a file",
        "truncate a file", "rename a file", "delete a file", "write to its own memory by `/proc/self/mem`",
        "connect by TCP to the port of its channel", "connect by TCP to another port", "send a UDP datagram", "listen",
        "connect to a Unix socket", "connect to an abstract Unix socket", "connect to a Unix socket by a pair",
        "send a signal to the daemon", "send a signal by the owner of a descriptor", "make memory that is written and run",
        "keep living when the daemon dies", "start a process", "run a program",
    }  # fmt: skip
