#!/usr/bin/env python3
"""Code that was not built by revisit-cc, however the program comes to it: a reason that names it, never "safe"; and no
reason where it is not reached.

    tests/app/unseen_code.py build/bin
"""
import json
import os
import subprocess
import sys
import tempfile

from checking import check, finish

PLAIN = """
#include <pthread.h>
int count;
void hit(void) { count++; }
void (*choose(void))(void) { return hit; }
static void hidden(void) { count++; }
void call(void (*back)(void)) { back(); }
void* thread(void* argument) { hit(); return argument; }
void finished(void) { count--; }
int table[4] = {1, 2, 3, 4};
void (*entry)(void) = hidden;
"""
MAIN = """
#include <pthread.h>
#include <stdlib.h>
void hit(void); void finished(void); void (*choose(void))(void); void call(void (*)(void)); void* thread(void*);
extern int table[4]; extern void (*entry)(void);
static int sum;
static void back(void) { sum++; }
static void* other(void* argument) { return argument; }
int main(void) {
  pthread_t t;
  (void)back;
  (void)sum;
  pthread_create(&t, 0, START, 0);
  DO;
  pthread_join(t, 0);
}
"""
# What the program does, the words that a reason has ('' : there is no reason)
WAYS = [
    ("hit()", "'hit'"),
    ("void (*volatile p)(void) = hit; p()", "'hit'"),
    ("entry()", "'hidden'"),
    ("call(back)", "'call'"),
    ("atexit(finished)", "'finished'"),
    ("pthread_once_t once = PTHREAD_ONCE_INIT; pthread_once(&once, hit)", "'hit'"),
    ("sum = table[1]", ""),
    ("if (sum) hit()", ""),
    ("sum = atexit(back) + abs(-1) + (int)strtol(\"1\", 0, 10)", ""),
]


class Folder:
    def __init__(self, programs, path):
        self.programs = os.path.abspath(programs)
        self.path = path

    def write(self, name, text):
        with open(os.path.join(self.path, name), "w") as file:
            file.write(text)

    def sh(self, command):
        environment = {**os.environ, "PATH": self.programs + ":" + os.environ["PATH"], "XDG_CACHE_HOME": self.path}
        return subprocess.run(command, shell=True, cwd=self.path, env=environment, capture_output=True, text=True,
                              timeout=120)

    def explore(self, what, build, reason, verdict=None, program="./prog"):
        """Builds, explores, and compares the reasons of the report with the words that one of them must have."""
        built = self.sh(build)
        if built.returncode != 0:
            return check(False, f"{what}: does not build: {built.stderr[-600:]}")
        ran = self.sh(f"revisit check --no-progress --json report.json {program}")
        try:
            with open(os.path.join(self.path, "report.json")) as file:
                report = json.load(file)
        except (OSError, ValueError):
            return check(False, f"{what}: no report: {ran.stdout[-300:]}{ran.stderr[-300:]}")
        os.remove(os.path.join(self.path, "report.json"))
        wanted = verdict or ("incomplete" if reason else "safe")
        unseen = [one["detail"] for one in report["reasons"] if one["kind"] == "not-instrumented"]
        check(report["verdict"] == wanted, f"{what}: {report['verdict']} instead of {wanted} {report['reasons']}")
        if reason:
            check(any(reason in detail for detail in unseen), f"{what}: no reason says {reason}: {report['reasons']}")
            check(reason in ran.stdout, f"{what}: the report does not say {reason}: {ran.stdout[-500:]}")
            check(ran.returncode == 3, f"{what}: exit status {ran.returncode}")
        else:
            check(not unseen, f"{what}: {unseen}")


def objects(folder):
    folder.write("plain.c", PLAIN)
    folder.write("main.c", MAIN)
    folder.sh("cc -c -O1 plain.c")
    for do, reason in WAYS:
        folder.explore(do, f"revisit-cc -DSTART=other '-DDO={do}' main.c plain.o -o prog", reason)
    folder.explore("a thread's function", "revisit-cc -DSTART=thread -DDO= main.c plain.o -o prog",
                   "'thread'")
    folder.sh("ar rcs libplain.a plain.o")
    folder.explore("an archive", "revisit-cc -DSTART=other '-DDO=hit()' main.c -L. -lplain -o prog",
                   "libplain.a")
    folder.sh("cc -shared -fPIC -o libshared.so plain.c")
    shared = "revisit-cc -DSTART=other '-DDO={}' main.c -L. -lshared -Wl,-rpath,. -o prog"
    folder.explore("a library", shared.format("hit()"), "libshared.so")
    folder.explore("a library's function by its address", shared.format("void (*volatile p)(void) = hit; p()"), "'hit'")
    folder.explore("a library that is only linked", shared.format(""), "")


def constructors(folder):
    folder.write("early.c", "int n; __attribute__((constructor)) static void early(void) { n = 7; }\n")
    folder.write("prog.c", "extern int n; int main(void) { return n - 7; }\n")
    folder.sh("cc -c early.c")
    folder.explore("a constructor", "revisit-cc prog.c early.o -o prog", "before main")
    folder.explore("a constructor that is seen", "revisit-cc prog.c early.c -o prog", "")
    folder.write("calls.c", "void hit(void); int main(void) { return 0; }\n"
                 "__attribute__((constructor)) static void early(void) { hit(); }\n")
    folder.write("entry.c", "#include <pthread.h>\nvoid hit(void) {}\n")
    folder.sh("cc -c entry.c")
    folder.explore("a call before main", "revisit-cc calls.c entry.o -o prog", "'hit'")
    folder.write("outer.c", "int inner(void); int main(void) { return inner(); }\n")
    folder.write("inner.c", "int inner(void) { return 0; }\n")
    folder.sh("cc -c outer.c")
    folder.explore("main", "revisit-cc inner.c outer.o -o prog", "'main'")


def assembler(folder):
    folder.write("add.s", ".globl add\n.type add, @function\nadd: incl count(%rip)\n ret\n.size add, .-add\n"
                 ".bss\n.globl count\ncount: .zero 4\n.section .note.GNU-stack,\"\",@progbits\n")
    folder.write("prog.c", "extern int count; void add(void); int main(void) { add(); return count - 1; }\n")
    folder.explore("an assembler file", "revisit-cc prog.c add.s -o prog", "'add'")
    folder.write("top.c", 'asm(".text\\n.globl add\\n.type add, @function\\nadd: ret\\n.size add, .-add");\n'
                 "void add(void); int main(void) { add(); return 0; }\n")
    folder.explore("assembler at top level", "revisit-cc top.c -o prog", "'add'")
    folder.write("naked.c", "__attribute__((naked)) int one(void) { asm(\"movl $1, %eax\\nret\"); }\n"
                 "int main(void) { return one() - 1; }\n")
    folder.explore("a naked function", "revisit-cc naked.c -o prog", "'one'")


def loaded(folder):
    folder.write("part.c", "int n; void hit(void) { n++; }\n")
    folder.sh("cc -shared -fPIC -o part.so part.c")
    folder.write("prog.c", "#include <dlfcn.h>\nint main(void) { void* part = dlopen(\"./part.so\", RTLD_NOW);\n"
                 "  if (part) ((void (*)(void))dlsym(part, \"hit\"))(); return part == 0; }\n")
    folder.explore("a library that is loaded", "revisit-cc prog.c -o prog", "hit")


def copies(folder):
    folder.write("shared.h", "inline int& shared() { static int n; return n; }\ninline void hit() { shared()++; }\n")
    folder.write("plain.cpp", '#include "shared.h"\nvoid outside() { hit(); }\n')
    folder.write("main.cpp", '#include "shared.h"\n#include <thread>\n'
                 "int main() { std::thread t([] { hit(); }); t.join(); hit(); }\n")
    folder.sh("clang++-19 -stdlib=libc++ -c plain.cpp || clang++ -stdlib=libc++ -c plain.cpp; revisit-c++ -c main.cpp")
    folder.explore("inline functions, the other copy", "revisit-c++ plain.o main.o -o prog", "inline function")
    folder.explore("inline functions, our copy", "revisit-c++ main.o plain.o -o prog", "")


def harmless(folder):
    folder.write("prog.c", """
#include <complex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int resolved(void) { return 3; }
static int (*resolve(void))(void) { return resolved; }
int chosen(void) __attribute__((ifunc("resolve")));
static void bye(void) { puts("bye"); }
int main(void) {
  volatile double complex z = 1.0 + 2.0 * I;
  z = z * z / (z + 1);
  int (*volatile print)(const char*) = puts;
  print("hello");
  atexit(bye);
  return chosen() - 3 + (creal(z) > 1e9);
}
""")
    folder.explore("what the compiler and the C library bring", "revisit-cc prog.c -lm -o prog", "")


def main():
    with tempfile.TemporaryDirectory(prefix="revisit-unseen-") as path:
        folder = Folder(sys.argv[1], path)
        for part in (objects, constructors, assembler, loaded, copies, harmless):
            part(folder)
    finish()


if __name__ == "__main__":
    main()
