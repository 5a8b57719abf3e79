"""Child process without confinement and without the codecs that a confined one loads first: the peer in the benchmark."""

import sys
from importlib import import_module
from typing import Any

if __name__ == "__main__":
    is_reader = sys.argv[2].startswith("[")  # the limits of a reader are a list
    worker: Any = import_module("watchd.web.reader.read_worker" if is_reader else "watchd.notify.send_worker")
    worker.confine = lambda permissions: []
    worker.load_codecs = lambda: None
    sys.exit(worker.main())
