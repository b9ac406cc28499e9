#!/usr/bin/env python3
"""Source lines of programs in a replay: exceptions, calls into the C++ library, calls through a null pointer; and what is
said of variables whose accesses are no events.

    program_lines.py LLDB PLUGIN REVISIT SOURCES
"""
import os
import re
import sys
import unittest

from conversation import NOTHING_STOPS, ReplayTest, Witnesses

LLDB, PLUGIN, REVISIT, SOURCES = sys.argv[1:5]

# Line 18 throws what line 23 catches; line 16 calls a function that handles an exception itself.
THROWS = """
#include <cassert>
#include <thread>
static int shared;
static void fail(int value) {
  shared = value;
  throw value;
}
static void handle() {
  try {
    fail(1);
  } catch (int) {
  }
}
static void pass(int value) {
  handle();
  shared++;
  fail(value);
}
static void work() {
  try {
    pass(3);
  } catch (int error) {
    int twice = 2 * error;
    assert(twice != 6);
  }
}
int main() {
  std::thread worker(work);
  worker.join();
  return shared - 3;
}
"""

# Line 11 is several events of the library.
TEXT = """
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
static std::mutex guard;
static std::string text;
static int length;
static void write() {
  std::lock_guard lock(guard);
  text = std::string("a text that is too long for the short form of texts");
  length = 2;
}
int main() {
  std::thread writer(write);
  {
    std::lock_guard lock(guard);
    assert(text.empty() || length == 3);
  }
  writer.join();
}
"""

# Line 9 calls what is not there yet; nobody but one thread uses `progress`.
CALL = """
#include <pthread.h>
#include <stdatomic.h>
static int progress;
static _Atomic(int (*)(int)) installed;
static atomic_int ready;
static int twice(int value) { return 2 * value; }
static int call(int value) {
  return installed(value) + 1;
}
static void* caller(void* unused) {
  for (int i = 0; i < 3; i++)
    progress = i;
  if (ready)
    call(1);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, caller, 0);
  ready = 1;
  installed = twice;
  pthread_join(thread, 0);
}
"""

# The variable MODE decides whether there is an error.
MODE = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static _Atomic int count;
static void* raise(void* unused) {
  count++;
  return unused;
}
int main(void) {
  pthread_t thread;
  const char* mode = getenv("MODE");
  pthread_create(&thread, 0, raise, 0);
  count++;
  pthread_join(thread, 0);
  assert(!mode || strcmp(mode, "strict") != 0);
}
"""


def setUpModule():
    global witnesses, throws, text, call
    witnesses = Witnesses(REVISIT)
    throws = witnesses.make(witnesses.write("throws.cpp", THROWS))
    text = witnesses.make(witnesses.write("text.cpp", TEXT))
    call = witnesses.make(witnesses.write("call.c", CALL))


def tearDownModule():
    witnesses.remove()


def line_in(answer):
    """The function and the line of the frame that is shown."""
    found = re.search(r"^ *frame #\d+: .*?`(\w+)\(.* at [\w.]+:(\d+)", answer, re.M)
    return (found.group(1), int(found.group(2))) if found else None


class Case(ReplayTest):
    lldb, plugin = LLDB, PLUGIN

    def lines(self, debugger, command, times):
        return [line_in(debugger.ask(command)) for _ in range(times)]


class Exceptions(Case):
    def test_a_line_that_throws_leads_to_the_handler(self):
        debugger = self.talk(throws)
        debugger.ask("revisit goto start")
        debugger.ask("breakpoint set --file throws.cpp --line 16")
        debugger.ask("revisit continue")
        self.assertEqual(self.lines(debugger, "revisit line", 6), [
            ("pass", 17), ("pass", 18), ("work", 23), ("work", 24), ("work", 25), ("work", 25)])
        self.assertIn("error assertion", debugger.ask("revisit status"))

    def test_lines_back_in_a_handler_go_one_by_one(self):
        debugger = self.talk(throws)
        debugger.ask("revisit goto bug")
        self.assertEqual(self.lines(debugger, "revisit reverse-line", 4),
                         [("work", 25), ("work", 24), ("work", 23), ("work", 22)])


class Libraries(Case):
    def test_next_at_an_event_of_the_library_says_where_it_stops(self):
        debugger = self.talk(text)
        listed = debugger.ask("revisit list -c 100 --all")
        inside = re.findall(r"(\d+) +\(1,\d+\).*text\.cpp:11\b", listed)
        self.assertGreater(len(inside), 3, listed)
        for number in inside:
            debugger.ask(f"revisit goto {number}")
            answer = self.resume(debugger, "next")
            self.assertEqual(line_in(answer), ("write", 12), f"{number}: {answer}")
            self.assertIn("stop reason = ", answer)


class NullCalls(Case):
    def test_a_call_through_a_null_pointer_is_shown_at_the_call(self):
        debugger = self.talk(call)
        answer = debugger.ask("revisit goto bug")
        self.assertRegex(answer, r"\[revisit .*T1 error null-dereference .*call\.c:9\n")
        self.assertEqual(line_in(answer), ("call", 9), answer)


class Variables(Case):
    def test_writes_that_are_no_events_are_said_to_be_none(self):
        debugger = self.talk(call)
        debugger.ask("revisit goto bug")
        answer = debugger.ask("revisit writer progress")
        self.assertIn("Writes to it are no events, because only one thread uses it", answer)
        self.assertIn("--all-accesses", answer)
        self.assertRegex(answer, rf"The last of 3 stores is by T1 caller at call\.c:13\b|{NOTHING_STOPS}")
        self.assertIn("T1 error null-dereference", debugger.ask("revisit status"))


class Environment(Case):
    def test_a_replay_has_the_environment_of_the_exploration(self):
        source = witnesses.write("mode.c", MODE)
        os.environ["MODE"] = "strict"
        try:
            witness = witnesses.make(source)
        finally:
            del os.environ["MODE"]
        os.environ["OTHER"] = "of the debugger"
        try:
            debugger = self.talk(witness)
        finally:
            del os.environ["OTHER"]
        for command in ("run", "revisit goto bug"):
            self.assertIn("T0 error assertion", self.resume(debugger, command))
            self.assertIn("mode.c:17", debugger.ask("frame info"))
            self.assertIn('"strict"', debugger.ask('expression (const char*)getenv("MODE")'))
            self.assertIn("= 0x0000000000000000", debugger.ask('expression (const char*)getenv("OTHER")'))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
