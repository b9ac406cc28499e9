#!/usr/bin/env python3
"""Going to other executions in the debugger: revisit outcomes, take, undo, redo, trail, find and drive.

    executions.py LLDB PLUGIN REVISIT SOURCES
"""
import json
import os
import re
import subprocess
import sys
import unittest

from conversation import ReplayTest, Witnesses

LLDB, PLUGIN, REVISIT, SOURCES = sys.argv[1:5]
EXAMPLES = os.path.join(SOURCES, "examples")

# Its error needs a stale read.
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

# The signal may come before the wait.
WAKE = """#include <pthread.h>
#include <stdbool.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static bool full;
static void* consume(void* unused) {
  pthread_mutex_lock(&lock);
  bool empty = !full;
  pthread_mutex_unlock(&lock);
  if (empty) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&filled, &lock);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t consumer;
  pthread_create(&consumer, 0, consume, 0);
  pthread_mutex_lock(&lock);
  full = true;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
  pthread_join(consumer, 0);
  return 0;
}
"""


def setUpModule():
    global witnesses, message, wake, deadlock, sensor
    witnesses = Witnesses(REVISIT)
    message = witnesses.make(witnesses.write("message.c", MESSAGE), "--model", "rc11")
    wake = witnesses.make(witnesses.write("wake.c", WAKE))
    deadlock = witnesses.make(os.path.join(EXAMPLES, "deadlock", "transfer.c"))
    sensor = witnesses.make(os.path.join(EXAMPLES, "sensor", "sensor.c"))


def tearDownModule():
    witnesses.remove()


class Case(ReplayTest):
    lldb, plugin = LLDB, PLUGIN

    def assertSays(self, answer, *parts):
        for part in parts:
            self.assertRegex(answer, re.compile(part, re.M))

    def trail(self, debugger):
        """From which each execution was taken, how it ends, and the number of the present one."""
        listed = debugger.ask_json("revisit trail --json")["executions"]
        self.assertEqual([one["number"] for one in listed], list(range(1, len(listed) + 1)))
        present = [one["number"] for one in listed if one["present"]]
        self.assertEqual(len(present), 1)
        return [(one["from"], one["error"]) for one in listed], present[0]


class StaleRead(Case):
    def test_a_read_is_made_fresh_and_stale_again(self):
        debugger = self.talk_about(message)
        debugger.ask("revisit goto bug")
        debugger.ask("revisit back")
        listed = debugger.ask("revisit outcomes --ends")
        self.assertSays(listed, r"^\d+  T2 read data = 0.*message.c:12$",
                        r"possible +1 +from \d+  T1 write data = 1  message.c:6$",
                        r"ends: complete: nothing is wrong", r"what happened +0 +from the initial value")
        taken = debugger.ask("revisit take 1")
        self.assertSays(taken, r"^taken: \d+  T2 read data = 1  message.c:12  --reads-from 1,0$",
                        r"^kept \d+ events, the execution has \d+$", r"^execution 2: complete: nothing is wrong$",
                        r"^\[revisit \d+/\d+ \d+%\] T2 read data = 1  rf \(1,0\) write data  message.c:12$",
                        r"^frame #\d+: .*`consume.* at message.c:12:", r"^-> 12 ")
        debugger.ask("revisit line")
        self.assertIn("seen = 1", debugger.ask("frame variable seen"))
        self.assertEqual(self.trail(debugger), ([(None, "assertion"), (1, "none")], 2))
        # Back by hand: the first execution, which is not made again.
        debugger.ask("revisit prev")
        back = debugger.ask_json("revisit take (2,1) --reads-from init --json")
        self.assertEqual((back["execution"], back["known"], back["error"]), (1, True, "assertion"))
        self.assertEqual(self.trail(debugger), ([(None, "assertion"), (1, "none")], 1))
        self.assertIn("T2 error assertion seen == 1", debugger.stop_line("revisit goto bug"))

    def test_undo_and_redo_go_across_executions(self):
        debugger = self.talk_about(message)
        debugger.ask("revisit goto 4")
        before = debugger.stop_line("revisit status")
        taken = debugger.stop_line("revisit take message.c:12 --reads-from (1,0)")
        stepped = debugger.stop_line("revisit step")
        self.assertEqual(debugger.stop_line("revisit undo"), taken)
        undone = debugger.ask("revisit undo")
        self.assertSays(undone, r"^execution 1: assertion: seen == 1$", re.escape(before))
        self.assertSays(debugger.ask("revisit redo"), r"^execution 2: complete: nothing is wrong$", re.escape(taken))
        self.assertEqual(debugger.stop_line("revisit redo"), stepped)
        self.assertIn("there is no move to do again", debugger.ask("revisit redo"))

    def test_wrong_use_loses_nothing(self):
        debugger = self.talk_about(message)
        self.assertIn("name one", debugger.ask("revisit outcomes"))
        debugger.ask("revisit goto bug")
        debugger.ask("revisit back")
        before = debugger.stop_line("revisit status")
        for command, error in (
                ("take", "say what happens instead"), ("take 1", "no outcomes of this execution are listed"),
                ("take x", "is no number of an outcome"), ("take --reads-from 99", "there is no event 99"),
                ("take --reads-from init", "that is what happened in this execution"),
                ("take --other-side", "the event has no such outcome"),
                ("take nowhere.c:3 --other-side", "no event of this"),
                ("take --before 1 --after 2", "excludes"), ("outcomes T9", "there is no thread 'T9'"),
                ("outcomes T1", "no thread that waits there"), ("outcomes --most 0", "no number above 0"),
                ("trail 2", "the trail has 1 execution"), ("trail 1", "the program is in this execution"),
                ("trail x", "no number above 0")):
            self.assertIn(error, debugger.ask(f"revisit {command}"), command)
        self.assertEqual(debugger.stop_line("revisit status"), before)
        debugger.ask("revisit outcomes")
        self.assertIn("the list has the outcomes 1 to 2", debugger.ask("revisit take 9"))
        self.assertIn("the outcomes of another event were listed last", debugger.ask("revisit take message.c:11 1"))
        debugger.ask("revisit back")
        self.assertIn("listed at another position", debugger.ask("revisit take 1"))
        debugger.ask("revisit take message.c:12 1")
        self.assertIn("no outcomes of this execution are listed", debugger.ask("revisit take 1"))
        self.assertEqual(self.trail(debugger), ([(None, "assertion"), (1, "none")], 2))


class Locks(Case):
    def test_a_waiting_thread_gets_the_lock(self):
        debugger = self.talk_about(deadlock)
        debugger.ask("revisit goto end")
        for thread in (1, 2):
            listed = debugger.ask_json(f"revisit outcomes T{thread} --ends --json")
            self.assertEqual([one["ending"] for one in listed["outcomes"] if one["verdict"] == "possible"],
                             ["complete: nothing is wrong"])
            debugger.ask("revisit bookmark add here")
            taken = debugger.ask(f"revisit take T{thread} 1")
            self.assertSays(taken, rf"^taken: \d+  T{thread} lock ",
                            rf"^execution {thread + 1}: complete: nothing is wrong$")
            self.assertEqual(debugger.ask_json("revisit bookmark list --json")["bookmarks"], {})
            self.assertSays(debugger.ask("revisit goto end"), r"end: no thread can continue")
            debugger.ask("revisit trail 1")
            self.assertEqual(list(debugger.ask_json("revisit bookmark list --json")["bookmarks"]), ["here"])
            debugger.ask("revisit goto end")
        self.assertEqual(self.trail(debugger), ([(None, "deadlock"), (1, "none"), (1, "none")], 1))
        self.assertSays(debugger.ask("revisit trail"), r"^-> +1  .*\.revisit +deadlock",
                        r"^ +2  +\d+  T1 lock .* complete: nothing is wrong$")
        # From one branch to the other, without the one between.
        debugger.ask("revisit trail 2")
        self.assertSays(debugger.ask("revisit trail 3"), r"^execution 3: complete", r"^\[revisit ")
        self.assertEqual(self.trail(debugger)[1], 3)

    def test_the_selected_thread_is_meant(self):
        debugger = self.talk_about(deadlock)
        debugger.ask("revisit goto end")
        waits = [debugger.ask_json(f"revisit outcomes T{thread} --json") for thread in (1, 2)]
        threads = debugger.ask("thread list")
        index = {name: number for number, name in re.findall(r"thread #(\d+): .*name = '(T\d)", threads)}
        for thread in (1, 2):
            if f"T{thread}" in index:
                debugger.ask(f"thread select {index[f'T{thread}']}")
                self.assertEqual(debugger.ask_json("revisit outcomes --json"), waits[thread - 1])

    def test_breakpoints_stay(self):
        debugger = self.talk_about(deadlock)
        debugger.ask("revisit break set -k lock -t T1")
        debugger.ask("breakpoint set --file transfer.c --line 17")
        places = lambda: [one["events"] for one in debugger.ask_json("revisit break list --json")["breakpoints"]]
        debugger.ask("revisit goto end")
        before = places()
        debugger.ask("revisit take T1 --before 4")
        here = places()
        self.assertEqual([len(events) for events in before + here], [1, 2])
        self.assertSays(self.resume(debugger, "continue"), r"stop reason = ")
        debugger.ask("revisit trail 1")
        self.assertEqual(places(), before)
        self.assertIn("transfer.c", debugger.ask("breakpoint list"))


class LostWakeUp(Case):
    def test_the_signal_comes_later(self):
        debugger = self.talk_about(wake)
        debugger.ask("revisit goto end")
        self.assertIn("impossible here", debugger.ask("revisit outcomes T1 --all"))
        taken = debugger.ask("revisit take 5 --after 9")
        self.assertSays(taken, r"^taken: \d+  T0 lock lock  wake.c:20  --after 1,3$",
                        r"^execution 2: complete: nothing is wrong$")
        self.assertSays(debugger.ask("revisit schedule"), r"  wake filled +wake.c:12$")
        self.assertSays(debugger.ask("revisit undo"), r"^execution 1: deadlock", "T1 consume waits for wake of filled")

    def test_what_was_taken_is_a_witness_too(self):
        debugger = self.talk_about(wake)
        file = os.path.join(witnesses.folder, "taken.revisit")
        debugger.ask(f"revisit take 5 --after 9 -o {file}")
        here = debugger.ask_json("revisit info --json")
        self.assertEqual(here["error"]["kind"], "none")
        with open(file) as opened:
            self.assertEqual(json.load(opened)["execution"], here["execution"])
        ran = subprocess.run([REVISIT, "replay", "--plain", file], capture_output=True, text=True, timeout=120)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        debugger.ask(f"revisit load {file}")
        self.assertEqual(self.trail(debugger), ([(None, "none")], 1))


class Inputs(Case):
    def test_the_other_side_of_a_decision(self):
        debugger = self.talk_about(sensor)
        debugger.ask("revisit goto bug")
        debugger.ask("revisit constraints")
        self.assertSays(debugger.ask("revisit take sensor.c:20 --other-side"),
                        r"^taken: \d+  T1 branch reading > 85 false",
                        r"^execution 2: complete: nothing is wrong$", r"^\[revisit .* T1 branch reading > 85 false")
        model = debugger.ask_json("revisit model --json")["inputs"]
        self.assertLessEqual(int(model[0]["value"]), 85)
        asked = debugger.ask_json("revisit constraints --json")["conditions"]
        conditions = {one["text"]: one["taken"] for one in asked}
        self.assertEqual(conditions["reading > 85"], "false")
        self.assertIn("T0 exit", debugger.stop_line("revisit goto end"))

    def test_commands_are_found_and_can_be_shortened(self):
        debugger = self.talk_about(sensor)
        listed = debugger.ask("help revisit")
        for name in ("outcomes", "take", "trail", "undo", "redo", "find", "drive"):
            self.assertSays(listed, rf"^ +{name} +-- ")
            self.assertSays(debugger.ask(f"help revisit {name}"), rf"^Syntax: revisit {name}")
        self.assertEqual(debugger.ask("revisit outc sensor.c:20"), debugger.ask("revisit outcomes sensor.c:20"))
        self.assertEqual(debugger.ask("revisit tra"), debugger.ask("revisit trail"))


class Goals(Case):
    def test_from_here_on(self):
        debugger = self.talk_about(sensor)
        debugger.ask("revisit goto 7")
        before = debugger.stop_line("revisit status")
        found = debugger.ask("revisit find sensor.c:42")
        self.assertSays(found, r"^goal: sensor.c:42$", r"^  it holds after event \d+ of \d+$",
                        r"^execution 2: complete: nothing is wrong$", r"^\[revisit \d+/\d+")
        # The first events are the same ones, in the same order.
        trail = debugger.ask_json("revisit trail --json")["executions"]
        self.assertEqual([one["from"] for one in trail], [None, 1])
        self.assertSays(trail[1]["taken"], "^find sensor.c:42$")
        rows = lambda: [line.split("  ", 1)[1] for line in debugger.ask("revisit list").splitlines() if "  " in line]
        debugger.ask("revisit goto 7")
        self.assertEqual(debugger.stop_line("revisit status").partition("%]")[2], before.partition("%]")[2])
        debugger.ask("revisit undo")
        self.assertSays(debugger.ask("revisit undo"), r"^execution 1: assertion", re.escape(before))
        self.assertSays(debugger.ask("revisit redo"), r"^execution 2: ")

    def test_it_holds_in_this_execution(self):
        debugger = self.talk_about(sensor)
        debugger.ask("revisit goto 2")
        found = debugger.ask_json("revisit find sensor.c:22 --json")
        self.assertEqual((found["answer"], found["from"]), ("found", 2))
        debugger.ask("revisit goto bug")
        again = debugger.ask_json("revisit find 'T2 at sensor.c:40' if window.count == 0 --json")
        self.assertEqual(again["answer"], "in no execution")  # that moment is over
        self.assertTrue(again["elsewhere"]["execution"])

    def test_only_executions_that_part_earlier(self):
        debugger = self.talk_about(sensor)
        debugger.ask("revisit goto bug")
        answer = debugger.ask("revisit find sensor.c:25")
        self.assertSays(answer, r"^in no execution that begins with the same \d+ events: \d+ executions$",
                        r"^it holds in executions that part earlier, one of them before event \d+: .*$",
                        r"^'revisit find --anywhere GOAL' goes there$")
        told = debugger.ask_json("revisit find sensor.c:25 --json")
        self.assertEqual((told["answer"], told["nowhere"]), ("in no execution", False))
        self.assertTrue(told["elsewhere"]["parts_before"])
        self.assertSays(debugger.ask("revisit find --anywhere sensor.c:25"), "^goal: sensor.c:25$", "^execution 2: ")
        nowhere = debugger.ask("revisit find sensor.c:22 and sensor.c:34")
        self.assertSays(nowhere, r"^in no execution: \d+ executions$")
        self.assertNotIn("elsewhere", nowhere)

    def test_outcomes_and_a_goal(self):
        debugger = self.talk_about(deadlock)
        debugger.ask("revisit goto 3")
        found = debugger.ask("revisit find end in T1 and end in T2")
        self.assertSays(found, "^execution 2: complete: nothing is wrong$")
        self.assertSays(debugger.ask("revisit outcomes 4"), r"^4  ")
        self.assertSays(debugger.ask("revisit find waits for ever in T1"), r"^(execution|\[revisit|goal)")

    def test_wrong_goals(self):
        debugger = self.talk_about(sensor)
        debugger.ask("revisit goto 3")
        before = debugger.stop_line("revisit status")
        for goal, error in (("lokc m", "did you mean 'lock'"), ("sensor.c:40 if nothing == 1", "nothing that threads"),
                            ("T9 at sensor.c:40", "no execution has a thread T9"), ("", "GOAL is required"),
                            ("--seconds -1 sensor.c:40", "seconds")):
            self.assertSays(debugger.ask(f"revisit find {goal}"), f"error: .*{re.escape(error)}")
        self.assertEqual(debugger.stop_line("revisit status"), before)
        self.assertEqual(self.trail(debugger), ([(None, "assertion")], 1))


class ByHand(Case):
    def test_out_of_the_deadlock(self):
        debugger = self.talk_about(deadlock)
        debugger.ask("revisit goto 4")
        begun = debugger.ask_json("revisit drive --json")
        self.assertEqual(begun["steps"], 4)
        self.assertEqual([one["thread"] for one in begun["threads"]], [0, 1, 2])
        first = debugger.ask("revisit drive history")
        self.assertEqual(len(re.findall(r"^  T\d ", first, re.M)), 4)
        # One of the two threads takes both locks.
        for _ in range(3):
            debugger.ask("revisit drive undo")
        debugger.ask("revisit drive until")
        for thread in ("T1", "1", "T1", "1"):
            said = debugger.ask(f"revisit drive {thread}")
        self.assertSays(said, r"^  T2 +.*$", r"^\(\d+ steps; ")
        ended = debugger.ask("revisit drive finish")
        self.assertSays(ended, r"^execution 2: complete: nothing is wrong$", r"^\[revisit \d+/\d+")
        steps = debugger.ask_json("revisit drive list --json")["steps"]
        self.assertEqual(int(re.search(r"\[revisit (\d+)/", ended).group(1)), steps)
        self.assertSays(debugger.ask("revisit trail"), rf"driven, {steps} steps by hand")
        self.assertSays(debugger.ask("revisit undo"), "^execution 1: deadlock")

    def test_from_the_start_and_from_here(self):
        debugger = self.talk_about(wake)
        debugger.ask("revisit goto 5")
        self.assertEqual(debugger.ask_json("revisit drive --json")["steps"], 5)
        self.assertEqual(debugger.ask_json("revisit drive start --json")["steps"], 0)
        self.assertEqual(debugger.ask_json("revisit drive T0 --json")["steps"], 1)
        self.assertEqual(debugger.ask_json("revisit drive here --json")["steps"], 5)
        debugger.ask("revisit drive quit")
        debugger.ask("revisit goto 3")
        self.assertEqual(debugger.ask_json("revisit drive --json")["steps"], 3)
        self.assertEqual(debugger.ask_json("revisit drive undo 2 --json")["steps"], 1)

    def test_a_stale_read(self):
        debugger = self.talk_about(message)
        debugger.ask("revisit drive start")
        for thread in (0, 0, 1, 1, 1):
            listed = debugger.ask_json(f"revisit drive T{thread} --json")
        stale = None
        while stale is None:
            ways = [one for one in listed["threads"] if one["thread"] == 2][0]["ways"]
            stale = next((i + 1 for i, way in enumerate(ways) if "data = 0" in way), None)
            if stale is None:
                fresh = next((i + 1 for i, way in enumerate(ways) if "ready = 1" in way), 1)
                listed = debugger.ask_json(f"revisit drive T2 {fresh} --json")
                self.assertIn("threads", listed)
        self.assertIn("read data = 0", debugger.ask(f"revisit drive T2 {stale}"))
        steps = debugger.ask_json("revisit drive --json")["steps"]
        # It is the execution that was loaded, which is gone to, not made again.
        self.assertSays(debugger.ask("revisit drive finish"), rf"^\[revisit {steps}/\d+ \d+%\] T2 read data = 0, stale ")

    def test_wrong_commands(self):
        debugger = self.talk_about(deadlock)
        for command, said in (("9", "there is no such thread here"), ("T0 7", "its step has one way only"),
                              ("nonsense", "'nonsense' is no command"), ("undo x", "how many commands are taken back"),
                              ("T1 x", "the number of one of its ways"), ("until 3", "nothing stands behind 'until'"),
                              ("undo", "nothing was done"), ("help", "T1 takes its next step")):
            self.assertIn(said, debugger.ask(f"revisit drive {command}"))
        self.assertEqual(debugger.ask_json("revisit drive --json")["steps"], 0)
        self.assertEqual(self.trail(debugger), ([(None, "deadlock")], 1))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
