#!/usr/bin/env python3
"""What a program reads as its standard input: the same in every run and in every replay, whatever the bytes.

    tests/app/standard_input.py build/bin
"""
import os
import subprocess
import sys
import tempfile

from checking import check, finish

PROGRAM = """
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static unsigned char seen[2];
static void* reader(void* place) {
  assert(read(0, place, 1) == 1);
  return 0;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, reader, &seen[1]);
  reader(&seen[0]);
  pthread_join(other, 0);
  assert(seen[0] == 0xff);
}
"""
BYTES = b"\xff\x00"


def main():
    revisit = os.path.abspath(os.path.join(sys.argv[1], "revisit"))

    def expect(condition, what, ran):
        check(condition, f"{what}: exit status {ran.returncode}\n{ran.stdout[-800:]}{ran.stderr[-800:]}")

    with tempfile.TemporaryDirectory(prefix="revisit-standard-input-") as folder:
        with open(os.path.join(folder, "both.c"), "w") as file:
            file.write(PROGRAM)
        with open(os.path.join(folder, "bytes"), "wb") as file:
            file.write(BYTES)
        environment = {**os.environ, "XDG_CACHE_HOME": folder}

        def run(*arguments, given=b"", **others):
            ran = subprocess.run([revisit, *arguments], cwd=folder, input=given, capture_output=True, timeout=120,
                                 env=environment, **others)
            ran.stdout, ran.stderr = ran.stdout.decode(errors="replace"), ran.stderr.decode(errors="replace")
            return ran

        ran = run("check", "both.c", given=BYTES)
        expect(ran.returncode == 3 and "none was given" in ran.stdout and "both.c:7" in ran.stdout,
               "a pipe that nobody asked to read is refused where the program reads it", ran)
        ran = run("check", "--stdin", "-", "both.c", given=BYTES[:1])
        expect(ran.returncode == 1 and "read(0, place, 1) == 1" in ran.stdout, "one byte for two readers", ran)
        for how, given in (("-", BYTES), ("bytes", b"")):
            ran = run("check", "--keep-going", "--stdin", how, "both.c", given=given)
            expect(ran.returncode == 1 and "seen[0] == 0xff" in ran.stdout and "2 executions" in ran.stdout,
                   f"--stdin {how}: each thread may come first", ran)
            ran = run("replay", "--plain", "both.revisit")
            expect(ran.returncode == 1, f"--stdin {how}: the replay reads the same", ran)
            ran = run("replay", "both.revisit", "--", "--batch", "-o", "print (int)seen[0]")
            expect(") 0" in ran.stdout, f"--stdin {how}: so does the replay in the debugger", ran)
        with open(os.path.join(folder, "bytes"), "rb") as file:
            ran = subprocess.run([revisit, "check", "both.c"], cwd=folder, stdin=file, capture_output=True, text=True,
                                 timeout=120, env=environment)
        expect(ran.returncode == 1 and "seen[0] == 0xff" in ran.stdout, "a file that comes in is read", ran)
    finish()


if __name__ == "__main__":
    main()
