"""Searches of clients by `revisit check`, and what they found."""
import os
import re
import subprocess
import threading
from dataclasses import dataclass

import clients as sets
import measuring

SOURCES = os.path.dirname(os.path.abspath(__file__))
OUTCOMES = "outcomes.inc"
NOT_ALLOWED = -1
LONGEST_ARGUMENT = 130000  # of a process, on Linux
MOST_OUTCOMES = 100  # that are told apart

# The name in tables and plots, and the options of `check`.
SEARCHES = {
    "stateful": ["--algorithm", "stateful"],
    "S-POR": ["--algorithm", "s-por"],
    "DL-S-POR": ["--algorithm", "dl-s-por"],
    "DE-S-POR": ["--algorithm", "de-s-por"],
    "DL-POR": ["--algorithm", "dl-por"],
    "DE-POR": ["--algorithm", "de-por"],
    "O-DPOR": ["--algorithm", "o-dpor"],
    "all accesses": ["--algorithm", "stateful", "--all-accesses"],
    "stateless": ["--algorithm", "condpor", "--equivalence", "full"],
}

# Private memory makes ends differ; executions have no states.
WITHOUT_EXACT_ENDS = ("all accesses", "stateless")


@dataclass(frozen=True)
class Client:
    buggy: str  # which calls have a bug: none, one, half, all; right: of a structure without
    structure: str
    calls: str


@dataclass
class Row:
    buggy: str
    structure: str
    calls: str
    search: str
    order: str
    verdict: str
    states: int
    steps: int
    ends: int
    depth: int
    bytes: int
    found: str  # of the experiment `outcomes`: the numbers of the results
    native_runs: int
    cpu: float
    rss_kib: int

    @property
    def client(self):
        return Client(self.buggy, self.structure, self.calls)

    @property
    def is_finished(self):
        return self.verdict != "incomplete"


class Runner:
    """Builds the structures and searches clients of them."""

    def __init__(self, revisit, folder, limit):
        self.revisit, self.folder, self.limit = os.path.abspath(revisit), folder, limit
        self.lock = threading.Lock()
        self.built = set()
        said = subprocess.run([self.revisit, "check", "--help"], capture_output=True, text=True, check=True).stdout
        known = re.search(r"--algorithm TEXT:\{(.*?)\}", said).group(1).split(",")
        self.searches = {name: options for name, options in SEARCHES.items() if options[1] in known}

        with open(os.path.join(folder, OUTCOMES), "w") as file:
            file.writelines(f'case {number}: assert(!"the results of this number");\n'
                            for number in range(MOST_OUTCOMES))

    def program(self, structure, tells):
        path = os.path.join(self.folder, structure + "_tells" * tells)
        with self.lock:
            if path not in self.built:
                compiler = os.path.join(os.path.dirname(self.revisit), "revisit-c++")
                source = os.path.join(SOURCES, structure + ".cpp")
                options = ["-DCLIENT_TELLS", "-I" + self.folder] if tells else []
                subprocess.run([compiler, "-std=c++20", source, *options, "-o", path], check=True)
                self.built.add(path)
        return path

    def run(self, client, search, order="sequential", keep_going=True, outcomes=None, tells=False):
        options = ["--json", "-", "--ignore", "leak", "--witness", self.folder]
        options += ["--keep-going"] if keep_going else []
        if search != "stateless":
            options += ["--order", "random", "--seed", order[7:]] if order.startswith("random") else ["--order", order]
        arguments = [client.calls] + ([",".join(outcomes)] if outcomes else [])
        measured = measuring.check([self.revisit, "check", *self.searches[search], *options,
                                    self.program(client.structure, tells), "--", *arguments], self.limit)
        report, cpu, rss_kib = measured.report, measured.cpu, measured.rss_kib
        if report is None:
            return Row(client.buggy, client.structure, client.calls, search, order, "incomplete", 0, 0, 0, 0, 0, "", 0,
                       cpu, rss_kib)
        space = report["states"] or dict.fromkeys(("states", "steps", "ends", "depth", "bytes"), 0)
        found = [error["line"] - 1 if os.path.basename(error["file"]) == OUTCOMES else NOT_ALLOWED
                 for error in report["errors"]]
        return Row(client.buggy, client.structure, client.calls, search, order, report["verdict"], space["states"],
                   space["steps"], space["ends"], space["depth"], space["bytes"], " ".join(map(str, sorted(found))),
                   report["native_runs"], cpu, report["peak_rss_kib"])


def allowed(client):
    """The results that a client may have; None: too many for an argument."""
    outcomes = sets.outcomes(client.structure, client.calls)
    return outcomes if len(",".join(outcomes)) < LONGEST_ARGUMENT else None
