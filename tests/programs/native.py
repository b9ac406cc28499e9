#!/usr/bin/env python3
"""Runs rows of a table on this machine, without Revisit: what is expected of them must hold here, too.

    tests/programs/native.py tests/programs/world/descriptors/expected.tsv [--cc CC] [--cxx CXX]

Takes the rows that are `native` in the column `how`: programs of one thread that check all that they see. A row that
needs something that this machine lacks is left out by name: `needs=loopback` in the note."""
import argparse
import os
import shlex
import socket
import subprocess
import sys
import tempfile


def has_loopback():
    try:
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
        return True
    except OSError:
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--cxx", default="c++")
    options = parser.parse_args()
    folder = os.path.dirname(os.path.abspath(options.table))
    passed = failed = left_out = 0
    with open(options.table, encoding="utf-8") as table:
        for line in table:
            if line.startswith("#") or not line.strip():
                continue
            file, defines, *_, how, note = line.rstrip("\n").split("\t")
            if how != "native":
                continue
            if "needs=loopback" in note and not has_loopback():
                print(f"left out: {file} {defines}: there is no loopback interface")
                left_out += 1
                continue
            compiler = [options.cxx, "-std=c++17"] if file.endswith(".cpp") else [options.cc]
            given = [] if defines == "-" else shlex.split(defines)
            with tempfile.TemporaryDirectory() as work, tempfile.TemporaryDirectory() as empty:
                program = os.path.join(work, "program")
                subprocess.run([*compiler, "-w", "-pthread", *given, os.path.join(folder, file), "-o", program], check=True)
                run = subprocess.run([program], cwd=empty, capture_output=True, text=True, timeout=20, check=False)
            if run.returncode == 0:
                passed += 1
            else:
                failed += 1
                print(f"FAIL {file} {defines}: status {run.returncode}: {run.stderr.strip()}")
    print(f"{passed} passed, {failed} failed, {left_out} left out")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
