#!/usr/bin/env python3
"""Functions with the attribute destructor of a program and its libraries: called in the order in which the loader calls
them, which the program checks itself. Run outside of Revisit, it is the loader that does.

    tests/app/endings.py build/bin
"""
import os
import subprocess
import sys
import tempfile

from checking import check, finish

# Whoever is linked with a library ends before it.
SOURCES = {
    "below.c": """
        #include <assert.h>
        #include <string.h>
        char order[8];
        int ended;
        void note(const char* who) { strcat(order, who); }
        __attribute__((destructor)) static void end(void) { assert(!strcmp(order, EXPECTED)); ended++; }
    """,
    "above.c": """
        #include <stdlib.h>
        void note(const char*);
        static void handler(void) { note("h"); }
        void begin(void) { atexit(handler); }
        __attribute__((destructor)) static void end(void) { note("a"); }
    """,
    "program.c": """
        void note(const char*);
        void begin(void);
        __attribute__((destructor)) static void end(void) { note("p"); }
        int main(void) { begin(); }
    """,
}


def main():
    folder_of_tools = os.path.abspath(sys.argv[1])
    compiler, revisit = os.path.join(folder_of_tools, "revisit-cc"), os.path.join(folder_of_tools, "revisit")
    with tempfile.TemporaryDirectory(prefix="revisit-endings-") as folder:
        for name, text in SOURCES.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)

        def run(*command):
            return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False,
                                  env={**os.environ, "XDG_CACHE_HOME": folder})

        for expected, status in (("hpa", 0), ("hap", 1)):
            library = ["-shared", "-fPIC", "-Wl,-rpath,$ORIGIN", "-L."]
            for command in ([compiler, *library, f'-DEXPECTED="{expected}"', "below.c", "-o", "libbelow.so"],
                            [compiler, *library, "above.c", "-lbelow", "-o", "libabove.so"],
                            [compiler, "program.c", "-L.", "-Wl,-rpath,$ORIGIN", "-Wl,--no-as-needed", "-lbelow",
                             "-labove", "-o", "program"]):
                made = run(*command)
                check(made.returncode == 0, f"{command}: {made.stderr}")
            plain = run(os.path.join(folder, "program"))
            check((plain.returncode == 0) == (status == 0), f"{expected} outside of Revisit: {plain.returncode}")
            explored = run(revisit, "check", "./program")
            check(explored.returncode == status, f"{expected}: {explored.returncode}\n{explored.stdout[-800:]}")
    finish()


main()
