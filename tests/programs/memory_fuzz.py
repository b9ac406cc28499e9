#!/usr/bin/env python3
"""Compares Revisit with AddressSanitizer on generated C programs that have one schedule only.

    tests/programs/memory_fuzz.py build/bin/revisit [--count N] [--seed S] [--cases N] [--copies] [--keep FOLDER]

A program has several cases, chosen by its argument. Each makes arrays (globals, locals of functions and of inner blocks,
of fixed and of variable size, blocks of the heap), keeps pointers to them and uses these: itself, or by a second thread
that does one thing at a time while the first one waits. At most one use in a case is wrong. What AddressSanitizer finds
Revisit must find, the same kind at the same line; what it calls clean must be no error of memory.

With --copies there is one thread, which forks somewhere in a case; the rest of the case is the copy's.

The generator keeps to what AddressSanitizer can judge: it looks at aligned accesses, near what they miss, and not at
arrays of variable size once their block has ended. And to what Revisit promises: it uses no variable of a function that
has returned while another function that was called since, or an array of variable size, may have its place.
"""
import argparse
import concurrent.futures
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import rotation

PRELUDE = r"""
#include <alloca.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
enum { POINTERS = 8 };
static char *volatile P[POINTERS];
static volatile long sink;
static volatile size_t one = 1;
static sem_t asked, done;
static void (*volatile task)(void);
static void *helper(void *unused) {
  for (;;) {
    sem_wait(&asked);
    if (task == NULL)
      return unused;
    task();
    sem_post(&done);
  }
}
static void remote(void (*what)(void)) {
  task = what;
  sem_post(&asked);
  sem_wait(&done);
}
"""

MAIN = r"""
int main(int argc, char **argv) {
  pthread_t thread;
  sem_init(&asked, 0, 0);
  sem_init(&done, 0, 0);
  int which = argc > 1 ? atoi(argv[1]) : 0;
  pthread_create(&thread, NULL, helper, NULL);
  cases[which]();
  task = NULL;
  sem_post(&asked);
  pthread_join(thread, NULL);
  return 0;
}
"""

# Instead of the end of PRELUDE, and of MAIN.
IN_COPY = r"""
static void remote(void (*what)(void)) {
  what();
}
static void enter_copy(void) {
  int status = 0;
  if (fork() == 0)
    return;
  wait(&status);
  _exit(status != 0);
}
"""

MAIN_OF_COPIES = r"""
int main(int argc, char **argv) {
  cases[argc > 1 ? atoi(argv[1]) : 0]();
  return 0;
}
"""

TYPES = {"char": 1, "short": 2, "int": 4, "long": 8}
KINDS = {
    "heap-buffer-overflow": "out-of-bounds",
    "stack-buffer-overflow": "out-of-bounds",
    "stack-buffer-underflow": "out-of-bounds",
    "dynamic-stack-buffer-overflow": "out-of-bounds",
    "global-buffer-overflow": "out-of-bounds",
    "heap-use-after-free": "use-after-free",
    "stack-use-after-return": "use-after-free",
    "stack-use-after-scope": "use-after-free",
    "attempting double-free": "double-free",
    "attempting free": "invalid-free",
    "memcpy-param-overlap": "memory-misuse",
    "strcpy-param-overlap": "memory-misuse",
}


class Array:
    """Something that a pointer leads to."""

    def __init__(self, type_name, count, where):
        self.type = type_name
        self.count = count
        self.where = where  # global, local, sized, heap
        self.dead = None    # returned, scope, freed
        self.calls = ()     # the calls under way when it was made

    @property
    def bytes(self):
        return self.count * TYPES[self.type]


class Case:
    """One function and those that it calls, as lines of C."""

    def __init__(self, rng, number, copies):
        self.rng = rng
        self.forks = copies  # it may still fork
        self.number = number
        self.functions = []  # finished ones
        self.globals = []
        self.pointers = {}   # slot -> Array
        self.names = 0
        self.wrong = False
        self.calls = (0,)    # that are under way
        self.sized = 0       # arrays of variable size so far

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.number}_{self.names}"

    def make(self, where):
        type_name = self.rng.choice(list(TYPES))
        count = self.rng.choice([1, 2, 3, 4, 5, 7, 8, 10, 13, 16, 31, 40])
        array = Array(type_name, count, where)
        array.calls, array.sized = self.calls, self.sized
        return array

    def keep(self, array):
        slot = self.rng.randrange(8)
        self.pointers[slot] = array
        return slot

    def may_be_another(self, array):
        """Whether a variable of a call under way may have its place."""
        if array.where != "local" or self.calls[:len(array.calls)] == array.calls:
            return False
        return len(self.calls) >= len(array.calls) or self.sized != array.sized

    # Uses of one pointer. Returns a statement, or None when there is none of the asked for.
    def use(self, wrong):
        rng = self.rng
        chosen = [slot for slot, array in self.pointers.items() if (array.dead is None) != wrong or (wrong and rng.random() < 0.6)]
        chosen = [slot for slot in chosen if not (self.pointers[slot].dead and
                                                  (self.pointers[slot].where == "sized" or
                                                   self.may_be_another(self.pointers[slot])))]
        if not chosen:
            return None
        slot = rng.choice(chosen)
        array = self.pointers[slot]
        size = TYPES[array.type]
        if array.dead or not wrong:
            index = rng.randrange(array.count)
        else:
            index = rng.choice([-1, array.count, array.count + (1 if size < 8 else 0)])
        element = f"(({array.type} *)P[{slot}])"
        how = rng.choice(["read", "write", "fill", "copy", "copy_from", "text"])
        if array.type != "char" and how == "text":
            how = "read"
        bytes_ = min(array.bytes, 24)
        extent = bytes_ if array.dead or not wrong else array.bytes + rng.randrange(1, 8)
        if how == "read":
            return f"sink += {element}[{index}];"
        if how == "write":
            return f"{element}[{index}] = 1;"
        if how == "fill":
            return f"memset(P[{slot}], 0, {extent});"
        if how == "copy":
            return f"memcpy(P[{slot}], zeros, {extent});"
        if how == "copy_from":
            return f"memcpy(room, P[{slot}], {extent});"
        if wrong and not array.dead:
            return f"strcpy(P[{slot}], \"{'x' * array.count}\");"
        return f"strcpy(P[{slot}], \"{'x' * min(array.count - 1, 9)}\");"

    def misuse(self):
        rng = self.rng
        blocks = [slot for slot, array in self.pointers.items() if array.where == "heap"]
        if not blocks:
            return None
        slot = rng.choice(blocks)
        array = self.pointers[slot]
        if array.dead:
            return f"free(P[{slot}]);"
        if array.bytes > 16 and rng.random() < 0.5:
            return f"free(P[{slot}] + {rng.choice([1, 8, 16])});"
        if array.bytes > 4:
            return f"memcpy(P[{slot}] + one, P[{slot}], {array.bytes} - one);"
        return None

    def access(self, lines, indent):
        if self.forks and self.rng.random() < 0.2:
            self.forks = False
            lines.append(f"{indent}enter_copy();")
        wrong = not self.wrong and self.rng.random() < 0.06
        statement = self.misuse() if wrong and self.rng.random() < 0.2 else self.use(wrong)
        if statement is None:
            return
        self.wrong |= wrong
        if self.rng.random() < 0.3:
            name = self.name("task")
            self.functions.append([f"static void {name}(void) {{", f"  {statement}", "}"])
            statement = f"remote({name});"
        lines.append(indent + statement)

    def declare(self, lines, indent, made):
        array = self.make("local")
        name, slot = self.name("a"), self.keep(array)
        lines.append(f"{indent}{array.type} {name}[{array.count}] = {{0}};")
        lines.append(f"{indent}P[{slot}] = (char *){name};")
        made.append(array)

    def declare_sized(self, lines, indent, made):
        self.sized += 1
        array = self.make("sized")
        name, slot = self.name("v"), self.keep(array)
        lines.append(f"{indent}volatile int n{name} = {array.count};")
        lines.append(f"{indent}{array.type} {name}[n{name}];")
        lines.append(f"{indent}memset({name}, 0, sizeof {name});")
        lines.append(f"{indent}P[{slot}] = (char *){name};")
        made.append(array)

    def allocate(self, lines, indent):
        array = self.make("heap")
        slot = self.keep(array)
        how = self.rng.random()
        if how < 0.7:
            lines.append(f"{indent}P[{slot}] = calloc({array.count}, sizeof({array.type}));")
        else:
            lines.append(f"{indent}P[{slot}] = realloc(calloc(1, 3), {array.bytes});")
            lines.append(f"{indent}memset(P[{slot}], 0, {array.bytes});")

    def release(self, lines, indent):
        blocks = [slot for slot, array in self.pointers.items() if array.where == "heap" and not array.dead]
        if blocks:
            slot = self.rng.choice(blocks)
            self.pointers[slot].dead = "freed"
            lines.append(f"{indent}free(P[{slot}]);")

    def point_to_global(self, lines, indent):
        array = self.make("global")
        name, slot = self.name("g"), self.keep(array)
        linkage = self.rng.choice(["static ", ""])
        first = self.rng.choice(["", " = {1}"])
        self.globals.append(f"{linkage}{array.type} {name}[{array.count}]{first};")
        lines.append(f"{indent}P[{slot}] = (char *){name};")

    def body(self, lines, indent, depth):
        """Statements of a block; returns the variables that end with it."""
        made = []
        for _ in range(self.rng.randrange(2, 6)):
            kind = self.rng.random()
            if kind < 0.2:
                self.declare(lines, indent, made)
            elif kind < 0.26 and depth < 3:
                self.declare_sized(lines, indent, made)
            elif kind < 0.36:
                self.allocate(lines, indent)
            elif kind < 0.42:
                self.release(lines, indent)
            elif kind < 0.5:
                self.point_to_global(lines, indent)
            elif kind < 0.62 and depth < 3:
                self.block(lines, indent, depth)
            elif kind < 0.72 and depth < 3:
                self.call(lines, indent, depth)
            elif kind < 0.76:
                lines.append(f"{indent}snprintf(room, sizeof room, \"%d %d %d %d %d %d\", 1, 2, 3, 4, 5, 6);")
            for _ in range(self.rng.randrange(3)):
                self.access(lines, indent)
        return made

    def block(self, lines, indent, depth):
        lines.append(f"{indent}{{")
        for array in self.body(lines, indent + "  ", depth + 1):
            array.dead = array.dead or "scope"
        lines.append(f"{indent}}}")

    def call(self, lines, indent, depth):
        name = self.name("f")
        inner, before = [], self.calls
        self.calls = (*before, self.names)
        for array in self.body(inner, "  ", depth + 1):
            array.dead = "returned"
        self.calls = before
        self.functions.append([f"static void {name}(void) {{", *inner, "}"])
        lines.append(f"{indent}{name}();")

    def write(self):
        lines = []
        for array in self.body(lines, "  ", 0):
            array.dead = "returned"
        while len(lines) < 12:
            for array in self.body(lines, "  ", 1):
                array.dead = array.dead or "open"
        return [*self.globals, *(line for function in self.functions for line in function),
                f"static void case{self.number}(void) {{", *lines, "}"]


def program(seed, cases, copies):
    rng = random.Random(seed)
    prelude = PRELUDE[:PRELUDE.index("static sem_t asked")] + IN_COPY if copies else PRELUDE
    lines = [*prelude.split("\n"), "static char zeros[512], room[512];"]
    for number in range(cases):
        lines += Case(rng, number, copies).write()
    lines.append("static void (*const cases[])(void) = {" + ", ".join(f"case{n}" for n in range(cases)) + "};")
    return "\n".join([*lines, *(MAIN_OF_COPIES if copies else MAIN).split("\n")])


def sanitizers_word(path, number):
    options = "detect_leaks=0:detect_stack_use_after_return=1:strict_memcmp=0:abort_on_error=0"
    run = subprocess.run([path, str(number)], capture_output=True, text=True, errors="replace",
                         env={**os.environ, "ASAN_OPTIONS": options})
    found = re.search(r"ERROR: AddressSanitizer: (attempting [\w-]+|[\w-]+)", run.stderr)
    if not found:
        return None if run.returncode == 0 else ("?", run.returncode)
    line = re.search(r"#\d+ 0x\S+ in \S+ \S*program\.c:(\d+)", run.stderr)
    return KINDS.get(found[1], found[1]), int(line[1]) if line else 0


def revisits_word(revisit, path, number, folder):
    run = subprocess.run([revisit, "check", path, "--json", "-", "--witness", folder, "--no-progress", "--ignore",
                          "uninitialised,leak", "--", str(number)], capture_output=True, text=True, errors="replace")
    try:
        report = json.loads(run.stdout[run.stdout.index("{"):])
    except ValueError:
        return "no report", run.stderr[-300:]
    if report["verdict"] == "safe":
        return None
    if report["errors"]:
        return report["errors"][0]["kind"], report["errors"][0]["line"]
    return report["verdict"], str(report.get("reasons"))


def check_program(revisit, seed, cases, copies, folder, keep):
    source = os.path.join(folder, "program.c")
    with open(source, "w") as file:
        file.write(program(seed, cases, copies))
    ours, theirs = os.path.join(folder, "ours"), os.path.join(folder, "theirs")
    compiler = os.path.join(os.path.dirname(revisit), "revisit-cc")
    subprocess.run([compiler, "-w", source, "-o", ours, "-pthread"], check=True)
    subprocess.run(["gcc", "-w", "-g", "-O0", "-fsanitize=address", "-fno-omit-frame-pointer", source, "-o", theirs,
                    "-pthread"], check=True)
    failures, wrong = 0, 0
    for number in range(cases):
        judged = sanitizers_word(theirs, number)
        found = revisits_word(revisit, ours, number, folder)
        wrong += judged is not None
        if judged == found or (judged and judged[0] == "use-after-free" and found == ("out-of-bounds", judged[1])):
            continue  # where a variable was that lives no more, there may be a red zone by now
        failures += 1
        print(f"seed {seed} case {number}: AddressSanitizer says {judged}, Revisit {found}", flush=True)
        if keep:
            os.makedirs(keep, exist_ok=True)
            shutil.copy(source, os.path.join(keep, f"program_{seed}.c"))
    return failures, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("--count", type=int, default=10, help="programs")
    parser.add_argument("--cases", type=int, default=30, help="in each program")
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--copies", action="store_true", help="in processes that fork has made")
    parser.add_argument("--keep", help="where programs go on which the two differ")
    options = parser.parse_args()
    revisit = os.path.abspath(options.revisit)

    def one(seed):
        with tempfile.TemporaryDirectory() as folder:
            return check_program(revisit, seed, options.cases, options.copies, folder, options.keep)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = rotation.part(range(options.seed, options.seed + options.count))
        results = list(pool.map(one, seeds))
    failures = sum(result[0] for result in results)
    wrong = sum(result[1] for result in results)
    for seed, result in zip(seeds, results):
        if result[0]:
            print(f"alone: tests/programs/memory_fuzz.py build/bin/revisit --cases {options.cases} "
                  f"--count 1 --seed {seed}{' --copies' if options.copies else ''}")
    print(f"{len(seeds) * options.cases} cases, {wrong} of them wrong; {failures} judged differently")
    sys.exit(1 if failures or wrong == 0 else 0)


if __name__ == "__main__":
    main()
