#!/usr/bin/env python3
"""revisit find: what it answers about small programs, as text and as JSON, with its exit status, and that its witnesses
can be shown and run again.

    tests/app/find.py build/bin/revisit
"""
import json
import os
import subprocess
import sys
import tempfile

from checking import check, finish

PROGRAM = """#include <pthread.h>
#include <stdatomic.h>
#include <revisit.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct { int count; unsigned char flag; } window = {5, 0};
static atomic_int x;
static int hidden;
static void* first(void* unused) {
  atomic_store(&x, 1);
  pthread_mutex_lock(&m);
  window.count = -1;
  pthread_mutex_unlock(&m);
  atomic_store(&x, 2);
  return unused;
}
static void* second(void* unused) {
  int seen = atomic_load(&x);
  if (seen == 1)
    hidden = 1;
  pthread_mutex_lock(&m);
  window.count++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  int n = revisit_nondet_int("n");
  if (n > 7)
    window.flag = 200;
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (n > 7)
    n = 0;
  return 0;
}
"""

# Local variables: a plain one, one of a recursive function, a structure, one that depends on an input.
LOCALS = """#include <pthread.h>
#include <stdatomic.h>
#include <revisit.h>
static atomic_int x;

static int depth(int n) {
  int below = n > 0 ? depth(n - 1) : 0;
  atomic_fetch_add(&x, 1);
  return below + 1;
}
static void* worker(void* number) {
  struct { int first, second; } pair = {atomic_load(&x), 0};
  pair.second = 2 * pair.first;
  int sum = pair.second + (number != 0);
  atomic_store(&x, sum);
  sum = -1;
  return 0;
}
int main(void) {
  int n = revisit_nondet_int("n");
  int twice = 2 * (n & 7);
  int only = depth(1);
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, &only);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return twice > 100;
}
"""

FOUND, NOWHERE, WRONG, UNKNOWN = 1, 0, 2, 3

# What is looked for, the exit status, and a part of what is said.
GOALS = [
    ("p.c:17", FOUND, "T2 second"),
    ("p.c:19", FOUND, "p.c:19"),  # its access is private: the line is marked
    ("p.c:19 if x == 2", FOUND, "it holds after event"),
    ("p.c:18 if x == 0", FOUND, ""),
    ("first at p.c:9 if x == 1", NOWHERE, "in no execution"),
    ("p.c:11 and p.c:21", NOWHERE, "in no execution"),
    ("p.c:10 and p.c:20", FOUND, "T1 first is in front of"),
    ("T1 waits at p.c:10 and T2 at p.c:21", FOUND, ""),
    ("T1 waits at p.c:10 and T2 waits at p.c:20", NOWHERE, ""),
    ("waits for ever", NOWHERE, ""),
    ("second reads x from p.c:9", FOUND, ""),
    ("second reads x from start", FOUND, ""),
    ("unlock m in T2 before lock m in T1", FOUND, ""),
    ("unlock m in T2 before lock m in T1 and when window.count == -1", FOUND, ""),
    ("when window.count < 0", FOUND, ""),
    ("when window.count < -1", NOWHERE, ""),
    ("when window.count == 6 then when window.count == -1", FOUND, ""),
    ("when window.count == 0 then when window.count == 6", NOWHERE, ""),
    ("p.c:35", FOUND, ""),
    ("p.c:35 or p.c:11", FOUND, ""),
    ("p.c:22 then p.c:11", FOUND, ""),
    ("p.c:13 then p.c:9", NOWHERE, ""),
    ("p.c:9 befor p.c:13", WRONG, "column 7"),
    ("when windw.count == 1", WRONG, "did you mean 'window.count'"),
    ("lokc m", WRONG, "did you mean 'lock'"),
]


LOCAL_GOALS = [
    ("q.c:15 if sum == 5", FOUND, ""),  # after T2's read of x, T1's is the other one's
    ("T1 at q.c:15 if sum == 5", NOWHERE, ""),
    ("T1 at q.c:15 if sum == 4", FOUND, ""),
    ("T1 at q.c:15 if sum == 10", FOUND, ""),  # x is 5 then
    ("q.c:15 if sum == 7", NOWHERE, ""),
    ("T1 at q.c:15 if worker::sum == 4", FOUND, ""),
    ("q.c:16 if sum == -1", NOWHERE, ""),  # the line is reached before it does that
    ("q.c:17 if sum == -1", FOUND, ""),
    ("q.c:14 if pair.second == 4", FOUND, ""),
    ("q.c:14 if pair.second == 5 and q.c:15", NOWHERE, ""),
    ("q.c:14 if pair.second == 8", FOUND, ""),
    ("T1 at q.c:15 if sum == 4 and T2 at q.c:15 if sum == 5", FOUND, ""),
    ("T1 at q.c:15 if sum == 10 and T2 at q.c:15 if sum == 5", NOWHERE, ""),
    ("q.c:8 if n == 1", FOUND, ""),
    ("q.c:8 if n == 1 && x == 0", NOWHERE, ""),  # the inner call has been there
    ("q.c:8 if n == 1 && x == 1", FOUND, ""),
    ("q.c:8 if n == 0 && below == 1", NOWHERE, ""),
    ("q.c:8 if n == 1 && below == 1", FOUND, ""),
    ("q.c:24 if only == 2", FOUND, ""),
    ("q.c:24 if only == 3", NOWHERE, ""),
    ("q.c:27 if twice == 6", FOUND, ""),
    ("q.c:27 if twice == 7", NOWHERE, ""),
    ("q.c:27 if twice == 2 * n", FOUND, ""),
    ("q.c:15 if below == 1", WRONG, "in a condition at a line where it is in scope"),
    ("when sum == 5", WRONG, "A local variable can be named"),
]


def find(revisit, folder, program, goal, *options):
    ran = subprocess.run([revisit, "find", program, goal, *options], cwd=folder, capture_output=True, text=True,
                         stdin=subprocess.DEVNULL, timeout=300, env={**os.environ, "NO_COLOR": "1"})
    return ran.returncode, ran.stdout, ran.stderr


def check_locals(revisit, folder):
    for goal, status, part in LOCAL_GOALS:
        code, out, err = find(revisit, folder, "q.c", goal)
        check(code == status, f"{goal}: exit status {code} instead of {status}\n{out}{err}")
        check(part in out + err, f"{goal}: no '{part}' in\n{out}{err}")
        if code == FOUND:
            ran = subprocess.run([revisit, "replay", "--plain", "q.revisit"], cwd=folder, capture_output=True, text=True)
            check(ran.returncode in (0, 1), f"{goal}: replay {ran.returncode}\n{ran.stdout}{ran.stderr}")


def check_goals(revisit, folder):
    for goal, status, part in GOALS:
        for name in os.listdir(folder):
            if name.endswith(".revisit"):
                os.remove(os.path.join(folder, name))
        code, out, err = find(revisit, folder, "p.c", goal)
        check(code == status, f"{goal}: exit status {code} instead of {status}\n{out}{err}")
        check(part in out + err, f"{goal}: no '{part}' in\n{out}{err}")
        check(os.path.exists(os.path.join(folder, "p.revisit")) == (status == FOUND), f"{goal}: witness file")
        if code != FOUND:
            continue
        shown = subprocess.run([revisit, "show", "p.revisit"], cwd=folder, capture_output=True, text=True)
        check(f"goal: {goal}" in shown.stdout, f"{goal}: not shown\n{shown.stdout}{shown.stderr}")
        with open(os.path.join(folder, "p.revisit"), encoding="utf-8") as file:
            witness = json.load(file)
        moments = witness["goal"]["moments"]
        check(0 <= moments[-1]["position"] <= len(witness["schedule"]), f"{goal}: position")
        check(sorted(one["position"] for one in moments) == [one["position"] for one in moments], f"{goal}: order")


def check_json(revisit, folder):
    code, out, _ = find(revisit, folder, "p.c", "p.c:19", "--json", "-")
    answer = json.loads(out)
    check(code == FOUND and answer["answer"] == "found" and answer["executions"] >= 1, out)
    check(answer["moments"][-1]["sights"][0]["text"] == "p.c:19", out)
    code, out, _ = find(revisit, folder, "p.c", "p.c:11 and p.c:21", "--json", "-")
    answer = json.loads(out)
    check(code == NOWHERE and answer["answer"] == "in no execution" and not answer["reasons"], out)
    check(answer["witness"] is None, out)


def check_switches(revisit, folder):
    """The same answers without the short search, and without any guide; nothing is counted twice."""
    for goal, status in (("lock m in T2 before lock m in T1 and second reads x from start", FOUND),
                         ("p.c:11 and p.c:21", NOWHERE)):
        counts = {}
        for switch in ((), ("--no-forward",), ("--no-guide",)):
            code, out, err = find(revisit, folder, "p.c", goal, "--json", "-", *switch)
            check(code == status, f"{goal} {switch}: {code}\n{out}{err}")
            counts[switch] = json.loads(out)["executions"]
        check(status == FOUND or len(set(counts.values())) == 1, f"{goal}: {counts}")
        check(status == NOWHERE or counts[()] == 1, f"{goal}: {counts}")


def check_bounds(revisit, folder):
    code, out, err = find(revisit, folder, "p.c", "when window.count < -1", "--max-executions", "1")
    check(code == UNKNOWN and "max-executions" in out, f"a bound: {code}\n{out}{err}")
    code, out, err = find(revisit, folder, "p.c", "when window.count < -1", "--algorithm", "random",
                          "--max-executions", "3")
    check(code == UNKNOWN, f"random: {code}\n{out}{err}")
    code, out, err = find(revisit, folder, "p.c", "p.c:17", "--algorithm", "random", "--max-executions", "3")
    check(code == FOUND, f"random: {code}\n{out}{err}")
    code, out, err = find(revisit, folder, "p.c", "p.c:17", "--algorithm", "stateful")
    check(code == WRONG and "condpor" in err, f"stateful: {code}\n{out}{err}")
    code, out, err = find(revisit, folder, "p.c", "p.c:9", "--model", "rc11")
    check(code == FOUND, f"rc11: {code}\n{out}{err}")


def check_programs(revisit, folder):
    """Built programs: a line without an event is not known, unless it is marked."""
    compiler = os.path.join(os.path.dirname(revisit), "revisit-cc")
    for flags, status in (([], UNKNOWN), (["-frevisit-mark=p.c:19"], FOUND)):
        subprocess.run([compiler, *flags, "p.c", "-o", "program"], cwd=folder, check=True, capture_output=True)
        code, out, err = find(revisit, folder, "./program", "p.c:19 if x == 2")
        check(code == status, f"{flags}: {code}\n{out}{err}")
        check(status == FOUND or "-frevisit-mark" in out, f"{flags}: {out}{err}")


def main():
    revisit = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "p.c"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        with open(os.path.join(folder, "q.c"), "w", encoding="utf-8") as file:
            file.write(LOCALS)
        check_locals(revisit, folder)
        check_goals(revisit, folder)
        check_json(revisit, folder)
        check_switches(revisit, folder)
        check_bounds(revisit, folder)
        check_programs(revisit, folder)
    finish()


main()
