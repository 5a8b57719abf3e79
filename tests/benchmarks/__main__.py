"""`make bench`: every measurement, printed as tables and kept in build/bench.json."""

from tests.benchmarks import profiles, table

BENCHMARKS = {"profiles": profiles.main}

if __name__ == "__main__":
    table.keep({name: run() for name, run in BENCHMARKS.items()})
