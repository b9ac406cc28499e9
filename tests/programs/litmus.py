#!/usr/bin/env python3
"""Checks `revisit check` on litmus tests against a table of verdicts.

    tests/programs/litmus.py build/bin/revisit tests/programs/litmus/verdicts.tsv [--model sc ...] [--only REGEX]

The tests lie beside the table. Its columns, separated by tabs, are the name of the file without ".litmus" and a column
for each memory model. A cell has the number of executions that satisfy what is in the parentheses of the condition, and
of those that do not: "1/3". Other cells: "race" for a test with a data race under that model, and "-" for what is not
fixed. The numbers come from an enumeration of all execution graphs, judged by the axioms of each model, that shares
nothing with Revisit.

From the numbers and the quantifier in the file follow the verdict, the observation and the exit status. A witness must
be there exactly if some execution decides the test, show no error, and do the same again.
REVISIT_ROTATION=0 to 3 runs a quarter of the cells.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

import rotation

STATUS = {"Ok": 0, "No": 1}


def read_table(path, model):
    """Yields the name of each test and its cell in the column of the model."""
    names = None
    with open(path) as table:
        for number, line in enumerate(table, 1):
            if not line.strip() or line.startswith("#"):
                continue
            cells = line.rstrip("\n").split("\t")
            if names is None:
                names = cells
                if model not in names:
                    sys.exit(f"{path}: no column for the model {model}")
                continue
            if len(cells) != len(names):
                sys.exit(f"{path}:{number}: {len(cells)} columns instead of {len(names)}")
            yield cells[0], cells[names.index(model)]


def rotated(rows, model, quarter=None):
    """The cells of a model whose turn it is."""
    return [row for row in rows if rotation.is_turn(f"{row[0]} {model}", quarter)]


def models_of(path):
    with open(path) as table:
        return next(line for line in table if line.strip() and not line.startswith("#")).split()[1:]


def quantifier_of(path):
    with open(path) as file:
        return re.search(r"^(~?) *(exists|forall)\b", file.read(), re.M).expand(r"\1\2")


def wanted(cell, quantifier):
    """Verdict, observation, and whether some execution decides the test."""
    positive, negative = map(int, cell.split("/"))
    observation = "Never" if positive == 0 else "Always" if negative == 0 else "Sometimes"
    decides = negative != 0 if quantifier == "forall" else positive != 0
    verdict = "Ok" if decides == (quantifier == "exists") else "No"
    return positive, negative, verdict, observation, decides


def complaints(cell, quantifier, report):
    litmus = report["litmus"]
    kinds = [error["kind"] for error in report["errors"]]
    if cell == "race":
        if "race" not in kinds:
            yield f"no race, but {litmus['observation']} and {kinds}"
        return
    positive, negative, verdict, observation, decides = wanted(cell, quantifier)
    if kinds:
        yield f"errors: {kinds}"
    if report["reasons"]:
        yield f"incomplete: {report['reasons']}"
    if report["executions"]["duplicate"] or report["executions"]["blocked"]:
        yield f"executions in vain: {report['executions']}"
    if (litmus["positive"], litmus["negative"]) != (positive, negative):
        yield f"{litmus['positive']}/{litmus['negative']} executions instead of {cell}"
    if (litmus["verdict"], litmus["observation"]) != (verdict, observation):
        yield f"{litmus['verdict']}, {litmus['observation']} instead of {verdict}, {observation}"
    counts = [0, 0]
    for state in litmus["states"]:
        counts[state["matches"]] += state["count"]
    if counts != [negative, positive]:
        yield f"the states have {counts} executions"
    if (litmus["witness"] is not None) != decides:
        yield f"the witness is {litmus['witness']}"


def replayed(revisit, witness):
    again = subprocess.run([revisit, "replay", "--plain", witness], capture_output=True, text=True, timeout=60,
                           stdin=subprocess.DEVNULL)
    if again.returncode != 0:
        yield f"replay gives exit status {again.returncode}: {(again.stderr or again.stdout).strip()[-300:]}"


def explore(revisit, model, files, scratch):
    """The reports by file, and the exit status."""
    out = os.path.join(scratch, "report.json")
    ran = subprocess.run([revisit, "check", "--model", model, "--check-duplicates", "--no-progress", "--json", out,
                          "--witness", scratch, *files], capture_output=True, text=True, timeout=1500,
                         stdin=subprocess.DEVNULL, env={**os.environ, "XDG_CACHE_HOME": scratch})
    try:
        with open(out) as file:
            report = json.load(file)
    except (OSError, ValueError):
        sys.exit(f"no report; exit status {ran.returncode}: {ran.stderr.strip()[-1000:]}")
    for failure in report.get("failures", []):
        print(f"FAIL {failure['where']}: {failure['what']}")
    reports = report.get("tests", [report])
    return {each["program"]["sources"][0]: each for each in reports}, ran.returncode


def judge(revisit, table, model, only, scratch):
    """Prints a line for each test of the table; whether all passed."""
    folder = os.path.dirname(os.path.abspath(table))
    listed = dict(read_table(table, model))
    rows = rotated([(name, cell) for name, cell in listed.items() if cell != "-" and re.search(only, name)], model)
    unlisted = sorted(name for name in os.listdir(folder) if name.endswith(".litmus") and name[:-7] not in listed)
    failed = bool(unlisted) or not rows
    if unlisted:
        print(f"FAIL not in the table: {unlisted}")
    files = {name: os.path.join(folder, name + ".litmus") for name, _ in rows}
    reports, status = explore(revisit, model, list(files.values()), scratch)
    statuses = {0}
    for name, cell in rows:
        quantifier = quantifier_of(files[name])
        report = reports.get(files[name])
        found = list(complaints(cell, quantifier, report)) if report else ["no report"]
        if report and report["litmus"]["witness"] and cell != "race":
            found += replayed(revisit, report["litmus"]["witness"])
        statuses.add(1 if cell == "race" else STATUS[wanted(cell, quantifier)[2]])
        failed |= bool(found)
        alone = [f"alone: tests/programs/litmus.py build/bin/revisit {os.path.relpath(table)} --model {model} "
                 f"--only '^{name}$'"] if found else []
        print(f"{'FAIL' if found else 'ok  '} {name} {cell}", *found, *alone, sep="\n     ")
    if not failed and status != max(statuses):
        failed = True
        print(f"FAIL exit status {status} instead of {max(statuses)}")
    print(f"{len(rows)} tests under {model}: {'FAILED' if failed else 'passed'}", flush=True)
    return not failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("table")
    parser.add_argument("--model", action="append", help="under this one; without it, under each column's")
    parser.add_argument("--only", default="", metavar="REGEX", help="tests whose name matches")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory(prefix="revisit-litmus-") as scratch:
        passed = [judge(os.path.abspath(options.revisit), options.table, model, options.only, scratch)
                  for model in options.model or models_of(options.table)]
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()
