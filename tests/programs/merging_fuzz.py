#!/usr/bin/env python3
"""Checks on generated C programs that merged histories of a thread are one state.

    tests/programs/merging_fuzz.py build/bin/revisit [--count N] [--seed S] [--jobs N] [--keep FOLDER]

Two or three threads read inputs, and access shared and own variables, structures, arrays and blocks of the heap without
any order between them. They branch on what they have read, and forget it again. So many histories leave a thread in
states that are almost the same: the same bytes, but one of them depends on an input; another size of a block; another
value in a place that is looked at much later. Each program is explored twice:

- with --check-merges: every execution is run again, so each edge of a merged state is compared with what the program
  does. There must be no contradiction, and the exploration must not have begun again because of one.
- with --no-merge: verdict, executions and errors with their ids must be the same.

One binary holds many programs; its argument says which one runs. REVISIT_FUZZ_COUNT is another number of programs.
"""
import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile

import rotation

TOGETHER = 40  # programs in one binary
MOST_EXECUTIONS = 400
SECONDS = 20

PRELUDE = r"""
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned long word;
struct pair { unsigned a; unsigned char b; unsigned short c; };
struct shared { unsigned x, y; struct pair pair; unsigned char bytes[4]; unsigned *block; atomic_uint count; };
struct own { unsigned x; struct pair pair; unsigned array[3]; word wide; };
static struct shared s;
static struct own o[4];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local unsigned mine;
static unsigned choose(unsigned which, unsigned one, unsigned other) { return which ? one : other; }
static unsigned look(unsigned more) { unsigned found = s.x; return found + more; }
static void bump(unsigned *to, unsigned by) { *to += by; s.y = by & 1; }
static struct pair twice(struct pair of) { of.a *= 2; of.c = (unsigned short)s.y; return of; }
"""

PLACES = ["s.x", "s.y", "s.pair.a", "s.pair.b", "s.pair.c", "s.bytes[1]"]

MAIN = r"""
int main(int argc, char **argv) {
  int which = argc > 1 ? atoi(argv[1]) : 0;
  programs[which]();
  return 0;
}
"""


class Body:
    """The statements of one thread: 0 is main."""

    def __init__(self, rng, thread, inputs, places):
        self.rng = rng
        self.thread = thread
        self.inputs = inputs  # how many are left, in a list of one number
        self.places = places  # the shared variables that most accesses are to
        self.events = 0
        self.blocks = 0

    def local(self):
        return self.rng.choice("abcd")

    def constant(self):
        return str(self.rng.choice([0, 0, 1, 1, 2, 3, 7]))

    def value(self):
        a, b, n = self.local(), self.local(), self.constant()
        return self.rng.choice([a, a, n, n, f"{a} + {n}", f"({a} ^ {b})", f"({a} & 1)", f"(unsigned char){a}",
                                f"({a} >> 1)", f"({a} + {b})", f"({a} & 3)", f"{a} * 2"])

    def condition(self):
        a, b = self.local(), self.local()
        return self.rng.choice([f"{a} > {self.rng.choice([0, 1, 7])}", f"{a} == {self.constant()}", f"{a} & 1",
                                f"{a} < {b}", f"{a} != {b}", f"(int){a} < 0"])

    def shared(self):
        self.events += 1
        return self.rng.choice(PLACES if self.rng.random() < 0.2 else self.places)

    def mine(self):
        mine = f"o[{self.thread}]"
        return self.rng.choice([f"{mine}.x", f"{mine}.pair.a", f"{mine}.pair.b", f"{mine}.array[{self.rng.randrange(3)}]",
                                "mine", "array[0]", "array[1]", "pair.a", "pair.b", "pair.c"])

    def input(self, to=None):
        to = to or self.local()
        if self.inputs[0] == 0:
            return f"{to} = {self.constant()};"
        self.inputs[0] -= 1
        return self.rng.choice([f'{to} = revisit_nondet_uint("i");',
                                f'{to} = revisit_nondet_uint("i"); revisit_assume({to} < 5);',
                                f'{to} = revisit_nondet_uchar("i") & 3;', f'{to} = revisit_nondet_bool("i");',
                                f'revisit_symbolic(&{to}, sizeof {to}, "i");',
                                f'{to} = (unsigned)revisit_nondet_short("i");'])

    def memory(self):
        a, own = self.local(), f"o[{self.thread}]"
        self.events += 1
        return self.rng.choice([
            f"array[{a} & 1] = {self.value()};", f"{a} = array[{self.local()} & 1];",
            f"memcpy(&{own}.x, &{a}, sizeof {a});", f"memcpy(&{a}, &{own}.array[1], sizeof {a});",
            f"memset(array, (int){self.value()}, sizeof array);", f"memset(&{own}.wide, 0, 5);",
            f"{own}.wide = (word){a} << {self.rng.choice([4, 8, 32])};", f"{a} = (unsigned)({own}.wide >> 8);",
            f"pair = {own}.pair;", f"{own}.pair = pair;", "pair = twice(pair);", "pair = s.pair;", "s.pair = pair;",
            f"memcpy(&pair, &s.pair, 6);", f"bump(&{a}, {self.value()});", f"bump(&array[1], {self.value()});",
            f"{a} = look({self.value()});", f"{a} = choose({self.local()}, {self.value()}, {self.value()});",
            f"*(unsigned char *)&{own}.x = (unsigned char){self.value()};"])

    def heap(self):
        self.blocks += 1
        self.events += 1
        a = self.local()
        return self.rng.choice([
            f"free(block); block = malloc(4 + 4 * ({a} & 1)); *block = {self.value()};",
            f"free(block); block = malloc(4 * ({a} & 3) + 4); *block = 1;",
            # Where the next block lies depends on the size.
            f"free(block); block = malloc(24 * ({a} & 3) + 4); *block = 0; block[6 * ({a} & 3)] = {self.value()};",
            f"if (block) *block = {self.value()};", f"if (block) {a} = *block;", "free(block); block = NULL;",
            "if (!s.block) { s.block = block; block = NULL; }", f"{{ unsigned *at = s.block; if (at) {a} = *at; }}",
            f"{{ unsigned *at = s.block; if (at) *at = {self.value()}; }}"])

    def atomic(self):
        self.events += 1
        a = self.local()
        return self.rng.choice([f"{a} = atomic_fetch_add(&s.count, 1);", f"atomic_store(&s.count, {self.value()});",
                                f"{a} = atomic_load(&s.count);", f"{a} = atomic_exchange(&s.count, {self.value()});",
                                f"{a} = {self.constant()}; atomic_compare_exchange_strong(&s.count, &{a}, {self.value()});"])

    def statement(self, depth):
        rng, a = self.rng, self.local()
        kind = rng.choices(["input", "read", "write", "if", "set", "forget", "own", "memory", "heap", "atomic", "lock",
                            "add", "switch", "loop", "choice", "either", "end"],
                           weights=[5, 8, 7, 9 if depth < 2 else 0, 4, 5, 6, 6, 2, 2, 2 if depth == 0 else 0, 2,
                                    2 if depth < 2 else 0, 1 if depth == 0 else 0, 3, 4 if depth == 0 else 0,
                                    1 if depth else 0])[0]
        if kind == "input":
            return [self.input()]
        if kind == "read":
            return [f"{a} = {self.shared()};"]
        if kind == "write":
            return [f"{self.shared()} = {self.value()};"]
        if kind == "if":
            condition = self.condition()
            lines = [f"if ({condition}) {{"] + self.indented(depth, rng.randint(1, 2))
            if rng.random() < 0.4:
                lines += ["} else {"] + self.indented(depth, 1)
            return lines + ["}"]
        if kind == "set":
            return [f"{a} = {self.value()};"]
        if kind == "forget":
            return [f"{a} = {self.constant()};"] + ([f"{self.local()} = {self.constant()};"] if rng.random() < 0.5 else [])
        if kind == "own":
            return [f"{self.mine()} = {self.value()};" if rng.random() < 0.5 else f"{a} = {self.mine()};"]
        if kind == "memory":
            return [self.memory()]
        if kind == "heap":
            return [self.heap()]
        if kind == "atomic":
            return [self.atomic()]
        if kind == "lock":
            return ["pthread_mutex_lock(&m);"] + self.statement(2) + ["pthread_mutex_unlock(&m);"]
        if kind == "add":
            return [f"{self.shared()} += {self.value()};"]
        if kind == "switch":
            return [f"switch ({a} & 3) {{", f"case 0: {self.local()} = {self.value()}; break;", "case 2:"] + \
                self.indented(depth, 1) + ["  break;", f"default: {self.local()} = {self.constant()};", "}"]
        if kind == "loop":
            return [f"for (unsigned i = 0; i < {rng.choice(['2', '2', '(' + a + ' & 3)'])}; i++) {{"] + \
                self.indented(2, 1) + ["}"]
        if kind == "choice":
            return [f"{a} = {self.condition()} ? {self.value()} : {self.value()};"]
        if kind == "either": # one history has an expression where the other one has a number
            b = rng.choice([name for name in "abcd" if name != a])
            between = [f"{self.shared()} = {self.constant()};"] if rng.random() < 0.5 else self.statement(2)
            lines = [self.input(a), f"{b} = {a};", f"if ({a} > {rng.choice([0, 1, 7])}) {b} = {self.shared()};"] + between
            lines.append(f"if ({b} == {self.constant()}) {self.shared()} = {self.value()};")
            return lines + [f"{name} = {self.constant()};" for name in (a, b) if rng.random() < 0.7]
        return ["goto end;"]

    def indented(self, depth, count):
        return ["  " + line for _ in range(count) for line in self.statement(depth + 1)]

    def lines(self, least, most):
        """Until there are enough events."""
        lines = []
        for _ in range(self.rng.randint(2 * least, 4 * most)):
            if self.events >= most:
                break
            lines += self.statement(0)
        return lines


def locals_():
    return ["unsigned a = 0, b = 1, c = 2, d = 0, array[2] = {0, 1};", "struct pair pair = {0, 0, 0};",
            "unsigned *block = NULL;", "(void)a, (void)b, (void)c, (void)d, (void)array, (void)pair;"]


def program(rng, number):
    """The functions of one program."""
    threads = rng.choice([2, 2, 2, 3])
    inputs = [rng.choice([1, 2, 2, 3])]
    places = ["s.x", rng.choice(PLACES)]
    bodies = {}
    for thread in rng.sample(range(1, threads + 1), threads):
        bodies[thread] = Body(rng, thread, inputs, places)
    text = ""
    for thread in range(1, threads + 1):
        body = bodies[thread]
        lines = locals_() + (["a = (unsigned)(word)argument;"] if rng.random() < 0.5 else ["(void)argument;"])
        lines += [body.input()] if rng.random() < 0.5 else []
        lines += body.lines(3, 6 if threads == 2 else 4)
        lines += ["goto end;", "end:", "free(block);", f"return (void *)(word)({rng.choice(['0', '0', body.value()])});"]
        text += f"static void *t{number}_{thread}(void *argument) {{\n" + "".join(f"  {line}\n" for line in lines) + "}\n"
    body = Body(rng, 0, inputs, places)
    lines = locals_() + ["pthread_t threads[4];", "void *results[4] = {0};"]
    for thread in range(1, threads + 1):
        given = rng.choice(["NULL", f"(void *)(word)({body.value()})"])
        lines.append(f"pthread_create(&threads[{thread}], NULL, t{number}_{thread}, {given});")
    lines += body.lines(1, 3)
    lines += ["goto end;", "end:"]
    for thread in range(1, threads + 1):
        result = "NULL" if rng.random() < 0.5 else f"&results[{thread}]"
        lines.append(f"pthread_join(threads[{thread}], {result});")
    lines += ["a += (unsigned)(word)results[1];", "b = s.x;", "c = s.pair.a + s.bytes[1];", "free(block);", "free(s.block);"]
    lines.append(f"revisit_assert({rng.choice(['b != 3 || c != 1', 's.y != 2', 'a != 77', 'o[1].x != 2 || c == 0', 'b < 8'])});")
    text += f"static void p{number}(void) {{\n" + "".join(f"  {line}\n" for line in lines) + "}\n"
    return text


def source_of(seeds):
    text = PRELUDE
    for number, seed in enumerate(seeds):
        text += f"// seed {seed}\n" + program(random.Random(seed), number)
    names = ", ".join(f"p{number}" for number in range(len(seeds)))
    return text + f"static void (*const programs[])(void) = {{{names}}};\n" + MAIN


class Fuzz:
    def __init__(self, revisit, folder):
        self.revisit = revisit
        self.folder = folder
        self.executions = 0

    def compile(self, seeds):
        source = os.path.join(self.folder, f"programs{seeds[0]}.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(source_of(seeds))
        binary = source[:-2]
        compiler = os.path.join(os.path.dirname(self.revisit), "revisit-cc")
        done = subprocess.run([compiler, "-std=c17", "-w", source, "-o", binary], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{source} does not compile: {done.stderr[:2000]}")
        return binary

    def explored(self, binary, number, *options):
        """The report as far as it must be the same; what went wrong."""
        report = f"{binary}.{number}{options[0]}.json"
        command = [self.revisit, "check", "--keep-going", "--no-progress", "--workers", "1", "--ignore", "race",
                   "--ignore", "leak", "--ignore", "uninitialised", "--check-duplicates", "--max-executions",
                   str(MOST_EXECUTIONS), "--timeout", str(SECONDS), "--witness", self.folder + "/witnesses", "--json",
                   report, *options, binary, "--", str(number)]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if not os.path.exists(report) or os.path.getsize(report) == 0:
            return {"failed": done.stderr[-600:]}
        with open(report, encoding="utf-8") as file:
            told = json.load(file)
        os.remove(report)
        if done.returncode == 2 or any(reason["kind"] == "failure" for reason in told["reasons"]):
            return {"failed": str([reason["detail"] for reason in told["reasons"]]) + done.stderr[-600:]}
        return {"verdict": told["verdict"], "executions": told["executions"],
                "errors": sorted((error["kind"], error["line"], error["count"], error["execution"]) for error in told["errors"]),
                "reasons": sorted({reason["kind"] for reason in told["reasons"]}),
                "unmerged": sum(warning["kind"] == "unmerged" for warning in told["warnings"])}

    def compared(self, binary, number, seed):
        equivalence = ["--equivalence", random.Random(seed).choice(["full", "reduced"])]
        merged = self.explored(binary, number, "--check-merges", *equivalence)
        if "failed" in merged:
            return "contradiction", f"with --check-merges: {merged['failed']}"
        if merged.pop("unmerged"):
            return "contradiction", "the exploration began again without merging"
        apart = self.explored(binary, number, "--no-merge", *equivalence)
        if "failed" in apart:
            return "failure", f"with --no-merge: {apart['failed']}"
        apart.pop("unmerged")
        if {"max-executions", "timeout"} & {*merged["reasons"], *apart["reasons"]}:
            return "bounded", ""
        if merged != apart:
            return "difference", f"\n  merged: {merged}\n  apart:  {apart}"
        self.executions += sum(merged["executions"].values())
        return ("imprecise" if merged["reasons"] else "same"), ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("revisit")
    parser.add_argument("--count", type=int, default=int(os.environ.get("REVISIT_FUZZ_COUNT", "40")))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--keep")
    options = parser.parse_args()
    seeds = rotation.part(range(options.seed, options.seed + options.count))
    count = len(seeds)
    outcomes = {}
    with tempfile.TemporaryDirectory(prefix="revisit-merging-") as scratch:
        folder = options.keep or scratch
        os.makedirs(folder, exist_ok=True)
        fuzz = Fuzz(os.path.abspath(options.revisit), folder)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for begin in range(0, count, TOGETHER):
                chunk = seeds[begin:begin + TOGETHER]
                binary = fuzz.compile(chunk)
                found = pool.map(lambda number: fuzz.compared(binary, number, chunk[number]), range(len(chunk)))
                for number, (outcome, text) in enumerate(found):
                    outcomes[outcome] = outcomes.get(outcome, 0) + 1
                    if text:
                        print(f"seed {chunk[number]} (program {number} of {binary}): {outcome} {text}\n"
                              f"alone: tests/programs/merging_fuzz.py build/bin/revisit --count 1 --seed {chunk[number]}",
                              flush=True)
                if not options.keep:
                    os.remove(binary)
    print(f"{count} programs with {fuzz.executions} executions: " + ", ".join(f"{outcomes[key]} {key}" for key in sorted(outcomes)))
    compared = outcomes.get("same", 0) + outcomes.get("imprecise", 0)
    sys.exit(0 if compared + outcomes.get("bounded", 0) == count and 2 * compared >= count else 1)


if __name__ == "__main__":
    main()
