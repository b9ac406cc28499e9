#!/usr/bin/env python3
"""Findings that are known: `revisit check` reads their file, lists them with their comments, and fails for others only.

    known.py build/bin/revisit
"""
import json
import os
import subprocess
import sys
import tempfile

from checking import check, finish

REVISIT = os.path.abspath(sys.argv[1])

# Two updates that may be lost, each with a check of its own.
PROGRAM = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int coins, notes;
static void *pay(void *unused) {
  atomic_store(&coins, atomic_load(&coins) + 1);
  atomic_store(&notes, atomic_load(&notes) + 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, pay, 0);
  pay(0);
  pthread_join(thread, 0);
  if (atomic_load(&coins) == 2)
    assert(atomic_load(&notes) == 2);
  else
    assert(!"a coin is lost");
}
"""


class Place:
    def __init__(self, folder):
        self.folder = folder
        self.write("pay.c", PROGRAM)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def check(self, *options, source="pay.c"):
        """The exit status, the text and the JSON report."""
        report = os.path.join(self.folder, "report.json")
        if os.path.exists(report):
            os.remove(report)
        result = subprocess.run([REVISIT, "check", "--no-progress", "--keep-going", "--json", report, *options, source],
                                cwd=self.folder, capture_output=True, text=True, timeout=120)
        data = None
        if os.path.exists(report) and os.path.getsize(report):
            with open(report) as file:
                data = json.load(file)
        return result.returncode, result.stdout + result.stderr, data

    def know(self, errors, name="revisit-known.json", comment="ticket 12"):
        known = []
        for error in errors:
            headline = error["explanation"]["headline"].rstrip(".")
            known.append({"comment": comment, "kind": error["kind"], "title": f"{error['kind']}: {error['message']}",
                          "cause": headline, "file": os.path.basename(error["file"]), "line": error["line"]})
        self.write(name, json.dumps({"schema_version": 1, "known": known}))


def all_and_some(place):
    status, text, report = place.check()
    errors = report["errors"]
    check(status == 1 and len(errors) == 2, f"without a file: {status}, {len(errors)} errors")
    check(report["known_findings"] is None and all(error["known"] is None for error in errors), "nothing is known")
    place.know(errors[:1])
    status, text, report = place.check()
    check(status == 1 and "BUG: 1 error, and 1 known" in text, f"one is known: {status}\n{text}")
    check([error["known"] for error in report["errors"]] == ["ticket 12", None], f"{report['errors']}")
    place.know(errors)
    status, text, report = place.check()
    check(status == 0 and "KNOWN: 2 errors, all are known" in text and "SAFE" not in text, f"all: {status}\n{text}")
    check("known: ticket 12" in text and "everything was explored" in text, text)
    check(report["verdict"] == "bug", report["verdict"])
    check(report["known_findings"].endswith("revisit-known.json"), report["known_findings"])
    status, text, _ = place.check("--max-executions", "3")
    check(status == 3 and "SAFE" not in text, f"a part of it: {status}\n{text}")
    status, text, _ = place.check("--no-known")
    check(status == 1 and "BUG: 2 errors" in text, f"--no-known: {status}\n{text}")
    return errors


def lines_move(place, errors):
    place.write("pay.c", "/* a line more */\n" + PROGRAM)
    status, text, _ = place.check()
    check(status == 0 and "KNOWN" in text, f"a line above: {status}\n{text}")
    place.write("pay.c", PROGRAM)
    os.makedirs(os.path.join(place.folder, "elsewhere"))
    os.rename(os.path.join(place.folder, "revisit-known.json"), os.path.join(place.folder, "elsewhere", "list.json"))
    status, text, _ = place.check()
    check(status == 1, f"the file is elsewhere: {status}\n{text}")
    place.know(errors, "list.json")
    status, text, _ = place.check("--known", "list.json")
    check(status == 0, f"--known: {status}\n{text}")


def other_reports(place, errors):
    place.know(errors)
    sarif, page = os.path.join(place.folder, "report.sarif"), os.path.join(place.folder, "report.html")
    status, text, _ = place.check("--sarif", sarif, "--html", page)
    check(status == 0, f"with reports: {status}\n{text}")
    with open(sarif) as file:
        results = json.load(file)["runs"][0]["results"]
    said = [result["suppressions"][0]["justification"] for result in results]
    check(said == ["ticket 12", "ticket 12"], f"SARIF says {said}")
    with open(page) as file:
        content = file.read()
    check("Known: 2 errors" in content and "known: ticket 12" in content, "the page does not say that it is known")


def wrong_use(place):
    place.write("revisit-known.json", "{}")
    for options, says in (([], "schema_version is missing"), (["--known", "none.json"], "No such file"),
                          (["--known", "."], "Is a directory"), (["--known", "pay.c"], "is no JSON"),
                          (["--known", "pay.c", "--no-known"], "excludes")):
        status, text, _ = place.check(*options)
        check(status == 2 and says in text, f"{options}: {status}\n{text}")
    place.write("a.litmus", "C a\n{}\nP0 (int* x) { *x = 1; }\nexists (x=1)\n")
    status, text, _ = place.check("--known", "pay.c", source="a.litmus")
    check(status == 2 and "--known" in text, f"a litmus test: {status}\n{text}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)
        errors = all_and_some(place)
        lines_move(place, errors)
        other_reports(place, errors)
        wrong_use(place)
    finish()


if __name__ == "__main__":
    main()
