#!/usr/bin/env python3
"""What a witness keeps of the environment: environment.py REVISIT. REVISIT_ROTATION=0 to 3 runs a quarter of the programs."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from checking import check, finish

sys.path.append(str(Path(__file__).resolve().parent.parent / "programs"))
import rotation

REVISIT = str(Path(sys.argv[1]).resolve())

HEAD = """#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern char **environ;
"""
# The name of each program says what it asks for. All of them fail.
PROGRAMS = {
    "nothing": "int main(void) { assert(0); }",
    "one": 'int main(void) { assert(strcmp(getenv("ASKED"), "a=b")); }',
    "none_there": 'int main(void) { assert(getenv("MISSING") || secure_getenv("MISSING")); }',
    "changed": 'int main(void) { setenv("ASKED", "mine", 0); assert(!strcmp(getenv("ASKED"), "mine")); }',
    "removed_first": 'int main(void) { unsetenv("EARLIER"); assert(strcmp(getenv("ASKED"), "a=b")); }',
    "early": 'static char *value; __attribute__((constructor)) static void begin(void) { value = getenv("ASKED"); }'
             "int main(void) { assert(strcmp(value, \"a=b\")); }",
    # The replay compares what is stored with what was.
    "address": '#include <pthread.h>\nstatic char *_Atomic kept; static void *other(void *a) { kept = getenv("ASKED");'
               " return a; } int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); assert(!kept);"
               " pthread_join(t, 0); }",
    # Nothing of TOKEN is read, not even where each access is an event.
    "two_threads": '#include <pthread.h>\nstatic void *other(void *a) { return getenv("TOK"); } int main(void) {'
                   ' pthread_t t; pthread_create(&t, 0, other, 0); assert(strcmp(getenv("ASKED"), "a=b"));'
                   " pthread_join(t, 0); }",
    "input": '#include <revisit.h>\nint main(void) { int n = revisit_nondet_int("n"); char *value = getenv("TO");'
             ' if (n == 3) value = getenv("ASKED"); assert(n != 3 || strcmp(value, "a=b")); }',
    "unknown_name": '#include <revisit.h>\nint main(void) { char name[] = "ASKE?"; name[4] = revisit_nondet_int("c");'
                    ' char *value = getenv(name); assert(!value || strcmp(value, "a=b")); }',
    "walk": 'int main(void) { for (char **at = environ; *at; at++) assert(strcmp(*at, "TOKEN=hidden")); }',
    "argument": 'int main(int n, char **v, char **e) { for (; *e; e++) assert(strcmp(*e, "TOKEN=hidden")); }',
    "unused_argument": 'int main(int n, char **v, char **e) { assert(strcmp(getenv("ASKED"), "a=b")); }',
}
WHOLE = ["ASKED", "EARLIER", "LAST", "TOKEN"]
KEPT = {"nothing": [], "one": ["ASKED"], "none_there": [], "changed": ["ASKED"], "removed_first": ["ASKED", "EARLIER"],
        "early": ["ASKED"], "address": ["ASKED"], "two_threads": ["ASKED"], "input": ["ASKED"],
        "unknown_name": ["ASKED"],
        "walk": WHOLE,
        "argument": WHOLE, "unused_argument": ["ASKED"]}


def expect(name, condition, what, more=""):
    check(condition, f"{name}: {what} {more[-1500:]}")


def run(*arguments, **variables):
    return subprocess.run([REVISIT, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False,
                          env={"PATH": os.environ["PATH"], **variables})


def check_program(folder, name):
    source = Path(folder, f"{name}.c")
    source.write_text(HEAD + PROGRAMS[name] + "\n")
    options = ["--all-accesses"] if name == "two_threads" else []
    done = run("check", *options, "--witness", Path(folder, name), source, TOKEN="hidden", EARLIER="e" * 1000, ASKED="a=b",
               LAST="l", XDG_CACHE_HOME=folder)
    expect(name, done.returncode == 1, "fails", done.stdout + done.stderr)
    files = sorted(Path(folder, name).glob("*.revisit"))
    expect(name, files, "has a witness")
    for file in files:
        kept = json.loads(file.read_text())["program"]["environment"]
        seen = sorted(set(kept) & {"TOKEN", "EARLIER", "ASKED", "LAST"})
        expect(name, seen == KEPT[name], f"keeps {KEPT[name]}", str(kept))
        expect(name, "TOKEN" in KEPT[name] or "hidden" not in file.read_text(), "keeps nothing else")
        again = run("replay", "--plain", file, ASKED="wrong")
        expect(name, again.returncode == 1, "the replay shows the error", again.stdout + again.stderr)
        if name == "two_threads":
            continue  # the debugger also compares the addresses of texts that are not kept, which it does not know
        again = run("replay", file, ASKED="wrong")
        expect(name, " 100%]" in again.stdout and "diverge" not in again.stdout, "the debugger comes to the error",
               again.stdout + again.stderr)


def main():
    with tempfile.TemporaryDirectory(prefix="revisit-environment-") as folder:
        for name in rotation.part(list(PROGRAMS)):
            check_program(folder, name)
    finish()


main()
