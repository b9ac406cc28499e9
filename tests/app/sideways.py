#!/usr/bin/env python3
"""revisit outcomes and revisit take: what could have happened at an event instead, and the execution in which it does.

    tests/app/sideways.py build/bin/revisit
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from checking import check, finish

# Each thread holds one lock and waits for the other.
LOCKS = """#include <pthread.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static void* work(void* unused) {
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  pthread_join(thread, 0);
  return 0;
}
"""

# Right under sc; a stale read of the data under weaker models.
MESSAGE = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int data, ready;
static void* produce(void* unused) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}
static void* consume(void* unused) {
  if (atomic_load_explicit(&ready, memory_order_acquire)) {
    int seen = atomic_load_explicit(&data, memory_order_relaxed);
    assert(seen == 1);
  }
  return unused;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, produce, 0);
  pthread_create(&other, 0, consume, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
"""

INPUT = """#include <revisit.h>
#include <stdlib.h>
int main(void) {
  int reading = revisit_nondet_int("reading");
  if (reading <= 10)
    return 0;
  if (reading < 20)
    abort();
  return 0;
}
"""

# No outcome of a read of a thread is left: the other thread's write depends on it.
JOINED = """#include <assert.h>
#include <pthread.h>
static int x;
static void* set(void* unused) {
  x = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  int before = x;
  pthread_create(&thread, 0, set, 0);
  pthread_join(thread, 0);
  int after = x;
  assert(before == after);
  return 0;
}
"""

# What the assertion looks at is shared only in the executions in which it is looked at.
LATE = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int mine;
atomic_int flag;
static void* reader(void* unused) {
  if (flag)
    assert(mine == 7);
  return unused;
}
static void* writer(void* unused) {
  mine = 1;
  mine = 2;
  flag = 1;
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, writer, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(flag == 7);
}
"""

# Whom a signal wakes, and waits and locks that end by their time-outs.
WAKES = """#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t there = PTHREAD_COND_INITIALIZER;
static int waiting, first;
static void* wait_for(void* number) {
  pthread_mutex_lock(&lock);
  waiting++;
  pthread_cond_wait(&there, &lock);
  if (first == 0)
    first = (int)(long)number;
  pthread_cond_signal(&there);
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t one, two;
  struct timespec soon = {0, 0};
  pthread_create(&one, 0, wait_for, (void*)1);
  pthread_create(&two, 0, wait_for, (void*)2);
  pthread_mutex_lock(&lock);
  if (waiting == 2) {
    pthread_cond_signal(&there);
    pthread_cond_timedwait(&there, &lock, &soon);
    assert(first != 1);
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
"""

# Each thread's read forbids that of the other one.
CROSSED = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int seen;
static void* left(void* unused) {
  x = 1;
  seen = y;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, left, 0);
  y = 1;
  int other = x;
  pthread_join(thread, 0);
  assert(other + seen != 1);
  return 0;
}
"""

# A character that is no small number, and an error that needs two preemptions.
LETTER = """#include <assert.h>
#include <pthread.h>
#include <revisit.h>
static int x, y;
static void* set(void* unused) {
  x = 1;
  y = 1;
  return unused;
}
int main(void) {
  pthread_t threads[2];
  char letter = revisit_nondet_char("letter");
  pthread_create(&threads[0], 0, set, 0);
  pthread_create(&threads[1], 0, set, 0);
  if (letter > 20)
    assert(x == 0 || y == 1);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
"""

PROGRAMS = {"wakes": (WAKES, []), "crossed": (CROSSED, []), "letter": (LETTER, []), "locks": (LOCKS, []),
            "message": (MESSAGE, ["--model", "rc11"]), "input": (INPUT, []), "late": (LATE, []),
            "joined": (JOINED, ["--all-accesses"])}


class Revisit:
    def __init__(self, path, folder):
        self.path, self.folder = os.path.abspath(path), folder

    def __call__(self, *arguments, status=0, error="", given=""):
        ran = subprocess.run([self.path, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120,
                             input=given, env={**os.environ, "XDG_CACHE_HOME": self.folder})
        check(status is None or ran.returncode == status, f"revisit {' '.join(arguments)}: exit status {ran.returncode}, not {status}; "
                                        f"{ran.stderr.strip()[-300:]}")
        check(error in ran.stderr if error else True, f"revisit {' '.join(arguments)}: {ran.stderr.strip()}")
        return ran.stdout

    def json(self, *arguments, status=0):
        return json.loads(self(*arguments, "--json", status=status))


def by_option(listed):
    return {one["option"]: one for one in listed["outcomes"]}


def check_weak(revisit):
    """A read under a weak memory model: the stale value, and the one that repairs it."""
    listed = revisit.json("outcomes", "message.revisit", "--at", "message.c:12")
    written = next(one for one in listed["outcomes"] if one["value"] == "1")
    initial = by_option(listed)["--reads-from init"]
    check(written["verdict"] == "possible" and not written["same_value"], f"message: {written}")
    check(initial["verdict"] == "same_execution" and initial["value"] == "0", f"message: {initial}")
    text = revisit("outcomes", "message.revisit", "--at", "message.c:12", "--ends")
    for part in (r"^\d+  T2 read data = 0.*message.c:12$",
                 r"^ +\d  possible +1 +from \d+  T1 write data = 1  message.c:6$",
                 r"^ +ends: complete: nothing is wrong$", r"^ +\d  what happened +0 +from the initial value$"):
        check(re.search(part, text, re.M), f"message: no {part} in\n{text}")
    event = f"{listed['thread']},{listed['index']}"
    for way in (written["option"].split(), [str(written["number"])]):
        taken = revisit.json("take", "message.revisit", "--at", event, *way, "-o", "fresh.revisit")
        check((taken["error"], taken["ending"], taken["witness"]) ==
              ("none", "complete: nothing is wrong", "fresh.revisit"),
              f"message: {taken}")
        check(taken["event"] == [listed["thread"], listed["index"]], f"message: {taken}")
    # There and back: the same execution, by its id, and the error again.
    back = revisit.json("take", "fresh.revisit", "--at", event, "--reads-from", "init", "-o", "stale.revisit", status=1)
    check(back["execution"] == taken["from"], f"message: back is another execution: {back}, {taken}")
    check((back["error"], back["from"]) == ("assertion", taken["execution"]), f"message: {back}")
    check("They are the same execution." in revisit("diff", "message.revisit", "stale.revisit"), "message: diff")
    difference = revisit.json("diff", "message.revisit", "fresh.revisit")["first"]
    check(difference["kind"] == "reads-from", f"message: they part elsewhere: {difference}")
    revisit("replay", "--plain", "stale.revisit", status=1)
    revisit("replay", "--plain", "fresh.revisit")
    # Under sc the same read has no stale value.
    revisit("check", "message.c", "--race=ignore", "--keep-going", "--model", "sc")


def check_waiting(revisit):
    """The step that a thread waits to take at the end of a deadlock."""
    listed = revisit.json("outcomes", "locks.revisit", "--at", "T1", "--ends")
    check(listed["at"] is None and listed["thread"] == 1, f"locks: {listed}")
    possible = [one for one in listed["outcomes"] if one["verdict"] == "possible"]
    check(len(possible) == 1 and possible[0]["kind"] == "before", f"locks: {listed['outcomes']}")
    check(possible[0]["ending"] == "complete: nothing is wrong", f"locks: {possible}")
    check("T1 waits for lock of first, held by T0 (main)" in revisit("outcomes", "locks.revisit", "--at", "T1"),
          "locks: who waits for what")
    text = revisit("take", "locks.revisit", "--at", "T1", *possible[0]["option"].split(), "-o", "free.revisit")
    check("T1 lock first" in text and "complete: nothing is wrong" in text and "written to free.revisit" in text, text)
    revisit("replay", "--plain", "free.revisit")
    # Without -o the file is named after the execution.
    taken = revisit.json("take", "locks.revisit", "--at", "T1", "1")
    check(taken["witness"] == f"locks-{taken['execution'][:8]}.revisit", f"locks: {taken}")
    check(os.path.exists(os.path.join(revisit.folder, taken["witness"])), "locks: the default file")
    # The other way round leads into it.
    listed = revisit.json("outcomes", "free.revisit", "--at", "locks.c:13", "--ends")
    wrong = [one for one in listed["outcomes"] if one["ending"] and one["ending"].startswith("deadlock")]
    check(wrong, f"locks: {listed}")
    for one in wrong:
        revisit("take", "free.revisit", "--at", "locks.c:13", *one["option"].split(), "-o", "stuck.revisit", status=1)


def check_inputs(revisit):
    """The other side of a decision on an input."""
    listed = revisit.json("outcomes", "input.revisit", "--at", "input.c:5")
    check([(one["option"], one["verdict"]) for one in listed["outcomes"]] == [("--other-side", "possible")],
          f"input: {listed['outcomes']}")
    taken = revisit.json("take", "input.revisit", "--at", "input.c:5", "--other-side", "-o", "small.revisit")
    check(taken["error"] == "none", f"input: {taken}")
    shown = revisit("show", "small.revisit")
    value = re.search(r"with reading = (-?\d+)", shown)
    check(value and int(value.group(1)) <= 10, f"input: {shown}")
    # What comes before stays: the second decision only.
    large = revisit.json("take", "input.revisit", "--at", "input.c:7", "--other-side", "-o", "large.revisit")
    value = re.search(r"with reading = (-?\d+)", revisit("show", "large.revisit"))
    check(large["error"] == "none" and value and int(value.group(1)) >= 20, f"input: {large}, {value}")
    # From there the error is reached again.
    again = revisit.json("take", "large.revisit", "--at", "input.c:7", "--other-side", "-o", "again.revisit", status=1)
    check(again["execution"] == large["from"] and again["error"] == "signal", f"input: {again}, {large}")


def check_impossible(revisit):
    """What no execution that begins like this one has, and what happened anyway."""
    listed = revisit.json("outcomes", "joined.revisit", "--at", "joined.c:13")
    initial = by_option(listed)["--reads-from init"]
    check(initial["verdict"] == "impossible" and initial["why"], f"joined: {initial}")
    folded = revisit("outcomes", "joined.revisit", "--at", "joined.c:13")
    check("1 impossible here; --all says why" in folded, f"joined: {folded}")
    check(initial["why"] in revisit("outcomes", "joined.revisit", "--at", "joined.c:13", "--all"), "joined: the reason")
    before = set(os.listdir(revisit.folder))
    revisit("take", "joined.revisit", "--at", "joined.c:13", "--reads-from", "init", status=2, error=initial["why"])
    happened = next(one for one in listed["outcomes"] if one["verdict"] == "same_execution")
    revisit("take", "joined.revisit", "--at", "joined.c:13", *happened["option"].split(), status=2,
            error="that is what happened in this execution")
    check(set(os.listdir(revisit.folder)) == before, "joined: nothing is written")


def event_of(revisit, witness, text):
    """The number of the first event of `revisit show` with this text."""
    shown = revisit("show", witness)
    found = re.search(rf"^\s*(\d+)\s.*{text}", shown, re.M)
    check(found, f"{witness}: no {text} in\n{shown}")
    return found.group(1)


def check_manners(revisit):
    """Outcomes with names of their own: whom a signal wakes, a time-out."""
    signal = event_of(revisit, "wakes.revisit", "signal there")
    names = by_option(revisit.json("outcomes", "wakes.revisit", "--at", signal))
    wakes = [name for name in names if name.startswith("--wakes")]
    check(len(wakes) == 1 and names[wakes[0]]["manner"] == "wakes", f"wakes: {names}")
    taken = revisit.json("take", "wakes.revisit", "--at", signal, *wakes[0].split(), "-o", "other.revisit", status=None)
    check(taken["kept"] > 0 and taken["execution"] != taken["from"], f"wakes: {taken}")
    back = by_option(revisit.json("outcomes", "other.revisit", "--at", signal))
    other = "--wakes T1" if wakes[0] == "--wakes T2" else "--wakes T2"
    check(other in back and back[other]["verdict"] == "possible", f"wakes: {back}")
    revisit("take", "wakes.revisit", "--at", signal, "--wakes", "T9", status=2, error="there is no thread 'T9'")
    # The wait of main ends by its time-out, or was woken: one of the two happened, the other one is an outcome.
    wait = event_of(revisit, "wakes.revisit", "timed wake|timed-wait|wake there")
    listed = revisit.json("outcomes", "wakes.revisit", "--at", wait)
    check({one["manner"] for one in listed["outcomes"]} & {"times_out", "succeeds"}, f"wakes: {listed}")
    happened = revisit("take", "wakes.revisit", "--at", wait, "--time-out", "-o", "late.out", status=None)
    succeeded = revisit("take", "wakes.revisit", "--at", wait, "--succeeds", "-o", "soon.out", status=None)
    check(bool(happened) != bool(succeeded), f"wakes: both or none: {happened} {succeeded}")


def check_why(revisit):
    """The cycle that forbids an outcome, in words and as edges, and what would have to change first."""
    at = event_of(revisit, "crossed.revisit", "read [xy] = 1")
    for one in revisit.json("outcomes", "crossed.revisit", "--at", at)["outcomes"]:
        number = str(one["number"])
        if one["verdict"] != "impossible":
            revisit("outcomes", "crossed.revisit", "--at", at, "--why", number, status=2,
                    error="nothing stands against this outcome")
    joined = by_option(revisit.json("outcomes", "joined.revisit", "--at", "joined.c:13"))["--reads-from init"]
    reason = revisit.json("outcomes", "joined.revisit", "--at", "joined.c:13", "--why", str(joined["number"]))
    edges = reason["edges"]
    check(reason["obstacle"] == "overwritten" and reason["axiom"] == "sequential" and edges, f"joined: {reason}")
    for edge, following in zip(edges, edges[1:] + edges[:1]):
        check(edge["to"] == following["from"], f"joined: no cycle: {edges}")
    text = revisit("outcomes", "joined.revisit", "--at", "joined.c:13", "--why", str(joined["number"]))
    check("overwrites" in text and "would come before itself" in text, f"joined: {text}")
    revisit("outcomes", "joined.revisit", "--at", "joined.c:13", "--why", "99", status=2, error="outcomes")


def check_late(revisit):
    """A move after which more memory is shared than the witness says."""
    taken = revisit.json("take", "late.revisit", "--at", "1,0", "--reads-from", "2,0", status=1)
    check("mine == 7" in taken["ending"], f"late: {taken}")


def check_shrink(revisit):
    """The same error with the fewest preemptions, events, and readable inputs."""
    small = revisit.json("shrink", "locks.revisit", "-o", "small.revisit", status=1)
    check(small["preemptions"] == 1 and small["is_fewest"] and small["is_fewest_events"], f"shrink: {small}")
    check(small["preemptions"] <= small["preemptions_before"] and small["events"] <= small["events_before"], f"shrink: {small}")
    revisit("replay", "--plain", "small.revisit", status=1)
    text = revisit("shrink", "locks.revisit", "-o", "small.revisit", status=1)
    check("-> 1, no schedule with fewer shows it" in text and "written to small.revisit" in text, f"shrink: {text}")
    again = revisit.json("shrink", "small.revisit", "-o", "again.revisit", status=1)
    check(again["preemptions_before"] == 1 and again["execution"] == small["execution"], f"shrink: {again}, {small}")

    letter = revisit.json("shrink", "letter.revisit", "-o", "letter-small.revisit", status=1)
    with open(os.path.join(revisit.folder, "letter-small.revisit")) as file:
        value = int(json.load(file)["inputs"][0]["value"])
    check(letter["preemptions"] == 2 and ord("0") <= value <= ord("9"), f"shrink: {letter}, {value}")
    revisit("replay", "--plain", "letter-small.revisit", status=1)

    report = os.path.join(revisit.folder, "report.json")
    text = revisit("check", "letter.c", "--race=ignore", "--algorithm", "random", "--max-executions", "300", "--shrink",
                   "--witness", "shrunk", "--json", report, status=1)
    with open(report) as file:
        error = json.load(file)["errors"][0]
    check(error["shrunk"]["preemptions"] == 2 and error["shrunk"]["is_fewest"] and error["confirmed"], f"--shrink: {error}")
    check("no schedule with fewer shows it" in text, f"--shrink: {text}")
    revisit("replay", "--plain", error["witness"], status=1)
    revisit("check", "letter.c", "--shrink-timeout", "3", status=2, error="--shrink-timeout")
    revisit("check", "letter.c", "--shrink", "--shrink-timeout", "0", status=2, error="--shrink-timeout")
    revisit("check", "letter.c", "--shrink", "--model-diff", "sc", "tso", status=2, error="--shrink")
    litmus = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "litmus", "sb.litmus")
    revisit("check", litmus, "--shrink", status=2, error="--shrink")
    revisit("shrink", "nowhere.revisit", status=2, error="nowhere.revisit")
    revisit("shrink", "free.revisit", status=2, error="the witness has no error")
    revisit("shrink", "locks.revisit", "-o", "/nowhere/small.revisit", status=2, error="/nowhere/small.revisit")


def check_drive(revisit):
    """An execution by hand: into a deadlock and out of it, and what is no command."""
    def said(*lines, status=0):
        return revisit("drive", "locks.c", "--race=ignore", "-o", "driven.revisit", status=status,
                       given="".join(line + "\n" for line in lines))

    text = said("until", "0", "1", "finish", status=1)
    for part in (r"^  T0 +main +lock first +locks.c:13  \*$", r"^  T1 +work +lock second +locks.c:4  \*$",
                 r"^  T0 +main +waits for lock of second, held by T1 \(work\)$",
                 r"^  T1 +work +waits for lock of first, held by T0 \(main\)$",
                 r"^  no thread can go on: 'finish' says how this ends", r"deadlock$"):
        check(re.search(part, text, re.M), f"drive: no {part} in\n{text}")
    revisit("replay", "--plain", "driven.revisit", status=1)
    text = said("until", "0", "1", "undo 2", "0", "until", "history", "finish")
    check("complete: nothing is wrong" in text and re.search(r"^  T0 lock first  locks.c:13$", text, re.M), f"drive: {text}")
    # Wrong commands say what is meant, and change nothing.
    for command, answer in (("9", "T9: there is no such thread here"), ("1", "T1: there is no such thread here"),
                            ("0 2", "T0: its step has one way only"), ("0 x", "the number of one of its ways"),
                            ("0 0", "the number of one of its ways"), ("0 1 1", "the number of one of its ways"),
                            ("undo x", "how many commands are taken back"), ("undo", "nothing was done"),
                            ("until 3", "nothing stands behind 'until'"), ("T", "'T' is no command"),
                            ("step", "'step' is no command"), ("9999999999", "is no command")):
        text = said(command)
        check(answer in text and text.rstrip().endswith("(0)"), f"drive: '{command}': {text}")
    check("only 1 could be taken back" in said("0", "undo 5"), "drive: undo of too many")
    # To finish at the end takes nothing back.
    places = re.findall(r"^\((\d+)\)", said("until", "0", "1", "finish", "list", status=1), re.M)
    check(len(places) > 4 and places[-1] == places[-2] == places[-3] != "0", f"drive: places {places}")
    lost = revisit("drive", "locks.c", "-o", "/nowhere/driven.revisit", status=2, given="until\nfinish\nlist\n")
    check("/nowhere/driven.revisit" in lost and lost.count("T1  work") == 3, f"drive: a file that cannot be written: {lost}")
    lines = revisit("drive", "locks.c", "--json", given="until\n0\n1\n0\nnonsense\nundo\n").splitlines()
    answers = [json.loads(line) for line in lines]
    waits = [thread["waits_for"] for answer in answers if "threads" in answer for thread in answer["threads"]]
    check("lock of second, held by T1 (work)" in waits, f"drive: {answers}")
    check(any("nonsense" in answer.get("message", "") for answer in answers), f"drive: {answers}")
    revisit("drive", "nowhere.c", status=2, error="nowhere.c")


def check_ranges(revisit):
    """Inputs by value."""
    for one in revisit.json("outcomes", "input.revisit", "--inputs")["inputs"]:
        check(int(one["low"]) <= int(one["value"]) <= int(one["high"]) and one["exact"], f"ranges: {one}")
        outside = int(one["high"]) + 1
        moved = revisit("take", "input.revisit", "--input", f"{one['name']}={outside}", "-o", "moved.revisit", status=None)
        check("kept" in moved, f"input: {moved}")


def check_wrong_use(revisit):
    take, outcomes = ["take", "message.revisit", "--at", "message.c:12"], ["outcomes", "message.revisit", "--at"]
    revisit(*take, status=2, error="Exactly 1 option from")
    revisit(*take, "1", "--reads-from", "init", status=2, error="Exactly 1 option from")
    revisit(*take, "9", status=2, error="there are 2 outcomes at this event")
    revisit(*take, "--reads-from", "99", status=2, error="there is no event 99")
    revisit(*take, "--before", "1", status=2, error="the event has no such outcome; 'revisit outcomes' lists them")
    revisit(*take, "--other-side", status=2, error="the event has no such outcome")
    revisit("take", "message.revisit", "1", status=2, error="name the event with --at")
    revisit(*outcomes, "T9", status=2, error="there is no thread 'T9'")
    revisit(*outcomes, "T1", status=2, error="no thread that waits there")
    revisit(*outcomes, "other.c:1", status=2, error="no event of this execution stands there")
    revisit(*outcomes, "message.c:11", status=0)
    revisit(*outcomes, "locks", status=2, error="'locks' is no event")
    revisit("outcomes", "nowhere.revisit", status=2, error="nowhere.revisit")
    revisit("outcomes", "message.c", status=2, error="message.c")
    revisit("outcomes", "joined.revisit", "--at", "joined.c:14", status=0)


def check_other_build(revisit):
    """The program is another build than the witness's, or gone."""
    with open(os.path.join(revisit.folder, "message.revisit")) as file:
        witness = json.load(file)
    for name, change, error in (("build", {"build_id": "00"}, "build"),
                                ("gone", {"path": "/nowhere/message"}, "/nowhere/message")):
        other = {**witness, "program": {**witness["program"], **change}}
        with open(os.path.join(revisit.folder, f"{name}.revisit"), "w") as file:
            json.dump(other, file)
        for command in (["outcomes"], ["take", "1"]):
            revisit(command[0], f"{name}.revisit", "--at", "message.c:12", *command[1:], status=2, error=error)


def main():
    with tempfile.TemporaryDirectory(prefix="revisit-sideways-") as folder:
        revisit = Revisit(sys.argv[1], folder)
        for name, (source, options) in PROGRAMS.items():
            with open(os.path.join(folder, f"{name}.c"), "w") as file:
                file.write(source)
            revisit("check", f"{name}.c", "--race=ignore", *options, status=1)
        for part in (check_weak, check_waiting, check_inputs, check_impossible, check_manners, check_why, check_late,
                     check_shrink, check_drive, check_ranges, check_wrong_use, check_other_build):
            try:
                part(revisit)
            except (AssertionError, KeyError, StopIteration, ValueError) as error:
                check(False, f"{part.__name__}: {error!r}")
    finish()


if __name__ == "__main__":
    main()
