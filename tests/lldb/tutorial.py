#!/usr/bin/env python3
"""Holds the conversations of tutorials again, and compares what LLDB answers with what the tutorials say.

    tutorial.py LLDB PLUGIN REVISIT TUTORIAL... [--update]

Each block of a tutorial that begins with "<!-- lldb SOURCE [OPTION...] -->" is one session on the witness that `check`
with these options writes of that program. The lines that begin with "(lldb) " are typed, the others are the answers.
Addresses may differ. --update writes the answers of now into the tutorials instead.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

UPDATE = "--update" in sys.argv
LLDB, PLUGIN, REVISIT, *TUTORIALS = [word for word in sys.argv[1:] if word != "--update"]
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


def hold(name):
    """Returns how many conversations the tutorial has, and how many of them differ."""
    with open(name) as file:
        tutorial = file.read()
    failures = 0
    blocks = BLOCK.findall(tutorial)
    assert blocks, f"{name} has no conversation"
    for head, source, options, said, tail in blocks:
        commands = re.findall(r"^\(lldb\) (.*)$", said, re.M)
        assert commands[0] == "revisit goto bug", f"{source}: the first command is what 'revisit replay' does"
        assert len(commands) <= 10, f"{source}: {len(commands)} commands instead of at most ten"
        now = answers(os.path.join(os.path.dirname(name), source), options.split(), commands[1:])
        if UPDATE:
            tutorial = tutorial.replace(head + said + tail, head + now + tail)
        elif without_addresses(now) != without_addresses(said):
            failures += 1
            sys.stdout.writelines(difflib.unified_diff(said.splitlines(True), now.splitlines(True), name, "lldb"))
    if UPDATE:
        with open(name, "w") as file:
            file.write(tutorial)
    return len(blocks), failures


def main():
    held = [hold(name) for name in TUTORIALS]
    failures = sum(differ for _, differ in held)
    print(f"{sum(count for count, _ in held)} conversations, {failures} differ")
    return failures


sys.exit(main())
