#!/usr/bin/env python3
"""Ten runs of the same program give ten equal reports, whatever it asks of the system.

    tests/app/repeated_runs.py build/bin tests/programs/unseen

REVISIT_ROTATION=0 to 3 runs a quarter of the programs.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

from checking import check, finish

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs"))
import rotation

RUNS = 10
# What tells of the machine, not of the program.
OF_THE_MACHINE = ("seconds", "executions_per_second", "peak_rss_kib", "solver")
# So many runs have one worker: with several, how often the program runs depends on when they divide the work.
ALONE = 4
PROGRAMS = [
    ("devices.c", []),
    ("devices.c", ["-DSTREAM"]),
    ("devices.c", ['-DPATH="/dev/random"', "-DSTREAM"]),
    ("devices.c", ["-DSTATUS"]),
    ("devices.c", ["-DUSAGE"]),
    ("devices.c", ["-DPROCESS"]),
    ("devices.c", ["-DEARLY"]),
    ("devices.c", ["-DEARLY", "-DSTREAM"]),
    ("devices.c", ["-DEARLY", "-DUSAGE"]),
    ("devices.c", ['-DPATH="/proc/self/stat"']),
    ("library.cpp", ["-DRANDOM", "-std=c++20"]),
]


def without_times(report, folder, is_alone):
    kept = {key: value for key, value in report.items() if key not in OF_THE_MACHINE}
    runs = kept.pop("native_runs")
    return json.dumps(kept, sort_keys=True).replace(folder, ""), runs if is_alone else None


def main():
    compiler = {".c": "revisit-cc", ".cpp": "revisit-c++"}
    programs, sources = (os.path.abspath(path) for path in sys.argv[1:3])
    with tempfile.TemporaryDirectory(prefix="revisit-repeated-") as folder:
        for name, options in rotation.part(PROGRAMS):
            what = " ".join([name, *options])
            built = subprocess.run([os.path.join(programs, compiler[os.path.splitext(name)[1]]), *options,
                                    os.path.join(sources, name), "-o", "prog"], cwd=folder, capture_output=True,
                                   text=True)
            if built.returncode != 0:
                check(False, f"{what}: does not build: {built.stderr[-500:]}")
                continue
            seen, runs = set(), set()
            for turn in range(RUNS):
                is_alone = turn < ALONE
                out = os.path.join(folder, "report.json")
                # Another second, another process, another shell.
                workers = ["--workers", "1"] if is_alone else []
                subprocess.run([os.path.join(programs, "revisit"), "check", "--no-progress", "--keep-going", "--json",
                                out, "--witness", os.path.join(folder, "witnesses"), *workers, "./prog"],
                               cwd=folder, timeout=120,
                               capture_output=True, env={**os.environ, "TURN": "x" * turn})
                try:
                    with open(out) as file:
                        report, number = without_times(json.load(file), folder, is_alone)
                    seen.add(report)
                    runs |= {number} - {None}
                    os.remove(out)
                except (OSError, ValueError):
                    seen.add(f"no report in turn {turn}")
                time.sleep(0.01 * turn)
            check(len(seen) == 1, f"{what}: {len(seen)} different reports\n  " + "\n  ".join(one[:400] for one in seen))
            check(len(runs) == 1, f"{what}: one worker runs it {sorted(runs)} times")
    finish()


if __name__ == "__main__":
    main()
