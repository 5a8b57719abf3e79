"""Sender of messages whose jobs ignore the alarm at their time limit: the real worker with a template that never ends."""

import signal
import sys
import time

from watchd.notify import send_worker
from watchd.notify.jobs import Rendered, RenderJob


def stay(job: RenderJob) -> Rendered:
    if job.body == "stay":
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        time.sleep(60)
    return Rendered(None, job.body)


if __name__ == "__main__":
    send_worker.template.render = stay  # type: ignore[attr-defined]
    sys.exit(send_worker.main())
