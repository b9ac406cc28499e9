#!/usr/bin/env python3
"""Explorations by four ranks on this machine find what one worker finds; ranks that are killed at random never make a
report say that more was explored than was, and the exploration goes on from its checkpoint.

    distributed.py build/bin/revisit [--rounds N] [--seed N]

REVISIT_ROTATION=0 to 3 runs a quarter of them. Exits with 77 where there is no mpirun.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

import ranks
from checkpoint import COUNTER, shown

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs"))
import rotation

# A program with atomic sections, which is explored as a whole, by one worker.
WHOLE = """
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static atomic_int x, y;
static void* add(void* none) {
  __VERIFIER_atomic_begin();
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&y, 1);
  __VERIFIER_atomic_end();
  return none;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, add, 0);
  add(0);
  pthread_join(other, 0);
  return 0;
}
"""
# The program sees the same arguments and the same standard input in each rank, and no variable of mpirun.
SEES = """
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
static atomic_int x;
static int seen;
static void* add(void* n) {
  seen += atomic_fetch_add(&x, 1) > 2;
  return n;
}
int main(int count, char** words) {
  char line[100] = "";
  pthread_t threads[3];
  assert(count == 2 && words[1][0] == 'w' && words[1][3] == 'd' && fgets(line, sizeof line, stdin));
  assert(line[0] == 'g' && line[4] == 'n' && line[5] == '\\n');
  assert(!getenv("OMPI_COMM_WORLD_RANK") && !getenv("PMIX_RANK"));
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  return 0;
}
"""
PATIENCE = 2
FULL = ["--equivalence", "full"]  # for many executions
failures = 0


def expect(holds, what):
    global failures
    if not holds:
        failures += 1
        print("FAILED:", what, flush=True)


class Exploration:
    def __init__(self, revisit, folder, name, options):
        self.revisit, self.folder, self.name = revisit, folder, name
        self.options = ["--no-progress", "--witness", folder, *options]
        self.report = os.path.join(folder, name + ".json")
        self.checkpoint = ["--checkpoint", os.path.join(folder, name + ".checkpoint"), "--checkpoint-every", "0.2"]
        self.runs = 0

    def run(self, launcher, *extra, during=None, seconds=240):
        """The report, or None; the exit status; the messages."""
        if os.path.exists(self.report):
            os.remove(self.report)
        self.runs += 1
        group = f"{os.getpid()}-{self.name}-{self.runs}"
        command = [*launcher, self.revisit, "check", "--json", self.report, *extra, *self.options]
        status, messages = ranks.run(command, self.folder, group, seconds, during and (lambda run: during(group, run)))
        left = ranks.processes_of(group)
        for _ in range(50):
            if not left:
                break
            time.sleep(0.1)
            left = ranks.processes_of(group)
        expect(not left, f"{self.name}: processes are left: {left}")
        if not os.path.exists(self.report) or os.path.getsize(self.report) == 0:
            return None, status, messages
        with open(self.report) as file:
            return json.load(file), status, messages

    def alone(self):
        return self.run([], "--workers", "1")

    def distributed(self, *extra, count=4, launcher=(), **more):
        return self.run(ranks.mpirun(count, *launcher), "--distributed", "--rank-timeout", str(PATIENCE), *extra, **more)


def compare(exploration, *extra, warned=None, count=4):
    alone, status, _ = exploration.alone()
    report, ended, messages = exploration.distributed(*extra, count=count)
    name = exploration.name
    expect(alone is not None, f"{name}: no report by one worker")
    expect(report is not None and shown(report) == shown(alone),
           f"{name}: {report and shown(report)} instead of {alone and shown(alone)}\n{messages}")
    expect(ended == status, f"{name}: exit status {ended} instead of {status}\n{messages}")
    if report:
        warnings = [warning["detail"] for warning in report["warnings"] if warning["kind"] == "distributed"]
        expect(len(warnings) == (1 if warned else 0) and all(warned in each for each in warnings),
               f"{name}: warnings {warnings}")
        if not warned and report["errors"] == [] and sum(report["executions"].values()) > 10000:
            expect(report["native_runs"] > alone["native_runs"], f"{name}: the others did not take part")
    print(f"{name}: as one worker, {sum(report['executions'].values()) if report else 0} executions", flush=True)


def killer(chance, seconds, victims, waits):
    """Kills some ranks, each at a random moment in these seconds. waits: not before all have begun to explore: Open MPI
    does not recover from a loss before that."""
    def kill(group, run):
        while waits and run.poll() is None and sum(ranks.explores(process) for number, process in
                                                   ranks.processes_of(group) if number != 0) < 3:
            time.sleep(0.01)
        start = time.monotonic()
        moments = sorted(chance.uniform(0, 1) * seconds for _ in victims)
        for moment, rank in zip(moments, victims):
            while run.poll() is None and time.monotonic() - start < moment:
                time.sleep(0.01)
            for number, process in ranks.processes_of(group):
                if number == rank:
                    ranks.kill(process)
    return kill


def killed(exploration, chance, recovers):
    """Until it ends, ranks are killed, and it goes on from the checkpoint."""
    whole, _, _ = exploration.alone()
    start = time.monotonic()
    exploration.distributed()
    seconds = time.monotonic() - start
    ends = without = 0
    for attempt in range(60):
        victims = chance.sample(range(0 if attempt % 3 == 0 else 1, 4), chance.choice([1, 2]) if recovers else 1)
        if attempt > 0 and chance.random() < attempt / 8:
            victims = []
        report, status, messages = exploration.distributed(
            *exploration.checkpoint, launcher=["--enable-recovery"] if recovers else [],
            during=killer(chance, seconds * (1 + attempt / 10), victims, recovers))
        expect(status is not None, f"{exploration.name}: it did not end after {victims} were killed")
        if report is None:
            without += 1
            expect(recovers or status not in (0, 3), f"{exploration.name}: exit status {status} without a report")
            continue
        if shown(report) == shown(whole):
            ends += 1
            break
        # What was killed is not said to be explored.
        expect(report["verdict"] != "safe" and report["reasons"],
               f"{exploration.name}: after {victims} were killed {shown(report)} instead of {shown(whole)}")
    expect(ends == 1, f"{exploration.name}: no end\n{messages}")
    warnings = [warning["detail"] for warning in report["warnings"]] if report else []
    print(f"{exploration.name}: {attempt} runs before the last one, {without} without a report; {warnings}", flush=True)


def goes_on(exploration, chance):
    """With --enable-recovery, the others do the work of lost ranks."""
    whole, _, _ = exploration.alone()
    start = time.monotonic()
    exploration.distributed()
    seconds = time.monotonic() - start
    noticed = 0
    for _ in range(4):
        report, status, messages = exploration.distributed(
            launcher=["--enable-recovery"], during=killer(chance, 0.3 * seconds, chance.sample([1, 2, 3], 2), True))
        expect(report is not None and shown(report) == shown(whole),
               f"{exploration.name}: {report and shown(report)} instead of {shown(whole)}\n{messages}")
        expect("--enable-recovery" in messages, f"{exploration.name}: no warning about the exit status\n{messages}")
        noticed += sum("was lost" in warning["detail"] for warning in report["warnings"]) if report else 0
        if noticed:
            break
    expect(noticed > 0, f"{exploration.name}: no rank was lost")
    print(f"{exploration.name}: others did the work of {noticed} ranks", flush=True)


def far(revisit, folder):
    """Ranks that see neither the program's file nor its folder, as on another machine, and that have another environment."""
    hidden = os.path.join(folder, "hidden")
    os.mkdir(hidden)
    program = os.path.join(hidden, "counter")
    subprocess.run([os.path.join(os.path.dirname(revisit), "revisit-cc"), "-DN=4", "-DBUG", "counter.c", "-o", program],
                   cwd=folder, check=True)
    hides = ["unshare", "--mount", "sh", "-c",
             f'mount -t tmpfs none {hidden} && cd / && exec env OTHER=environment "$0" "$@"']
    try:
        subprocess.run([*hides, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        print("far: left out, because this user may not hide folders")
        return
    exploration = Exploration(revisit, folder, "far", [*FULL, "--keep-going", program])
    alone, _, _ = exploration.alone()
    command = [revisit, "check", "--distributed", "--spread", "--json", exploration.report, *exploration.options]
    os.remove(exploration.report)
    status, messages = ranks.run([*ranks.mpirun(1), *command, ":", "-n", "2", *hides, *command], folder,
                                 f"{os.getpid()}-far", 120)
    with open(exploration.report) as file:
        report = json.load(file)
    expect(shown(report) == shown(alone) and status == 1 and not report["warnings"] and
           report["native_runs"] > alone["native_runs"], f"far: {shown(report)}, {report['warnings']}\n{messages}")
    print("far: as one worker", flush=True)


def refuse(revisit, folder, launcher, text, *options):
    report = os.path.join(folder, "refused.json")
    ran = subprocess.run([*launcher, revisit, "check", "--distributed", "--no-progress", "--witness", folder,
                          "--json", report, *options], cwd=folder, capture_output=True, text=True,
                         stdin=subprocess.DEVNULL, timeout=120)
    expect(ran.returncode == 2 and ran.stderr.count(text) == 1, f"'{text}' once expected: {ran.returncode}\n{ran.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("revisit")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    if not ranks.mpirun(4):
        print("skipped: there is no mpirun (Debian: openmpi-bin)")
        sys.exit(ranks.SKIPPED)
    revisit = os.path.abspath(options.revisit)
    chance = random.Random(options.seed)
    print("seed", options.seed)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in [("counter.c", COUNTER), ("whole.c", WHOLE), ("sees.c", SEES), ("input", "given\n")]:
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        def counts(name, words, *extra, **more):
            return lambda: compare(Exploration(revisit, folder, name, words), *extra, **more)

        def lost(i):
            words = [*FULL, "-DN=6", "-DBUG", "--keep-going", "counter.c"]
            killed(Exploration(revisit, folder, f"killed {i}", words), chance, recovers=i % 2 == 1)

        def replaced(i):
            goes_on(Exploration(revisit, folder, f"goes on {i}", [*FULL, "-DN=6", "--keep-going", "counter.c"]), chance)

        jobs = [lambda: [replaced(i) for i in range(options.rounds)],
                counts("whole", ["whole.c"], warned="one worker explored everything"),
                lambda: [lost(i) for i in range(options.rounds)],
                counts("sees", ["--stdin", "input", "--keep-going", "sees.c", "--", "word"], "--spread", count=3),
                counts("safe", [*FULL, "-DN=6", "--ignore", "race", "counter.c"]),
                counts("bugs", [*FULL, "-DN=4", "-DBUG", "--keep-going", "counter.c"], "--spread", "--workers", "2",
                       count=3),
                counts("reduced", ["--equivalence", "reduced", "-DN=5", "-DBUG", "--keep-going", "counter.c"], "--spread"),
                counts("first", [*FULL, "-DN=6", "-DBUG", "counter.c"]),
                lambda: far(revisit, folder)]
        for job in rotation.part(jobs):
            job()
        launcher = ranks.mpirun(2)
        refuse(revisit, folder, launcher, "only with --algorithm condpor", "--algorithm", "s-por", "-DN=2", "counter.c")
        refuse(revisit, folder, launcher, "no such", "missing.c")
        report, status, messages = Exploration(revisit, folder, "one", ["-DN=2", "-DBUG", "counter.c"]).run([], "--distributed")
        expect(report and status == 1 and "one rank only" in messages, f"without mpirun: {status}\n{messages}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
