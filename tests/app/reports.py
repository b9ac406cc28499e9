#!/usr/bin/env python3
"""The reports of `revisit check` for others: JSON, SARIF and HTML, of programs with known bugs, and the report on a
terminal: its width and its colours.

    reports.py build/bin/revisit SOURCES
"""
import fcntl
import html.parser
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
from urllib.parse import unquote, urlparse

from checking import check, finish
from sarif_rules import faults_of_log

# An assertion with '<' in it, inputs of three types, a long way to the bug, a race beside it.
BUG = r"""#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
short revisit_nondet_short(const char *name);
unsigned char revisit_nondet_uchar(const char *name);
_Bool revisit_nondet_bool(const char *name);
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int level, table[64], unguarded, twice;
static void *raise(void *limit) {
  short step = revisit_nondet_short("step");
  for (int i = 0; i < 40; i++)
    table[i] = i;
  pthread_mutex_lock(&guard);
  if (step < -5 && revisit_nondet_bool("isOn"))
    level = 9;
  pthread_mutex_unlock(&guard);
  unguarded++;
  twice++;
  return limit;
}
int main(void) {
  pthread_t thread;
  unsigned char most = revisit_nondet_uchar("most");
  puts("<b>output & more</b>");
  pthread_create(&thread, 0, raise, 0);
  unguarded++;
  twice++;
  pthread_join(thread, 0);
  pthread_mutex_lock(&guard);
  assert(level < 9 || most > 3);
  pthread_mutex_unlock(&guard);
  return table[3] - 3;
}
"""
DEADLOCK = r"""#include <pthread.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *x) {
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  return x;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  return 0;
}
"""
WIDE = 200  # columns of a terminal


class Place:
    def __init__(self, revisit, folder):
        self.revisit, self.folder = revisit, folder
        self.environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
        self.environment["XDG_CACHE_HOME"] = folder
        for name, text in (("bug <1>.c", BUG), ("deadlock.c", DEADLOCK)):
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def run(self, *arguments, **environment):
        return subprocess.run([self.revisit, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120,
                              stdin=subprocess.DEVNULL, env={**self.environment, **environment})

    def in_terminal(self, *arguments, **environment):
        """What the command prints to a terminal of WIDE columns."""
        main, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, WIDE, 0, 0))
        process = subprocess.Popen([self.revisit, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=terminal, stderr=subprocess.DEVNULL,
                                   env={**self.environment, "TERM": "xterm", **environment})
        os.close(terminal)
        said = b""
        while True:
            try:
                part = os.read(main, 65536)
            except OSError:
                break
            if not part:
                break
            said += part
        process.wait(timeout=120)
        os.close(main)
        return said.decode().replace("\r\n", "\n")


def by_kind(errors, kind):
    found = [error for error in errors if error["kind"] == kind]
    check(found, f"no {kind} among {[error['kind'] for error in errors]}")
    return found[0]


def check_json(place):
    report = json.loads(place.read("out.json"))
    check(report["schema_version"] == 2, "JSON: schema_version")
    check(report["tool"]["name"] == "revisit" and re.fullmatch(r"\d+\.\d+\.\d+", report["tool"]["version"]),
          f"JSON: the tool: {report.get('tool')}")
    check(report["program"]["sources"] == [place.path("bug <1>.c")] and report["program"]["arguments"] == ["a b"],
          f"JSON: the program: {report['program']}")
    check(os.path.isabs(report["program"]["path"]), "JSON: the program's path")
    options = report["options"]
    check((options["keep_going"], options["unroll"], options["max_executions"], options["timeout"])
          == (True, 50, None, 100), f"JSON: options: {options}")
    check(options["ignored_kinds"] == ["leak"], f"JSON: ignored kinds: {options['ignored_kinds']}")
    error = by_kind(report["errors"], "assertion")
    inputs = {one["name"]: one for one in error["inputs"]}
    check(set(inputs) == {"most", "step", "isOn"}, f"JSON: inputs {set(inputs)}")
    check((inputs["step"]["type"], inputs["step"]["width"]) == ("signed", 16) and inputs["step"]["value"] < -5,
          f"JSON: a negative input: {inputs['step']}")
    check(inputs["isOn"]["type"] == "bool" and inputs["isOn"]["value"] is True, f"JSON: a bool: {inputs['isOn']}")
    check(inputs["most"]["type"] == "unsigned" and inputs["most"]["value"] <= 3, f"JSON: {inputs['most']}")
    check(str(inputs["step"]["value"]) in inputs["step"]["text"], f"JSON: text of {inputs['step']}")
    check(error["threads"] == [{"id": "T0", "name": "main"}, {"id": "T1", "name": "raise"}],
          f"JSON: threads {error['threads']}")
    check(error["execution"] and error["confirmed"] is True, "JSON: the execution")
    check(error["explanation"]["headline"] and isinstance(error["explanation"]["reasons"], list), "JSON: explanation")
    numbers = [event["number"] for event in error["events"]]
    check(numbers == sorted(numbers) and numbers, f"JSON: events {numbers}")
    check(any(event["kind"] == "error" for event in error["events"]), "JSON: the error's event")
    check(any(event["kind"] == "write" and event["written"] == 9 for event in error["events"]),
          "JSON: the write that the error comes from")


def check_location(location, where, folder):
    place = location.get("physicalLocation")
    if place is None:
        check(location.get("message", {}).get("text"), f"SARIF: {where}: neither a place nor words")
        return
    uri = place["artifactLocation"]["uri"]
    check(" " not in uri and "<" not in uri, f"SARIF: {where}: {uri} is no URI")
    parsed = urlparse(uri)
    if parsed.scheme == "file" and parsed.path.startswith(folder):
        check(os.path.exists(unquote(parsed.path)), f"SARIF: {where}: {uri} is not there")
    if "region" in place:
        check(place["region"]["startLine"] >= 1, f"SARIF: {where}: {place['region']}")


def check_result(result, rules, folder):
    kind = result["ruleId"]
    check(rules[result["ruleIndex"]]["id"] == kind, f"SARIF: {kind}: ruleIndex")
    check(result["level"] == "error" and result["message"]["text"].startswith(kind), f"SARIF: {kind}: its message")
    check(result["locations"], f"SARIF: {kind} is nowhere")
    for location in result["locations"]:
        check("region" in location["physicalLocation"], f"SARIF: {kind} has no line")
        check_location(location, kind, folder)
    for location in result.get("relatedLocations", []):
        check("id" in location, f"SARIF: {kind}: a related location without id")
        check_location(location, f"{kind}, related", folder)
    check(len(result["codeFlows"]) == 1, f"SARIF: {kind}: code flows")
    flows = result["codeFlows"][0]["threadFlows"]
    check(len({flow["id"] for flow in flows}) == len(flows) and len(flows) == 2,
          f"SARIF: {kind}: thread flows {[flow['id'] for flow in flows]}")
    orders = []
    for flow in flows:
        own = [one["executionOrder"] for one in flow["locations"]]
        check(own == sorted(own), f"SARIF: {kind}: {flow['id']} is out of order: {own}")
        orders += own
        for one in flow["locations"]:
            check_location(one["location"], f"{kind}, {flow['id']}", folder)
    check(len(set(orders)) == len(orders) and orders, f"SARIF: {kind}: execution orders {orders}")


def check_rules_of_sarif(log, what):
    faults = faults_of_log(log)
    check(not faults, f"SARIF of {what}: {faults[:5]}")
    # The rules find what is wrong.
    for wrong in ('"version": "2.1"', '"level": "bad"', '"executionOrder": "1"', '"threadFlowLocations": []'):
        name = wrong.split(":")[0]
        text = json.dumps(log)
        changed = re.sub(name + r": (?:\[\]|[^,}\]]+)", wrong, text, count=1)
        changed = changed if changed != text else text.replace('"locations": [', wrong + ', "locations": [', 1)
        check(faults_of_log(json.loads(changed)), f"SARIF of {what}: {wrong} passes")


def check_sarif(place):
    log = json.loads(place.read("out.sarif"))
    check_rules_of_sarif(log, "an assertion and races")
    check(log["version"] == "2.1.0" and "2.1.0" in log["$schema"] and len(log["runs"]) == 1, "SARIF: its version")
    run = log["runs"][0]
    driver = run["tool"]["driver"]
    check(driver["name"] == "Revisit" and driver["version"], "SARIF: the tool")
    ids = [rule["id"] for rule in driver["rules"]]
    check(len(set(ids)) == len(ids) and all(rule["shortDescription"]["text"] for rule in driver["rules"]),
          f"SARIF: rules {ids}")
    results = run["results"]
    check({"assertion", "race"} == set(ids) == {result["ruleId"] for result in results}, f"SARIF: rules {ids}")
    for result in results:
        check_result(result, driver["rules"], place.folder)
    races = [result for result in results if result["ruleId"] == "race"]
    check(len(races) >= 2, f"SARIF: {len(races)} races")
    for race in races:
        check(len(race["relatedLocations"]) == 1, "SARIF: the other access of a race")
    invocation = run["invocations"][0]
    check(invocation["executionSuccessful"] is True, "SARIF: the invocation")
    check(any(artifact["location"]["uri"].endswith("bug%20%3C1%3E.c") for artifact in run["artifacts"]),
          f"SARIF: artifacts {run['artifacts']}")

    ran = place.run("check", "--no-progress", "deadlock.c", "--sarif", "-")
    check(ran.returncode == 1, f"SARIF on standard output: {ran.stderr}")
    check_rules_of_sarif(json.loads(ran.stdout), "a deadlock")
    result = json.loads(ran.stdout)["runs"][0]["results"][0]
    check(result["ruleId"] == "deadlock" and len(result["relatedLocations"]) == 2, "SARIF: who waits at a deadlock")


class Page(html.parser.HTMLParser):
    """Finds elements that are not closed, and gathers the words."""
    VOID = {"meta", "br"}

    def __init__(self):
        super().__init__()
        self.open, self.seen, self.words, self.wrong = [], {}, "", []

    def handle_starttag(self, tag, attributes):
        self.seen[tag] = self.seen.get(tag, 0) + 1
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name in ("src", "href") or name.startswith("on"):
                self.wrong.append(f"{tag} {name}={value}")

    def handle_startendtag(self, tag, attributes):
        self.seen[tag] = self.seen.get(tag, 0) + 1

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes nothing")

    def handle_data(self, data):
        if not self.open or self.open[-1] != "style":
            self.words += data


def check_html(place):
    text = place.read("out.html")
    page = Page()
    page.feed(text)
    page.close()
    check(not page.open and not page.wrong, f"HTML: {page.open} {page.wrong}")
    check("script" not in page.seen and "link" not in page.seen and "b" not in page.seen,
          f"HTML: elements {sorted(page.seen)}")
    check(page.seen.get("svg", 0) >= 2 and page.seen.get("mark", 0) >= 4, f"HTML: elements {page.seen}")
    for words in ("Bug: ", "assertion: level < 9 || most > 3", "Cause", "T1 raise", "isOn", "write level = 9",
                  "assert(level < 9 || most > 3);", "revisit replay ", "<b>output & more</b>", "condpor", "bug <1>.c",
                  " more events of "):
        check(words in page.words, f"HTML: it does not say {words!r}")
    check("level < 9" not in text, "HTML: not escaped")


def check_files(place):
    """A report that cannot be written loses nothing of the rest."""
    for option in ("--sarif", "--html"):
        ran = place.run("check", "--no-progress", "deadlock.c", option, place.path("nowhere/out"))
        check(ran.returncode == 2 and f"cannot write the report of {option}" in ran.stderr and not ran.stdout,
              f"{option} in no folder: {ran.returncode} {ran.stderr}")
        ran = place.run("check", "--no-progress", "deadlock.c", option, "/dev/full", "--json", place.path("kept.json"))
        check(ran.returncode == 1 and "BUG: 1 error" in ran.stdout and "cannot write the report" in ran.stderr,
              f"{option} on a full disk: {ran.returncode} {ran.stderr}")
        check(json.loads(place.read("kept.json"))["verdict"] == "bug", f"{option} on a full disk: the other report")
    ran = place.run("check", "--no-progress", "deadlock.c", "--html", "-", "--json", "-")
    check(ran.returncode == 2 and "standard output" in ran.stderr, f"two reports to one place: {ran.stderr}")
    ran = place.run("check", "--no-progress", "deadlock.c", "--html", "same", "--json", "same")
    check(ran.returncode == 2 and "one file" in ran.stderr, f"two reports to one file: {ran.stderr}")


def check_screen(place, sources):
    """The report of a known bug fits one screen of a terminal, its pattern included."""
    for name, options in (("examples/sensor/sensor.c", []), ("examples/lost_update/lost_update.c", []),
                          ("examples/deadlock/transfer.c", []), ("tests/programs/seeded/free_list.c", ["-DBUG"]),
                          ("tests/programs/seeded/lock_cycle.c", ["-DBUG"]),
                          ("tests/programs/seeded/ring_buffer.c", ["-DBUG"]),
                          ("tests/programs/seeded/ttl_cache.cpp", ["-DBUG", "-std=c++20"]),
                          ("tests/programs/seeded/thread_pool.cpp", ["-DBUG", "-std=c++20"])):
        copied = os.path.basename(name)
        shutil.copy(os.path.join(sources, name), place.path(copied))
        ran = place.run("check", "--no-progress", *options, copied)
        lines = ran.stdout.splitlines()
        check(ran.returncode == 1, f"{name}: {ran.stderr}")
        check(len(lines) <= 30 and all(len(line) <= 80 for line in lines),
              f"{name}: {len(lines)} lines, up to {max(map(len, lines))} columns:\n{ran.stdout}")


def check_terminal(place):
    arguments = ["check", "--no-progress", "--ignore", "race", "bug <1>.c"]
    ran = place.run(*arguments)
    lines = ran.stdout.splitlines()
    # A folder has no blanks to break a line at.
    check(all(len(line) <= 80 or place.folder in line for line in lines), f"80 columns: {max(lines, key=len)}")
    check(len(lines) <= 36, f"{len(lines)} lines")
    check(re.search(r"\.\.\. \d+ more events of T", ran.stdout) and "write level = 9" in ran.stdout,
          f"the events that matter:\n{ran.stdout}")
    check(lines[-1].startswith("next: revisit replay "), f"the last line: {lines[-1]}")
    full = place.run(*arguments, "--full").stdout
    check(len(full.splitlines()) > len(lines) or "reads and writes" in full, "--full shows more")
    check("more events of" not in full, "--full leaves nothing out")
    check("\033" not in ran.stdout and "\033[" in place.run(*arguments, "--color", "always").stdout, "--color=always")
    narrow = place.run(*arguments, COLUMNS="60").stdout
    check(all(len(line) <= 60 or place.folder in line or "revisit" in line for line in narrow.splitlines()),
          f"COLUMNS:\n{narrow}")

    coloured = place.in_terminal(*arguments)
    check("\033[1;31m" in coloured, f"no colours on a terminal:\n{coloured}")
    check("\033" not in place.in_terminal(*arguments, NO_COLOR="1"), "NO_COLOR")
    check("\033" not in place.in_terminal(*arguments, "--color", "never"), "--color=never")
    bare = place.run("check", "--no-progress", "--keep-going", "bug <1>.c").stdout
    check(re.match(r"\d errors:\n  1  ", bare) and "also in this execution: error" in bare,
          f"the list of errors:\n{bare[:400]}")

    wide, narrow = (place.run("steps", "deadlock.c", **columns).stdout for columns in ({}, {"COLUMNS": "80"}))
    check(all(len(line) <= 80 for line in narrow.splitlines()) and max(map(len, wide.splitlines())) > 80,
          f"steps in 80 columns:\n{narrow}")
    words = [re.sub(r" in \d+\.\d+ s|[|\s]+", " ", text).split() for text in (wide, narrow)]
    check(words[0] == words[1], "steps: a narrow terminal shows the same words")

    # Names of options and usage lines stay whole.
    narrow = place.run("check", "--help", COLUMNS="80").stdout.split("Examples:")[0]
    described = [line for line in narrow.splitlines() if line.startswith(" " * 20)]
    check(described and all(len(line) <= 80 for line in described), f"--help is wider: {max(described, key=len)}")

    said = place.run("check", "--help").stdout
    groups = [said.find(f"{group}:") for group in ("What is explored", "What counts as an error", "Bounds", "Output",
                                                   "Examples")]
    check(-1 not in groups and groups == sorted(groups), f"--help: groups at {groups}")
    check("Exit status" in said, "--help: exit status")


def main():
    with tempfile.TemporaryDirectory(prefix="revisit-reports-") as folder:
        place = Place(os.path.abspath(sys.argv[1]), os.path.realpath(folder))
        ran = place.run("check", "--no-progress", "--keep-going", "--unroll", "50", "--timeout", "100", "--ignore",
                        "leak", "bug <1>.c", "--json", "out.json", "--sarif", "out.sarif", "--html", "out.html", "--",
                        "a b")
        check(ran.returncode == 1, f"exit status {ran.returncode}: {ran.stderr}")
        check_json(place)
        check_sarif(place)
        check_html(place)
        check_files(place)
        check_terminal(place)
        check_screen(place, sys.argv[2])
    finish()


if __name__ == "__main__":
    main()
