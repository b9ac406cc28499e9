#!/usr/bin/env python3
"""Witnesses made smaller by `revisit shrink`, against the explorations of all schedules with few preemptions.

    shrink.py build/bin/revisit [--count N] [--only REGEX] [--markdown]

Takes the first erroneous row of each program of the tables whose memory is sequentially consistent. The error comes from
three explorations: of all executions, of random ones, and of PCT. Each witness is made smaller. What is compared:
- the number of preemptions is the least N with which `check --algorithm preemptions --preemptions N` shows the error, where
  that ends in time;
- `revisit shrink` says so of itself, and of a witness that it has written that it cannot be made smaller;
- the execution fails natively in the same way;
- over all programs, the witnesses of `random` and of `pct` are left with at most half of their preemptions, taken
  together; only where each of them is proven to have the least number may more be left.
REVISIT_ROTATION=0 to 3 takes a quarter of the programs. --markdown: prints the table as the manual has it.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import rotation
from run import read_table

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "app"))
from checking import check, finish  # of tests/app

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 20         # for one exploration
MOST_PREEMPTIONS = 4
WAYS = {"condpor": [], "random": ["--algorithm", "random", "--max-executions", "300"],
        "pct": ["--algorithm", "pct", "--max-executions", "300"]}
FEWEST_PROGRAMS = 40 # of a run of all


def rows():
    """The first erroneous row of each program that needs no further files."""
    seen = set()
    for table in sorted(glob.glob(os.path.join(HERE, "**", "expected.tsv"), recursive=True)):
        for row in read_table(table):
            path = os.path.join(os.path.dirname(table), row.file)
            if (row.verdict != "bug" or row.model != "sc" or path in seen or row.asks("slow")
                    or re.search(r"(^| )--", row.defines) or re.search(r"\b(stdin|argument|suppressions)=", row.note)):
                continue
            seen.add(path)
            yield path, row


class Program:
    def __init__(self, revisit, path, row, folder):
        self.revisit, self.folder = revisit, folder
        self.title = os.path.relpath(path, HERE) + ("" if row.defines == "-" else " " + row.defines)
        self.binary = os.path.join(folder, "program")
        compiler = os.path.join(os.path.dirname(revisit), "revisit-c++" if path.endswith(".cpp") else "revisit-cc")
        defines = [] if row.defines == "-" else row.defines.split()
        ran = self.run([compiler, *defines, path, "-o", self.binary])
        self.compiles = ran is not None and ran.returncode == 0

    def run(self, command, timeout=120):
        try:
            return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=timeout,
                                  stdin=subprocess.DEVNULL, env={**os.environ, "XDG_CACHE_HOME": self.folder})
        except subprocess.TimeoutExpired:
            return None

    def check(self, *options):
        """The report, or None."""
        ran = self.run([self.revisit, "check", "--no-progress", "--equivalence", "full", "--timeout", str(SECONDS),
                        "--witness", self.folder, "--json", "-", *options, self.binary])
        try:
            return json.loads(ran.stdout) if ran else None
        except ValueError:
            return None

    def shrink(self, witness, to):
        ran = self.run([self.revisit, "shrink", witness, "-o", to, "--timeout", str(SECONDS), "--json"])
        check(ran and ran.returncode == 1, f"{self.title}: shrink: {ran and (ran.stderr or ran.stdout).strip()[-300:]}")
        return json.loads(ran.stdout) if ran and ran.returncode == 1 else None

    def fails_again(self, witness):
        ran = self.run([self.revisit, "replay", "--plain", witness])
        check(ran and ran.returncode == 1, f"{self.title}: {witness}: {ran and (ran.stderr or ran.stdout).strip()[-300:]}")

    def least(self, error):
        """The fewest preemptions with which the error shows; None: unknown, because that does not end."""
        for bound in range(MOST_PREEMPTIONS + 1):
            report = self.check("--algorithm", "preemptions", "--preemptions", str(bound), "--keep-going")
            if not report:
                return None
            if key(error) in map(key, report["errors"]):
                return bound
            kinds = {reason["kind"] for reason in report["reasons"]}
            if kinds & {"timeout", "memory"}:
                return None
        return None


def key(error):
    places = [(error["file"], error["line"])]
    if error.get("other"):
        places.append((error["other"]["file"], error["other"]["line"]))
    return error["kind"], sorted(places)


def judge(program, way, options):
    """The numbers of preemptions before and after, and the least; None if this way finds no error."""
    report = program.check(*options)
    if not report or not report["errors"] or not report["errors"][0]["witness"]:
        return None
    error = report["errors"][0]
    witness = os.path.join(program.folder, f"{way}.revisit")
    os.rename(os.path.join(program.folder, error["witness"]), witness)
    small = os.path.join(program.folder, f"{way}-small.revisit")
    shrunk = program.shrink(witness, small)
    if not shrunk:
        return None
    program.fails_again(small)
    with open(small) as file:
        after = json.load(file)["error"]
    check((after["kind"], after["file"], after["line"]) == (error["kind"], error["file"], error["line"])
          or error["kind"] == "race", f"{program.title}: another error: {after} instead of {key(error)}")
    check(shrunk["preemptions"] <= shrunk["preemptions_before"], f"{program.title}, {way}: {shrunk}")
    again = program.shrink(small, os.path.join(program.folder, "again.revisit"))
    check(again and again["preemptions"] == again["preemptions_before"] == shrunk["preemptions"]
          and (again["events"] == shrunk["events"] or not shrunk["is_fewest_events"]),
          f"{program.title}, {way}: not the same again: {shrunk}, {again}")
    least = program.least(error)
    if least is not None:
        check(shrunk["preemptions"] == least and shrunk["is_fewest"],
              f"{program.title}, {way}: {shrunk['preemptions']} preemptions, is_fewest {shrunk['is_fewest']}; "
              f"the least is {least}")
    return {**shrunk, "least": least}


def cell(result):
    return "-" if result is None else f"{result['preemptions_before']} -> {result['preemptions']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("--count", type=int, default=60, help="of programs, spread over the tables")
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    revisit = os.path.abspath(options.revisit)
    everything = [(path, row) for path, row in rows() if re.search(options.only, path)]
    chosen = everything[::max(1, len(everything) // options.count)][:options.count]
    chosen = rotation.part(chosen)
    table, ended = {}, 0
    for path, row in chosen:
        with tempfile.TemporaryDirectory(prefix="revisit-shrink-") as folder:
            program = Program(revisit, path, row, folder)
            if not program.compiles:
                continue
            results = {way: judge(program, way, given) for way, given in WAYS.items()}
        leasts = [one["least"] for one in results.values() if one]
        ended += any(least is not None for least in leasts)
        table[program.title] = results
        bars = ("| ", " | ", " |") if options.markdown else ("", "  ", "")
        print(bars[0] + bars[1].join([program.title, *(cell(one) for one in results.values()),
                                      "/".join(dict.fromkeys("?" if one is None else str(one) for one in leasts)) or "-"])
              + bars[2], flush=True)
    for way in WAYS:
        found = [results[way] for results in table.values() if results[way]]
        before = sum(one["preemptions_before"] for one in found)
        after = sum(one["preemptions"] for one in found)
        print(f"{way}: {len(found)} witnesses, {before} preemptions -> {after}")
        check(way == "condpor" or 2 * after <= before or all(one["is_fewest"] for one in found),
              f"{way}: more than half of the preemptions are left")
    print(f"{len(table)} programs; of {ended} of them every schedule with fewer preemptions was explored")
    is_all = rotation.chosen() is None and not options.only and options.count >= 60
    check(not is_all or ended >= FEWEST_PROGRAMS, "too few programs")
    check(table, "no program")
    finish()


if __name__ == "__main__":
    main()
