#!/usr/bin/env python3
"""Holds the conversations of a tutorial again, and compares what LLDB answers with what the tutorial says.

    tutorial.py LLDB PLUGIN REVISIT README [--update]

Each block of the tutorial that begins with "<!-- lldb SOURCE [OPTION...] -->" is one session on the witness that `check`
with these options writes of that program: the
lines that begin with "(lldb) " are typed, the others are the answers. Addresses may differ. --update writes the answers
of now into the tutorial instead.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

LLDB, PLUGIN, REVISIT, README = sys.argv[1:5]
UPDATE = "--update" in sys.argv
BLOCK = re.compile(r"(<!-- lldb (\S+)((?: --\S+)*) -->\n```text\n)(.*?)(```\n)", re.S)
TIMEOUT = 120


def answers(source, options, commands):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([REVISIT, "check", "--no-progress", "--witness", folder, *options, source], stdout=subprocess.DEVNULL,
                       timeout=TIMEOUT)
        witness = next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".revisit"))
        arguments = [LLDB, "--no-lldbinit", "--batch", "-o", f"plugin load {PLUGIN}", "-o", f"revisit load {witness}",
                     "-o", "revisit goto bug"]
        for command in commands:
            arguments += ["-o", command]
        run = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT)
    start = run.stdout.index("(lldb) revisit goto bug\n")
    return "".join(line.rstrip() + "\n" for line in run.stdout[start:].splitlines())


def without_addresses(text):
    return re.sub(r"0x[0-9a-f]+", "0x...", text)


def main():
    with open(README) as file:
        tutorial = file.read()
    failures = 0
    blocks = BLOCK.findall(tutorial)
    assert blocks, f"{README} has no conversation"
    for head, source, options, said, tail in blocks:
        commands = re.findall(r"^\(lldb\) (.*)$", said, re.M)
        assert commands[0] == "revisit goto bug", f"{source}: the first command is what 'revisit replay' does"
        assert len(commands) <= 10, f"{source}: {len(commands)} commands instead of at most ten"
        now = answers(os.path.join(os.path.dirname(README), source), options.split(), commands[1:])
        if UPDATE:
            tutorial = tutorial.replace(head + said + tail, head + now + tail)
        elif without_addresses(now) != without_addresses(said):
            failures += 1
            sys.stdout.writelines(difflib.unified_diff(said.splitlines(True), now.splitlines(True), "tutorial", "lldb"))
    if UPDATE:
        with open(README, "w") as file:
            file.write(tutorial)
    print(f"{len(blocks)} conversations, {failures} differ")
    return failures


sys.exit(main())
