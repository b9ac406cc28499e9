#!/usr/bin/env python3
"""How good the estimates of the number of executions are: programs of the papers' tables (tests/programs/paper) are
explored, and what the progress line says on the way is compared with the number at the end.

    tests/bench/estimates.py build/bin/revisit              16 programs of some seconds to minutes: prints a table
    tests/bench/estimates.py build/bin/revisit --only NAME  those of them with NAME in their file or parameters
    tests/bench/estimates.py build/bin/revisit --quick      two programs: fails where there is no estimate, or a bad one

For each program: the estimates when a share of its executions was explored, as multiples of the number in the end, with
their errors. "-": there was none yet. One worker explores, so that the samples have a processor of their own where
there are two.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "..", "programs", "paper")
SHARES = [0.05, 0.1, 0.2, 0.5]
FACTOR = 2

QUICK = [
    ("agm_stack.c", "-DWRAPPED=1 -DINS=6 -DREM=0"),
    ("treiber_stack.c", "-DWRAPPED=1 -DINS=3 -DREM=3"),
]
ALL = QUICK + [
    ("counter1.c", "-DN=7"),
    ("counter2.c", "-DN=9"),
    ("agm_stack.c", "-DWRAPPED=1 -DINS=3 -DREM=2"),
    ("treiber_stack.c", "-DWRAPPED=1 -DINS=6 -DREM=0"),
    ("coarse_list.c", "-DINS=6 -DREM=0"),
    ("coarse_list.c", "-DINS=4 -DREM=3"),
    ("fine_list.c", "-DINS=5 -DREM=1"),
    ("optimistic_list.c", "-DINS=4 -DREM=0"),
    ("optimistic_list.c", "-DLAZY=1 -DINS=4 -DREM=0"),
    ("ts_stack.c", "-DWRAPPED=1 -DINS=3 -DREM=2"),
    ("eb_stack.c", "-DWRAPPED=1 -DINS=2 -DREM=2"),
    ("hw_queue.c", "-DWRAPPED=1 -DINS=5 -DREM=2"),
    ("ub_queue.c", "-DWRAPPED=1 -DINS=5 -DREM=5"),
    ("ms_queue.c", "-DWRAPPED=1 -DINS=3 -DREM=2"),
]
ESTIMATE = re.compile(r"about (\d+) \(\+-(\d+)\) in all")


def explore(revisit, file, defines, limit):
    """The lines of progress as (executions, estimate, error), and the executions in the end; 0: it did not end."""
    with tempfile.TemporaryDirectory(prefix="revisit-estimates-") as folder:
        report = os.path.join(folder, "report.json")
        done = subprocess.run([revisit, "check", "--progress", "--workers", "1", "--keep-going", "--equivalence", "full",
                               "--ignore", "race", "--timeout", str(limit), "--json", report, "--witness", folder,
                               *defines.split(), os.path.join(PROGRAMS, file)],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        with open(report) as read:
            result = json.load(read)
    lines = []
    for line in done.stderr.splitlines():
        if executions := re.match(r"(\d+) executions", line):
            estimate = ESTIMATE.search(line)
            lines.append((int(executions[1]), *((int(estimate[1]), int(estimate[2])) if estimate else (0, 0))))
    kinds = ("complete", "erroneous", "deadlocked", "blocked", "cut")
    ended = not result["reasons"] or all(reason["kind"] != "timeout" for reason in result["reasons"])
    total = sum(result["executions"][kind] for kind in kinds)
    return lines, total if ended else 0, result["seconds"]


def at(lines, executions):
    """The first estimate told when so many executions were explored; none: there was none."""
    later = [line for line in lines if line[0] >= executions]
    return later[0][1:] if later and later[0][1] else None


def isNear(estimate, total):
    return total / FACTOR <= estimate[0] <= total * FACTOR


def isWrong(estimate, total):
    """Worse than none: far from the number, with an error that does not say so."""
    return not isNear(estimate, total) and not covers(estimate, total)


def covers(estimate, total):
    return abs(estimate[0] - total) <= estimate[1]


def main():
    revisit = os.path.abspath(sys.argv[1])
    isQuick = "--quick" in sys.argv
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    rows, faults = [], 0
    print(f"{'program':52} {'executions':>10} {'s':>6}  " + "  ".join(f"{share:>12.0%}" for share in SHARES))
    for file, defines in QUICK if isQuick else ALL:
        if only not in f"{file} {defines}":
            continue
        lines, total, seconds = explore(revisit, file, defines, 120 if isQuick else 600)
        name = f"{file} {defines}"
        if total == 0:
            print(f"{name:52} did not end")
            faults += isQuick
            continue
        found = [at(lines, share * total) for share in SHARES]
        rows.append((total, found))
        print(f"{name:52} {total:>10} {seconds:>6.1f}  " + "  ".join(
            f"{one[0] / total:>5.2f} +-{one[1] / total:<4.2f}" if one else f"{'-':>12}" for one in found), flush=True)
        if isQuick:
            wrong = [line[1:] for line in lines if line[1] and isWrong(line[1:], total)]
            if wrong:
                print(f"FAIL {name}: an estimate was {wrong[0][0]} +-{wrong[0][1]}, and there are {total} executions")
                faults += 1
            last = [line[1:] for line in lines if line[1]][-1:]
            if not last:
                print(f"FAIL {name}: there is no estimate")
                faults += 1
            elif not isNear(last[0], total):
                print(f"FAIL {name}: the estimate is {last[0][0]}, and there are {total} executions")
                faults += 1
    for index, share in enumerate(SHARES):
        shown = [(total, found[index]) for total, found in rows if found[index]]
        print(f"{share:>4.0%} explored: of {len(rows)} programs {len(shown)} have an estimate, "
              f"{sum(isNear(one, total) for total, one in shown)} within a factor of {FACTOR}, "
              f"{sum(covers(one, total) for total, one in shown)} with an error that covers the number, "
              f"{sum(isWrong(one, total) for total, one in shown)} wrong (neither)")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
