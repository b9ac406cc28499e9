#!/usr/bin/env python3
"""Compares the search over states, which takes freed blocks again, with ConDpor, which never does, on generated programs.

    tests/programs/recycling_fuzz.py build/bin/revisit [--count N] [--seed S] [--keep FOLDER]

Two or three threads take, pass on, use and free blocks of one size. They keep pointers in shared variables, local
variables, thread-local variables, other blocks, and behind the end of a block. The uses of freed memory that both
explorations find must be the same, by kind and line: a block that is taken again too early hides one. The number of
programs with such an error, and of those in which a block was taken again, are printed; there must be some of each.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile


PRELUDE = """#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct block { long value; _Atomic(struct block *) link; };
static _Atomic(struct block *) shared[2];
static _Thread_local struct block *mine;
static struct block *take(void) {
  struct block *taken = malloc(sizeof *taken);
  taken->value = 0;
  atomic_store(&taken->link, NULL);
  return taken;
}
"""


def body(rng, operations):
    """The statements of a thread. Many take and free at once, so that a block that is free is soon taken again."""
    lines = ["struct block *local[2] = {NULL, NULL};", "long *behind = NULL;", "(void)behind;"]
    for _ in range(operations):
        slot, place = rng.randrange(2), rng.randrange(2)
        lines.append(rng.choices([
            f"free(atomic_exchange(&shared[{slot}], take()));",
            f"local[{place}] = atomic_load(&shared[{slot}]);",
            f"free(atomic_exchange(&shared[{slot}], NULL));",
            f"free(local[{place}]); local[{place}] = NULL;",
            f"if (local[{place}]) atomic_fetch_add((_Atomic long *)&local[{place}]->value, 1);",
            f"mine = local[{place}];",
            "if (mine) atomic_fetch_add((_Atomic long *)&mine->value, 1);",
            f"if (local[{place}]) atomic_store(&local[{place}]->link, local[{1 - place}]);",
            f"local[{1 - place}] = local[{place}] ? atomic_load(&local[{place}]->link) : NULL;",
            f"behind = local[{place}] ? (long *)(local[{place}] + 1) : NULL; local[{place}] = NULL;",
            "if (behind) atomic_fetch_add((_Atomic long *)(behind - 2), 1);",
            "free(take());",
            f"local[{place}] = NULL;",
        ], weights=[6, 7, 3, 0, 6, 3, 3, 2, 2, 1, 1, 4, 1])[0])
    return lines


def program(rng):
    threads = rng.choice([1, 1, 2])
    most = 10 if threads == 1 else 6
    text = PRELUDE
    for thread in range(threads):
        text += f"static void *thread{thread}(void *unused) {{\n"
        text += "".join(f"  {line}\n" for line in body(rng, rng.randint(3, most)))
        text += "  return unused;\n}\n"
    text += "int main(void) {\n  pthread_t threads[2];\n"
    text += "".join(f"  pthread_create(&threads[{t}], NULL, thread{t}, NULL);\n" for t in range(threads))
    text += "".join(f"  {line}\n" for line in body(rng, rng.randint(3, most)))
    text += "".join(f"  pthread_join(threads[{t}], NULL);\n" for t in range(threads))
    return text + "  return 0;\n}\n"


def found(revisit, source, folder, algorithm):
    """The errors of memory by kind and line; None: not everything was explored. And whether a block was taken again."""
    report = os.path.join(folder, algorithm + ".json")
    done = subprocess.run(
        [revisit, "check", "--algorithm", algorithm, "--keep-going", "--no-progress", "--ignore", "leak", "--ignore",
         "race", "--ignore", "uninitialised", "--timeout", "60", "--witness", os.path.join(folder, algorithm),
         "--json", report, source], capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 1, 3):
        raise RuntimeError(f"revisit ends with {done.returncode}: {done.stderr[:2000]}")
    with open(report, encoding="utf-8") as file:
        answer = json.load(file)
    errors = {(error["kind"], error["line"]) for error in answer["errors"]}
    again = any("again" in text for text in steps_of(folder, algorithm))
    return (None if answer["verdict"] == "incomplete" else errors), again


def steps_of(folder, algorithm):
    """The words of events of all witnesses."""
    witnesses = os.path.join(folder, algorithm)
    for name in sorted(os.listdir(witnesses)) if os.path.isdir(witnesses) else []:
        with open(os.path.join(witnesses, name), encoding="utf-8") as file:
            for event in json.load(file).get("schedule", []):
                if event.get("operation") == "block-take" and event.get("seen", 0) != 0:
                    yield "again"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("revisit")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    wrong = erroneous = recycled = compared = 0
    for seed in range(options.seed, options.seed + options.count):  # no quarters: few programs take a block again
        with tempfile.TemporaryDirectory(prefix="revisit-recycling-") as folder:
            source = os.path.join(folder, f"program{seed}.c")
            text = program(random.Random(seed))
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
            expected, _ = found(options.revisit, source, folder, "condpor")
            answer, again = found(options.revisit, source, folder, "dl-s-por")
            if expected is None or answer is None:
                continue
            compared += 1
            erroneous += bool(expected)
            recycled += again
            if answer != expected:
                wrong += 1
                print(f"seed {seed}: condpor finds {sorted(expected)}, dl-s-por {sorted(answer)}")
                print(f"alone: tests/programs/recycling_fuzz.py build/bin/revisit --count 1 --seed {seed}")
                if options.keep:
                    os.makedirs(options.keep, exist_ok=True)
                    with open(os.path.join(options.keep, f"program{seed}.c"), "w", encoding="utf-8") as file:
                        file.write(text)
    print(f"{compared} programs compared, {erroneous} with an error, {recycled} with a block taken again, {wrong} wrong")
    return 1 if wrong or not erroneous or not recycled else 0


if __name__ == "__main__":
    sys.exit(main())
