#!/usr/bin/env python3
"""Modules that a program loads while it runs (dlopen): those that revisit-cc built and that are known before are parts of
the exploration; others are a reason.

    tests/app/modules.py build/bin
"""
import os
import sys
import tempfile

from checking import check, finish
from unseen_code import Folder

PROGRAM = """
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
static int (*hit)(void);
static void* run(void* unused) { hit(); return unused; }
int main(int count, char** arguments) {
  (void)count, (void)arguments, (void)run;
  void* const part = dlopen(PATH, RTLD_NOW);
  assert(part != NULL);
  hit = (int (*)(void))dlsym(part, "hit");
#ifdef THREADS
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  hit();
  pthread_join(thread, 0);
#else
  assert(hit() == 1 && hit() == 2);
#endif
  return dlclose(part);
}
"""
PART = "static int counter; int hit(void) { return ++counter; }\n"
LOCKED = """
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
int hit(void) { pthread_mutex_lock(&lock); int now = ++counter; pthread_mutex_unlock(&lock); return now; }
"""
BEGINS = "static int counter; __attribute__((constructor)) static void begin(void) { counter = 0; }\n"
ENDS = "static int counter; __attribute__((destructor)) static void end(void) { counter = 0; }\n"
BY_NAME = """
#include <dlfcn.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  int (*take)(pthread_mutex_t*) = (int (*)(pthread_mutex_t*))dlsym(RTLD_DEFAULT, "pthread_mutex_lock");
  take(&lock);
  return TWICE ? take(&lock) : 0;
}
"""


def part(folder, text, compiler="revisit-cc"):
    folder.write("part.c", text)
    made = folder.sh(f"{compiler} -g -shared -fPIC -o part.so part.c")
    check(made.returncode == 0, f"the module does not build: {made.stderr[-300:]}")


def main():
    with tempfile.TemporaryDirectory(prefix="revisit-modules-") as path:
        folder = Folder(sys.argv[1], path)
        folder.write("prog.c", PROGRAM)
        build = "revisit-cc -g prog.c -o prog '-DPATH=\"./part.so\"'"
        part(folder, PART)
        folder.explore("a module that is instrumented", build, "")
        folder.explore("one that an argument names", "revisit-cc -g prog.c -o prog '-DPATH=arguments[1]'", "",
                       program="./prog -- ./part.so")
        folder.explore("a race in it", build + " -DTHREADS", "", verdict="bug")
        shown = folder.sh("revisit show prog.revisit")
        check("counter" in shown.stdout and "part.c" in shown.stdout, f"the race has no names: {shown.stdout[-500:]}")
        replayed = folder.sh("env -i PATH=\"$PATH\" revisit replay --plain prog.revisit")
        check(replayed.returncode == 1, f"the replay: {replayed.returncode} {(replayed.stdout + replayed.stderr)[-300:]}")
        part(folder, LOCKED)
        folder.explore("locks in it", build + " -DTHREADS", "")
        part(folder, PART.replace("static int", "static __thread int"))
        folder.explore("one with thread-local variables", build, "hit")
        for name, text in (("constructor", BEGINS), ("destructor", ENDS)):
            part(folder, text + "int hit(void) { return ++counter; }\n")
            folder.explore(f"one with a {name}", build, "hit")
        part(folder, PART, "cc")
        folder.explore("one that is not instrumented", build, "hit")
        os.remove(os.path.join(path, "part.so"))
        folder.write("none.c", PROGRAM.replace("assert(part != NULL)", "if (part == NULL) return 0"))
        folder.explore("one that is not there", "revisit-cc none.c -o prog '-DPATH=\"./part.so\"'", "")
        folder.write("name.c", BY_NAME)
        folder.explore("a function by its name", "revisit-cc name.c -o prog -DTWICE=0", "")
        folder.explore("a function by its name, twice", "revisit-cc name.c -o prog -DTWICE=1", "", verdict="bug")
    finish()


if __name__ == "__main__":
    main()
