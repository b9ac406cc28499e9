#!/usr/bin/env python3
"""`revisit replay` at a terminal, and Ctrl-C in everything that waits for the program.

    terminal.py LLDB PLUGIN REVISIT SOURCES
"""
import os
import subprocess
import sys
import time
import unittest

from conversation import Conversation, Debugger, Witnesses, PROMPT

LLDB, PLUGIN, REVISIT, SOURCES = sys.argv[1:5]

# Computes for as long as it is told between two of its events. A replay with another number is the same execution.
SPIN = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static unsigned long spin(unsigned long rounds) {
  unsigned long sum = 0;
  for (unsigned long i = 0; i < rounds; i++)
    sum += i;
  return sum;
}
static void* work(void* unused) {
  x = 1;
  x = 2;
  return unused;
}
int main(int argc, char** argv) {
  unsigned long rounds = strtoul(argv[argc - 1], NULL, 10);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  int seen = x;
  unsigned long sum = spin(rounds);
  pthread_join(thread, NULL);
  assert(seen != 1 || sum == 1);
  return 0;
}
"""
FOR_EVER = "1000000000000"


def setUpModule():
    global witnesses, lost_update, spin
    witnesses = Witnesses(REVISIT)
    lost_update = witnesses.make(os.path.join(SOURCES, "examples", "lost_update", "lost_update.c"))
    spin = witnesses.make(witnesses.write("spin.c", SPIN), arguments=["10"])


def tearDownModule():
    witnesses.remove()


class Replay(unittest.TestCase):
    def test_stands_at_the_bug_and_goes_on_from_there(self):
        with Conversation([REVISIT, "replay", lost_update, "--", "--no-lldbinit"]) as session:
            opening = ""
            while "frame #" not in opening:
                opening += session.read_until()
            self.assertIn("[revisit 12/12 100%] T0 error assertion", opening)
            self.assertIn("-> 21", opening)
            self.assertIn("[revisit 11/12", session.ask("revisit back"))
            self.assertIn("[revisit 10/12", session.ask())

    def test_what_is_behind_two_dashes_goes_to_lldb(self):
        ran = subprocess.run([REVISIT, "replay", lost_update, "--", "--no-lldbinit", "--batch", "-o", "revisit why"],
                             capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("lost update of 'balance'", ran.stdout)

    def test_a_path_with_blanks_and_quotes(self):
        folder = os.path.join(witnesses.folder, 'a "b" c')
        os.mkdir(folder)
        path = os.path.join(folder, "it's.revisit")
        with open(lost_update, "rb") as source, open(path, "wb") as target:
            target.write(source.read())
        ran = subprocess.run([REVISIT, "replay", path, "--", "--no-lldbinit", "--batch"], capture_output=True,
                             text=True, timeout=60, stdin=subprocess.DEVNULL)
        self.assertIn("[revisit 12/12 100%] T0 error assertion", ran.stdout, ran.stderr)


def computing():
    """The seconds of processor time that each process of the program that computes for ever has had so far."""
    spent = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline") as file:
                isOne = file.read().endswith(f"spin\0{FOR_EVER}\0")
            with open(f"/proc/{pid}/stat") as file:
                times = file.read().rpartition(")")[2].split()[11:13]
        except OSError:  # it has ended
            continue
        if isOne:
            spent[pid] = sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
    return spent


class CtrlC(unittest.TestCase):
    def setUp(self):
        self.debugger = Debugger(LLDB, PLUGIN)
        self.addCleanup(self.debugger.close)
        self.debugger.ask(f"revisit load {spin} -- {FOR_EVER}")
        self.debugger.ask("revisit goto 3")  # the next of main comes after the computation

    def interrupted(self, line):
        """What a command that does not end answers to Ctrl-C, once the program computes."""
        before = computing()
        self.debugger.send(line + "\n")
        end = time.time() + 30
        while time.time() < end and not any(spent - before.get(pid, 0) > 0.2 for pid, spent in computing().items()):
            time.sleep(0.05)
        start = time.time()
        self.debugger.interrupt()
        answer = self.debugger.read_until()
        while "[revisit" not in answer and "stopped" not in answer and "error:" not in answer:
            answer += self.debugger.read_until()
        self.assertLess(time.time() - start, 5)
        return answer

    def assertIsInTheComputation(self):
        answer = self.debugger.ask("revisit status")
        self.assertIn("[revisit 3/7", answer)
        self.assertIn("spin(rounds=1000000000000)", answer)

    def test_ends_forward_moves_where_the_program_is(self):
        for line in ("revisit next", "revisit step -t 0", "revisit goto 6", "revisit continue", "revisit run"):
            with self.subTest(line):
                self.assertIn("[revisit 3/7", self.interrupted(line))
                self.assertIsInTheComputation()
                self.debugger.ask("revisit goto 3")

    def test_ends_a_line(self):
        self.debugger.ask("revisit line")
        self.assertIn("[revisit 3/7", self.interrupted("revisit line"))
        self.assertIsInTheComputation()

    def test_ends_a_search_backwards(self):
        self.interrupted("revisit next")
        self.assertIn("error: interrupted", self.interrupted("revisit reverse-line"))
        self.assertIsInTheComputation()

    def test_ends_LLDBs_own_commands(self):
        self.debugger.ask("next")
        for line in ("next", "continue", "run"):
            with self.subTest(line):
                self.assertIn("stop reason = signal SIGSTOP", self.interrupted(line))
                self.assertIsInTheComputation()

    def test_then_all_goes_on(self):
        self.interrupted("revisit next")
        self.assertIn("[revisit 2/7", self.debugger.ask("revisit back 2"))
        self.assertIn("[revisit 3/7", self.debugger.ask("revisit step"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
