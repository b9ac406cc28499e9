#!/usr/bin/env python3
"""What `revisit check` says about litmus tests: the text, the JSON, the exit status, the witnesses.

    tests/app/litmus.py build/bin/revisit
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from checking import check, finish

SB = """C SB
{ x = 0; y = 0; }
P0 (atomic_int *x, atomic_int *y) {
  atomic_store(x, 1);
  int r0 = atomic_load(y);
}
P1 (atomic_int *x, atomic_int *y) {
  atomic_store(y, 1);
  int r0 = atomic_load(x);
}
"""
RACE = """C Race
{ int x = 0; }
P0 (int *x) { *x = 1; }
P1 (int *x) { int r0 = *x; }
exists (1:r0=1)
"""
WAIT = """C Wait
{ x = 0; }
P0 (atomic_int *x) {
  while (atomic_load(x) == 0) { }
}
exists (x=0)
"""


class Tests:
    def __init__(self, revisit, folder):
        self.revisit, self.folder = revisit, folder

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)

    def run(self, *arguments):
        return subprocess.run([self.revisit, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=300,
                              stdin=subprocess.DEVNULL, env={**os.environ, "XDG_CACHE_HOME": self.folder + "/cache"})

    def check(self, status, *arguments):
        """Standard output of `revisit check`, which must end with this status."""
        ran = self.run("check", "--no-progress", *arguments)
        check(ran.returncode == status, f"{arguments}: exit status {ran.returncode}, not {status}\n{ran.stdout}{ran.stderr}")
        return ran.stdout

    def report(self, status, *arguments):
        return json.loads(self.check(status, "--json", "-", *arguments))

    def exists(self, name):
        return os.path.exists(os.path.join(self.folder, name))


def has(text, *lines):
    for line in lines:
        check(line in text.splitlines(), f"no line '{line}' in:\n{text}")


def one_test(tests):
    tests.write("sb.litmus", SB + "exists (0:r0=1 /\\ 1:r0=1)\n")
    text = tests.check(0, "sb.litmus")
    has(text, "Test SB Allowed", "States 3", "1     :>0:r0=0; 1:r0=1;", "1     *>0:r0=1; 1:r0=1;", "Ok", "Witnesses",
        "Positive: 1 Negative: 2", "Condition exists (0:r0=1 /\\ 1:r0=1)", "Observation SB Sometimes 1 2",
        "Ok under sc: the condition holds in 1 of 3 executions", "witness: sb.revisit", "next: revisit show sb.revisit")
    check("3 executions (3 complete)" in text, text)
    shown = tests.run("show", "sb.revisit").stdout
    check(re.search(r"read y = 1 .*sb\.litmus:5$", shown, re.M), f"no place in the test:\n{shown}")
    check(re.search(r"read x = 1 .*sb\.litmus:9$", shown, re.M), shown)
    check(shown.startswith("complete: 0:r0=1; 1:r0=1; satisfies exists (0:r0=1 /\\ 1:r0=1)\n"), shown)
    check("registers" not in shown, f"registers are events:\n{shown}")
    again = tests.run("replay", "--plain", "sb.revisit")
    check(again.returncode == 0 and "the same execution again" in again.stdout, again.stdout + again.stderr)


def verdicts(tests):
    both = "(0:r0=1 /\\ 1:r0=1)\n"
    tests.write("never.litmus", SB + "exists (0:r0=0 /\\ 1:r0=0)\n")
    tests.write("forbidden.litmus", SB + "~exists " + both)
    tests.write("forbidden_ok.litmus", SB + "~exists (0:r0=0 /\\ 1:r0=0)\n")
    tests.write("required.litmus", SB + "forall " + both)
    tests.write("required_ok.litmus", SB + "forall (0:r0=1 \\/ 1:r0=1)\n")
    for name, status, said, file in [
            ("never", 1, "Test SB Allowed", False), ("forbidden", 1, "Test SB Forbidden", True),
            ("forbidden_ok", 0, "Test SB Forbidden", False), ("required", 1, "Test SB Required", True),
            ("required_ok", 0, "Test SB Required", False)]:
        text = tests.check(status, name + ".litmus")
        has(text, said, "No" if status else "Ok")
        check(tests.exists(name + ".revisit") == file, f"{name}: the witness should be there: {file}")
        check((f"counterexample: {name}.revisit" in text) == file, text)


def as_json(tests):
    report = tests.report(1, "required.litmus")
    litmus = report["litmus"]
    check(report["verdict"] == "safe" and report["executions"]["complete"] == 3, report)
    check((litmus["name"], litmus["quantifier"], litmus["verdict"], litmus["observation"]) ==
          ("SB", "forall", "No", "Sometimes"), litmus)
    check(litmus["condition"] == "forall (0:r0=1 /\\ 1:r0=1)", litmus)
    check([(state["values"], state["count"], state["matches"]) for state in litmus["states"]] ==
          [({"0:r0": 0, "1:r0": 1}, 1, False), ({"0:r0": 1, "1:r0": 0}, 1, False), ({"0:r0": 1, "1:r0": 1}, 1, True)],
          litmus["states"])
    check((litmus["positive"], litmus["negative"], litmus["filtered"]) == (1, 2, 0), litmus)
    check(litmus["witness"] == "required.revisit", litmus)
    tests.write("plain.c", "int main(void) { return 0; }\n")
    check(tests.report(0, "plain.c")["litmus"] is None, "a program is no litmus test")


def errors(tests):
    tests.write("race.litmus", RACE)
    text = tests.check(1, "race.litmus")
    has(text, "Ok", "Observation Race Sometimes 1 1", "race: T2 P1 reads x while T1 P0 writes it", "BUG: 1 error")
    check("race.litmus:4 in T2 P1" in text, text)
    has(tests.check(0, "--ignore", "race", "race.litmus"), "Ok under sc: the condition holds in 1 of 2 executions")
    tests.write("wait.litmus", WAIT)
    text = tests.check(1, "wait.litmus")
    has(text, "States 0", "No", "Observation Wait Never 0 0")
    check("deadlock" in text or "livelock" in text, text)


def incomplete(tests):
    text = tests.check(3, "--max-executions", "1", "never.litmus")
    has(text, "Unknown", "Unknown under sc: the condition holds in 0 of 1 execution so far")
    check("max-executions" in text, text)
    report = tests.report(3, "--max-executions", "1", "required_ok.litmus")
    check(report["litmus"]["verdict"] == "Unknown", report["litmus"])
    check(tests.report(1, "--max-executions", "3", "forbidden.litmus")["litmus"]["verdict"] == "No", "decided early")


def several(tests):
    tests.write("other/never.litmus", SB.replace("C SB", "C Other") + "~exists (0:r0=1 /\\ 1:r0=1)\n")
    for name in ("never", "forbidden", "race"):
        os.path.exists(f"{tests.folder}/{name}.revisit") and os.remove(f"{tests.folder}/{name}.revisit")
    text = tests.check(1, "sb.litmus", "never.litmus", "race.litmus", "other/never.litmus")
    has(text, "Observation SB Sometimes 1 2", "Observation SB Never 0 3", "Observation Race Sometimes 1 1",
        "Observation Other Sometimes 1 2", "1 Bug, 2 No, 1 Ok")
    check(re.search(r"^Ok +sb\.litmus +3 executions in \d+\.\d\d s$", text, re.M), text)
    check(re.search(r"^Bug +race\.litmus +2 executions", text, re.M), text)
    check(tests.exists("race.revisit") and tests.exists("never.revisit"), "witnesses")
    check(tests.check(0, "sb.litmus", "required_ok.litmus").endswith("\n2 Ok\n"), "the worst is 0")
    check("1 Ok, 1 Unknown" in tests.check(3, "--max-executions", "2", "sb.litmus", "never.litmus"), "the worst is 3")

    # One that cannot be read does not keep the others from being explored.
    tests.write("wrong.litmus", "X86 SB\n")
    ran = tests.run("check", "wrong.litmus", "sb.litmus")
    check(ran.returncode == 2 and ran.stderr.startswith("revisit: wrong.litmus:1:1: "), ran.stderr)
    has(ran.stdout, "Observation SB Sometimes 1 2", "1 Failed, 1 Ok")
    report = tests.report(2, "wrong.litmus", "sb.litmus", "never.litmus")
    check([each["litmus"]["name"] for each in report["tests"]] == ["SB", "SB"], report["tests"])
    check([each["where"] for each in report["failures"]] == ["wrong.litmus:1:1"], report["failures"])


def same_names(tests):
    """Tests with one name in two folders have two witnesses."""
    tests.write("a/t.litmus", SB + "exists (0:r0=1 /\\ 1:r0=1)\n")
    tests.write("b/t.litmus", SB + "exists (0:r0=0)\n")
    report = tests.report(0, "a/t.litmus", "b/t.litmus")
    check([each["litmus"]["witness"] for each in report["tests"]] == ["t.revisit", "t-2.revisit"], report["tests"])
    for name, value in (("t.revisit", "1"), ("t-2.revisit", "0")):
        check(f"read y = {value}" in tests.run("show", name).stdout, f"{name} is of the other test")


def other_commands(tests):
    check("#3 complete" in tests.run("tree", "sb.litmus").stdout, "tree")
    steps = tests.run("steps", "sb.litmus").stdout
    check("write x = 1 at sb.litmus:4 is added" in steps, steps[:500])
    execution = re.search(r"#1 complete ([0-9a-f]{8})", tests.run("tree", "sb.litmus").stdout).group(1)
    text = tests.check(3, "--only", execution, "sb.litmus")
    check("Observation" not in text and "witness: sb.revisit" in text, text)
    tests.write("macro.litmus", "C M\n{}\nP0 (int *x) { *x = ONE; }\nforall (x=1)\n")
    tests.check(0, "-DONE=1", "macro.litmus")


def wrong_code(tests):
    """The compiler's messages are about the lines of the test."""
    tests.write("code.litmus", SB.replace("atomic_load(y)", "atomic_laod(y)") + "exists (0:r0=1)\n")
    ran = tests.run("check", "code.litmus")
    check(ran.returncode == 2 and "code.litmus:5:12: error:" in ran.stderr, ran.stderr)


def main():
    with tempfile.TemporaryDirectory(prefix="revisit-litmus-") as folder:
        tests = Tests(os.path.abspath(sys.argv[1]), folder)
        for part in (one_test, verdicts, as_json, errors, incomplete, several, same_names, other_commands, wrong_code):
            part(tests)
    finish()


if __name__ == "__main__":
    main()
