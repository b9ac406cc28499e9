#!/usr/bin/env python3
"""Whether a place can be forgotten in silence: takes each place of the engine that names an enumerator out, one after
the other, and says whether the compiler or a test notices.

    places.py build ENUMERATOR ... [--targets TARGET ...] [--tests REGEX] [--list]

For example `places.py build ObjectOp::SemGet ModelKind::Sra Algorithm::Ag`. A place is a case of a switch (with its
statements, if it is the only case that leads to them), a row of a table, or a comparison, which counts as never equal
then. The enumerator's definition is none. Works in the sources of this tree, which must be committed, and puts each file
back. Takes a build and a run of the tests for each place: minutes. The exit status is 1 if some place is silent.
"""
import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
TARGETS = ["revisit", "revisit_explore_tests", "revisit_program_tests"]


@dataclass(frozen=True)
class Place:
    path: str
    line: int  # from 1
    form: str
    without: str  # the whole file


def sources():
    for folder, _, names in os.walk(os.path.join(ROOT, "engine")):
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith((".h", ".cpp")))


def endOfCase(lines, begin):
    """Behind the last statement of the case that begins with this line."""
    depth = len(lines[begin]) - len(lines[begin].lstrip())
    end = begin + 1
    while end < len(lines):
        indent = len(lines[end]) - len(lines[end].lstrip())
        if lines[end].strip() and (indent < depth or (indent == depth and lines[end].strip() != "}")):
            break
        end += 1
    return end


def isCase(line):
    return re.match(r"\s*(case .*|default):", line) is not None


def placesIn(path, enumerator):
    with open(path) as file:
        lines = file.read().split("\n")
    name = re.escape(enumerator)
    enum, _, short = enumerator.partition("::")
    isUsed = f"using enum {enum};" in "\n".join(lines)  # then rows have the name alone
    for at, line in enumerate(lines):
        code = line.split("//")[0]
        if isUsed:
            code = re.sub(rf"^(\s*\{{+(\.\w+ = )?){short},", rf"\1{enumerator},", code)
        if not re.search(rf"\b{name}\b", code):
            continue
        rest, form = None, None
        if re.match(rf"\s*case {name}:", code):
            shares = isCase(lines[at + 1]) or (isCase(lines[at - 1]) and lines[at - 1].rstrip().endswith(":"))
            end = at + 1 if shares else endOfCase(lines, at)
            rest, form = lines[:at] + lines[end:], "case"
        elif re.match(rf"\s*\{{+(\.\w+ = )?{name},", code):
            end = at + 1
            while lines[end - 1].count("{") > lines[end - 1].count("}") and end < len(lines) and "}" not in lines[end - 1]:
                end += 1
            rest, form = lines[:at] + lines[end:], "row"
        else:
            changed = re.sub(rf"[\w.>\-\[\]]+(?:\(\))? == {name}\b", "false", code)
            changed = re.sub(rf"[\w.>\-\[\]]+(?:\(\))? != {name}\b", "true", changed)
            if changed != code:
                rest, form = lines[:at] + [changed] + lines[at + 1:], "comparison"
        yield Place(path, at + 1, form, "\n".join(rest) if rest else "")


def noticedBy(build, targets, tests):
    built = subprocess.run(["ninja", "-C", build, *targets], capture_output=True, text=True)
    if built.returncode != 0:
        told = re.search(r"^.*?: error: .*$", built.stdout, re.MULTILINE)
        return "the compiler: " + (told.group(0).split("error: ")[1] if told else "it does not build")
    ran = subprocess.run(["ctest", "--test-dir", build, "--stop-on-failure", "-R", tests], capture_output=True, text=True)
    failed = re.findall(r"Test\s+#\d+: (\S+) .*(?:Failed|Exception|Timeout)", ran.stdout)
    return f"the test {failed[0]}" if failed else "the tests" if ran.returncode != 0 else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("enumerators", nargs="+", metavar="ENUMERATOR")
    parser.add_argument("--targets", nargs="+", default=TARGETS)
    parser.add_argument("--tests", default="Object|Operation|Fuzz|Words|Row|Model|Algorithm")
    parser.add_argument("--list", action="store_true", help="only list the places")
    options = parser.parse_args()
    changed = subprocess.run(["git", "-C", ROOT, "status", "--porcelain", "engine"], capture_output=True, text=True)
    if changed.stdout and not options.list:
        sys.exit("the engine has changes that are not committed: commit or stash them first")
    silent = 0
    for enumerator in options.enumerators:
        for place in (place for path in sources() for place in placesIn(path, enumerator)):
            where = f"{enumerator} at {os.path.relpath(place.path, ROOT)}:{place.line}"
            if options.list or not place.form:
                print(f"{where}: {place.form or 'cannot be taken out alone'}", flush=True)
                continue
            with open(place.path) as file:
                whole = file.read()
            try:
                with open(place.path, "w") as file:
                    file.write(place.without)
                by = noticedBy(options.build, options.targets, options.tests)
            finally:
                with open(place.path, "w") as file:
                    file.write(whole)
            silent += not by
            print(f"{where}: {place.form}: {f'told by {by}' if by else 'SILENT'}", flush=True)
    sys.exit(1 if silent else 0)


if __name__ == "__main__":
    main()
