#!/usr/bin/env python3
"""What one core does: whether the speed stays in longer and longer executions, and how long small commands take.

    tests/bench/scale.py build/bin [--runs N]

Prints a line for each figure, with the command that it comes from: the median of N runs. Each row of a benchmark is a
process of its own, so that its peak memory is that of this row. Beside what the clock says is what the processor's time
says, which other programs on the machine change less: of a small command with all that it starts, of an exploration
without the runs of the program.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

PROGRAM = """#include <pthread.h>
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* add(void* unused) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, add, NULL);
  add(NULL);
  pthread_join(other, NULL);
  return 0;
}
"""
CXX = """#include <thread>
#include <vector>
int main() {
  std::vector<std::thread> threads;
  threads.emplace_back([] {});
  threads.back().join();
}
"""


def run(command, **more):
    """The output of a command, its seconds on the clock and of the processor, and its peak memory in MiB."""
    begin = time.monotonic()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, **more)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - begin
        output.seek(0)
        text = output.read()
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with exit status {process.returncode}:\n{text}")
    return text, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def show(figure, value, command):
    print(f"{figure:<50} {value:>52}   {' '.join(command)}", flush=True)


def small(figure, command, runs, **more):
    measured = [run(command, **more) for _ in range(runs + 1)][1:]
    clock, processor = (1000 * statistics.median(row[i] for row in measured) for i in (1, 2))
    show(figure, f"{clock:.0f} ms, processor {processor:.0f} ms", command)


def bench(folder, name, row):
    """The counters of a row of a benchmark, and the peak memory of its process."""
    command = [os.path.join(folder, name), f"--benchmark_filter=^{row}$"]
    with tempfile.NamedTemporaryFile("r", suffix=".json") as out:
        _, _, _, peak = run([*command, f"--benchmark_out={out.name}", "--benchmark_out_format=json"])
        rows = json.load(out)["benchmarks"]
    if not rows:
        sys.exit(f"{name} has no row {row}")
    return rows[0], peak, command


def rates(folder, name, row, of, runs):
    """What a row of a benchmark does in a second of the clock and of the processor, and its counters."""
    measured = []
    for _ in range(runs):
        found, peak, command = bench(folder, name, row)
        done = found["executions"] * found.get("events/execution", 1)
        measured.append((1000 * done / found["cpu_time"], found[of + "/s"], found, peak))
    processor, clock, found, peak = sorted(measured, key=lambda one: one[0])[runs // 2]
    return f"{clock:,.0f}/s, processor {processor:,.0f}/s, {peak:.0f} MiB", found, command


def explored(folder, runs):
    for title, row in (("eight lockers", "lockers_8"), ("eight increments", "increments_8"),
                       ("four writers, four readers", "writers_readers_4")):
        value, _, command = rates(folder, "revisit_check_bench", f"check/{row}/iterations:1", "executions", runs)
        show(title + ", executions", value, command)


def longer(folder, runs):
    for rounds in 10, 100, 1000, 3400:
        value, found, command = rates(folder, "revisit_explore_bench", f"Rounds/{rounds}", "events", runs)
        show(f"events, {found['events/execution']:,.0f} added for an execution", value, command)


def commands(folder, runs):
    with tempfile.TemporaryDirectory(prefix="revisit-scale-") as scratch:
        for name, text in ("program.c", PROGRAM), ("program.cpp", CXX):
            with open(os.path.join(scratch, name), "w") as file:
                file.write(text)
        cxx = os.path.join(folder, "revisit-c++")
        run([os.path.join(folder, "revisit-cc"), "-g", "program.c", "-o", "program"], cwd=scratch)
        check = [os.path.join(folder, "revisit"), "check", "program"]
        small("check of a compiled program with two executions", check, runs, cwd=scratch)
        small("compiling <thread> and <vector>", [cxx, "-g", "-c", "program.cpp"], runs, cwd=scratch)
        small("the same without precompiled headers", [cxx, "-g", "-fno-revisit-precompiled", "-c", "program.cpp"], runs,
              cwd=scratch)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="where revisit and the benchmarks are")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="of each command (default: 5)")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs needs a number that is at least 1")
    folder = os.path.abspath(options.folder)
    for name in "revisit", "revisit-cc", "revisit-c++", "revisit_check_bench", "revisit_explore_bench":
        if not os.access(os.path.join(folder, name), os.X_OK):
            parser.error(f"{folder} has no {name}: name the folder bin of a finished build")
    commands(folder, options.runs)
    explored(folder, options.runs)
    longer(folder, options.runs)


main()
