#!/usr/bin/env python3
"""What it costs to try steps that happen for no reason: explores the programs of the tables and the examples with and
without `--spurious`, and prints the executions and the seconds of both.

    spurious_cost.py build/bin/revisit [--timeout SECONDS] [--only REGEX] [--jobs N] [--all] [TABLE ...]

Without a table: all tables, and the examples that are sources. A program that is explored in several ways is taken
once for each memory model. Left out are rows that choose an algorithm, an equivalence or what is permitted, those
marked slow, and those of which one exploration does not end in time; the latter are counted. --all prints each program
and not only those that differ. The seconds are those of the explorations alone, by one worker.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from run import read_table

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "examples")
CHOOSES = r"--(algorithm|only|max-executions|by-items|equivalence|spurious|faults|budget|workers|timeout)"
MOST_SHOWN = 10


@dataclass(frozen=True)
class Program:
    title: str
    arguments: tuple  # for `check`; paths are complete
    given: str  # what it reads
    mayFail: bool = False  # whether it is left out without a word if there is no report


def rows_of(table):
    folder = os.path.dirname(os.path.abspath(table))
    for row in read_table(table):
        if row.asks("slow") or re.search(CHOOSES, row.defines):
            continue
        own = [] if row.defines == "-" else row.defines.split()
        for name in row.wanted("suppressions"):
            own += ["--suppressions", os.path.join(folder, name)]
        rest = ["--", *row.wanted("argument")] if row.wanted("argument") else []
        given = [os.path.join(folder, name) for name in row.wanted("stdin")] or [os.devnull]
        yield Program(f"{os.path.basename(folder)}/{row.title}",
                      ("--model", row.model, *own, os.path.join(folder, row.file), *rest), given[0])


def examples():
    """The commands of the lessons that check sources, under the model that they choose."""
    for lesson in sorted(glob.glob(os.path.join(EXAMPLES, "*", "README.md"))):
        folder = os.path.dirname(lesson)
        with open(lesson) as text:
            for command in re.findall(r"^    revisit check (.*)$", text.read(), re.MULTILINE):
                words = [word for word in shlex.split(command) if word != "--spurious" and word != "off"]
                if re.search(CHOOSES, " ".join(words)) or not any(word.endswith((".c", ".cpp")) for word in words):
                    continue
                words = [os.path.join(folder, word) if word.endswith((".c", ".cpp")) else word for word in words]
                yield Program(f"examples/{os.path.basename(folder)}: {command}", tuple(words), os.devnull, True)


def explored(revisit, program, spurious, timeout, cache):
    """The number of executions and the seconds; None: not explored in time, or not at all."""
    with open(program.given, "rb") as given, tempfile.TemporaryDirectory() as scratch:
        report = os.path.join(scratch, "report.json")
        command = [revisit, "check", "--keep-going", "--no-progress", "--workers", "1", "--witness", scratch,
                   "--json", report, "--timeout", str(timeout), "--spurious", spurious, *program.arguments]
        ran = subprocess.run(command, cwd=scratch, capture_output=True, text=True, stdin=given,
                             env={**os.environ, "XDG_CACHE_HOME": cache})
        if not os.path.exists(report) or os.path.getsize(report) == 0:
            if not program.mayFail:
                print(f"no report of {program.title}: {ran.stderr.strip()[-200:]}", flush=True)
            return None
        with open(report) as file:
            told = json.load(file)
    if {"timeout", "memory"} & {reason["kind"] for reason in told["reasons"]}:
        return None
    counts = told["executions"]
    return sum(counts.values()) - counts["duplicate"], told["seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("tables", nargs="*")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_intermixed_args()
    revisit = os.path.abspath(options.revisit)
    tables = options.tables or sorted(glob.glob(os.path.join(HERE, "**", "expected.tsv"), recursive=True))
    programs = {program.arguments: program for table in tables for program in rows_of(table)}
    if not options.tables:
        programs |= {program.arguments: program for program in examples()}
    chosen = [program for program in programs.values() if re.search(options.only, program.title)]

    with tempfile.TemporaryDirectory() as cache, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        def both(program):
            return [explored(revisit, program, way, options.timeout, cache) for way in ("off", "on")]

        compared = []
        for program, found in zip(chosen, pool.map(both, chosen)):
            if None in found:
                continue
            compared.append((program.title, *found))
            if options.all or found[0][0] != found[1][0]:
                print_row(program.title, *found)
    print_sums(compared, len(chosen))
    sys.exit(0 if compared else 1)


def print_row(title, without, given):
    print(f"{without[0]:>9} {given[0]:>9} {without[1]:>9.2f} {given[1]:>9.2f}  {title}", flush=True)


def print_sums(compared, chosen):
    differing = [entry for entry in compared if entry[1][0] != entry[2][0]]
    print(f"\nthe most expensive, by executions\n{'without':>9} {'with':>9} {'s':>9} {'s':>9}")
    for entry in sorted(differing, key=lambda entry: entry[1][0] - entry[2][0])[:MOST_SHOWN]:
        print_row(*entry)
    for name, entries in (("all", compared), ("those that differ", differing)):
        print_row(f"sum of {name}: {len(entries)} programs", *[[sum(entry[way][part] for entry in entries)
                                                                for part in (0, 1)] for way in (1, 2)])
    print(f"{chosen - len(compared)} programs are not compared")


if __name__ == "__main__":
    main()
