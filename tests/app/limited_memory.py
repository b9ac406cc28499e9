#!/usr/bin/env python3
"""Where address space is limited, or a stack, the program is explored as anywhere else, or the limit is named: never is
it the program's error.

    tests/app/limited_memory.py build/bin tests/programs/unseen
"""
import json
import os
import resource
import subprocess
import sys
import tempfile

from checking import check, finish

BLOCKS = """
#include <pthread.h>
#include <stdlib.h>
static void* run(void* argument) {
  int* block = malloc(sizeof *block);
  *block = 1;
  free(block);
  return argument;
}
int main(void) {
  pthread_t threads[6];
  for (int i = 0; i < 6; i++)
    pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < 6; i++)
    pthread_join(threads[i], 0);
}
"""
DEEP = """
static int depth(int n) {
  volatile char frame[4096];
  frame[n % 4096] = 1;
  return n == 0 ? 0 : depth(n - 1) + frame[n % 4096];
}
int main(void) { return depth(DEPTH) - DEPTH; }
"""
MIB = 1 << 20


def limit(kind, most):
    return lambda: resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))


class Explored:
    def __init__(self, programs, folder, program, before=None):
        out = os.path.join(folder, "report.json")
        ran = subprocess.run([os.path.join(programs, "revisit"), "check", "--no-progress", "--json", out, "--witness",
                              os.path.join(folder, "witnesses"), program], cwd=folder, capture_output=True, text=True,
                             timeout=120, preexec_fn=before)
        self.status, self.said = ran.returncode, (ran.stdout + ran.stderr)[-400:]
        try:
            with open(out) as file:
                self.report = json.load(file)
            os.remove(out)
        except (OSError, ValueError):
            self.report = {}

    def is_fair(self):
        """Safe, or a limit that is named."""
        if self.status == 0:
            return True
        if self.status == 3:
            return any(reason["kind"] == "limit" for reason in self.report.get("reasons", []))
        return self.status == 2 and ("limit" in self.said or "memory" in self.said)


def main():
    programs = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="revisit-limited-") as folder:
        def build(name, text, *options):
            source = os.path.join(folder, name + ".c")
            with open(source, "w") as file:
                file.write(text)
            subprocess.run([os.path.join(programs, "revisit-cc"), *options, source, "-o", name], cwd=folder, check=True,
                           capture_output=True)

        build("blocks", BLOCKS)
        for most in (16000, 10000, 4000, 2000, 1200, 800, 400, 200):
            explored = Explored(programs, folder, "./blocks", limit(resource.RLIMIT_AS, most * MIB))
            check(explored.is_fair(), f"{most} MiB: exit status {explored.status} {explored.said}")
            check(explored.status == 0 or most < 4000, f"{most} MiB are enough: {explored.said}")
        build("deep", DEEP, "-DDEPTH=6000")
        for most, safe in ((8, False), (64, True)):
            explored = Explored(programs, folder, "./deep", limit(resource.RLIMIT_STACK, most * MIB))
            check((explored.status == 0) == safe, f"a stack of {most} MiB: exit status {explored.status} {explored.said}")
    finish()


if __name__ == "__main__":
    main()
