#!/usr/bin/env python3
"""What a report and `revisit show --history` say of descriptors: names, who holds what, who wrote and read which bytes.

    tests/app/histories.py build/bin/revisit
"""
import json
import os
import subprocess
import sys
import tempfile

from checking import check, finish

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs", "world", "histories", "waits.c")


def run(*words):
    return subprocess.run(words, capture_output=True, text=True)


def found(revisit, folder, case):
    """The report of the faulty variant, and the path of its witness."""
    ran = run(revisit, "check", PROGRAM, f"-DCASE={case}", "-DWRONG", "--witness", os.path.join(folder, case))
    check(ran.returncode == 1, f"{case}: exit status {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return " ".join(ran.stdout.split()), os.path.join(folder, case, "waits.revisit")


def check_reader(revisit, folder):
    report, path = found(revisit, folder, "open_end")
    check("waits for read of pipe @waits.c:94" in report, f"a pipe has the name of its place\n{report}")
    check("- pipe @waits.c:94: 0 bytes, 1 write end open (descriptor 65, made by T0 main at line 94)" in report,
          f"the report says who holds the write end\n{report}")
    history = run(revisit, "show", "--history", "pipe @waits.c:94", path).stdout
    for line in ("descriptor 64 (read end): made by T0 main at waits.c:94, still open",
                 "descriptor 66 (write end): made by T0 main at waits.c:95, closed by T1 sends at waits.c:89",
                 "T1 sends try write pipe @waits.c:94: 2 \"xy\" (2 bytes after it)  waits.c:88",
                 "T0 main read pipe @waits.c:94: 1 \"y\" (0 bytes after it)  waits.c:99",
                 "T0 main waits for read of pipe @waits.c:94"):
        check(line in history, f"the history has '{line}'\n{history}")
    descriptors = json.load(open(path))["descriptors"]
    check([(each["number"], "closed" in each, "copy" in each) for each in descriptors] ==
          [(64, False, False), (65, False, False), (66, True, True)], f"descriptors of the witness: {descriptors}")


def check_epoll(revisit, folder):
    report, path = found(revisit, folder, "late_flag_epoll")
    check("T0 main waits for pipe @waits.c:70 in epoll_wait (epoll @waits.c:71)" in report,
          f"a wait for a set names the set and what it watches\n{report}")
    wrong = run(revisit, "show", "--history", "pipe", path)
    check(wrong.returncode == 2 and "pipe @waits.c:70, epoll @waits.c:71" in wrong.stderr,
          f"names that there are\n{wrong.stderr}")
    value = run(revisit, "show", "--history", "pending", path).stdout
    check("write pending = 0" in value, f"the history of a variable\n{value}")


def check_closed(revisit, folder):
    report, _ = found(revisit, folder, "closed")
    check("use of descriptor 65 after it was closed, by closes at waits.c:167: write end of pipe @waits.c:171" in report,
          f"the message says who closed the descriptor\n{report}")


def check_handler(revisit, folder):
    report, _ = found(revisit, folder, "handler")
    check("handler under a lock: the handler " in report,
          f"a handler that takes the lock it interrupted\n{report}")


def main():
    revisit = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        check_reader(revisit, folder)
        check_epoll(revisit, folder)
        check_closed(revisit, folder)
        check_handler(revisit, folder)
    finish()


main()
