#!/usr/bin/env python3
"""Checks on generated C programs that signals, masks, pipes and locks do what the kernel does.

    tests/programs/signal_fuzz.py build/bin/revisit [--count N] [--seed S] [--jobs N] [--keep FOLDER]

Main has a handler, and reads and polls a pipe, changes its mask, takes a mutex, sends itself signals. Another thread
sends it signals, as a thread and as the process, writes to the pipe and takes the mutex. What main sees is a number. A
machine that does these things literally, step by step, says which numbers there are; the exploration must find the
same ones. One binary holds many programs; its argument says which one runs. REVISIT_FUZZ_COUNT is another number of
programs.
"""
import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile

TOGETHER = 40  # programs in one binary
EINTR, READY = 7, 8
CODES = {"m": 4, "h": 5, "t": 6}

PRELUDE = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <revisit.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_t self;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ends[2], tells;
static _Atomic int count;
static unsigned long outcome;
static void see(unsigned code) { outcome = outcome * 10 + code; }
static void handle(int number) { count++; if (tells) write(ends[1], "h", 1); (void)number; }
static void mask(int how) { sigset_t set; sigemptyset(&set); sigaddset(&set, SIGUSR1); pthread_sigmask(how, &set, 0); }
static void failed(void) { see(errno == EINTR ? 7 : 9); }
static void reads(void) {
  char byte;
  if (read(ends[0], &byte, 1) != 1) failed(); else see(byte == 'm' ? 4 : byte == 'h' ? 5 : 6);
}
static void polls(int permits) {
  struct pollfd polled = {ends[0], POLLIN, 0};
  sigset_t none;
  sigemptyset(&none);
  if ((permits ? ppoll(&polled, 1, 0, &none) : poll(&polled, 1, -1)) != 1) failed(); else see(8);
}
static void begin(void *(*other)(void *), pthread_t *thread, int flags, int writes) {
  struct sigaction action;
  self = pthread_self();
  tells = writes;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  action.sa_flags = flags;
  sigaction(SIGUSR1, &action, 0);
  pipe(ends);
  mask(SIG_BLOCK);
  pthread_create(thread, 0, other, 0);
  mask(SIG_UNBLOCK);
}
"""

OF_MAIN = {"F": "see((unsigned)count);", "W": 'write(ends[1], "m", 1);', "R": "reads();", "P": "polls(0);",
           "Q": "polls(1);", "B": "mask(SIG_BLOCK);", "U": "mask(SIG_UNBLOCK);", "K": "raise(SIGUSR1);",
           "L": "pthread_mutex_lock(&m);", "V": "pthread_mutex_unlock(&m);", "J": "pthread_join(other, 0);"}
OF_OTHER = {"k": "pthread_kill(self, SIGUSR1);", "K": "kill(getpid(), SIGUSR1);", "w": 'write(ends[1], "t", 1);',
            "L": "pthread_mutex_lock(&m);", "V": "pthread_mutex_unlock(&m);"}


class Program:
    def __init__(self, seed):
        rng = random.Random(seed)
        self.restarts, self.tells = rng.random() < 0.5, rng.random() < 0.4
        self.main = self.steps(rng, "FFWRRPQBUK", rng.randint(2, 4))
        if "B" in self.main:
            self.main.append("U")
        self.main += ["J", "F"]
        self.other = self.steps(rng, "kkKKw", rng.randint(1, 3))
        self.other += ["w"] * (self.main.count("R") + (1 if "P" in self.main or "Q" in self.main else 0))

    @staticmethod
    def steps(rng, kinds, count):
        steps = [rng.choice(kinds) for _ in range(count)]
        if rng.random() < 0.3:
            first = rng.randrange(len(steps))
            last = rng.randint(first, min(first + 1, len(steps) - 1))
            if not any(step in "RPQ" for step in steps[first:last + 1]):  # a thread that waits holds nothing
                steps = steps[:first] + ["L"] + steps[first:last + 1] + ["V"] + steps[last + 1:]
        return steps

    def text(self, number, outcomes):
        other = "\n".join("  " + OF_OTHER[step] for step in self.other)
        main = "\n".join("  " + OF_MAIN[step] for step in self.main)
        told = "\n".join(f'  if (outcome == {value}) revisit_fail("{value}", "", 0);' for value in sorted(outcomes))
        return f"""static void *other{number}(void *unused) {{
  mask(SIG_BLOCK);
{other}
  return unused;
}}
static void program{number}(void) {{
  pthread_t other;
  begin(other{number}, &other, {'SA_RESTART' if self.restarts else '0'}, {int(self.tells)});
{main}
{told}
  revisit_fail("another", "", 0);
}}
"""


class Machine:
    """All outcomes of a program. A state is a tuple: main's step and where it is in it, the handler's step (None: it does
    not run) with what main does and which mask it has afterwards, main's mask, signals pending for the thread and the
    process, the pipe, the count, the holder of the mutex, the outcome, the other thread's step."""

    def __init__(self, program):
        self.program = program
        self.seen, self.outcomes = set(), set()

    def run(self):
        # The other thread has blocked the signal before it does anything, so it is left out.
        waiting = [(0, "look", None, False, False, False, "", 0, None, 0, 0)]
        while waiting:
            state = waiting.pop()
            if state in self.seen:
                continue
            self.seen.add(state)
            if state[0] == len(self.program.main):
                self.outcomes.add(state[9])
                continue
            following = list(self.main(state)) + list(self.other(state))
            assert following, state
            waiting.extend(following)
        return self.outcomes

    def other(self, state):
        at, where, handler, masked, own, process, pipe, count, holder, outcome, step = state
        if step == len(self.program.other):
            return
        what = self.program.other[step]
        if what == "k":
            own = True
        elif what == "K":
            process = True
        elif what == "w":
            pipe += "t"
        elif what == "L":
            if holder is not None:
                return
            holder = "other"
        else:
            holder = None
        yield (at, where, handler, masked, own, process, pipe, count, holder, outcome, step + 1)

    # Enters the handler; afterwards main is there, with that mask.
    def handled(self, state, at, where, after):
        _, _, _, _, own, process, pipe, count, holder, outcome, step = state
        if own:
            own = False
        else:
            process = False
        return (at, where, (0, after), True, own, process, pipe, count, holder, outcome, step)

    def main(self, state):
        at, where, handler, masked, own, process, pipe, count, holder, outcome, step = state
        if handler is not None:
            part, after = handler
            rest = (own, process, pipe, count, holder, outcome, step)
            if part == 0:
                yield (at, where, (1, after), True, own, process, pipe, count + 1, holder, outcome, step)
            elif part == 1 and self.program.tells:
                yield (at, where, (2, after), True, own, process, pipe + "h", count, holder, outcome, step)
            else:
                yield (at, where, None, after, *rest)
            return
        pending = own or process
        if where == "look":
            if pending and not masked:
                yield self.handled(state, at, "look", False)
            else:
                yield (at, "do", None, masked, own, process, pipe, count, holder, outcome, step)
            return
        yield from self.step(state, self.program.main[at], pending)

    def step(self, state, what, pending):
        at, where, _, masked, own, process, pipe, count, holder, outcome, step = state
        deliverable = pending and (not masked or what == "Q")

        def after(masked=masked, own=own, pipe=pipe, holder=holder, outcome=outcome):
            return (at + 1, "look", None, masked, own, process, pipe, count, holder, outcome, step)

        def elsewhere(there):
            return (at, there, None, masked, own, process, pipe, count, holder, outcome, step)

        if where == "failed":
            yield after(outcome=outcome * 10 + EINTR)
        elif what == "F":
            yield after(outcome=outcome * 10 + count)
        elif what == "W":
            yield after(pipe=pipe + "m")
        elif what == "B":
            yield after(masked=True)
        elif what == "U":
            freed = after(masked=False)
            yield self.handled(freed, at + 1, "look", False) if pending else freed
        elif what == "K":
            sent = after(own=True)
            yield sent if masked else self.handled(sent, at + 1, "look", False)
        elif what == "V":
            yield after(holder=None)
        elif what in "LJ":
            if holder is None if what == "L" else step == len(self.program.other):
                yield after(holder="main" if what == "L" else holder)
            elif deliverable:
                yield self.handled(state, at, "do", False)
        elif where == "do" and pipe:
            if what == "R":
                yield after(pipe=pipe[1:], outcome=outcome * 10 + CODES[pipe[0]])
            else:
                yield after(outcome=outcome * 10 + READY)
        elif where == "do":
            yield elsewhere("check")
        elif where == "check" and deliverable:
            again = what == "R" and self.program.restarts
            yield self.handled(state, at, "look" if again else "failed", masked)
        elif where == "check":
            yield elsewhere("asleep")
        elif pipe or deliverable:
            yield elsewhere("do")


class Fuzz:
    def __init__(self, revisit, folder, timeout):
        self.revisit, self.folder, self.timeout = revisit, folder, timeout

    def compile(self, seeds):
        programs = [Program(seed) for seed in seeds]
        self.expected = [Machine(program).run() for program in programs]
        self.programs = programs
        source = os.path.join(self.folder, f"signals{seeds[0]}.c")
        parts = [program.text(number, outcomes) for number, (program, outcomes) in
                 enumerate(zip(programs, self.expected))]
        table = "static void (*const programs[])(void) = {" + ", ".join(f"program{n}" for n in range(len(seeds))) + "};\n"
        main = "int main(int argc, char **argv) { programs[argc > 1 ? atoi(argv[1]) : 0](); return 0; }\n"
        with open(source, "w", encoding="utf-8") as file:
            file.write(PRELUDE + "".join(parts) + table + main)
        binary = source[:-2]
        compiler = os.path.join(os.path.dirname(self.revisit), "revisit-cc")
        subprocess.run([compiler, "-w", source, "-o", binary, "-pthread"], check=True)
        return binary

    def wrong(self, binary, number):
        """What is wrong with one program; None: nothing."""
        report = f"{binary}.{number}.json"
        command = [self.revisit, "check", "--keep-going", "--no-progress", "--check-duplicates", "--ignore", "leak",
                   "--timeout", str(self.timeout), "--witness", os.path.join(self.folder, "witnesses"), "--json", report,
                   binary, "--", str(number)]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if not os.path.exists(report) or os.path.getsize(report) == 0:
            return f"no report: status {done.returncode}: {done.stderr[-600:]}"
        with open(report, encoding="utf-8") as file:
            told = json.load(file)
        reasons = [reason["detail"] for reason in told["reasons"] if reason["kind"] != "stopped-at-bug"]
        found, odd = set(), []
        for error in told["errors"]:
            text = error.get("message", "")
            if error["kind"] == "assertion" and text.strip().isdigit():
                found.add(int(text))
            else:
                odd.append(f"{error['kind']}: {text}")
        if reasons or odd or found != self.expected[number]:
            return (f"missing {sorted(self.expected[number] - found)}, too many {sorted(found - self.expected[number])}, "
                    f"of {len(self.expected[number])}; {odd} {reasons}")
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("--count", type=int, default=int(os.environ.get("REVISIT_FUZZ_COUNT", "24")))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=30, help="seconds for one program")
    parser.add_argument("--keep", metavar="FOLDER")
    options = parser.parse_args()
    failed = outcomes = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or scratch
        os.makedirs(folder, exist_ok=True)
        for first in range(options.seed, options.seed + options.count, TOGETHER):
            seeds = list(range(first, min(first + TOGETHER, options.seed + options.count)))
            fuzz = Fuzz(os.path.abspath(options.revisit), folder, options.timeout)
            binary = fuzz.compile(seeds)
            outcomes += sum(len(expected) for expected in fuzz.expected)
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                for seed, program, wrong in zip(seeds, fuzz.programs, pool.map(
                        lambda number: fuzz.wrong(binary, number), range(len(seeds)))):
                    if wrong:
                        failed += 1
                        print(f"FAIL seed {seed}: main {''.join(program.main)} other {''.join(program.other)} "
                              f"restarts {program.restarts} tells {program.tells}: {wrong}\n"
                              f"     alone: tests/programs/signal_fuzz.py {options.revisit} --count 1 --seed {seed}")
    print(f"{options.count - failed} passed with {outcomes} outcomes, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
