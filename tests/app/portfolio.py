#!/usr/bin/env python3
"""`revisit check --algorithm portfolio`: the first search with an answer gives the report, an incomplete one never wins
over a complete one, and bounds and interrupts hold for all searches together.

    tests/app/portfolio.py build/bin/revisit
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from checking import check, finish
from sample_programs import GROWING

REVISIT = os.path.abspath(sys.argv[1])

# Both threads may read 0.
LOST = r"""
#include <assert.h>
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
# A thread that waits for a change any number of rounds: ConDpor cuts the loop, states are few.
ENDLESS = r"""
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn;
static void *serve(void *unused) {
  for (;;) {
    while (atomic_load(&turn) != 1) {}
    atomic_store(&turn, 0);
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, serve, 0);
  for (;;) {
    while (atomic_load(&turn) != 0) {}
    atomic_store(&turn, 1);
  }
}
"""
# As many states as no search here comes to the end of.
LARGE = r"""
#include <pthread.h>
#include <stdatomic.h>
atomic_int x[8];
static void *work(void *unused) {
  for (int i = 0; i < 64; i++)
    atomic_store(&x[i % 8], atomic_load(&x[(i * 5 + 3) % 8]) * 3 + i + (int)(long)unused);
  return unused;
}
int main(void) {
  pthread_t threads[6];
  for (long i = 0; i < 6; i++) pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < 6; i++) pthread_join(threads[i], 0);
}
"""
INPUT = r"""
#include <assert.h>
#include <revisit.h>
int main(void) { assert(revisit_nondet_int("n") != 1234); }
"""


class Run:
    def __init__(self, folder, source, *options, interrupted=None):
        path, report = os.path.join(folder, "program.c"), os.path.join(folder, "report.json")
        with open(path, "w") as file:
            file.write(source)
        if os.path.exists(report):
            os.remove(report)
        start = time.time()
        process = subprocess.Popen([REVISIT, "check", "--algorithm", "portfolio", "--no-progress", "--json", report,
                                    "--witness", folder, *options, path], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   env={**os.environ, "XDG_CACHE_HOME": folder})
        if interrupted:
            time.sleep(interrupted)
            process.send_signal(signal.SIGINT)
        self.text = process.communicate(timeout=300)[0]
        self.status, self.seconds = process.returncode, time.time() - start
        try:
            with open(report) as file:
                self.report = json.load(file)
        except (OSError, ValueError):
            self.report = {}
        self.answer = self.report.get("answered_by") or {}

    def reasons(self):
        return {reason["kind"] for reason in self.report.get("reasons", [])}

    def __str__(self):
        return f"status {self.status} in {self.seconds:.1f} s: {self.answer} {self.report.get('reasons')} {self.text[-500:]}"


def processes(folder):
    """Processes whose program lies there."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/exe").startswith(folder):
                found.append(pid)
        except OSError:
            pass
    return found


def main():
    with tempfile.TemporaryDirectory(prefix="revisit-portfolio-") as folder:
        safe = Run(folder, LOST, "-DBUG=0")
        check(safe.status == 0 and safe.report.get("verdict") == "safe", f"a safe program: {safe}")
        check(safe.report.get("algorithm") == "portfolio" and safe.answer.get("searches", 0) >= 2, f"its report: {safe}")
        check(f"--algorithm {safe.answer.get('algorithm')}" in safe.text, f"its text names the search: {safe}")

        bug = Run(folder, LOST, "-DBUG=1")
        check(bug.status == 1 and len(bug.report.get("errors", [])) == 1, f"a bug: {bug}")
        for error in bug.report.get("errors", []):
            with open(error["witness"]) as file:
                options = json.load(file)["options"]
            check(options["algorithm"] == bug.answer["algorithm"], f"the witness names the search: {options} {bug}")
            again = subprocess.run([REVISIT, "replay", "--plain", error["witness"]], capture_output=True, text=True)
            check(again.returncode == 1, f"the witness shows it: {again.stdout}{again.stderr}")

        found = Run(folder, INPUT)
        check(found.status == 1 and [i["value"] for i in json.load(open(found.report["errors"][0]["witness"]))["inputs"]]
              == [1234], f"an input: {found}")

        one = Run(folder, LOST, "-DBUG=0", "--workers", "1")
        check(one.status == 0 and one.answer.get("searches") == 1, f"one search at once: {one}")

        endless = Run(folder, ENDLESS, "--workers", "8")
        check(endless.status == 0 and endless.answer.get("algorithm") != "condpor",
              f"a cut search does not win: {endless}")

        cut = Run(folder, GROWING, "--unroll", "3")
        check(cut.status == 3 and cut.answer.get("searches") == 8 and "bound" in cut.reasons(),
              f"all are incomplete: {cut}")

        late = Run(folder, LARGE, "--timeout", "2")
        check(late.status == 3 and "timeout" in late.reasons() and late.seconds < 60,
              f"the bound on time holds for all: {late}")
        ended = Run(folder, LARGE, interrupted=3)
        check(ended.status == 3 and "cancelled" in ended.reasons(), f"interrupted: {ended}")
        check(not processes(folder), f"nothing is left: {processes(folder)}")
    finish()


if __name__ == "__main__":
    main()
