"""An app of this package that a browser test drives: its process, and what a test asks of it by its page."""

import os
import pathlib
import re
import subprocess
import threading

PACKAGE = pathlib.Path(__file__).resolve().parents[2]


class App:
    """A debug build in a process and a home of its own. It reads commands until its input ends, and so it ends with
    whoever has started it, also if that is killed."""

    def __init__(self, product, home, *words, folder=PACKAGE / ".build" / "debug"):
        executable = pathlib.Path(folder) / product
        if not executable.exists():
            raise FileNotFoundError(f"There is no {executable}. Build it: swift build --product {product}")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        self.process = subprocess.Popen(
            [executable, "--control-port", "0", *words], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, env={**kept, "HOME": str(home), "TZ": "UTC"})
        self.address = self._read_address(product)
        # Nobody is to wait for a pipe that is full.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def _read_address(self, product):
        said = ""
        for line in self.process.stderr:
            said += line
            if found := re.search(r"http://\S+/app#token=\S+", line):
                return found[0]
        raise RuntimeError(f"{product} ended with {self.process.wait()} before it told its address: {said}")

    def end(self):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


class Slate:
    """What a test asks of the app besides what a person does. `run` calls the function `app` of the page, which
    returns when the app is idle and the page shows it."""

    def __init__(self, run):
        self.ask = run

    def begin(self, situation="", *words):
        """Gives the app a clean slate, in a situation and with words of its command line, and returns the receipt."""
        chosen = [f'AUTOMATION_{{"simulate{situation[0].upper()}{situation[1:]}":true}}'] if situation else []
        return self.ask("/reset", {"launchArguments": [*chosen, *words]})

    def end(self):
        """Gives the app a clean slate after a test, which fails if it has left something behind."""
        receipt = self.begin()
        names = ("survived", "failures", "abandonedWork", "leaks", "processDifferences")
        left = [entry for name in names for entry in receipt[name] if name != "processDifferences" or not entry["restored"]]
        assert receipt["isClean"], f"The slate is not clean after this test: {left}"

    def reply(self, request, **answer):
        """Answers the app's requests in place of their server: `reply("GET /menu", status=503)`."""
        self.ask("/network", {"to": request, **answer})

    def pause_clock(self, time):
        self.ask("/clock", {"pauseAt": time})

    def advance_clock(self, seconds):
        self.ask("/clock", {"advanceSeconds": seconds})
