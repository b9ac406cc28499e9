#!/usr/bin/env python3
"""Checks on generated C programs of one thread that sets of watches report what the kernel reports.

    tests/programs/epoll_fuzz.py build/bin/revisit [--count N] [--seed S] [--jobs N] [--keep FOLDER]

A program does random steps on pipes, an eventfd, a signalfd and two sets of watches, one in the other: it makes things
ready, drains them, sends itself signals, adds, changes and deletes watches, level- and edge-triggered and one-shot, and
waits without a limit. What it sees is a text. This machine runs it first; explored, it must see the same. A binary has
many programs; its argument says which one runs. REVISIT_FUZZ_COUNT is another number of programs.
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

PRELUDE = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>
enum { Watched = 5 }; /* two pipes, an eventfd, a signalfd, and in the outer set the inner one */
static int sets[2], watched[Watched], ends[2];
static char seen[4096];
static size_t length;
static void see(char what) { if (length < sizeof seen - 1) seen[length++] = what; }
static void saw(long result) { see(result < 0 ? errno == EAGAIN ? '~' : '!' : (char)('0' + result % 10)); }
static void ignore(int number) { (void)number; see('h'); }
static void begin(void) {
  sigset_t blocked, taken;
  int pair[2];
  sigemptyset(&taken);
  sigaddset(&taken, SIGUSR1);
  sigaddset(&taken, SIGUSR2);
  blocked = taken;
  sigaddset(&blocked, SIGHUP);
  sigprocmask(SIG_BLOCK, &blocked, 0);
  signal(SIGALRM, ignore);
  for (int i = 0; i < 2; i++) {
    pipe2(pair, O_NONBLOCK);
    watched[i] = pair[0];
    ends[i] = pair[1];
    sets[i] = epoll_create1(0);
  }
  watched[2] = eventfd(0, EFD_NONBLOCK);
  watched[3] = signalfd(-1, &taken, SFD_NONBLOCK);
  watched[4] = sets[1];
}
static void control(int set, int operation, int which, uint32_t events) {
  struct epoll_event event = {events, {.u64 = (uint64_t)which}};
  saw(epoll_ctl(sets[set], operation, watched[which], &event));
}
static void waits(int set, int room) {
  struct epoll_event found[8];
  const int count = epoll_wait(sets[set], found, room, 0);
  see('[');
  for (int i = 0; i < count; i++) {
    see((char)('a' + found[i].data.u64));
    see((char)('0' + (found[i].events & 15)));
  }
  see(']');
}
static void put(int which) {
  const uint64_t one = 1;
  saw(which == 2 ? write(watched[2], &one, 8) : write(ends[which], "x", 1));
}
static void get(int which) {
  struct signalfd_siginfo got[2];
  const long count = read(watched[which], got, which == 3 ? sizeof *got : which == 2 ? 8 : 1);
  saw(count);
  if (which == 3 && count > 0) see((char)('a' + got[0].ssi_signo % 26));
}
static void replace(int more) {
  sigset_t taken;
  sigemptyset(&taken);
  sigaddset(&taken, SIGUSR1);
  sigaddset(&taken, more ? SIGHUP : SIGUSR2);
  saw(signalfd(watched[3], &taken, 0) == watched[3]);
}
"""

MAIN = r"""
int main(int argc, char **argv) {
  const int number = argc > 1 ? atoi(argv[1]) : 0;
  begin();
  programs[number]();
#ifdef EXPECTED
  if (strcmp(seen, expected[number]) != 0) revisit_fail(seen, "", 0);
#else
  puts(seen);
#endif
  return 0;
}
"""


class Program:
    def __init__(self, seed):
        rng = random.Random(seed)
        signals = ["SIGUSR1", "SIGUSR2", "SIGUSR1", "SIGHUP", "SIGALRM", "SIGWINCH"]
        events = ["EPOLLIN", "EPOLLIN", "EPOLLIN | EPOLLET", "EPOLLIN | EPOLLONESHOT", "EPOLLIN | EPOLLOUT | EPOLLET"]

        def control(operation, inner_only=False):
            outer = not inner_only and rng.random() < 0.25
            which = rng.choice([0, 2, 3, 4]) if outer else rng.randrange(4)
            chosen = rng.choice(events[:4] if which == 4 else events)
            return f"control({0 if outer else 1}, {operation}, {which}, {chosen});"

        kinds = [lambda: f"put({rng.randrange(3)});", lambda: f"get({rng.randrange(4)});",
                 lambda: f"kill(getpid(), {rng.choice(signals)});", lambda: f"raise({rng.choice(signals)});",
                 lambda: f"waits({rng.randrange(2)}, {rng.choice([1, 2, 8])});", lambda: "waits(1, 8);",
                 lambda: control("EPOLL_CTL_MOD"), lambda: control("EPOLL_CTL_ADD"), lambda: control("EPOLL_CTL_DEL"),
                 lambda: f"replace({rng.randrange(2)});"]
        weights = [6, 4, 4, 2, 5, 3, 2, 1, 1, 1]
        self.steps = [control("EPOLL_CTL_ADD", True) for _ in range(5)]
        self.steps += ["control(0, EPOLL_CTL_ADD, 4, " + rng.choice(events[:4]) + ");", control("EPOLL_CTL_ADD")]
        self.steps += [rng.choices(kinds, weights)[0]() for _ in range(rng.randint(6, 24))]
        self.steps += ["waits(1, 8);", "waits(0, 8);"]

    def text(self, number):
        return f"static void program{number}(void) {{\n" + "\n".join("  " + step for step in self.steps) + "\n}\n"


class Fuzz:
    def __init__(self, revisit, folder, cc):
        self.revisit, self.folder, self.cc = revisit, folder, cc

    def compile(self, seeds):
        self.programs = [Program(seed) for seed in seeds]
        count = range(len(seeds))
        table = "static void (*const programs[])(void) = {" + ", ".join(f"program{n}" for n in count) + "};\n"
        text = "".join(program.text(number) for number, program in enumerate(self.programs)) + table
        source = os.path.join(self.folder, f"epoll{seeds[0]}.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(PRELUDE + text + MAIN)
        subprocess.run([self.cc, "-w", source, "-o", source[:-2] + ".native"], check=True)
        self.expected = [subprocess.run([source[:-2] + ".native", str(number)], capture_output=True, text=True,
                                        check=True, timeout=20).stdout.strip() for number in count]
        known = "static const char *const expected[] = {" + ", ".join(f'"{each}"' for each in self.expected) + "};\n"
        with open(source, "w", encoding="utf-8") as file:
            file.write("#define EXPECTED\n#include <revisit.h>\n" + PRELUDE + text + known + MAIN)
        compiler = os.path.join(os.path.dirname(self.revisit), "revisit-cc")
        subprocess.run([compiler, "-w", source, "-o", source[:-2]], check=True)
        return source[:-2]

    def wrong(self, binary, number):
        report = f"{binary}.{number}.json"
        subprocess.run([self.revisit, "check", "--no-progress", "--timeout", "60", "--json", report, "--witness",
                        os.path.join(self.folder, "witnesses"), binary, "--", str(number)], capture_output=True,
                       stdin=subprocess.DEVNULL)
        with open(report, encoding="utf-8") as file:
            told = json.load(file)
        if told["verdict"] == "safe" and told["executions"]["complete"] == 1:
            return None
        return (f"{told['verdict']}: {[error.get('message') for error in told['errors']]} instead of "
                f"{self.expected[number]}; {told.get('reasons')}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("--count", type=int, default=int(os.environ.get("REVISIT_FUZZ_COUNT", "40")))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--keep", metavar="FOLDER")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or scratch
        os.makedirs(folder, exist_ok=True)
        for first in range(options.seed, options.seed + options.count, TOGETHER):
            seeds = list(range(first, min(first + TOGETHER, options.seed + options.count)))
            fuzz = Fuzz(os.path.abspath(options.revisit), folder, options.cc)
            binary = fuzz.compile(seeds)
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                for seed, wrong in zip(seeds, pool.map(lambda number: fuzz.wrong(binary, number), range(len(seeds)))):
                    if wrong:
                        failed += 1
                        print(f"FAIL seed {seed}: {wrong}\n"
                              f"     alone: tests/programs/epoll_fuzz.py {options.revisit} --count 1 --seed {seed}")
    print(f"{options.count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
