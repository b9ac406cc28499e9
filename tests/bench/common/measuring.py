"""Runs of `revisit check` whose time and memory are measured, and files of rows of what was measured."""
import csv
import json
import os
import signal
import subprocess
import tempfile
import threading
from dataclasses import asdict, dataclass, fields


@dataclass
class Measured:
    report: dict  # None: the limit ended it
    cpu: float  # seconds of the processor, with all runs of the program
    rss_kib: int


def check(command, limit):
    """Runs it within `limit` seconds of the processor's time, which other work of the machine does not change. Its
    report goes to its standard output."""
    limited = ["sh", "-c", 'ulimit -t "$0"; exec "$@"', str(limit), *command]
    with tempfile.TemporaryFile("w+") as said, tempfile.TemporaryFile("w+") as warned:
        process = subprocess.Popen(limited, stdout=said, stderr=warned, stdin=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = 0
        said.seek(0)
        warned.seek(0)
        cpu = round(used.ru_utime + used.ru_stime, 3)
        if os.WIFSIGNALED(status):
            if os.WTERMSIG(status) not in (signal.SIGXCPU, signal.SIGKILL) or cpu < limit * 0.9:
                raise RuntimeError(f"{' '.join(command)}: signal {os.WTERMSIG(status)}")
            return Measured(None, cpu, used.ru_maxrss)
        try:
            return Measured(json.load(said), cpu, used.ru_maxrss)
        except json.JSONDecodeError:
            raise RuntimeError(f"{' '.join(command)}\n{warned.read()}") from None


def read_rows(path, kind):
    """The rows of a file, of a data class with fields of plain types."""
    if not os.path.exists(path):
        return []
    with open(path, newline="") as file:
        return [kind(**{field.name: field.type(line[field.name]) for field in fields(kind)})
                for line in csv.DictReader(file)]


class RowFile:
    """Appends rows to a file, each at once, so that an interrupted evaluation goes on where it was."""

    def __init__(self, path, kind):
        is_new = not os.path.exists(path)
        self.lock = threading.Lock()
        self.file = open(path, "a", newline="")
        self.writer = csv.DictWriter(self.file, [field.name for field in fields(kind)])
        if is_new:
            self.writer.writeheader()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def add(self, row):
        with self.lock:
            self.writer.writerow(asdict(row))
            self.file.flush()
