#!/usr/bin/env python3
"""Explorations that are killed at random and go on from their checkpoints find what one without interruption finds.

    checkpoint.py build/bin/revisit [--rounds N | --minutes N] [--seed N]

--minutes: round after round for so long, each with other kills. REVISIT_ROTATION=0 to 3 kills a quarter of the
explorations.

Also: files that are damaged, of another program or of other options are refused, and nothing is lost by that.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs"))
import rotation

COUNTER = """
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int x, y;
static int olds[N];
static void* add(void* n) {
  olds[(long)n] = atomic_fetch_add(&x, 1);
  atomic_store(&y, (int)(long)n);
  return 0;
}
int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], 0, add, (void*)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
#ifdef BUG
  int are_turned = 1;
  for (int i = 0; i < N; i++)
    are_turned &= olds[i] == N - 1 - i;
  assert(!are_turned);
#endif
  return 0;
}
"""

failures = 0


def expect(holds, what):
    global failures
    if not holds:
        failures += 1
        print("FAILED:", what)


class Exploration:
    def __init__(self, revisit, folder, name, options):
        self.folder, self.file = folder, os.path.join(folder, name + ".checkpoint")
        self.command = [revisit, "check", "--no-progress", "--witness", folder, *options, "counter.c"]
        self.report = os.path.join(folder, name + ".json")

    def run(self, *extra, checkpoint=True, kill=None):
        """The report, the exit status and the messages; no report if it was killed."""
        if os.path.exists(self.report):
            os.remove(self.report)
        kept = ["--checkpoint", self.file, "--checkpoint-every", "0.2"] if checkpoint else []
        process = subprocess.Popen([*self.command, "--json", self.report, *kept, *extra], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            _, messages = process.communicate(timeout=kill)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return None, None, ""
        if not os.path.exists(self.report) or os.path.getsize(self.report) == 0:
            return None, process.returncode, messages
        with open(self.report) as file:
            return json.load(file), process.returncode, messages


def shown(report):
    """What an interruption must not change."""
    return {"verdict": report["verdict"], "executions": report["executions"],
            "reasons": sorted(reason["kind"] for reason in report["reasons"]),
            "errors": [(error["kind"], error["line"], error["count"], error["execution"]) for error in report["errors"]]}


def killed(exploration, chance, what):
    exploration.run("--workers", "1", checkpoint=False)  # compiles
    start = time.monotonic()
    whole, _, _ = exploration.run("--workers", "1", checkpoint=False)
    seconds = time.monotonic() - start
    kills, hurry = 0, 1
    for attempt in range(200):
        # The first one has one worker, too, and is killed. If it ends before, the machine has become faster, and all
        # begins anew. Later ones get more time, because the machine may have become slower.
        workers, part = 1, 0.6 * hurry
        if kills > 0:
            workers, part = chance.choice([1, 2, 3]), chance.uniform(0.4, 1.3) * (1 + attempt / 10)
        report, _, messages = exploration.run("--workers", str(workers), kill=part * seconds)
        if report and kills == 0 and attempt < 8:
            os.remove(exploration.file)
            hurry /= 2
            continue
        if report:
            break
        kills += 1
        expect(not messages, f"{what}: {messages}")
    expect(report is not None, f"{what}: no end after {kills} kills")
    expect(kills > 0, f"{what}: it was never killed")
    if report:
        expect(shown(report) == shown(whole), f"{what}: after {kills} kills {shown(report)} instead of {shown(whole)}")
    print(f"{what}: killed {kills} times")


def refused(exploration, status, text, *extra):
    with open(exploration.file, "rb") as file:
        before = file.read()
    report, ended, messages = exploration.run(*extra)
    expect(report is None and ended == status and text in messages, f"'{text}' expected: {ended}, {messages}")
    with open(exploration.file, "rb") as file:
        expect(file.read() == before, "a refused checkpoint was written to")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("revisit")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    revisit = os.path.abspath(options.revisit)
    chance = random.Random(options.seed)
    print("seed", options.seed)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "counter.c"), "w") as file:
            file.write(COUNTER)
        begun = time.monotonic()
        rounds = 0
        full = ["-DN=6", "--equivalence", "full"]
        explorations = [("safe", [*full, "--ignore", "race"]), ("bug", [*full, "-DBUG", "--keep-going"]),
                        ("first", [*full, "-DBUG"]), ("reduced", ["-DN=8", "--ignore", "race"])]
        while rounds < options.rounds or time.monotonic() - begun < 60 * options.minutes:
            for name, words in rotation.part(explorations):
                killed(Exploration(revisit, folder, f"{name}{rounds}", words), chance, name)
            rounds += 1
        print(f"{rounds} rounds")

        one = Exploration(revisit, folder, "one", ["-DN=5"])
        first, _, _ = one.run()
        again, _, _ = one.run()
        expect(again and shown(again) == shown(first), "an exploration that was complete is not repeated as it was")
        expect(again and again["native_runs"] == 0, "an exploration that was complete ran the program again")
        refused(one, 2, "--unroll changed", "--unroll", "7")
        refused(one, 2, "--keep-going changed", "--keep-going")
        refused(one, 2, "the program's arguments changed", "--", "3")
        refused(one, 2, "the program changed", "-DBUG")
        refused(one, 2, "--algorithm condpor", "--algorithm", "s-por")
        refused(one, 2, "leave out --check-duplicates", "--check-duplicates")
        with open(one.file, "rb") as file:
            content = file.read()
        for cut in [0, 10, len(content) // 2, len(content) - 1]:
            with open(one.file, "wb") as file:
                file.write(content[:cut])
            refused(one, 2, "no whole checkpoint")
        for _ in range(5):
            place = chance.randrange(len(content))
            with open(one.file, "wb") as file:
                file.write(content[:place] + bytes([content[place] ^ 1]) + content[place + 1:])
            refused(one, 2, "no whole checkpoint")
        one.file = os.path.join(folder, "missing", "file")
        report, status, messages = one.run()
        expect(report is None and status == 2 and "cannot write the checkpoint" in messages, f"missing folder: {messages}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
