"""Sender of messages that is under an attacker's control: the real worker, with hostile code in place of its libraries."""

import sys

import msgspec

from tests.sandbox.hostile_code import Target, run_all
from watchd.model.alert import Delayed
from watchd.notify import send_worker
from watchd.notify.jobs import AppriseJob, RenderJob, Unrendered


def attack_sending(job: AppriseJob, fence: object) -> Delayed:
    return Delayed(run_all(msgspec.json.decode(job.body, type=Target)))


def attack_rendering(job: RenderJob) -> Unrendered:
    return Unrendered(run_all(msgspec.json.decode(job.body or "", type=Target)))


if __name__ == "__main__":
    send_worker.apprise.send = attack_sending  # type: ignore[attr-defined]
    send_worker.template.render = attack_rendering  # type: ignore[attr-defined]
    sys.exit(send_worker.main())
