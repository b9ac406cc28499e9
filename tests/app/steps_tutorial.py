#!/usr/bin/env python3
"""Holds a tutorial's steps against what `revisit steps` says.

    steps_tutorial.py REVISIT README [--update]

Each block of the tutorial that begins with "<!-- steps SOURCE FIRST LAST -->" has the steps from the first to the last
of that program. --update writes those of now into the tutorial instead.
"""
import difflib
import os
import re
import subprocess
import sys

REVISIT, README = sys.argv[1:3]
UPDATE = "--update" in sys.argv
BLOCK = re.compile(r"(<!-- steps (\S+) (\d+) (\d+) -->\n```text\n)(.*?)(```\n)", re.S)
TIMEOUT = 120


def steps_of(source):
    """The lines of each step, by its number."""
    run = subprocess.run([REVISIT, "steps", "--max", "0", "--no-progress", source], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True, timeout=TIMEOUT)
    assert run.returncode == 0, f"{source}: exit status {run.returncode}\n{run.stderr}"
    steps, number = {}, 0
    for line in run.stdout.split("\n\n")[0].splitlines():
        begin = re.match(r" *(\d+)  ", line)
        number = int(begin.group(1)) if begin else number
        steps[number] = steps.get(number, "") + line.rstrip() + "\n"
    return steps


def main():
    with open(README) as file:
        tutorial = file.read()
    blocks = BLOCK.findall(tutorial)
    assert blocks, f"{README} has no steps"
    failures, known = 0, {}
    for head, source, first, last, said, tail in blocks:
        if source not in known:
            known[source] = steps_of(os.path.join(os.path.dirname(README), source))
        steps = known[source]
        assert int(last) in steps, f"{source}: it has {len(steps)} steps, not {last}"
        now = "".join(steps[number] for number in range(int(first), int(last) + 1))
        if UPDATE:
            tutorial = tutorial.replace(head + said + tail, head + now + tail)
        elif now != said:
            failures += 1
            sys.stdout.writelines(difflib.unified_diff(said.splitlines(True), now.splitlines(True), "tutorial", source))
    if UPDATE:
        with open(README, "w") as file:
            file.write(tutorial)
    print(f"{len(blocks)} blocks, {failures} differ")
    return failures


sys.exit(main())
