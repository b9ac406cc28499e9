#!/usr/bin/env python3
"""LLDB's own commands during a replay: stepping, breakpoints, watchpoints, expressions.

    native_commands.py LLDB PLUGIN REVISIT SOURCES
"""
import os
import re
import subprocess
import sys
import unittest

from conversation import NOTHING_STOPS, ReplayTest, Witnesses

LLDB, PLUGIN, REVISIT, SOURCES = sys.argv[1:5]

# Functions that touch what the threads share, for a debugger to call.
COUNTER = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;
int peek(void) {
  pthread_mutex_lock(&mutex);
  int value = count;
  pthread_mutex_unlock(&mutex);
  return value;
}
static void* add(void* unused) {
  int before = peek();
  char* copy = malloc(4);
  count = before + 1;
  free(copy);
  return unused;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, add, NULL);
  pthread_create(&second, NULL, add, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(count == 2);
  return 0;
}
"""


def setUpModule():
    global witnesses, lost_update, sensor, counter
    witnesses = Witnesses(REVISIT)
    examples = os.path.join(SOURCES, "examples")
    lost_update = witnesses.make(os.path.join(examples, "lost_update", "lost_update.c"))
    sensor = witnesses.make(os.path.join(examples, "sensor", "sensor.c"))
    counter = witnesses.make(witnesses.write("counter.c", COUNTER))


def tearDownModule():
    witnesses.remove()


class Case(ReplayTest):
    lldb, plugin = LLDB, PLUGIN

    def assertStop(self, answer, line, arrow, reason="step over"):
        """The stop line, then LLDB's own report, with the user's frame."""
        self.assertRegex(answer, rf"(?m)^\[revisit {line}")
        self.assertArrow(answer, arrow)
        self.assertIn(f"stop reason = {reason}", answer)

    def assertArrow(self, answer, line):
        self.assertRegex(answer, rf"(?m)^-> {line} ")
        self.assertNotIn("librevisit-runtime", answer)


class Stepping(Case):
    def test_next_tells_of_the_events_that_it_passed(self):
        debugger = self.talk(sensor)
        debugger.ask("revisit goto (2,2)")  # hasReadings unlocks
        for arrow in (35, 47, 48):
            answer = self.resume(debugger, "next")
            self.assertArrow(answer, arrow)
            self.assertNotIn("[revisit", answer)  # none was passed
        self.assertStop(self.resume(debugger, "next"), r"16/17 94%\] T2 error", 40, "the bug, event 16 of 17")
        self.assertRegex(self.resume(debugger, "next"), r"(?m)^\[revisit 17/17.*\nend: no thread can continue")

    def test_next_past_events(self):
        debugger = self.talk(lost_update)
        debugger.ask("revisit goto 2")  # main has created both
        self.assertNotIn("[revisit", self.resume(debugger, "next"))
        self.assertStop(self.resume(debugger, "next"), r"9/12 75%\] T0 join T1 pay", 20)
        self.assertStop(self.resume(debugger, "n"), r"10/12 83%\] T0 join T2 pay", 21)
        self.assertStop(self.resume(debugger, "n"), r"12/12 100%\] T0 error", 21, "the bug, event 12 of 12")

    def test_step_enters_functions_and_finish_leaves_them(self):
        debugger = self.talk(sensor)
        debugger.ask("breakpoint set --name display --one-shot true")
        self.assertArrow(self.resume(debugger, "run"), 47)
        self.assertArrow(self.resume(debugger, "step"), 32)
        self.assertStop(self.resume(debugger, "finish"), r"7/17 41%\] T2 unlock window.lock", 47, "step out")

    def test_next_out_of_the_middle_of_an_event(self):
        """A watchpoint stops in the runtime; the step begins in the user's line all the same."""
        debugger = self.talk(lost_update)
        debugger.ask("revisit goto 2")
        self.watch(debugger, "balance")
        self.assertArrow(self.resume(debugger, "continue"), 11)
        self.assertRegex(debugger.ask("next"), r"(?m)^\[revisit 5/12.*T1 write balance = 10(?s:.*)^-> 12 ")

    def test_next_from_an_event_that_was_continued_to(self):
        debugger = self.talk(lost_update)
        debugger.ask("revisit break set -e 2")
        self.assertStop(self.resume(debugger, "run"), r"2/12 16%\] T0 create T2 pay", 18, "event breakpoint 1: -e 2")
        self.assertArrow(self.resume(debugger, "next"), 19)

    def test_a_breakpoint_on_events_ends_a_step(self):
        debugger = self.talk(lost_update)
        debugger.ask("revisit goto 2")
        self.resume(debugger, "next")
        debugger.ask("revisit break set -e 4")
        self.assertStop(self.resume(debugger, "next"), r"4/12 33%\] T2 read balance = 0", 10, "event breakpoint 1: -e 4")
        self.assertIn("[revisit 9/12", debugger.stop_line("revisit goto 9"))  # what is left of it does not stop this


class Running(Case):
    def test_run_and_continue_to_the_bug_and_the_end(self):
        debugger = self.talk(lost_update)
        self.assertStop(self.resume(debugger, "run"), r"12/12 100%\] T0 error assertion", 21, "the bug, event 12 of 12")
        self.assertIn("end: no thread can continue", self.resume(debugger, "continue"))
        self.assertIn("exited with status = 0", self.resume(debugger, "continue"))
        self.assertIn("error: the program does not run", debugger.ask("revisit back"))
        self.assertIn("[revisit 3/12", debugger.stop_line("revisit goto 3"))

    def test_run_in_the_middle_starts_again(self):
        debugger = self.talk(lost_update)
        debugger.ask("revisit goto 9")
        debugger.ask("breakpoint set --file lost_update.c --line 11")
        self.assertStop(self.resume(debugger, "run"), r"3/12 25%\] T1 read balance = 0|\[revisit 4/12", 11, "breakpoint 3.1")

    def test_ones_own_breakpoints_stop_revisits_commands_too_and_survive_going_back(self):
        debugger = self.talk(lost_update)
        debugger.ask("breakpoint set --file lost_update.c --line 11")
        stops = [debugger.stop_line("revisit run"), debugger.stop_line("revisit continue")]
        self.assertNotEqual(*stops)
        self.assertIn("T0 error", debugger.stop_line("revisit continue"))
        self.assertEqual(debugger.stop_line("revisit reverse-continue"), stops[1])
        self.assertIn("stop reason = breakpoint 3.1", debugger.ask("revisit status"))
        self.assertEqual(debugger.stop_line("revisit reverse-continue"), stops[0])
        self.assertIn("[revisit 1/12", debugger.stop_line("revisit goto 1"))
        self.assertEqual(debugger.stop_line("revisit continue"), stops[0])
        self.assertIn("[revisit 9/12", debugger.stop_line("revisit goto 9"))  # these moves pass it

    def test_revisits_own_breakpoints_are_out_of_sight(self):
        debugger = self.talk(lost_update)
        debugger.ask("revisit goto 3")
        self.assertNotRegex(debugger.ask("breakpoint list"), r"(?m)^\d")
        debugger.ask("breakpoint disable")
        debugger.ask("breakpoint delete --force")
        self.assertIn("[revisit 4/12", debugger.stop_line("revisit step"))
        debugger.ask("breakpoint delete 1 2")  # by number they can be
        self.assertIn("[revisit 2/12", debugger.stop_line("revisit goto 2"))

    def test_a_killed_program_and_one_started_by_others(self):
        debugger = self.talk(lost_update)
        debugger.ask("revisit goto 9")
        debugger.ask("process kill")
        self.assertIn("error: the program does not run", debugger.ask("revisit back"))
        self.assertIn("not running", debugger.ask("revisit info"))
        self.assertIn("[revisit 4/12", debugger.stop_line("revisit goto 4"))


class Watching(Case):
    def test_the_replay_warns_where_lldb_alone_does_not_stop_either(self):
        plain = witnesses.write("plain.c", "int watched;\nint main(void) {\n  watched = 1;\n  return watched - 1;\n}\n")
        subprocess.run(["cc", "-g", "-O0", "-o", plain + ".out", plain], check=True)
        debugger = self.talk()
        for line in (f"target create {plain}.out", "breakpoint set --name main", "run", "watchpoint set variable watched"):
            debugger.ask(line)
        doesStop = "stop reason = watchpoint" in debugger.ask("continue")
        replay = self.talk(lost_update)
        replay.ask("revisit goto 1")
        self.assertNotIn(NOTHING_STOPS, replay.ask("revisit status"))
        replay.ask("watchpoint set variable balance")
        self.assertEqual(NOTHING_STOPS not in replay.ask("revisit status"), doesStop)

    def test_a_watchpoint_stops_in_the_users_frame_and_survives_going_back(self):
        debugger = self.talk(lost_update)
        debugger.ask("revisit goto 1")
        self.watch(debugger, "balance")
        for _ in range(2):
            answer = debugger.ask("revisit continue")
            self.assertRegex(answer, r"old value: 0\s+new value: 10")
            self.assertArrow(answer, 11)
            self.assertIn("stop reason = watchpoint", answer)
            answer = self.resume(debugger, "continue")
            self.assertRegex(answer, r"old value: 10\s+new value: 20")
            self.assertArrow(answer, 11)
            self.assertIn("(void *) amount = 0x0000000000000014", debugger.ask("frame variable amount"))
            debugger.ask("revisit goto 1")

    def test_it_keeps_its_condition(self):
        debugger = self.talk(lost_update)
        debugger.ask("revisit goto 1")
        self.watch(debugger, "balance")
        debugger.ask("watchpoint modify --condition 'balance == 20'")
        debugger.ask("revisit goto 9")
        debugger.ask("revisit goto 1")
        self.assertRegex(debugger.ask("revisit continue"), r"new value: 20")


class Expressions(Case):
    def test_calls_of_the_programs_functions_change_nothing(self):
        debugger = self.talk(counter)
        events = debugger.ask_json("revisit info --json")["events"]
        undisturbed = [debugger.stop_line(f"revisit {move}") for move in ["restart"] + ["step"] * events]
        debugger.ask("revisit restart")
        for wanted in undisturbed[1:]:
            self.assertEqual(debugger.stop_line("revisit step"), wanted)
            count = re.search(r"= (\d+)", debugger.ask("expression count")).group(1)
            self.assertIn(f"= {count}\n", debugger.ask("expression peek()"))
            self.assertEqual(debugger.stop_line("revisit status"), wanted)
        self.assertIn("end: no thread can continue", debugger.ask("revisit step"))

    def test_a_changed_variable_is_a_divergence(self):
        debugger = self.talk(counter)
        debugger.ask("revisit goto 4")
        debugger.ask("expression count = 40")
        answer = debugger.ask("revisit goto end")
        self.assertRegex(answer, r"^error: replay diverged at \d+: expected T\d read count = 0, got the value 40")
        self.assertEqual(debugger.ask("revisit status"), answer)
        self.assertIn("T0 error assertion", debugger.stop_line("revisit goto bug"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
