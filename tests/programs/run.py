#!/usr/bin/env python3
"""Checks `revisit check` against a table of programs and the results they must give.

    tests/programs/run.py build/bin/revisit tests/programs/paper/expected.tsv [--quick] [--only REGEX] [--jobs N]
                          [--algorithm NAME | --all-spurious] [--no-precompiled]

The programs lie beside the table. Its columns, separated by tabs, '-' meaning "not fixed":
    file  defines  model  verdict  kind  complete  deadlocked  how  note
`defines` are further arguments for `check`. Words in the note that change what is asked:
    slow          left out by --quick              zero-blocked   no execution may be blocked
    line=N        the error is reported at line N  input=NAME:V   the witness has this input
    other=N       so is the other thread's line
    why=TEXT      the explanation of an error begins with TEXT, '_' standing for a blank
    reason=TEXT   a reason or warning contains TEXT             no-warnings    there is no warning, but of what was not tried
    without=TEXT  none does
    stdin=FILE    what the program reads, a file beside the table
    argument=TEXT what the program is given as its argument
    suppressions=FILE  races that are intended, a file beside the table
    runs=N        the program ran at most N times
    states=N      a search over states visited N of them       omitted=N      slicing omitted N variables
    intended=N:TEXT    the report lists a rule for such races that contains TEXT, met in N executions ('-': some)
--algorithm NAME and --all-spurious explore in another way: verdict, kinds of errors and places must be the same, but not
the counts. Rows that choose an algorithm or executions themselves are left out.
--no-precompiled compiles C++ programs without precompiled headers, which must not change anything.
REVISIT_ROTATION=0 to 3 runs a quarter of the rows, and the first row of each program that has none in it.

A row also fails on duplicates, but for algorithms that go by schedules, on an exit status that does not fit the
verdict, on a bug without a witness and on a witness that does not show the same error again.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import astuple, dataclass, replace

import rotation

COLUMNS = ["file", "defines", "model", "verdict", "kind", "complete", "deadlocked", "how", "note"]
BY_SCHEDULES = r"--algorithm (random|pct|preemptions)"  # these meet an execution once for each of its schedules
EXIT_STATUS = {"safe": 0, "bug": 1, "incomplete": 3}


@dataclass(frozen=True)
class Row:
    file: str
    defines: str
    model: str
    verdict: str
    kind: str
    complete: str
    deadlocked: str
    how: str
    note: str

    @property
    def title(self):
        parts = (self.file, self.defines, self.model, *self.wanted("argument"))
        return " ".join(part for part in parts if part != "-")

    def asks(self, word):
        return word in self.note.split()

    def wanted(self, key):
        return [word[len(key) + 1:] for word in self.note.split() if word.startswith(key + "=")]


def read_table(path):
    with open(path) as table:
        for number, line in enumerate(table, 1):
            if not line.strip() or line.startswith("#"):
                continue
            cells = line.rstrip("\n").split("\t")
            if len(cells) != len(COLUMNS):
                sys.exit(f"{path}:{number}: {len(cells)} columns instead of {len(COLUMNS)}")
            yield Row(*cells)


def complaints(row, report, status, witnesses):
    """What is wrong with a report; empty when the row passes."""
    executions = report.get("executions", {})
    errors = report.get("errors", [])
    if row.verdict != "-" and report.get("verdict") != row.verdict:
        yield f"verdict {report.get('verdict')} instead of {row.verdict} {report.get('reasons') or ''}"
    if row.kind != "-" and row.kind not in [error.get("kind") for error in errors]:
        yield f"no error of kind {row.kind}, only {[error.get('kind') for error in errors]}"
    for column in ("complete", "deadlocked"):
        wanted = getattr(row, column)
        if wanted != "-" and str(executions.get(column)) != wanted:
            yield f"{column} {executions.get(column)} instead of {wanted}"
    if executions.get("duplicate") and not re.search(BY_SCHEDULES, row.defines):
        yield f"{executions['duplicate']} duplicates"
    for most in row.wanted("runs"):
        if report["native_runs"] > int(most):
            yield f"{report['native_runs']} runs instead of at most {most}"
    for key in ("states", "omitted"):
        for wanted in row.wanted(key):
            if str((report.get("states") or {}).get(key)) != wanted:
                yield f"{key} {(report.get('states') or {}).get(key)} instead of {wanted}"
    if row.asks("zero-blocked") and executions.get("blocked"):
        yield f"{executions['blocked']} blocked"
    if row.verdict in EXIT_STATUS and status != EXIT_STATUS[row.verdict]:
        yield f"exit status {status} instead of {EXIT_STATUS[row.verdict]}"
    if row.verdict == "bug" and not witnesses:
        yield "no witness"
    for witness in witnesses:
        yield from impossible_reads(witness)
    for line in row.wanted("line"):
        if line not in [str(error.get("line")) for error in errors]:
            yield f"no error at line {line}, only {[(error.get('file'), error.get('line')) for error in errors]}"
    for line in row.wanted("other"):
        others = [str((error.get("other") or {}).get("line")) for error in errors]
        if line not in others:
            yield f"no error names the other line {line}, only {others}"
    for text in row.wanted("why"):
        headlines = [(error.get("explanation") or {}).get("headline", "") for error in errors]
        if not any(headline.startswith(text.replace("_", " ")) for headline in headlines):
            yield f"no explanation begins with '{text}', only {headlines}"
    said = json.dumps([report.get("reasons"), report.get("warnings")])
    warnings = [warning for warning in report.get("warnings") or [] if warning["kind"] != "not-tried"]
    if row.asks("no-warnings") and warnings:
        yield f"warnings: {warnings}"
    for text in row.wanted("reason"):
        if text not in said:
            yield f"no reason or warning says '{text}': {said}"
    for text in row.wanted("without"):
        if text in said:
            yield f"a reason or warning says '{text}': {said}"
    rules = report.get("intended_races", [])
    for wanted in row.wanted("intended"):
        number, text = wanted.split(":", 1)
        if not any(text in rule["rule"] and (str(rule["executions"]) == number or number == "-" and rule["executions"])
                   for rule in rules):
            yield f"no rule '{text}' was met in {number} executions: {rules}"
    for wanted in row.wanted("input"):
        name, value = wanted.split(":")
        seen = [(one.get("name"), one.get("value")) for witness in witnesses for one in witness.get("inputs", [])]
        if not any(str(v) == value and (n == name or name == "*") for n, v in seen):
            yield f"no input {wanted} in the witness, only {seen}"


def impossible_reads(witness):
    """Reads under a weak memory model from older writes than the witness itself says are possible."""
    places = {(event["thread"], event["index"]): event for event in witness["schedule"]}
    for event in witness["schedule"]:
        if "oldest" in event:
            source = event.get("reads_from")
            place = places[tuple(source)].get("coherence", 0) if source else 0
            if place < event["oldest"]:
                yield f"({event['thread']},{event['index']}) reads from write {place}, older than {event['oldest']}"
        elif "order" in event and event.get("reads"):
            yield f"({event['thread']},{event['index']}): the witness does not say what it could read"


def rotated(rows, quarter=None):
    """The rows of this run: those whose turn it is. Of a program without such a row, the first."""
    turns = [row for row in rows if rotation.is_turn("\t".join(astuple(row)), quarter)]
    seen = {row.file for row in turns}
    chosen = set(turns)
    for row in rows:
        if row.file not in seen:
            chosen.add(row)
            seen.add(row.file)
    return [row for row in rows if row in chosen]


def explored_by(row, way):
    """The row explored in another way; None if it asks for something that only its own algorithm has."""
    if re.search(r"--(algorithm|only|max-executions|by-items|equivalence)", row.defines):
        return None
    kept = [word for word in row.note.split() if not re.match(r"runs=|zero-blocked|intended=", word)]
    defines = ("" if row.defines == "-" else row.defines + " ") + way
    if row.verdict == "bug":
        defines += " --keep-going"  # which error comes first depends on the algorithm
    return replace(row, defines=defines, complete="-", deadlocked="-", note=" ".join(kept))


def compiling(row):
    """The compiler's options among the row's; None if an option of `check` has an effect on the compiler."""
    words = row.defines.split()
    if any(word.startswith(("--arithmetic", "--volatile")) for word in words):
        return None
    return [word for word in words if re.match(r"-[^-]", word)]


class Programs:
    """Those of rows that differ only in how they are explored are compiled once. Other rows leave it to `check`."""

    def __init__(self, revisit, folder, rows, options, cache):
        self.tools, self.folder, self.options, self.cache = os.path.dirname(revisit), folder, options, cache
        counts = collections.Counter(self.key(row) for row in rows if compiling(row) is not None)
        self.locks = {key: threading.Lock() for key, count in counts.items() if count > 1}
        self.folders = {key: os.path.join(cache, f"shared{number}") for number, key in enumerate(self.locks)}
        self.paths = {}  # by key; None: it does not compile, of which `check` tells

    @staticmethod
    def key(row):
        return " ".join([row.file, *(compiling(row) or [])])

    def arguments(self, row):
        """What `check` is given for this row besides its standard options."""
        own = [] if row.defines == "-" else row.defines.split()
        source = [*self.options, *own, os.path.join(self.folder, row.file)]
        key = self.key(row)
        if compiling(row) is None or key not in self.locks:
            return source
        with self.locks[key]:
            if key not in self.paths:
                self.paths[key] = self.compiled(row, self.folders[key])
        kept = [word for word in own if word not in compiling(row)]
        return [*kept, self.paths[key]] if self.paths[key] else source

    def compiled(self, row, folder):
        os.mkdir(folder)
        stem, ending = os.path.splitext(row.file)
        path = os.path.join(folder, stem)
        command = [os.path.join(self.tools, "revisit-c++" if ending == ".cpp" else "revisit-cc"), *self.options,
                   *compiling(row), os.path.join(self.folder, row.file), "-o", path]
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL,
                              env={**os.environ, "XDG_CACHE_HOME": self.cache})
        return path if done.returncode == 0 else None


def input_of(row, folder):
    names = row.wanted("stdin")
    return open(os.path.join(folder, names[0])) if names else open(os.devnull)


def check(revisit, folder, row, timeout, programs, cache):
    with input_of(row, folder) as given, tempfile.TemporaryDirectory(prefix="revisit-programs-") as scratch:
        out = os.path.join(scratch, "report.json")
        command = [revisit, "check", "--model", row.model, "--check-duplicates", "--no-progress", "--json", out]
        command += ["--witness", os.path.join(scratch, "witnesses")]
        if "--equivalence" not in row.defines:  # the tables count the executions of the full one
            command += ["--equivalence", "full"]
        if row.verdict == "bug" and (row.complete, row.deadlocked) != ("-", "-"):
            command.append("--keep-going")
        for name in row.wanted("suppressions"):
            command += ["--suppressions", os.path.join(folder, name)]
        command += programs.arguments(row)
        if row.wanted("argument"):
            command += ["--", *row.wanted("argument")]
        environment = {**os.environ, "XDG_CACHE_HOME": cache}
        os.lseek(given.fileno(), 0, os.SEEK_SET)
        try:
            ran = subprocess.run(command, capture_output=True, text=True, timeout=timeout, stdin=given,
                                 env=environment)
        except subprocess.TimeoutExpired:
            return [f"no answer in {timeout:g} s"]
        try:
            with open(out) as file:
                report = json.load(file)
        except (OSError, ValueError):
            return [f"no report; exit status {ran.returncode}: {(ran.stderr or ran.stdout).strip()[-300:]}"]
        names = sorted(error["witness"] for error in report.get("errors", []) if error.get("witness"))
        witnesses = []
        found = []
        for name in names:
            with open(name) as file:
                witnesses.append(json.load(file))
            # Another day, another shell: the environment of a replay is never that of the check, nor what it is given.
            again = subprocess.run([revisit, "replay", "--plain", name], capture_output=True, text=True,
                                   timeout=timeout, stdin=subprocess.DEVNULL, env={"ANOTHER_DAY": "x" * 1000})
            if again.returncode != 1:
                found.append(f"replay gives exit status {again.returncode}: {(again.stderr or again.stdout).strip()[-300:]}")
        return list(complaints(row, report, ran.returncode, witnesses)) + found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("table")
    parser.add_argument("--only", default="", metavar="REGEX", help="rows whose file, defines and model match")
    parser.add_argument("--algorithm", metavar="NAME", help="explore with this one, and do not compare counts")
    parser.add_argument("--all-spurious", action="store_true",
                        help="try also what shows nothing, and do not compare counts")
    parser.add_argument("--quick", action="store_true", help="leave out the rows marked slow")
    parser.add_argument("--no-precompiled", action="store_true", help="compile without precompiled headers")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=120, metavar="S", help="for one row")
    options = parser.parse_args()

    revisit = os.path.abspath(options.revisit)
    folder = os.path.dirname(os.path.abspath(options.table))
    rows = [row for row in read_table(options.table)
            if re.search(options.only, row.title) and not (options.quick and row.asks("slow"))]

    way = f"--algorithm {options.algorithm}" if options.algorithm else "--all-spurious" if options.all_spurious else ""
    if way:
        rows = [other for other in (explored_by(row, way) for row in rows) if other]

    wanted = len(rows)
    rows = rotated(rows)

    cache = tempfile.TemporaryDirectory(prefix="revisit-programs-")
    programs = Programs(revisit, folder, rows, ["-fno-revisit-precompiled"] if options.no_precompiled else [],
                        cache.name)

    def timed(row):
        start = time.time()
        return check(revisit, folder, row, options.timeout, programs, cache.name), time.time() - start

    failed = 0
    with cache, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for row, (found, seconds) in zip(rows, pool.map(timed, rows)):
            failed += bool(found)
            alone = [f"alone: tests/programs/run.py build/bin/revisit {os.path.relpath(options.table)} --only "
                     + shlex.quote(f"^{re.escape(row.title)}$")] if found else []
            print(f"{'FAIL' if found else 'ok  '} {row.title}  {seconds:.2f} s", *found, *alone, sep="\n     ", flush=True)
    later = f"; it is not the turn of {wanted - len(rows)} rows" if len(rows) < wanted else ""
    print(f"{len(rows) - failed} passed, {failed} failed{later}")
    sys.exit(1 if failed or not rows else 0)


if __name__ == "__main__":
    main()
