#!/usr/bin/env python3
"""Holds a tutorial against what `revisit` says.

    steps_tutorial.py REVISIT README [--update]

Each block of the tutorial that begins with "<!-- steps SOURCE FIRST LAST [OPTIONS] -->" has the steps from the first to
the last of that program, one that begins with "<!-- tree SOURCE [OPTIONS] -->" its tree. --update writes those of now
into the tutorial instead. After "<!-- states ALGORITHM, ... -->" a table has a row "| [name](SOURCE) OPTIONS | ... |"
for each program, with the number of states that each algorithm visits in the last columns. After
"<!-- runs ALGORITHM, ... -->" these are the runs, "full + partial": ends of the program, and states that summaries leave
out. OPTIONS may stand between backticks; an ALGORITHM may have options behind it.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

REVISIT, README = sys.argv[1:3]
UPDATE = "--update" in sys.argv
BLOCK = re.compile(r"(<!-- (steps|tree) (\S+)(.*?) -->\n```text\n)(.*?)(```\n)", re.S)
TABLE = re.compile(r"<!-- (states|runs) (.*?) -->\n\n(.*?)\n\n", re.S)
ROW = re.compile(r"^\| \[\S+?\]\((\S+?)\)(?: `([^`]*)`)? \|(.*)\|$", re.M)
TIMEOUT = 120


def run(*words, statuses=(0,)):
    ran = subprocess.run([REVISIT, *words, "--no-progress"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                         timeout=TIMEOUT)
    assert ran.returncode in statuses, f"{' '.join(words)}: exit status {ran.returncode}\n{ran.stderr}"
    return ran.stdout


def steps_of(source, options):
    """The lines of each step, by its number."""
    steps, number = {}, 0
    for line in run("steps", "--max", "0", *options, source).split("\n\n")[0].splitlines():
        begin = re.match(r" *(\d+)  ", line)
        number = int(begin.group(1)) if begin else number
        steps[number] = steps.get(number, "") + line.rstrip() + "\n"
    return steps


def said_now(kind, source, words, known):
    if kind == "tree":
        return run("tree", "--max", "0", *words, source).split("\n\n")[0] + "\n"
    first, last, *options = words
    key = (source, *options)
    if key not in known:
        known[key] = steps_of(source, options)
    assert int(last) in known[key], f"{source}: it has {len(known[key])} steps, not {last}"
    return "".join(known[key][number] for number in range(int(first), int(last) + 1))


def count(kind, words):
    with tempfile.TemporaryDirectory(prefix="revisit-tutorial-") as folder:
        said = " ".join(run("check", "--keep-going", "--witness", folder, *words, statuses=(0, 1)).split())
    if kind == "states":
        return re.search(r"(\d+) states", said).group(1)
    ends = re.search(r"(\d+) ends? of the program", said).group(1)
    left_out = re.search(r"(\d+) left out by summaries", said)
    return f"{ends} + {left_out.group(1)}" if left_out else ends


def counted(tutorial):
    """The tutorial with the numbers of now in its tables."""
    for kind, algorithms, table in TABLE.findall(tutorial):
        rows, now = ROW.findall(table), table
        assert rows, f"no rows after '{kind} {algorithms}'"
        for source, options, cells in rows:
            path = os.path.join(os.path.dirname(README), source)
            counts = [count(kind, ["--algorithm", *each.split(), *options.split(), path])
                      for each in algorithms.split(",")]
            kept = [cell.strip() for cell in cells.split("|")][:-len(counts)]
            now = now.replace(f"|{cells}|", f"| {' | '.join(kept + counts)} |", 1)
        tutorial = tutorial.replace(table, now, 1)
    return tutorial


def main():
    with open(README) as file:
        tutorial = file.read()
    blocks = BLOCK.findall(tutorial)
    assert blocks, f"{README} has no steps"
    failures, known = 0, {}
    for head, kind, source, words, said, tail in blocks:
        now = said_now(kind, os.path.join(os.path.dirname(README), source), words.split(), known)
        if UPDATE:
            tutorial = tutorial.replace(head + said + tail, head + now + tail)
        elif now != said:
            failures += 1
            sys.stdout.writelines(difflib.unified_diff(said.splitlines(True), now.splitlines(True), "tutorial", source))
    now = counted(tutorial)
    if UPDATE:
        with open(README, "w") as file:
            file.write(now)
    elif now != tutorial:
        failures += 1
        sys.stdout.writelines(difflib.unified_diff(tutorial.splitlines(True), now.splitlines(True), "tutorial", "now", n=0))
    print(f"{len(blocks)} blocks, {failures} differ")
    return failures


sys.exit(main())
