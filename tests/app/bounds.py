#!/usr/bin/env python3
"""The bounds of an exploration hold wherever they are reached, and what was found is told: a flood of races, a program
that computes, one that is ended from outside.

    tests/app/bounds.py build/bin/revisit
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from checking import check, finish

REVISIT = os.path.abspath(sys.argv[1])


def slowness():
    return max(1.0, 1.5 * os.getloadavg()[0] / (os.cpu_count() or 1))


def races(lines):
    """A program of two threads with so many lines that race, each with each line of the other thread's."""
    names = [f"cell[{i}]" for i in range(lines)]
    body = "\n".join(f"  {name}++;" for name in names)
    return (f"#include <pthread.h>\nstatic int cell[{lines}];\n"
            f"static void *one(void *a) {{\n{body}\n  return a;\n}}\n"
            f"static void *two(void *a) {{\n{body}\n  return a;\n}}\n"
            "int main(void) {\n  pthread_t a, b;\n  pthread_create(&a, 0, one, 0);\n  pthread_create(&b, 0, two, 0);\n"
            "  pthread_join(a, 0);\n  pthread_join(b, 0);\n}\n")


COMPUTES = """#include <pthread.h>
static unsigned long sum;
static void *work(void *a) {
  unsigned long x = 1;
  for (unsigned long i = 0; i != 1ul << 60; i++) x = x * 31 + i;
  sum = x;
  return a;
}
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); }
"""

MANY = """#include <pthread.h>
#include <stdatomic.h>
static atomic_int x[6];
static void *work(void *a) {
  int used = 0; // the order of the updates would not matter otherwise
  for (int i = 0; i < 6; i++) used += atomic_fetch_add(&x[i], 1);
  return used < 0 ? 0 : a;
}
int main(void) {
  pthread_t t[6];
  for (int i = 0; i < 6; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 6; i++) pthread_join(t[i], 0);
}
"""


class Run:
    def __init__(self, folder, name, source, *options, meanwhile=None):
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write(source)
        self.witnesses = os.path.join(folder, name + ".witnesses")
        report = os.path.join(folder, name + ".json")
        environment = {**os.environ, "XDG_CACHE_HOME": folder}
        line = [REVISIT, "check", "--no-progress", "--json", report, "--witness", self.witnesses]
        # Compiled before the clock runs.
        subprocess.run(line + ["--max-executions", "1", "--timeout", "0.1", path], capture_output=True,
                       stdin=subprocess.DEVNULL, env=environment)
        os.remove(report)
        start = time.time()
        process = subprocess.Popen(line + [*options, path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, env=environment)
        if meanwhile:
            meanwhile(process)
        self.text = process.communicate(timeout=300)[0]
        self.status = process.returncode
        self.seconds = time.time() - start
        try:
            with open(report) as file:
                self.report = json.load(file)
        except (OSError, ValueError):
            self.report = {}

    def reasons(self):
        return [reason["kind"] for reason in self.report.get("reasons", [])]

    def __str__(self):
        return f"status {self.status} in {self.seconds:.1f} s: {self.report.get('reasons')} {self.text[-300:]}"


def in_time(run, bound, what):
    check(run.seconds < (bound + 2) * slowness(), f"{what}: {run}")


def flood(folder):
    lines = 400
    found = Run(folder, "flood.c", races(lines), "--max-executions", "1", "--race=error")
    errors = found.report.get("errors", [])
    check(found.status == 1 and len(errors) == lines, f"{lines} races are told: {len(errors)} {found}")
    witnesses = {error["witness"] for error in errors}
    check(len(witnesses) == 1, f"they have one witness: {len(witnesses)}")
    check(found.report.get("native_runs", 99) < 20, f"and cost few runs: {found.report.get('native_runs')}")
    for witness in witnesses:
        with open(witness) as file:
            check(len(json.load(file)["others"]) == lines - 1, "it names the others")
        again = subprocess.run([REVISIT, "replay", "--plain", witness], capture_output=True, text=True)
        check(again.returncode == 1, f"it does the same again: {again.stdout}{again.stderr}")
    bounded = Run(folder, "flood.c", races(lines), "--keep-going", "--timeout", "2")
    check(bounded.status == 1 and "timeout" in bounded.reasons(), f"a bound holds: {bounded}")
    in_time(bounded, 2 + 5, "in a flood of races")  # 5 s: the report as JSON explains each of 400 errors


def computation(folder):
    run = Run(folder, "computes.c", COMPUTES, "--timeout", "1")
    check(run.status == 3 and "timeout" in run.reasons(), f"a run that computes is bounded: {run}")
    in_time(run, 1, "a run that computes")
    run = Run(folder, "computes.c", COMPUTES, "--watchdog", "0.3")
    check(run.status == 3 and run.reasons() == ["bound"] and "--watchdog 0.3" in run.text + json.dumps(run.report),
          f"and by the watchdog: {run}")


def programs(pid, folder):
    """Its children that run what was compiled into the folder: no compiler is among them."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            children = [int(word) for word in file.read().split()]
        return [child for child in children if os.readlink(f"/proc/{child}/exe").startswith(folder + "/")]
    except OSError:
        return []


def explored(process, folder):
    """Waits until a run is under way; the program and the run."""
    while process.poll() is None:
        for program in programs(process.pid, folder):
            for run in programs(program, folder):
                return program, run
        time.sleep(0.01)
    return None, None


def ended(folder):
    def from_outside(process):
        program, _ = explored(process, folder)
        os.kill(program, signal.SIGKILL)

    run = Run(folder, "computes.c", COMPUTES, "--timeout", "30", meanwhile=from_outside)
    check(run.status == 3 and run.reasons() == ["killed"], f"a program that is killed is a reason: {run}")

    def a_run(process):
        _, run = explored(process, folder)
        os.kill(run, signal.SIGKILL)

    run = Run(folder, "computes.c", COMPUTES, "--timeout", "30", meanwhile=a_run)
    check(run.status == 3 and run.reasons() == ["killed"], f"so is a run of it: {run}")

    def stopped(process):
        explored(process, folder)
        process.send_signal(signal.SIGTERM)

    for name, source in (("computes.c", COMPUTES), ("many.c", MANY)):
        run = Run(folder, name, source, meanwhile=stopped)
        check(run.status == 3 and run.reasons() == ["cancelled"], f"what was explored is told: {run}")
        in_time(run, 1, "after SIGTERM")


def main():
    with tempfile.TemporaryDirectory(prefix="revisit-bounds-") as folder:
        flood(folder)
        computation(folder)
        ended(folder)
    finish()


main()
