#!/usr/bin/env python3
"""Every command of the container `revisit`, as it is typed and answered.

    commands.py LLDB PLUGIN REVISIT SOURCES
"""
import os
import re
import sys
import unittest

from conversation import NOTHING_STOPS, ReplayTest, Witnesses

LLDB, PLUGIN, REVISIT, SOURCES = sys.argv[1:5]
EXAMPLES = os.path.join(SOURCES, "examples")


PRINTS = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x;
static void* set(void* unused) {
  x = 1;
  printf("x is set\\n");
  return unused;
}
int main(int argc, char** argv) {
  pthread_t thread;
  printf("hello\\n");
  pthread_create(&thread, NULL, set, argv);
  assert(x == 0);
  pthread_join(thread, NULL);
  return argc == 0;
}
"""


CONTAINER = """
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>
static std::mutex guard;
static std::vector<int> jobs;
static void add(int job) {
  std::lock_guard<std::mutex> lock(guard);
  jobs.push_back(job);
}
int main() {
  std::thread other(add, 1);
  add(2);
  other.join();
  assert(jobs.front() == 2);
}
"""


# Two loops, and a function that each of their rounds calls.
ROUNDS = """
#include <assert.h>
#include <pthread.h>
static int x, kept[12];
static void keep(int round, int index) {
  kept[round * 4 + index] = 1;
}
static void* count(void* unused) {
  x++;
  for (int round = 0; round < 3; round++)
    for (int index = 0; index < 4; index++)
      keep(round, index);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  x++;
  pthread_join(thread, NULL);
  assert(x == 2);
}
"""


def setUpModule():
    global witnesses, lost_update, sensor, deadlock, prints, container, rounds
    witnesses = Witnesses(REVISIT)
    lost_update = witnesses.make(os.path.join(EXAMPLES, "lost_update", "lost_update.c"))
    sensor = witnesses.make(os.path.join(EXAMPLES, "sensor", "sensor.c"))
    deadlock = witnesses.make(os.path.join(EXAMPLES, "deadlock", "transfer.c"))
    prints = witnesses.make(witnesses.write("prints.c", PRINTS))
    container = witnesses.make(witnesses.write("container.cpp", CONTAINER))
    rounds = witnesses.make(witnesses.write("rounds.c", ROUNDS))


def tearDownModule():
    witnesses.remove()


class Case(ReplayTest):
    lldb, plugin = LLDB, PLUGIN

    def assertLines(self, answer, *patterns):
        """Each pattern matches a whole line of the answer, in this order."""
        lines = iter(answer.splitlines())
        for pattern in patterns:
            self.assertTrue(any(re.fullmatch(pattern, line.rstrip()) for line in lines),
                            f"no line (left) is like {pattern!r} in:\n{answer}")


class Loading(Case):
    def test_without_a_witness_commands_say_how_to_load_one(self):
        debugger = self.talk()
        for command in ("step", "goto bug", "info", "list", "why", "status", "break list", "run"):
            self.assertEqual(debugger.ask(f"revisit {command}").strip(),
                             "error: no witness is loaded; 'revisit load FILE' loads one")

    def test_load_and_info(self):
        debugger = self.talk()
        answer = debugger.ask(f"revisit load {sensor}")
        self.assertLines(answer, f"witness:   {re.escape(sensor)}", r"program:   /.*/sensor",
                         r"error:     assertion: window.count > 0 in T2 display",
                         r"threads:   T0 main, T1 sampler, T2 display", r"events:    \d+", r"inputs:    reading = 86",
                         r"position:  not running")
        self.assertEqual(debugger.ask("revisit info"), answer)
        self.assertLines(debugger.ask("revisit info -v"), r"execution: +[0-9a-f]+", r"found by: +revisit \d+\.\d+.*: condpor, .*",
                         r"build id: +[0-9a-f]+", r"plan: +\d+ steps", r"shared: +8 bytes in 2 locations")
        info = debugger.ask_json("revisit info --json")
        self.assertEqual((info["error"]["kind"], info["inputs"][0]["value"], info["position"]), ("assertion", 86, None))

    def test_loading_again_replaces_the_target(self):
        debugger = self.talk_about(sensor)
        debugger.ask("revisit goto bug")
        debugger.ask(f"revisit load {lost_update}")
        targets = debugger.ask("target list")
        self.assertIn("lost_update", targets)
        self.assertNotIn("sensor", targets)
        self.assertIn("T0 error assertion", debugger.stop_line("revisit goto bug"))

    def test_what_cannot_be_loaded_leaves_what_was(self):
        debugger = self.talk_about(sensor)
        broken = witnesses.write("broken.revisit", "{")
        self.assertIn("error: /nowhere.revisit", debugger.ask("revisit load /nowhere.revisit"))
        self.assertIn("error: ", debugger.ask(f"revisit load {broken}"))
        self.assertIn("FILE is required", debugger.ask("revisit load"))
        self.assertIn("T2 display", debugger.ask("revisit info"))

    def test_arguments_of_ones_own(self):
        debugger = self.talk()
        self.assertIn("prints one two", debugger.ask(f"revisit load {prints} -- one two"))
        debugger.ask("revisit goto 1")
        self.assertIn("(int) argc = 3", debugger.ask("frame variable argc"))

    def test_run_and_restart(self):
        debugger = self.talk_about(sensor)
        self.assertIn("T2 error assertion window.count > 0", debugger.stop_line("revisit run"))
        answer = debugger.ask("revisit restart")
        self.assertLines(answer, r"\[revisit 0/17 0%\] start", r"frame #0: .*main at sensor.c:\d+:\d+", r"-> \d+ .*pthread_create.*")

    def test_a_deleted_target_is_missed(self):
        debugger = self.talk(sensor)
        debugger.ask("target delete 0")
        self.assertIn("error: the witness's target was deleted", debugger.ask("revisit step"))


class Moving(Case):
    def test_steps_and_their_repetition(self):
        debugger = self.talk_about(lost_update)
        self.assertIn("[revisit 0/12 0%] start", debugger.ask("revisit step"))
        self.assertIn("[revisit 3/12 25%] T1 read balance = 0  rf initial  lost_update.c:10",
                      debugger.ask("revisit step 3"))
        self.assertEqual(debugger.stop_line("revisit step -t T2"), debugger.stop_line("revisit goto (2,0)"))
        self.assertIn("[revisit 3/12", debugger.stop_line("revisit back"))
        self.assertIn("[revisit 2/12", debugger.stop_line(""))  # Enter
        self.assertIn("[revisit 1/12", debugger.stop_line("revisit back -t 0"))
        self.assertIn("[revisit 2/12", debugger.stop_line("revisit next"))
        self.assertIn("[revisit 9/12", debugger.stop_line(""))
        self.assertIn("[revisit 2/12", debugger.stop_line("revisit prev"))

    def test_goto(self):
        debugger = self.talk_about(lost_update)
        for place in ("7", "(2,1)", "(2, 1)", "(T2,1)"):
            self.assertIn("[revisit 7/12 58%] T2 write balance = 20  lost_update.c:11",
                          debugger.ask(f"revisit goto {place}"), place)
        self.assertIn("] start", debugger.ask("revisit goto start"))
        self.assertIn("end: no thread can continue", debugger.ask("revisit goto end"))
        self.assertIn("error assertion", debugger.stop_line("revisit goto bug"))
        for place, complaint in (("13", "there is no event 13: events are numbered from 1 to 12"),
                                 ("(7,0)", "there is no thread T7: threads are T0 to T2"),
                                 ("@x", "there is no bookmark 'x'"), ("nowhere", "'nowhere' is no event")):
            self.assertIn(f"error: {complaint}", debugger.ask(f"revisit goto {place}"))

    def test_the_end_of_a_deadlock_says_who_waits(self):
        debugger = self.talk_about(deadlock)
        self.assertLines(debugger.ask("revisit goto bug"), r"\[revisit 4/4 100%\] T2 lock bob.lock  transfer.c:14",
                         r"end: no thread can continue", r"  T0 main waits for the end of T1 \(payBob\)  transfer.c:36",
                         r"  T1 payBob waits for lock of bob.lock, held by T2 \(payAlice\)  transfer.c:15",
                         r"  T2 payAlice waits for lock of alice.lock, held by T1 \(payBob\)  transfer.c:15",
                         r"frame #\d+: .*`transfer\(.*transfer.c:15:3", r"-> 15  .*")
        self.assertIn("error: this is the end", debugger.ask("revisit step"))

    def test_lines_forwards_and_backwards(self):
        debugger = self.talk_about(sensor)
        debugger.ask("revisit goto (2,0)")  # hasReadings locks
        here = []
        for _ in range(4):
            here.append(re.findall(r"^-> (\d+)", debugger.ask("revisit line"), re.M))
        self.assertEqual(here, [["33"], ["34"], ["35"], ["47"]])
        back = [re.findall(r"^-> (\d+)", debugger.ask("revisit reverse-line"), re.M) for _ in range(3)]
        self.assertEqual(back, [["35"], ["34"], ["33"]])

    def test_lines_back_in_a_loop_stay_in_its_round(self):
        debugger = self.talk_about(rounds)
        debugger.ask("revisit goto 0")
        debugger.ask("breakpoint set --name keep --condition 'round == 2 && index == 1'")
        debugger.ask("revisit continue")
        passed = []
        for _ in range(4):
            line = re.search(r"^-> (\d+)", debugger.ask("revisit reverse-line"), re.M).group(1)
            shown = debugger.ask("frame variable")
            passed.append((line, *(re.search(rf"\b{name} = (\d+)", shown).group(1) for name in ("round", "index"))))
        # The caller's lines; at the last one the inner loop begins, with the index that the round before left.
        self.assertEqual(passed, [("12", "2", "1"), ("11", "2", "0"), ("12", "2", "0"), ("11", "2", "4")])

    def test_lines_back_from_an_error_and_from_a_deadlock(self):
        debugger = self.talk_about(sensor)
        debugger.ask("revisit goto bug")
        self.assertLines(debugger.ask("revisit reverse-line"), r"\[revisit 14/17 82%\] T2 lock window.lock  sensor.c:39",
                         r"frame #0: .*average at sensor.c:40:3")
        debugger.ask(f"revisit load {deadlock}")
        debugger.ask("revisit goto bug")
        self.assertLines(debugger.ask("revisit reverse-line"), r".*T1 lock alice.lock.*", r"frame #0: .*transfer.c:15:\d+")

    def test_history(self):
        debugger = self.talk(lost_update)
        self.assertIn("error: there is no move to take back", debugger.ask("revisit undo"))
        places = [debugger.stop_line(f"revisit goto {n}") for n in (3, 7, 2)]
        self.assertEqual(debugger.stop_line("revisit undo"), places[1])
        self.assertEqual(debugger.stop_line("revisit undo"), places[0])
        self.assertEqual(debugger.stop_line("revisit redo"), places[1])
        self.assertEqual(debugger.stop_line("revisit redo"), places[2])
        self.assertIn("error: there is no move to do again", debugger.ask("revisit redo"))

    def test_moves_answer_as_json(self):
        debugger = self.talk_about(lost_update)
        answer = debugger.ask_json("revisit goto 7 --json")
        self.assertEqual((answer["position"], answer["standing"]), (7, "event"))
        self.assertEqual((answer["event"]["thread"], answer["event"]["written"]), (2, 20))
        self.assertEqual(debugger.ask_json("revisit status --json"), answer)

    def test_wrong_words(self):
        debugger = self.talk_about(lost_update)
        for line in ("step x", "step 0", "step -1", "step 1 2", "step --frob", "back -t", "goto"):
            answer = debugger.ask(f"revisit {line}")
            self.assertRegex(answer, r"^error: .*; 'help revisit (step|back|goto)' says more\n$", line)
        self.assertIn("error: there is no thread '9'", debugger.ask("revisit step -t 9"))


class Breaking(Case):
    def test_each_kind_of_breakpoint(self):
        debugger = self.talk_about(lost_update)
        for options, events in (("-e 7", "7"), ("-e (2,1)", "7"), ("-t 1", "3, 5, 6"), ("-l balance", "3, 4, 5, 7, 11"),
                                ("-k W", "5, 7"), ("-k J -t T0", "9, 10"), ("--line lost_update.c:10", "3, 4"),
                                ("--reads-from (2,1)", "11"), ("--co-after 5", "7")):
            self.assertRegex(debugger.ask(f"revisit break set {options}"),
                             rf"^Event breakpoint \d+: .*, \d events?: {re.escape(events)}\n$", options)
        self.assertIn("error: say which events to stop at", debugger.ask("revisit break set"))
        for wrong in ("-e 99", "-t 9", "-k Q", "--line nonsense", "-l nothing_here", "--co-after 3", "-k F",
                      "--reads-from 5"):
            self.assertRegex(debugger.ask(f"revisit break set {wrong}"), "^error: ", wrong)

    def test_continue_both_ways(self):
        debugger = self.talk_about(lost_update)
        debugger.ask("revisit break set -k W")
        self.assertLines(debugger.ask("revisit run"), r"\[revisit 5/12.*", "stop reason = event breakpoint 1: -k W",
                         r"frame #0: .*")
        self.assertIn("[revisit 7/12", debugger.stop_line("revisit continue"))
        self.assertIn("T0 error assertion", debugger.stop_line("revisit continue"))
        self.assertIn("[revisit 7/12", debugger.stop_line("revisit reverse-continue"))
        self.assertIn("[revisit 5/12", debugger.stop_line(""))
        self.assertIn("] start", debugger.stop_line("revisit reverse-continue"))
        self.assertIn("error: this is the start", debugger.ask("revisit reverse-continue"))

    def test_list_disable_enable_delete(self):
        debugger = self.talk_about(lost_update)
        self.assertIn("No breakpoints on events", debugger.ask("revisit break list"))
        debugger.ask("revisit break set -k W")
        debugger.ask("revisit break set -k R")
        self.assertEqual(debugger.ask("revisit break disable 1"), "1 breakpoint disabled.\n")
        self.assertLines(debugger.ask("revisit break list"), r"1:  -k W  2 events: 5, 7 +disabled",
                         r"2:  -k R  3 events: 3, 4, 11")
        self.assertIn("[revisit 3/12", debugger.stop_line("revisit run"))
        self.assertIn("[revisit 4/12", debugger.stop_line("revisit continue"))
        self.assertIn("[revisit 11/12", debugger.stop_line("revisit continue"))
        debugger.ask("revisit break enable all")
        self.assertIn("[revisit 7/12", debugger.stop_line("revisit reverse-continue"))
        self.assertEqual(debugger.ask("revisit break delete 1 2"), "2 breakpoints deleted.\n")
        self.assertEqual(debugger.ask_json("revisit break list --json"), {"breakpoints": []})
        self.assertIn("error: ", debugger.ask("revisit break delete 1"))
        self.assertIn("error: 'x' is no breakpoint", debugger.ask("revisit break enable x"))

    def test_an_expression_names_what_to_stop_at(self):
        debugger = self.talk_about(sensor)
        debugger.ask("revisit goto start")
        self.assertIn("3 events: 6, 11, 15", debugger.ask("revisit break set -l window.count"))

    def test_bookmarks(self):
        debugger = self.talk_about(lost_update)
        self.assertIn("No bookmarks", debugger.ask("revisit bookmark list"))
        debugger.ask("revisit goto 4")
        self.assertIn("@here: [revisit 4/12", debugger.ask("revisit bookmark add here"))
        self.assertIn("@lost: [revisit 7/12", debugger.ask("revisit bookmark add lost (2,1)"))
        self.assertLines(debugger.ask("revisit bookmark list"), r"@here  \[revisit 4/12.*", r"@lost  \[revisit 7/12.*")
        self.assertEqual(debugger.ask_json("revisit bookmark list --json"), {"bookmarks": {"here": 4, "lost": 7}})
        self.assertIn("[revisit 7/12", debugger.stop_line("revisit goto @lost"))
        self.assertIn("event 4 ", debugger.ask("revisit show @here"))
        self.assertIn("deleted", debugger.ask("revisit bookmark delete lost"))
        self.assertIn("error: there is no bookmark 'lost'", debugger.ask("revisit goto @lost"))
        self.assertIn("error: there is no bookmark 'lost'", debugger.ask("revisit bookmark delete lost"))


class Looking(Case):
    def test_list_and_its_continuation(self):
        debugger = self.talk_about(lost_update)
        self.assertLines(debugger.ask("revisit list -c 2"), r" +1  \(0,0\)  create T1 pay\(10\)  lost_update.c:17",
                         r" +2  \(0,1\)  create T2 pay\(20\)  lost_update.c:18")
        debugger.ask("revisit goto 7")
        answer = debugger.ask("revisit list -c 4")
        self.assertLines(answer, r" +6  \(1,2\)  end .*", r"-> +7  \(2,1\)  write balance = 20  co \(1,1\)  lost_update.c:11")
        self.assertEqual(len(answer.splitlines()), 4)
        self.assertLines(debugger.ask("revisit list -k W --from 1"), r" +5  .*", r"-> +7  .*")
        self.assertLines(debugger.ask("revisit list -t 0 -c 2 --from 1"), r" +1  .*", r" +2  .*")
        self.assertLines(debugger.ask(""), r" +9  .*join.*", r" +10  .*join.*")  # Enter, with the same filter
        self.assertLines(debugger.ask(""), r" +11  .*rf \(2,1\).*", r" +12  .*error.*")
        self.assertEqual(debugger.ask(""), "There are no more events.\n")
        self.assertEqual(debugger.ask("revisit list -k F"), "No event matches.\n")
        listed = debugger.ask_json("revisit list --json -c 1")
        self.assertEqual((listed["position"], listed["events"][0]["number"]), (7, 7))

    def test_a_library_is_one_row_of_lists(self):
        debugger = self.talk(container)
        push = r"(?m)^.. +(\d+)-(\d+) +\(\d,\d+\) +jobs\.push_back\(\.\.\.\): (\d+) events +container.cpp:10$"
        everything = "revisit list -c 999 --from 1"
        first, last, count = map(int, re.search(push, debugger.ask(everything)).groups())
        self.assertEqual(last - first + 1, count)
        inside = debugger.ask(f"revisit list -c {count} --from {first} --all")
        self.assertRegex(inside, r"(?m)^.. +\d+ +\(\d,\d+\) +read jobs\.end = ")
        self.assertEqual(len(inside.splitlines()), count)
        debugger.ask(f"revisit goto {first + 1}")
        self.assertRegex(debugger.ask("revisit list"), rf"(?m)^-> +{first}-{last} ")
        self.assertRegex(debugger.ask("revisit schedule"), r"jobs\.push_back\(\.\.\.\): \d+ events")
        self.assertNotIn("events", debugger.ask("revisit schedule --all"))
        self.assertNotIn(" events", debugger.ask("revisit list -c 999 -k read"))  # what is asked for is shown
        self.assertRegex(debugger.ask("revisit show"), rf"(?m)^ +made by: +{first}-{last} jobs\.push_back")
        self.assertLines(debugger.ask("revisit config libraries on"), r"libraries +on .*")
        self.assertNotIn(" events", debugger.ask(everything))
        self.assertEqual(len(debugger.ask_json("revisit list --json -c 3 --from 1")["events"]), 3)

    def test_words_of_a_filter(self):
        debugger = self.talk_about(lost_update)
        listed = debugger.ask("revisit list -c 99 --from 1 -f 'balance -read -error'")
        self.assertEqual(re.findall(r"write balance = \d+", listed), ["write balance = 10", "write balance = 20"])
        self.assertEqual(len(listed.splitlines()), 2)
        answer = debugger.ask("revisit break set -f 'T2 balance -read'")
        self.assertEqual(answer, "Event breakpoint 1: -f T2 balance -read, 1 event: 7\n")
        without = debugger.ask("revisit list -c 99 --from 1 --filter=-balance")
        self.assertNotIn("balance", without)
        self.assertIn("create T1 pay", without)

    def test_show(self):
        debugger = self.talk_about(lost_update)
        self.assertIn("error: no event is done yet", debugger.ask("revisit show"))
        self.assertLines(debugger.ask("revisit show 7"), r"event 7 \(2,1\) of T2 pay\(20\): write balance = 20",
                         r"  memory: +4 bytes at 0x[0-9a-f]+", r"  left: +20 \(0x14\)",
                         r"  overwrites: +5 \(1,1\) write balance = 10  lost_update.c:11", r"  overwritten by: +nothing",
                         r"  read by: +11 .*", r"  thread before: +4 .*", r"  thread after: +8 .*",
                         r"  comes after: +\d of the 6 done before it", r"  #0 pay at lost_update.c:11")
        shown = debugger.ask_json("revisit show 7 --json")
        self.assertEqual((shown["previous_writer"], shown["readers"], shown["calls"][0]["function"]), (5, [11], "pay"))
        debugger.ask(f"revisit load {deadlock}")
        self.assertLines(debugger.ask("revisit show 3"), r"  object before: +nothing", r"  object after: +nothing")

    def test_schedule(self):
        debugger = self.talk_about(lost_update)
        debugger.ask("revisit goto 7")
        self.assertLines(debugger.ask("revisit schedule"), r" +T0 main +T1 pay\(10\) +T2 pay\(20\)",
                         r" +5 +write balance = 10 +lost_update.c:11", r"-> +7 +write balance = 20 +lost_update.c:11",
                         r" +12 +error +lost_update.c:21")

    def test_threads(self):
        debugger = self.talk_about(deadlock)
        self.assertLines(debugger.ask("revisit threads"), r" +T0 main +not started",
                         r" +T1 payBob +not started, 1 of T0 does", r" +T2 payAlice +not started, 2 of T0 does")
        debugger.ask("revisit goto 3")
        self.assertLines(debugger.ask("revisit threads"), r" +T0 main +#1 +transfer.c:36 +will wait for .*",
                         r"\* +T1 payBob +#2 +transfer.c:14 +will wait for .*",
                         r" +T2 payAlice +#3 +transfer.c:14 +next 4 lock bob.lock")
        debugger.ask("revisit goto end")
        state = debugger.ask_json("revisit threads --json")["threads"][1]
        self.assertEqual((state["state"], state["lldb_index"], state["at"]), ("waits", 2, "transfer.c:15"))
        debugger.ask(f"revisit load {sensor}")
        debugger.ask("revisit goto bug")
        self.assertLines(debugger.ask("revisit threads"), r".*T1 sampler +done", r"\*.*T2 display.*stands at its error")

    def test_config(self):
        debugger = self.talk(lost_update)
        self.assertLines(debugger.ask("revisit config"), r"output +on .*", r"source-lines +3 .*", r"libraries +off .*")
        debugger.ask("revisit config source-lines 0")
        self.assertEqual(len(debugger.ask("revisit goto 3").splitlines()), 2)
        debugger.ask("revisit config source-lines 1")
        self.assertEqual(len(re.findall(r"^(?:->|  ) \d+ ", debugger.ask("revisit status"), re.M)), 3)
        for wrong in ("source-lines many", "output maybe", "libraries 3", "colour red"):
            self.assertIn("error: ", debugger.ask(f"revisit config {wrong}"))

    def test_output_is_shown_once_unless_it_is_off(self):
        debugger = self.talk(prints)
        self.assertTrue(debugger.ask("revisit goto bug").startswith("hello\nx is set\n[revisit "))
        debugger.ask("revisit restart")
        self.assertTrue(debugger.ask("revisit goto bug").startswith("[revisit "))  # it was shown
        debugger.ask(f"revisit load {prints}")
        self.assertEqual(debugger.ask_json("revisit goto bug --json")["output"], "hello\nx is set\n")
        debugger.ask(f"revisit load {prints}")
        debugger.ask("revisit config output off")
        self.assertTrue(debugger.ask("revisit goto bug").startswith("[revisit "))

    def test_help(self):
        debugger = self.talk()
        container = debugger.ask("help revisit")
        for name in ("ask", "back", "bookmark", "break", "config", "constraints", "continue", "goto", "history", "info",
                     "line", "list", "load", "model", "next", "prev", "redo", "restart", "reverse-continue",
                     "reverse-line", "run", "schedule", "show", "status", "step", "threads", "undo", "why", "writer"):
            self.assertRegex(container, rf"(?m)^ +{name} +-- ")
            self.assertIn("Syntax: ", debugger.ask(f"help revisit {name}"))
        self.assertLines(debugger.ask("help revisit step"), "Go N events forward.", r"Syntax: revisit step \[N\] \[-t T\]",
                         r"  N +how many events; 1 when left out", r"  -t,--thread T +.*", r"  --json +.*")
        self.assertNotIn("at-stop", debugger.ask("help revisit status"))

    def test_the_names_step_and_back_stay_LLDBs(self):
        debugger = self.talk()
        self.assertIn("thread step-in", debugger.ask("help step"))
        self.assertIn("error: 'back' is not a valid command", debugger.ask("back"))


class Asking(Case):
    def test_why(self):
        debugger = self.talk_about(lost_update)
        debugger.ask("revisit goto 11")
        here = debugger.ask("revisit why")
        self.assertIn("(0,4) read balance = 20 at lost_update.c:21 reads from (2,1) write balance = 20", here)
        self.assertEqual(debugger.ask("revisit why 11"), here)
        self.assertEqual(debugger.ask("revisit why (0,4)"), here)
        self.assertEqual(debugger.ask("revisit why bug"), debugger.ask("revisit why 12"))
        answer = debugger.ask_json("revisit why --json")
        self.assertEqual(answer["event"], 11)
        self.assertTrue(answer["reasons"])
        self.assertIn("error: ", debugger.ask("revisit why 99"))
        debugger.ask(f"revisit load {deadlock}")
        self.assertIn("error: no event is done yet", debugger.ask("revisit why"))
        debugger.ask("revisit goto bug")
        self.assertIn("lock-order cycle: T1 (alice.lock) -> T2 (bob.lock) -> T1.", debugger.ask("revisit why"))

    def test_writer(self):
        debugger = self.talk_about(sensor)
        # Without a process: global variables, addresses, and names of the witness.
        nothing = "No write was done to it before"
        self.assertIn(nothing, debugger.ask("revisit writer window.count"))
        debugger.ask("revisit goto bug")
        wrote = "(1,5) write window.count = 0 at sensor.c:22 wrote it last."
        address = re.search(r"0x[0-9a-f]+", debugger.ask("expression -- &window.count")).group()
        for what in ("window.count", "(&window)->count", address, str(int(address, 16))):
            self.assertIn(wrote, debugger.ask(f"revisit writer {what}"), what)
        self.assertEqual(debugger.ask_json("revisit writer window.count --json")["event"], 11)
        self.assertIn("[revisit 11/17", debugger.stop_line("revisit writer window.count -g"))
        self.assertLines(debugger.ask("revisit writer shown"), r"Writes to it are no events, because only one thread .*",
                         rf"  Nothing has stored to it since main began\.|  .*{NOTHING_STOPS}.*")
        for what in ("nothing_here", "window.count + 1", "average()"):
            self.assertIn(f"error: '{what}' is no variable", debugger.ask(f"revisit writer {what}"))

    def test_history(self):
        debugger = self.talk_about(sensor)
        before = debugger.ask("revisit history window.count")
        debugger.ask("revisit goto 11")
        self.assertLines(debugger.ask("revisit history window.count"), r"window.count: 4 bytes at 0x[0-9a-f]+",
                         r" +6  \(2,1\)  read window.count = 1 +rf initial  sensor.c:33",
                         r"-> +11  \(1,5\)  write window.count = 0  co initial  sensor.c:22",
                         r" +15  \(2,4\)  read window.count = 0 +rf \(1,5\) +sensor.c:40")
        self.assertEqual(before.splitlines()[0], debugger.ask("revisit history window.count").splitlines()[0])
        self.assertIn("lock window.lock", debugger.ask("revisit history window"))
        self.assertIn("no event touches it", debugger.ask("revisit history shown"))
        events = debugger.ask_json("revisit history window.count --json")["events"]
        self.assertEqual([event["number"] for event in events], [6, 11, 15])

    def test_constraints_and_model(self):
        debugger = self.talk_about(sensor)
        self.assertLines(debugger.ask("revisit constraints"), r" +2  \(1,0\)  reading > -40  true  sensor.c:18",
                         r" +3  \(1,1\)  reading < 125  true  sensor.c:18", r" +9  \(1,3\)  reading > 85 +true  sensor.c:20")
        self.assertEqual(len(debugger.ask("revisit constraints 9").splitlines()), 1)
        self.assertIn("requires nothing", debugger.ask("revisit constraints 1"))
        self.assertLines(debugger.ask("revisit constraints 9 --core"), "it may be otherwise, for example with",
                         r"  reading = -?\d+  32 bits  of T1")
        self.assertEqual(debugger.ask_json("revisit constraints 9 --core --json")["possible"], "yes")
        self.assertEqual(len(debugger.ask_json("revisit constraints --json")["conditions"]), 3)
        self.assertLines(debugger.ask("revisit model"), r"reading = 86  32 bits  of T1")
        self.assertEqual(debugger.ask("revisit model reading"), debugger.ask("revisit model"))
        self.assertIn("error: there is no input 'x'", debugger.ask("revisit model x"))
        debugger.ask(f"revisit load {lost_update}")
        self.assertIn("no unknown inputs", debugger.ask("revisit model"))
        self.assertIn("requires nothing", debugger.ask("revisit constraints"))

    def test_ask(self):
        debugger = self.talk_about(sensor)
        self.assertLines(debugger.ask("revisit ask reading > 86 && reading < 88"), "possible, for example with",
                         r"  reading = 87  32 bits  of T1")
        self.assertLines(debugger.ask("revisit ask reading < 0"), "impossible because of",
                         r" +9  \(1,3\)  reading > 85  true  sensor.c:20")
        self.assertEqual(debugger.ask_json("revisit ask reading == 200 --json")["possible"], "no")
        self.assertRegex(debugger.ask("revisit ask reading >"), "^error: ")
        self.assertRegex(debugger.ask("revisit ask temperature > 3"), "^error: .*temperature")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
