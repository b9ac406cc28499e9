#!/usr/bin/env python3
"""Programs of several kinds in a replay: the same bytes as when they were explored, arguments where a function's breakpoint
stops, and what the debugger says of stops.

    replayed_programs.py LLDB PLUGIN REVISIT SOURCES
"""
import os
import re
import sys
import unittest

from conversation import ReplayTest, Witnesses

LLDB, PLUGIN, REVISIT, SOURCES = sys.argv[1:5]
CASES = os.path.join(SOURCES, "tests", "programs", "cases")

# A short std::string keeps the rest of its bytes as they were, and so does a structure that is half filled.
NAMES = """
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
struct Entry {
  std::string name;
  int number;
  char more[300];
};
static Entry last;
static std::mutex mutex;
static void put(const char* name, int number) {
  Entry mine;
  mine.name = name;
  mine.number = number;
  char most[100];
  for (int i = 0; i < number; i++)
    most[i] = name[i];
  std::lock_guard<std::mutex> lock(mutex);
  last = mine;
  last.more[0] = most[0];
}
int main() {
  std::thread first(put, "alpha", 5), second(put, "be", 2);
  first.join();
  second.join();
  assert(last.number == 5);
}
"""

# Functions whose arguments come in registers, in memory, and one that other threads see.
CALLS = """
#include <assert.h>
#include <pthread.h>
struct pair { long left, right, third; };
static int* seen;
static int square(int x) { return x * x; }
static long sum(struct pair given, int more) { return given.left + given.right + given.third + more; }
static double scale(double by, const char* name) { return name[0] == 'a' ? by : -by; }
static void* look(void* unused) { return (void*)(long)(seen ? *seen : 0); }
static int shown(int value) {
  seen = &value;
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  void* got;
  pthread_join(thread, &got);
  return (int)(long)got;
}
int main(void) {
  struct pair pair = {1, 2, 3};
  int total = square(7);
  total += (int)sum(pair, 4);
  total += (int)scale(2.5, "abc");
  total += shown(30);
  assert(total == 0);
}
"""

# Memory that is freed in one thread and read in another.
FREED = """
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int* _Atomic shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void* drop(void* unused) {
  pthread_mutex_lock(&mutex);
  free(shared);
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t thread;
  int* mine = malloc(sizeof *mine);
  *mine = 1;
  shared = mine;
  pthread_create(&thread, 0, drop, 0);
  pthread_mutex_lock(&mutex);
  *mine = 2;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
}
"""

# One store for each size that a processor has.
SIZES = """
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static uint8_t one;
static uint16_t two;
static uint32_t four;
static uint64_t eight;
static void* store(void* unused) {
  one = 1;
  two = 2;
  four = 4;
  eight = 8;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, store, 0);
  pthread_join(thread, 0);
  assert(one + two + four + eight == 0);
}
"""


def setUpModule():
    global witnesses
    witnesses = Witnesses(REVISIT)


def tearDownModule():
    witnesses.remove()


class Case(ReplayTest):
    lldb, plugin = LLDB, PLUGIN


class SameBytes(Case):
    def assertArrives(self, witness):
        debugger = self.talk(witness)
        events = debugger.ask_json("revisit info --json")["events"]
        self.assertNotIn("diverged", debugger.ask("revisit goto bug"))
        for position in (events // 2, 1, events):
            self.assertIn(f"[revisit {position}/", debugger.stop_line(f"revisit goto {position}"))

    def test_nothing_was_stored_to_them(self):
        for options in ((), ("-O1",), ("-O2",)):
            with self.subTest(options):
                self.assertArrives(witnesses.make(os.path.join(CASES, "unwritten_bytes.c"), *options))

    def test_short_strings_and_half_filled_structures(self):
        self.assertArrives(witnesses.make(witnesses.write("names.cpp", NAMES)))

    def test_what_a_debugger_leaves_on_a_stack_is_not_seen(self):
        debugger = self.talk(witnesses.make(os.path.join(CASES, "unwritten_bytes.c")))
        debugger.ask("breakpoint set --name put")
        for _ in range(2):
            self.resume(debugger, "continue" if _ else "run")
            self.assertIn("= 5", debugger.ask('expression (int)strlen("abcde")'))
        debugger.ask("breakpoint disable")
        self.assertIn("T0 error assertion", debugger.stop_line("revisit goto bug"))


class Arguments(Case):
    def test_are_there_where_a_functions_breakpoint_stops(self):
        debugger = self.talk(witnesses.make(witnesses.write("calls.c", CALLS)))
        for name, shown in (("square", "x=7"), ("scale", "by=2.5"), ("shown", "value=30")):
            debugger.ask(f"breakpoint set --name {name}")
        debugger.ask("breakpoint set --name sum")
        self.assertIn("square(x=7)", self.resume(debugger, "run"))
        answer = self.resume(debugger, "continue")
        self.assertIn("more=4", answer)
        self.assertIn("(long) given.third = 3", debugger.ask("frame variable given.third"))
        self.assertRegex(self.resume(debugger, "continue"), r'scale\(by=2\.5, name="abc"\)')
        self.assertIn("shown(value=30)", self.resume(debugger, "continue"))

    def test_in_cxx(self):
        debugger = self.talk(witnesses.make(witnesses.write("names.cpp", NAMES)))
        debugger.ask("breakpoint set --name put")
        answers = self.resume(debugger, "run") + self.resume(debugger, "continue")
        for shown in ('name="alpha", number=5', 'name="be", number=2'):
            self.assertIn(shown, answers)


class StopsOfOnesOwn(Case):
    """The runtime's breakpoints are the plugin's business."""

    def test_no_command_without_numbers_touches_them(self):
        debugger = self.talk(witnesses.make(witnesses.write("sizes.c", SIZES)))
        for position, line in enumerate(("breakpoint disable", "breakpoint delete --force", "breakpoint disable 1",
                                         "breakpoint modify --disable 1"), 1):
            debugger.ask(line)
            self.assertIn(f"[revisit {position}/", debugger.stop_line("revisit step" if position > 1 else "revisit goto 1"))
            self.assertNotIn("__revisit_stop", debugger.ask("breakpoint list"))
        debugger.ask("breakpoint disable 1")
        self.assertIn("T0 error", self.resume(debugger, "continue"))

    def test_they_are_no_reason_to_stop(self):
        debugger = self.talk(witnesses.make(witnesses.write("sizes.c", SIZES)))
        own = re.compile(r"breakpoint [12]\.1\b")
        answer = self.resume(debugger, "run")
        self.assertRegex(answer, r"stop reason = the bug, event \d+ of \d+")
        for line in ("thread list", "thread backtrace", "bt all", "process status", "thread info", "thread select 1"):
            answer += debugger.ask(line)
        debugger.ask("revisit goto 1")
        debugger.ask("revisit break set -k write")
        answer += self.resume(debugger, "continue")
        self.assertIn("stop reason = event breakpoint 1: -k write", answer)
        self.assertNotRegex(answer, own)
        debugger.ask("breakpoint set --name store")
        answer = self.resume(debugger, "run")
        self.assertIn("stop reason = breakpoint 3.1", answer)
        self.assertNotRegex(answer, own)


class Words(Case):
    def test_a_free_is_called_one(self):
        debugger = self.talk(witnesses.make(witnesses.write("late.c", FREED), "--race=ignore"))
        listed = debugger.ask("revisit list -c 100")
        self.assertRegex(listed, r"\(1,2\) +free int#1")
        self.assertNotRegex(listed, r"W .*late\.c:9\b")
        answer = debugger.ask("revisit break set -k free")
        self.assertRegex(answer, r"Event breakpoint 1: -k free, 1 event: \d+")
        self.assertRegex(debugger.stop_line("revisit run"), r"T1 free int#1.*late\.c:9")

    def test_kinds_are_understood_by_name(self):
        debugger = self.talk(witnesses.make(witnesses.write("late.c", FREED), "--race=ignore"))
        for word in ("write", "Write", "read", "lock", "unlock", "free", "create", "R", "error"):
            self.assertIn("Event breakpoint", debugger.ask(f"revisit break set -k {word}"), word)
        self.assertNotIn("free", debugger.ask("revisit list -c 100 -k write"))
        answer = debugger.ask("revisit break set -k squeeze")
        self.assertIn("error: 'squeeze' is no kind of event: R read", answer)
        self.assertIn("or what is done in this execution: create, ", answer)


class Watchpoints(Case):
    def test_one_write_stops_once(self):
        debugger = self.talk(witnesses.make(witnesses.write("sizes.c", SIZES)))
        debugger.ask("revisit goto 1")
        for name in ("one", "two", "four", "eight"):
            self.watch(debugger, f"-w write {name}")
        seen = ""
        for _ in ("one", "two", "four", "eight"):
            seen += self.resume(debugger, "continue")
        for number in range(1, 5):
            self.assertEqual(len(re.findall(rf"stop reason = watchpoint {number}\b", seen)), 1, seen)
        self.assertIn("T0 error", self.resume(debugger, "continue"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
