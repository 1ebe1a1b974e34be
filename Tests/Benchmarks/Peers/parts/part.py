"""What the parts in Python share: a journey for each line that is read, and a line of microseconds in answer."""

import json
import sys
import time


def check(text):
    """Fails unless the first press on a clean slate has led to the first step."""
    if text != "Step 1":
        raise SystemExit(f"The first press on a clean slate leads to Step 1, but there is '{text}'.")


def timed(journey):
    start = time.perf_counter_ns()
    check(journey())
    return (time.perf_counter_ns() - start) / 1000


def serve(version, ways, measure=timed):
    """Tells the version, then goes each way once for each line."""
    print(json.dumps({"version": version}), flush=True)
    for _ in sys.stdin:
        print(json.dumps({name: measure(journey) for name, journey in ways.items()}), flush=True)
