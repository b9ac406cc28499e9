#!/usr/bin/env python3
"""`revisit orders` on programs that need their memory orders.

    tests/app/orders.py build/bin/revisit [tests/programs/orders/NAME.cpp...]

In each program, a comment "weak: ORDER" says which order is too weak on its line. As written, the program passes; with
one of these orders it fails, each repair that is shown makes it pass, and none does any more if one of its orders is
weaker. Where orders may be weaker together, the program passes with them. Without programs: what the command says of
programs without a repair, without written orders, and of explorations that are not complete.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from checking import check, finish

REVISIT = os.path.abspath(sys.argv[1])
WORD = re.compile(r"(memory_order_|memory_order::|__ATOMIC_)(relaxed|acquire|release|acq_rel|seq_cst)", re.I)
# Weaker orders, by order, for each operation; those directly below come first.
BELOW = {"acquire": ["relaxed"], "release": ["relaxed"], "acq_rel": ["acquire", "release"]}


def below(operation, order, written):
    """The weaker orders that are still at least the one that is written."""
    if order == "seq_cst":
        return {"load": ["acquire"], "store": ["release"]}.get(operation, ["acq_rel"])
    return [weaker for weaker in BELOW.get(order, []) if written in ("relaxed", weaker)]


PROGRAMS = sys.argv[2:]
# Also for names like std::memory_order::acquire.
CXX_OPTIONS = ["-std=c++20"]


def run(folder, *arguments):
    environment = {**os.environ, "XDG_CACHE_HOME": folder}
    return subprocess.run([REVISIT, *arguments], cwd=folder, env=environment, capture_output=True, text=True,
                          timeout=600)


def options_for(name):
    return CXX_OPTIONS if name.endswith(".cpp") else []


def orders_of(folder, name, *options):
    ran = run(folder, "orders", "--json", "-", *options, *options_for(name), name)
    try:
        return ran.returncode, json.loads(ran.stdout)
    except ValueError:
        check(False, f"{name}: {ran.stdout}{ran.stderr}")
        return ran.returncode, {"sites": [], "repairs": [], "verdict": "", "together": {"changes": [], "patch": ""}}


def passes(folder, name):
    ran = run(folder, "check", "--model", "rc11", "--witness", "witnesses", *options_for(name), name)
    check(ran.returncode in (0, 1), f"check {name}: {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran.returncode == 0


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def with_order(text, line, order, old=None):
    """The text with another order on this line, or on the first one behind it that names one."""
    lines = text.split("\n")
    while not WORD.search(lines[line]):
        line += 1

    def replaced(match):
        if old is not None and match[2].lower() != old:
            return match[0]
        return match[1] + (order.upper() if match[1].startswith("__") else order)

    lines[line] = WORD.sub(replaced, lines[line], count=1)
    return "\n".join(lines)


def patched(folder, name, text, patch):
    write(folder, name, text)
    ran = subprocess.run(["patch", "-p0", "-s"], cwd=folder, input=patch, text=True, capture_output=True, check=False)
    check(ran.returncode == 0, f"{name}: the patch does not apply\n{patch}\n{ran.stdout}{ran.stderr}")
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def check_repair(folder, name, what, weak, report, repair):
    check(all(change["in_patch"] for change in repair["changes"]), f"{what}: not all changes are in the patch")
    right = patched(folder, name, weak, repair["patch"])
    check(passes(folder, name), f"{what}: fails with the repair\n{repair['patch']}")
    for change in repair["changes"]:
        site = report["sites"][change["site"]]
        for order in below(site["operation"], change["order"], site["order"]):
            write(folder, name, with_order(right, site["line"] - 1, order, change["order"]))
            check(not passes(folder, name), f"{what}: passes although line {site['line']} is only {order}")


def check_program(folder, path):
    name = os.path.basename(path)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    write(folder, name, text)
    status, report = orders_of(folder, name)
    check(status == 0 and report["verdict"] == "passes", f"{name}: {status}, {report['verdict']}")
    if report["together"]["patch"]:
        patched(folder, name, text, report["together"]["patch"])
        check(passes(folder, name), f"{name}: fails with the weaker orders\n{report['together']['patch']}")
    for number, line in enumerate(text.split("\n")):
        mark = re.search(r"// weak: (\w+)", line)
        if not mark:
            continue
        weak = with_order(text, number, mark[1].lower())
        what = f"{name}:{number + 1} {mark[1]}"
        write(folder, name, weak)
        status, report = orders_of(folder, name)
        check(status == 1 and report["verdict"] == "repaired" and report["complete"],
              f"{what}: {status}, {report['verdict']}, {report.get('reasons')}")
        print(f"{what}: {len(report['repairs'])} repairs, {report.get('explorations')} explorations, "
              f"{report.get('executions')} executions, {report.get('seconds', 0):.2f} s", flush=True)
        for repair in report["repairs"]:
            check_repair(folder, name, what, weak, report, repair)


# Both threads read 0, or one of them sees the other.
BUFFERS = r"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int a, b;
static void *other(void *unused) { STORE(y); b = LOAD(x); return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  STORE(x);
  a = LOAD(y);
  pthread_join(thread, 0);
  assert(a || b || !NEEDED);
}
"""
RELAXED = """
#define STORE(v) atomic_store_explicit(&v, 1, memory_order_relaxed)
#define LOAD(v) atomic_load_explicit(&v, memory_order_relaxed)
"""
IMPLICIT = """
#define STORE(v) (v = 1)
#define LOAD(v) v
"""
# No order helps: one thread reads before the other one stores.
LATE = r"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *store(void *unused) { atomic_store_explicit(&x, 1, memory_order_relaxed); return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, store, 0);
  assert(atomic_load_explicit(&x, memory_order_relaxed));
  pthread_join(thread, 0);
}
"""
# Two threads race, and no atomic access is there.
RACE = r"""
#include <pthread.h>
int x;
static void *store(void *unused) { x++; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, store, 0);
  x++;
  pthread_join(thread, 0);
}
"""
# One acquire fence and two relaxed loads: the fence or the first load has to be stronger.
CHOICE = r"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;
static void *send(void *unused) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, send, 0);
  int seen = atomic_load_explicit(&flag, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  if (seen)
    assert(data);
  pthread_join(thread, 0);
}
"""


def names_of(report, changes):
    return sorted((report["sites"][change["site"]]["operation"], change["order"]) for change in changes)


def check_others(folder):
    write(folder, "late.c", LATE)
    status, report = orders_of(folder, "late.c")
    check(status == 1 and report["verdict"] == "no-repair", f"late: {status}, {report['verdict']}")
    check("fails under every order" in run(folder, "orders", "late.c").stdout, "late: the sentence is missing")
    write(folder, "race.c", RACE)
    status, report = orders_of(folder, "race.c")
    check(status == 1 and report["verdict"] == "no-repair", f"race: {status}, {report['verdict']}")
    write(folder, "choice.c", CHOICE)
    status, report = orders_of(folder, "choice.c")
    repairs = sorted(names_of(report, repair["changes"]) for repair in report["repairs"])
    check(status == 1 and repairs == [[("fence", "acq_rel")], [("load", "acquire")]], f"choice: {status}, {repairs}")
    check(not report["more_repairs"], "choice: there are no more repairs")

    write(folder, "relaxed.c", RELAXED + BUFFERS)
    status, report = orders_of(folder, "relaxed.c", "-DNEEDED=1")
    check(status == 1 and [names_of(report, repair["changes"]) for repair in report["repairs"]] ==
          [[("load", "seq_cst")] * 2 + [("store", "seq_cst")] * 2], f"relaxed: {status}, {report['repairs']}")
    status, report = orders_of(folder, "relaxed.c", "-DNEEDED=1", "--model", "tso")
    check(status == 1 and [names_of(report, repair["changes"]) for repair in report["repairs"]] ==
          [[("store", "seq_cst")] * 2], f"relaxed under tso: {status}, {report['repairs']}")
    write(folder, "implicit.c", IMPLICIT + BUFFERS)
    status, report = orders_of(folder, "implicit.c", "-DNEEDED=1")
    check(status == 0 and not report["together"]["changes"], f"implicit, needed: {status}, {report}")
    status, report = orders_of(folder, "implicit.c", "-DNEEDED=0")
    check(status == 0 and len(report["together"]["changes"]) == 4 and report["together"]["patch"] == "",
          f"implicit: {status}, {report['together']}")
    text = run(folder, "orders", "-DNEEDED=0", "implicit.c").stdout
    check("not written here: it has to become memory_order_relaxed" in text, f"implicit: {text}")

    for options in (["--max-executions", "1"], ["--timeout", "0.000001"]):
        status, report = orders_of(folder, "implicit.c", "-DNEEDED=1", *options)
        check(status == 3 and report["verdict"] == "incomplete" and report["reasons"], f"{options}: {status}, {report}")
        check("INCOMPLETE" in run(folder, "orders", "-DNEEDED=1", *options, "implicit.c").stdout, f"{options}: the text")
    status, report = orders_of(folder, "relaxed.c", "-DNEEDED=1", "--max-executions", "2")
    check(status in (1, 3) and report["reasons"], f"a bound on repairs: {status}, {report}")
    for options in (["--model", "sc"], ["--model", "ra"], ["--algorithm", "random"], ["--json", "/nowhere/x"],
                    ["--json", "x", "--patch", "x"], ["--models"]):
        ran = run(folder, "orders", *options, "late.c")
        check(ran.returncode == 2 and ran.stderr.count("\n") == 1, f"{options}: {ran.returncode}, {ran.stderr}")
    check(run(folder, "orders").returncode == 2, "no program")


def main():
    if not PROGRAMS:
        with tempfile.TemporaryDirectory(prefix="revisit-orders-") as folder:
            check_others(folder)
    for path in PROGRAMS:
        with tempfile.TemporaryDirectory(prefix="revisit-orders-") as folder:
            check_program(folder, os.path.abspath(path))
    return finish()


sys.exit(main())
