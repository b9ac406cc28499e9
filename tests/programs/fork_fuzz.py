#!/usr/bin/env python3
"""Compares Revisit with a machine that does literally what fork does, on generated programs of two threads.

    tests/programs/fork_fuzz.py build/bin/revisit [--count N] [--seed S] [--keep FOLDER]

A thread stores to two variables and takes a lock now and then; main does, too, and forks meanwhile. The copy takes the
lock or not and tells what it finds in the variables. The machine goes through all orders of the steps of the two threads:
which numbers can be told, and whether a copy can wait for ever for a lock that the thread holds. For each number, a
program that says it cannot be told must be wrong exactly if it can; one that says nothing must have a deadlock exactly
if one is possible."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

PROGRAM = r"""
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
#undef NDEBUG
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int v[2];
static int load(int i) {
  return __atomic_load_n(&v[i], __ATOMIC_SEQ_CST);
}
static void store(int i, int value) {
  __atomic_store_n(&v[i], value, __ATOMIC_SEQ_CST);
}
static void *other(void *unused) {
%s
  return unused;
}
static int copy(void) {
%s
}
int main(void) {
  pthread_t thread;
  int status = 0;
  pthread_create(&thread, NULL, other, NULL);
%s
  assert(waitpid(child, &status, 0) == child);
  pthread_join(thread, NULL);
  assert(!WIFEXITED(status) || WEXITSTATUS(status) != NUMBER);
  return 0;
}
"""


def steps_of(choose, values):
    """Steps that take the lock and give it back, and stores."""
    steps, held = [], False
    for _ in range(choose.randint(1, 3)):
        kind = choose.random()
        if kind < 0.3 and not held:
            steps.append(("lock",))
            held = True
        elif kind < 0.4 and held:
            steps.append(("unlock",))
            held = False
        else:
            steps.append(("store", choose.randrange(2), next(values)))
    if held:
        steps.append(("unlock",))
    return steps


def generate(seed):
    choose = random.Random(seed)
    values = iter(range(1, 9))
    thread = steps_of(choose, values)
    before = steps_of(choose, values) if choose.random() < 0.5 else []
    if choose.random() < 0.25:  # for the time of fork
        main = before + [("lock",), ("fork",), ("unlock",)]
    else:
        at = choose.randint(0, len(before))
        main = before[:at] + [("fork",)] + before[at:]
    takes = choose.random()
    return thread, main, "lock" if takes < 0.4 else "try" if takes < 0.6 else "no"


def outcomes(thread, main, takes):
    """The numbers that a copy can tell; -1: it can wait for ever."""
    found, seen = set(), set()

    def go(t, m, owner, memory):
        if (t, m, owner, memory) in seen:
            return
        seen.add((t, m, owner, memory))
        for who, steps, at in ((1, thread, t), (2, main, m)):
            if at == len(steps):
                continue
            step, after, holder = steps[at], memory, owner
            if step[0] == "lock":
                if owner != 0:
                    continue
                holder = who
            elif step[0] == "unlock":
                holder = 0
            elif step[0] == "store":
                after = tuple(step[2] if i == step[1] else old for i, old in enumerate(memory))
            else:
                told = memory[0] * 10 + memory[1]
                found.add(-1 if takes == "lock" and owner != 0 and owner != 2 else
                          100 + told if takes == "try" and owner != 0 else told)
            go(t + (who == 1), m + (who == 2), holder, after)

    go(0, 0, 0, (0, 0))
    return found


def text_of(steps, takes):
    lines, held = [], False
    for step in steps:
        if step[0] == "fork":
            # A copy of a process whose thread holds the lock has it.
            lines += ["  const pid_t child = fork();", "  if (child == 0)", "    _exit(copy());"]
        elif step[0] == "store":
            lines.append("  store(%d, %d);" % step[1:])
        else:
            held = step[0] == "lock"
            lines.append("  pthread_mutex_%s(&lock);" % step[0])
    return "\n".join(lines)


def holds_at_fork(main):
    held = False
    for step in main:
        if step[0] == "fork":
            return held
        held = {"lock": True, "unlock": False}.get(step[0], held)
    return False


def source_of(thread, main, takes):
    if holds_at_fork(main):
        copy = "" if takes == "no" else "  pthread_mutex_unlock(&lock);\n  pthread_mutex_lock(&lock);\n"
    elif takes == "try":
        copy = "  if (pthread_mutex_trylock(&lock) != 0)\n    return 100 + load(0) * 10 + load(1);\n"
    else:
        copy = "  pthread_mutex_lock(&lock);\n" if takes == "lock" else ""
    return PROGRAM % (text_of(thread, takes), copy + "  return load(0) * 10 + load(1);", text_of(main, takes))


def check(revisit, path, number):
    run = subprocess.run([revisit, "check", path, "-DNUMBER=%d" % number, "--keep-going", "--json", "-", "--no-progress",
                          "--witness", os.path.dirname(path)],
                         capture_output=True, text=True, timeout=300, check=False)
    report = json.loads(run.stdout)
    return report["verdict"], {error["kind"] for error in report["errors"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    wrong = asked = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or folder
        os.makedirs(folder, exist_ok=True)
        for seed in range(options.seed, options.seed + options.count):
            thread, body, takes = generate(seed)
            path = os.path.join(folder, "fork%d.c" % seed)
            with open(path, "w", encoding="utf-8") as file:
                file.write(source_of(thread, body, takes))
            expected = outcomes(thread, body, takes if not holds_at_fork(body) else "no")
            told = {number for number in expected if number >= 0}
            others = {10 * a + b for a in range(9) for b in range(9)} - told
            near = random.Random(seed).sample(sorted(others), 2)
            for number in [999, *sorted(told), *near]:
                asked += 1
                verdict, kinds = check(options.revisit, path, number)
                right = ({"deadlock"} if -1 in expected else set()) | ({"assertion"} if number in told else set())
                if (verdict == "bug") != bool(right) or not kinds <= right or (verdict not in ("bug", "safe")):
                    wrong += 1
                    print("seed %d, number %d: %s %s instead of %s; %s" %
                          (seed, number, verdict, sorted(kinds), sorted(right), path), flush=True)
    print("%d questions, %d wrong answers" % (asked, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
