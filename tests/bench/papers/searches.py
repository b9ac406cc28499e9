"""The searches of the papers' programs by `revisit check`, and what they found."""
import os
import subprocess
import threading
from dataclasses import dataclass

import measuring

MEMORY_MIB = 6000


@dataclass(frozen=True)
class Column:
    name: str
    options: tuple
    printed: str  # the columns of the paper's table that it is compared with begin so
    enumerates: bool = False  # a small domain instead of unknowns
    stops: bool = False  # at the first error


# The papers count the executions of the full equivalence.
FULL = ("--equivalence", "full")
CONDPOR = [
    Column("condpor", FULL, ""),
    Column("enumeration", FULL, "baseline_", enumerates=True),
    Column("all run", (*FULL, "--confirm-every", "1"), ""),
]
GUIDED = ("--algorithm", "fg-dpor", "--sleep-sets", "--summaries")
ASSERTIONS = [
    Column("symbolic", ("--algorithm", "symbolic"), "cloud9_"),
    Column("dpor", ("--algorithm", "dpor"), "dpor_"),
    Column("fg-dpor", ("--algorithm", "fg-dpor"), "dpor_"),
    Column("fg-dpor, AG", GUIDED, "dpor_ag_"),
    Column("AG, first", GUIDED, "dpor_ag_", stops=True),
    Column("ag", ("--algorithm", "ag", "--no-slicing"), "dpor_ag_"),
    Column("condpor", ("--algorithm", "condpor", *FULL), ""),
]


@dataclass
class Row:
    program: str
    size: str
    column: str
    verdict: str
    ended: int  # whether nothing was left unexplored
    complete: int
    erroneous: int
    deadlocked: int
    blocked: int
    states: int
    steps: int
    runs: int  # paths to an end, to a known state or to a state that a summary leaves out; condpor: executions
    native_runs: int
    cpu: float
    rss_kib: int
    errors: str  # kinds and places

    @property
    def judged(self):
        """The complete executions as the paper counts them: an error does not make one incomplete."""
        return self.complete + self.erroneous


class Runner:
    """Builds the programs and searches them. A search that needs more than `limit` seconds is ended."""

    def __init__(self, revisit, folder, limit):
        self.revisit, self.folder, self.limit = os.path.abspath(revisit), folder, limit
        self.locks = {}
        self.lock = threading.Lock()

    def built(self, published, column):
        defines = list(published.defines)
        if column.enumerates:
            defines.append("-DENUMERATE=" + published.domain)
        name = os.path.basename(published.source)[:-2] + "".join(defines).replace("-D", "_").replace("=", "")
        path = os.path.join(self.folder, name)
        with self.lock:
            lock = self.locks.setdefault(path, threading.Lock())
        with lock:
            if not os.path.exists(path):
                compiler = os.path.join(os.path.dirname(self.revisit), "revisit-cc")
                subprocess.run([compiler, published.source, *defines, "-o", path], check=True)
        return path

    def run(self, published, column):
        options = [] if column.stops else ["--keep-going"]
        options += ["--spurious", "off", "--no-progress", "--json", "-", "--witness", self.folder]
        options += ["--timeout", str(self.limit), "--memory", str(MEMORY_MIB)]
        # The limit of `check` leaves a report of what was done until then.
        measured = measuring.check([self.revisit, "check", *column.options, *options, self.built(published, column)],
                                   2 * self.limit + 10)
        report = measured.report
        if report is None:
            raise RuntimeError(f"{published.title}: {column.name} did not keep its limit")
        counts, space = report["executions"], report["states"] or {}
        runs = sum(space[what] for what in ("ends", "met", "left_out")) if space else \
            sum(counts[what] for what in ("complete", "erroneous", "deadlocked", "blocked"))
        stopped = column.stops and report["verdict"] == "bug"
        runs += stopped  # the path to the error
        errors = sorted({f"{error['kind']}:{error['line']}" for error in report["errors"]})
        return Row(published.program, published.size, column.name, report["verdict"],
                   int(stopped or not report["reasons"]),
                   counts["complete"], counts["erroneous"], counts["deadlocked"], counts["blocked"],
                   space.get("states", 0), space.get("steps", 0), runs, report["native_runs"], measured.cpu,
                   measured.rss_kib, " ".join(errors))
