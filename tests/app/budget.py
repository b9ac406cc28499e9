#!/usr/bin/env python3
"""`revisit check --budget TIME`: strategies one after the other, and one report of what each of them covered.

    tests/app/budget.py build/bin/revisit
"""
import json
import os
import subprocess
import sys
import tempfile
import time

from checking import check, finish
from sample_programs import GROWING

REVISIT = os.path.abspath(sys.argv[1])

# Both threads may read 0.
LOST = r"""#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *add(void *unused) { atomic_store(&x, atomic_load(&x) + 1); return unused; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2 || !BUG);
}
"""
# 2.3 million million executions; only those in which the first thread comes last show the bug.
WIDE = r"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef STEPS
#define STEPS 6
#endif
atomic_int x, early, late;
static void *work(void *number) {
  if ((long)number == 0 && BUG)
    assert(atomic_load(&late) == 0);
  for (int i = 0; i < STEPS; i++)
    atomic_store(&x, (int)(long)number * STEPS + i);
  if ((long)number == 3)
    atomic_store(&late, 1);
  return 0;
}
int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
}
"""
# An atomic section: such a program is explored as a whole, and nothing is kept.
SECTION = r"""
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
atomic_int x;
static void *work(void *unused) {
  for (int i = 0; i < 9; i++) {
    __VERIFIER_atomic_begin();
    atomic_store(&x, atomic_load(&x) + 1);
    __VERIFIER_atomic_end();
  }
  return unused;
}
int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
}
"""
# The order of stores that nobody reads counts.
FULL = ("--equivalence", "full")


class Run:
    def __init__(self, folder, source, *options):
        path, report = os.path.join(folder, "program.c"), os.path.join(folder, "report.json")
        self.page = os.path.join(folder, "report.html")
        with open(path, "w") as file:
            file.write(source)
        for old in (report, self.page):
            if os.path.exists(old):
                os.remove(old)
        start = time.time()
        process = subprocess.run([REVISIT, "check", "--no-progress", "--json", report, "--html", self.page, "--witness",
                                  folder, *options, path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, timeout=300,
                                 env={**os.environ, "XDG_CACHE_HOME": folder, "TMPDIR": folder})
        self.text, self.status, self.seconds = process.stdout, process.returncode, time.time() - start
        try:
            with open(report) as file:
                self.report = json.load(file)
        except (OSError, ValueError):
            self.report = {}
        self.strategies = self.report.get("strategies") or []

    def ends(self):
        return [(strategy["algorithm"], strategy["ended"]) for strategy in self.strategies]

    def reasons(self):
        return {reason["kind"] for reason in self.report.get("reasons", [])}

    def total(self):
        return sum(self.report["executions"][kind] for kind in ("complete", "erroneous", "deadlocked", "blocked", "cut"))

    def __str__(self):
        return f"status {self.status} in {self.seconds:.1f} s: {self.strategies} {self.report.get('reasons')} {self.text[-900:]}"


def checkEnough(folder):
    """Programs of which everything is explored."""
    safe = Run(folder, LOST, "-DBUG=0", "--budget", "1m")
    check(safe.status == 0 and safe.report.get("verdict") == "safe" and safe.ends() == [("condpor", "complete")],
          f"a small program: {safe}")
    check(safe.report.get("algorithm") == "budget" and safe.report["options"]["budget"] == 60 and safe.total() == safe.strategies[0]["executions"] > 1,
          f"its report: {safe}")
    check("every execution was explored" in safe.text and not safe.reasons(), f"its text: {safe}")

    bug = Run(folder, LOST, "-DBUG=1", "--budget", "0.01h")
    check(bug.status == 1 and bug.ends() == [("condpor", "stopped-at-bug")] and bug.strategies[0]["new_errors"] == 1,
          f"a bug: {bug}")
    every = Run(folder, LOST, "-DBUG=1", "--budget", "60", "--keep-going")
    check(every.status == 1 and every.ends() == [("condpor", "complete")] and len(every.report["errors"]) == 1
          and not every.reasons(), f"every bug: {every}")

    cut = Run(folder, GROWING, "--unroll", "3", "--budget", "60s")
    check(cut.status == 3 and cut.reasons() == {"bound"} and cut.ends() == [("condpor", "limited")],
          f"everything up to a bound: {cut}")


def checkTooMuch(folder):
    """A program of which not everything can be explored."""
    late = Run(folder, WIDE, *FULL, "-DBUG=0", "--budget", "3s")
    check(late.status == 3 and late.report.get("verdict") == "incomplete" and late.reasons() == {"budget"},
          f"it is never safe: {late}")
    check(late.ends() == [("condpor", "timeout"), ("preemptions", "timeout"), ("pct", "timeout"), ("condpor", "timeout")],
          f"the order of strategies: {late}")
    if len(late.strategies) != 4:
        return
    first, few, samples, rest = late.strategies
    check(2.5 < sum(strategy["seconds"] for strategy in late.strategies) and late.seconds < 20, f"the time: {late}")
    check(few["all_with_preemptions"] is not None
          and "every schedule" in few["covered"], f"preemptions: {late}")
    check(samples["executions"] > 0 and f"{samples['executions']} schedules" in samples["covered"], f"samples: {late}")
    check(rest["continues"] and not first["continues"], f"the last one continues: {late}")
    check(rest["explored"] == first["explored"] + rest["executions"] and rest["executions"] > 0
          and first["explored"] == first["executions"], f"nothing is done twice: {late}")
    check(late.total() == sum(strategy["executions"] for strategy in late.strategies), f"the sum: {late}")
    for strategy in late.strategies:
        check(strategy["estimate"] is None or strategy["estimate"] >= strategy["explored"], f"an estimate: {strategy}")
    with open(late.page) as file:
        page = file.read()
    check("<h2>Strategies</h2>" in page and page.count(late.strategies[1]["covered"]) == 1, "the page lists them")

    found = Run(folder, WIDE, *FULL, "-DBUG=1", "-DSTEPS=9", "--workers", "1", "--budget", "3s")
    check(found.status == 1 and found.ends() == [("condpor", "timeout"), ("preemptions", "stopped-at-bug")],
          f"few preemptions find what comes late in the order of executions: {found}")
    for error in found.report.get("errors", []):
        again = subprocess.run([REVISIT, "replay", "--plain", error["witness"]], capture_output=True, text=True)
        check(again.returncode == 1, f"the witness shows it: {again.stdout}{again.stderr}")


def checkLeftOut(folder):
    weak = Run(folder, WIDE, *FULL, "-DBUG=0", "--model", "tso", "--budget", "1s")
    check(weak.status == 3 and weak.ends() == [("condpor", "timeout"), ("preemptions", "left-out"), ("pct", "left-out")],
          f"a memory model that not all know: {weak}")
    check(weak.text.count("left out: it explores sequentially consistent executions only") == 2
          or weak.text.count("left out") == 2, f"they are named: {weak}")
    whole = Run(folder, SECTION, "--budget", "1s")
    # A busy machine may leave no time for the later ones.
    check(whole.status == 3 and [name for name, _ in whole.ends()] == ["condpor", "preemptions", "pct"]
          and whole.ends()[0][1] == "timeout" and {end for _, end in whole.ends()} <= {"timeout", "left-out"},
          f"nothing is kept of a program with atomic sections: {whole}")
    check(not whole.report.get("warnings"), f"of which nobody wants to know: {whole}")


def checkCheckpoint(folder):
    file = os.path.join(folder, "kept")
    first = Run(folder, WIDE, *FULL, "-DBUG=0", "--budget", "1s", "--checkpoint", file)
    check(first.status == 3 and os.path.exists(file), f"it is kept: {first}")
    second = Run(folder, WIDE, *FULL, "-DBUG=0", "--budget", "1s", "--checkpoint", file)
    before = [strategy["explored"] or 0 for strategy in first.strategies]
    check(second.strategies and second.strategies[0]["explored"] > max(before, default=0), f"it goes on: {first} {second}")


def checkRefused(folder):
    path = os.path.join(folder, "program.c")
    litmus = os.path.join(folder, "any.litmus")
    open(litmus, "w").close()
    for options, text in [
            (["--budget", "5x"], "unit not recognized"),
            (["--budget", "soon"], "--budget"),
            (["--budget", "0s"], "is no number above 0"),
            (["--budget", "5s", "--algorithm", "pct"], "--budget with --algorithm: it goes through several"),
            (["--budget", "5s", "--timeout", "3"], "--budget with --timeout"),
            (["--budget", "5s", "--max-executions", "3"], "--budget with --max-executions"),
            (["--budget", "5s", "--preemptions", "3"], "--budget with --preemptions"),
            (["--budget", "5s", "--no-slicing"], "none of its strategies searches states"),
            (["--budget", "5s", "--model-diff", "sc", "tso"], "--budget with --model-diff"),
            (["--budget", "5s", litmus], "litmus tests need every execution")]:
        done = subprocess.run([REVISIT, "check", *options, path], capture_output=True, text=True)
        check(done.returncode == 2 and text in done.stderr, f"{options}: {done.returncode} {done.stderr}")


def main():
    with tempfile.TemporaryDirectory(prefix="revisit-budget-test-") as folder:
        checkEnough(folder)
        checkTooMuch(folder)
        checkLeftOut(folder)
        checkCheckpoint(folder)
        checkRefused(folder)
        check(not [name for name in os.listdir(folder) if name.startswith("revisit-budget")], "no folder is left")
    finish()


if __name__ == "__main__":
    main()
