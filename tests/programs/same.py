#!/usr/bin/env python3
"""Explores programs of the tables with an option that changes the way and not the result: both find the same.

    same.py build/bin/revisit --with=OPTION [--both=OPTION] [--classes] [--ranks N] [--every N] [--jobs N] [TABLE ...]

OPTION is --by-items, --no-merge, --check-merges, --fresh-runs, '--workers 3 --spread' ... Without a table: all tables.
--both=OPTION is given to both explorations. --every N takes each N-th row, and REVISIT_ROTATION=0 to 3 a quarter of
these. Compared are the verdict, the executions of each kind, the errors with their places, counts and executions, and the
reasons. Rows of which a bound of this test is reached are left out.
--classes: the option makes fewer executions of which each stands for several. Then the counts may be smaller, and a
race may be reported at further places.
--ranks: with the option, N ranks of mpirun share the exploration; exits with 77 where there is none.
"""
import argparse
import concurrent.futures
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
import ranks  # of tests/app

HERE = os.path.dirname(os.path.abspath(__file__))
MOST_EXECUTIONS = 2000
SECONDS = 60


def explored(revisit, folder, row, cache, bound, extra, launcher=()):
    """What the report says, as far as it must be the same."""
    source = os.path.join(folder, row.file)
    options = [] if row.defines == "-" else row.defines.split()
    arguments = options[options.index("--"):] if "--" in options else []
    options = options[:len(options) - len(arguments)]
    for name in row.wanted("suppressions"):
        options += ["--suppressions", os.path.join(folder, name)]
    given = [os.path.join(folder, name) for name in row.wanted("stdin")] or [os.devnull]
    with open(given[0], "rb") as standard_input, tempfile.TemporaryDirectory() as scratch:
        report = os.path.join(scratch, "report.json")
        equivalence = [] if any("--equivalence" in option for option in extra) else ["--equivalence", "full"]
        command = [*launcher, revisit, "check", *equivalence, "--model", row.model, "--keep-going", "--check-duplicates", "--no-progress",
                   "--witness", scratch, "--json", report, *bound,
                   "--timeout", str(SECONDS), *options, *extra, source, *arguments]
        ran = subprocess.run(command, cwd=scratch, capture_output=True, text=True, stdin=standard_input,
                             env={**os.environ, "XDG_CACHE_HOME": cache})
        if not os.path.exists(report) or os.path.getsize(report) == 0:
            return {"failed": ran.returncode, "message": ran.stderr[-300:]}
        with open(report) as file:
            told = json.load(file)
    return {"verdict": told["verdict"], "executions": told["executions"],
            "errors": sorted((error["kind"], os.path.basename(error["file"]), error["line"], error["count"], error["execution"])
                             for error in told["errors"]),
            "reasons": sorted({reason["kind"] for reason in told["reasons"]})}


def classes_of(full, reduced):
    """Whether the executions of `reduced` can be classes of those of `full`."""
    if "failed" in full or "failed" in reduced:
        return full == reduced
    places = [{error[:3] for error in told["errors"]} for told in (full, reduced)]
    kinds = [{kind for kind, count in told["executions"].items() if count and kind != "duplicate"}
             for told in (full, reduced)]
    # A blocked execution may be a waiting round that changes nothing: the execution it stands for is counted elsewhere.
    return (full["verdict"] == reduced["verdict"] and full["reasons"] == reduced["reasons"]
            and kinds[1] <= kinds[0] <= kinds[1] | {"blocked"}
            and places[0] <= places[1] and all(kind == "race" for kind, _, _ in places[1] - places[0])
            and all(reduced["executions"][kind] <= full["executions"][kind] + reduced["executions"]["duplicate"]
                    for kind in kinds[0]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("revisit")
    parser.add_argument("tables", nargs="*")
    parser.add_argument("--with", dest="option", required=True)
    parser.add_argument("--both", default="")
    parser.add_argument("--classes", action="store_true")
    parser.add_argument("--ranks", type=int, default=0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    options = parser.parse_intermixed_args()
    revisit = os.path.abspath(options.revisit)
    launcher = ranks.mpirun(options.ranks) if options.ranks else []
    if launcher is None:
        print("skipped: there is no mpirun (Debian: openmpi-bin)")
        sys.exit(ranks.SKIPPED)
    tables = options.tables or sorted(glob.glob(os.path.join(HERE, "**", "expected.tsv"), recursive=True))
    rows = [(os.path.dirname(os.path.abspath(table)), row) for table in tables for row in read_table(table)
            if (row.model == "sc" or (("--workers" in options.option or options.ranks) and not options.both))
            and not row.asks("slow") and not re.search(r"--(algorithm|only|max-exec|equivalence)", row.defines)]
    rows = rotation.part(rows[::options.every])
    # Workers do not share an exploration with a bound on executions.
    option = options.option.split() + (["--distributed"] if options.ranks else [])
    shares = "--workers" in option or options.ranks != 0
    bound, alone = ([], ["--workers", "1"]) if shares else (["--max-executions", str(MOST_EXECUTIONS)], [])
    differing = bounded = 0
    with tempfile.TemporaryDirectory() as cache, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        def both(entry):
            folder, row = entry
            return (row, explored(revisit, folder, row, cache, bound, alone + options.both.split()),
                    explored(revisit, folder, row, cache, bound, option + options.both.split(), launcher))
        for row, without, given in pool.map(both, rows):
            if {"max-executions", "timeout"} & {*without.get("reasons", []), *given.get("reasons", [])}:
                bounded += 1
            elif not (classes_of(without, given) if options.classes else without == given):
                differing += 1
                print(f"{row.title}\n  without: {without}\n  with: {given}", flush=True)
    print(f"{len(rows)} rows, {bounded} not compared because of a bound, {differing} differ")
    compared = len(rows) - bounded
    if compared == 0:
        print("nothing was compared")
    sys.exit(1 if differing or compared == 0 else 0)


if __name__ == "__main__":
    main()
