"""The pages that the tests open: made once, by the built command, of traces that a program of the tests writes."""

import atexit
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading

#: Where the built programs are.
BIN = pathlib.Path(os.environ.get("TRACING_BIN", ".build/debug"))

_folder = pathlib.Path(tempfile.mkdtemp(prefix="optrace-pages-"))
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
_lock = threading.Lock()
_reports = {}


def program(name):
    """The path of an installed program; None where it is missing."""
    return shutil.which(name)


def run(*command):
    """Runs a program; what it prints is shown where it fails."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))} failed ({done.returncode}): {done.stderr}")


def _make_traces():
    traces = _folder / "traces"
    if not traces.exists():
        traces.mkdir()
        run(BIN / "report-traces", traces)
    return traces


class _Report(threading.Thread):
    """Makes a page in the background: of a trace, or of what changed between two whose names are joined by two points."""

    def __init__(self, name):
        super().__init__(daemon=True)
        self.page = _folder / f"{name}.html"
        self.traces = [_make_traces() / f"{each}.optrace" for each in name.split("..")]
        self.failure = None

    def run(self):
        try:
            run(BIN / "optrace", "report", *self.traces, "-o", self.page)
        except AssertionError as failure:
            self.failure = failure


def prepare(name):
    """Begins to make a page."""
    with _lock:
        if name not in _reports:
            _reports[name] = _Report(name)
            _reports[name].start()
        return _reports[name]


def path(name):
    """The file of a page, once it is made."""
    report = prepare(name)
    report.join()
    if report.failure:
        raise report.failure
    return report.page


def trace(name):
    """The file of the trace that a page is made of."""
    return _make_traces() / f"{name}.optrace"


def address(name):
    """The address of a page, once it is made."""
    return path(name).as_uri()
