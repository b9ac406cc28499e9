#!/usr/bin/env python3
"""Runs rows of tables on this machine, many times and disturbed: each outcome must be one that Revisit explored.

    tests/programs/reality.py build/bin/revisit TABLE ... [--runs N] [--seconds S] [--only REGEX] [--jobs N]

Takes the rows of programs with threads or processes, right and wrong variants, of which everything is explored. An
outcome is a normal end with its status, an assertion that fails with its line, an end by a signal, or a standstill. A
row is run N times or for S seconds, the shorter. `disturb.c` makes the runs differ. REVISIT_ROTATION=0 to 3 takes a
quarter of the rows. A row that waits for seconds by the clock is run for its time."""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time

import native
import rotation
import run

STANDSTILL = ("deadlock", "livelock", "stranded", "does-not-end")
# What a program does after these is not followed, and here it goes on.
ENDED = ("null-dereference", "use-after-free", "double-free", "invalid-free", "out-of-bounds", "uninitialised",
         "exception", "memory-misuse", "lock-misuse", "unlock-not-owner", "closed-descriptor")
OPTION = re.compile(r"^--|\.(c|cpp)$")  # changes what is explored, or is another source


def is_compared(row):
    return (row.how != "native" and row.verdict in ("safe", "bug") and row.model == "sc" and
            not any(OPTION.search(word) for word in shlex.split(row.defines if row.defines != "-" else "")) and
            not row.wanted("stdin") and not row.wanted("argument") and not row.how.startswith("unknown"))


class Comparison:
    def __init__(self, options, table, folder):
        self.options, self.table, self.folder = options, table, folder

    def explored(self, row, defines):
        report = os.path.join(self.folder, "report.json")
        command = [self.options.revisit, "check", "--keep-going", "--no-progress", "--race=ignore",
                   "--lowest-descriptor", "--timeout", "60", "--json", report, "--witness", os.path.join(self.folder, "witnesses"), row.file,
                   *defines]
        subprocess.run(command, cwd=os.path.dirname(self.table), capture_output=True, stdin=subprocess.DEVNULL)
        with open(report, encoding="utf-8") as file:
            return json.load(file)

    def outcome(self, program, seed):
        environment = dict(os.environ, LD_PRELOAD=self.options.disturb, REVISIT_DISTURB=str(seed))
        with tempfile.TemporaryDirectory(dir=self.folder) as work:
            running = subprocess.Popen([program], cwd=work, env=environment, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                       start_new_session=True)
            try:
                _, said = running.communicate(timeout=self.options.patience)
            except subprocess.TimeoutExpired:
                os.killpg(running.pid, signal.SIGKILL)
                running.communicate()
                return ("standstill",)
        failed = re.search(r"\S+?:(\d+): .*Assertion", said)
        if failed:
            return ("assertion", int(failed[1]))
        status = running.returncode
        return ("status", status) if status >= 0 else ("signal", -status)

    @staticmethod
    def is_explored(outcome, report):
        errors = report["errors"] + [warning for warning in report.get("warnings") or [] if "kind" in warning]
        kinds = {error["kind"] for error in errors}
        if kinds & set(ENDED):
            return True
        if outcome[0] == "assertion":
            return any(error["kind"] == "assertion" and error.get("line") == outcome[1] for error in errors)
        if outcome[0] == "standstill":
            return bool(kinds & set(STANDSTILL))
        if outcome[0] == "signal":
            return "signal" in kinds
        if outcome[1] == 0:
            return report["executions"]["complete"] > 0
        return "exit-status" in kinds or "leak" in kinds

    def wrong(self, row, lock):
        """What is wrong with the row, what was left out, and the number of runs and outcomes. With the lock runs the
        program, whose names of sockets are the machine's."""
        defines = [] if row.defines == "-" else shlex.split(row.defines)
        report = self.explored(row, defines)
        reasons = [reason for reason in report.get("reasons") or [] if reason["kind"] != "stopped-at-bug"]
        if reasons:
            return None, "not everything is explored", 0, 0
        compiler = [self.options.cxx, "-std=c++17"] if row.file.endswith(".cpp") else [self.options.cc]
        program = os.path.join(self.folder, "program")
        source = os.path.join(os.path.dirname(self.table), row.file)
        made = subprocess.run([*compiler, "-w", "-g", "-pthread", *defines, source, "-o", program], capture_output=True)
        if made.returncode != 0:
            return None, "this machine's compiler does not compile it", 0, 0
        with lock:
            return self.compared(program, report)

    def compared(self, program, report):
        seen, runs, end = {}, 0, time.monotonic() + self.options.seconds
        while runs < self.options.runs and time.monotonic() < end:
            outcome = self.outcome(program, runs + 1)
            runs += 1
            seen[outcome] = seen.get(outcome, 0) + 1
            if not self.is_explored(outcome, report):
                told = sorted({(error["kind"], error.get("line")) for error in report["errors"]}, key=str)
                complete = report["executions"]["complete"]
                return f"outcome {outcome} in run {runs}, explored: {complete} complete, {told}", None, runs, len(seen)
            if outcome == ("standstill",) and seen[outcome] == 2:
                break  # each takes long
        return None, None, runs, len(seen)


def compare(options, table, row, lock):
    with tempfile.TemporaryDirectory() as folder:
        return Comparison(options, table, folder).wrong(row, lock)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("tables", nargs="+")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20, help="for one row")
    parser.add_argument("--patience", type=float, default=3, help="seconds after which a run stands still")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--cxx", default="c++")
    options = parser.parse_args()
    options.revisit = os.path.abspath(options.revisit)
    failed = left_out = compared = runs = outcomes = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        options.disturb = os.path.join(folder, "disturb.so")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "disturb.c")
        subprocess.run([options.cc, "-shared", "-fPIC", "-O1", "-w", source, "-o", options.disturb, "-ldl"], check=True)
        rows = [(os.path.abspath(table), row) for table in options.tables for row in run.read_table(table)
                if is_compared(row) and re.search(options.only, row.title) and rotation.is_turn(row.title) and
                ("needs=loopback" not in row.note or native.has_loopback())]
        locks = collections.defaultdict(threading.Lock)
        results = pool.map(lambda each: compare(options, *each, locks[each[0], each[1].file]), rows)
        for (table, row), (wrong, why, ran, seen) in zip(rows, results):
            runs += ran
            outcomes += seen
            if why:
                left_out += 1
            elif wrong:
                failed += 1
                print(f"FAIL {os.path.relpath(table)} {row.title}: {wrong}", flush=True)
            else:
                compared += 1
    print(f"{compared} rows agree in {runs} runs with {outcomes} outcomes, {failed} do not, {left_out} left out")
    return 1 if failed or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
