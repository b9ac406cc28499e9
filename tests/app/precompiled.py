#!/usr/bin/env python3
"""Precompiled headers never change what a source means, and are used where they can be.

    precompiled.py build [PART ...]

A PART is the name of a function below; REVISIT_ROTATION=0 to 3 runs a quarter of those that are named. Works on a copy of the compiler with its headers, so that these can be changed.
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs"))
import rotation

PLAIN = """#include <thread>
#include <vector>
int main() {
  std::vector<std::thread> threads;
  threads.emplace_back([] {});
  threads.back().join();
  return %s;
}
"""


# Takes variable arguments, which are where compilers go wrong with precompiled headers.
VARIADIC = """#include <cstdarg>
#include <cstdio>
int print(const char* format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  const int printed = vprintf(format, list) + va_arg(again, int);
  va_end(again);
  va_end(list);
  return printed;
}
int main() { int unused; return print("%d\\n", OWN); }
"""
OWN = '#include "own.h"\n'
# Valid sources, with their options, for which a precompiled header is used.
REPEATED = [
    ("a header of its own between two of the library", '#include <mutex>\n' + OWN + PLAIN % 0, ["-std=c++20"]),
    ("variable arguments and warnings after <string>", "#include <string>\n" + OWN + VARIADIC, ["-std=c++20", "-Wall"]),
]
REPEATED_MORE = [(f"variable arguments after <{header}>, {standard}", f"#include <{header}>\n" + OWN + VARIADIC,
                  ["-std=" + standard])
                 for header, standards in {"algorithm": "c++20 c++23", "condition_variable": "c++20 c++17",
                                           "functional": "c++23 c++14", "mutex": "c++20 gnu++20", "vector": "c++23 c++26",
                                           "thread": "c++20", "future": "c++23", "iostream": "c++17"}.items()
                 for standard in standards.split()] + [
    ("its own header includes others", '#include <string>\n#include "more.h"\n' + PLAIN % "map().size()", ["-std=c++20"]),
    ("headers without guards again", "#include <string>\n" + OWN + "#include <cassert>\n#undef NDEBUG\n#include "
     "<assert.h>\n#include <stddef.h>\n#include <string>\n#include <cerrno>\n" + VARIADIC, ["-std=c++20"]),
    ("definitions between", "#include <vector>\n#define _GNU_SOURCE 1\n#define OWN 3\n#define assert(x) 1\n" + VARIADIC,
     ["-std=c++20"]),
    ("a coroutine", "#include <mutex>\n" + OWN + """#include <coroutine>
#include <memory_resource>
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Task go() { co_return; }
int main() { go(); return OWN; }
""", ["-std=c++20"]),
    ("all warnings", "#include <algorithm>\n" + OWN + VARIADIC, ["-std=c++20", "-Weverything", "-g3"]),
    ("other options", "#include <functional>\n" + OWN + VARIADIC,
     ["-std=c++23", "-fno-exceptions", "-fno-rtti", "-fPIC", "-fvisibility=hidden", "-fopenmp"]),
    ("intrinsic functions", "#include <string>\n" + OWN + "#include <immintrin.h>\n" + VARIADIC,
     ["-std=c++20", "-march=x86-64-v3"]),
]


class Compiler:
    """A copy of revisit-c++ in a folder of its own, with its own cache."""

    def __init__(self, build, folder):
        self.folder = folder
        self.library = os.path.join(folder, "lib")
        os.makedirs(os.path.join(folder, "bin"))
        os.makedirs(self.library)
        shutil.copy2(os.path.join(build, "bin/revisit-c++"), os.path.join(folder, "bin"))
        os.symlink(os.path.join(build, "include"), os.path.join(folder, "include"))
        for piece in "revisit-instrument.so", "librevisit-runtime.so", "librevisit-c.a", "librevisit-cxx.a":
            os.symlink(os.path.join(build, "lib", piece), os.path.join(self.library, piece))
        shutil.copytree(os.path.join(build, "lib/c++"), os.path.join(self.library, "c++"))
        self.cache = os.path.join(folder, "cache")

    def environment(self, more):
        return {**os.environ, "XDG_CACHE_HOME": self.cache, **more}

    def command(self, source, options, name="source.cpp"):
        path = os.path.join(self.folder, name)
        if source is not None:
            with open(path, "w") as file:
                file.write(source)
        return [os.path.join(self.folder, "bin/revisit-c++"), *options, path, "-o", path + ".out"]

    def __call__(self, source, *options, **more):
        """Compiles and runs: the status of the program, and whether precompiled headers were used. None: an error."""
        command = self.command(source, ["-v", *options])
        ran = subprocess.run(command, capture_output=True, text=True, env=self.environment(more), cwd=self.folder)
        used = " -include-pch " in ran.stderr
        if ran.returncode != 0:
            return None, used
        program = subprocess.run([command[-1]], env={**os.environ, "REVISIT_UNUSED": ""}, cwd=self.folder)
        return program.returncode, used

    def fill(self, *options):
        """Compiles until there are precompiled headers for these options."""
        for _ in range(3):
            result = self(PLAIN % 0, *options)
        return result


FAILED = []


def expect(what, found, wanted):
    ok = found == wanted
    print(f"{'ok  ' if ok else 'FAIL'} {what}" + ("" if ok else f": {found}, expected {wanted}"), flush=True)
    if not ok:
        FAILED.append(what)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def sources(cxx):
    expect("used when it is missed again", [cxx(PLAIN % 7)[1], cxx(PLAIN % 7)[1], cxx(PLAIN % 7)],
           [False, True, (7, True)])
    expect("with a header of ours that it does not include",
           cxx("#include <shared_mutex>\n" + PLAIN.replace("int main", "std::shared_mutex mutex;\nint main") %
               "sizeof mutex == sizeof(pthread_rwlock_t)"), (1, True))
    expect("switched off", cxx(PLAIN % 7, "-fno-revisit-precompiled"), (7, False))
    expect("after comments", cxx("// a\n/* b\n c */ # include <vector> // d\n" + PLAIN % 3), (3, True))
    expect("with several inputs, all of which include it",
           cxx(PLAIN % 3, cxx.command("#include <thread>\n", [], "other.cpp")[-3]), (3, True))
    expect("with several inputs, one of which does not",
           cxx(PLAIN % 3, cxx.command("#include <vector>\n", [], "other.cpp")[-3]), (3, False))
    expect("a definition before", cxx("#define _LIBCPP_HARDENING_MODE _LIBCPP_HARDENING_MODE_FAST\n" + PLAIN %
                                      "_LIBCPP_HARDENING_MODE == _LIBCPP_HARDENING_MODE_FAST"), (1, False))
    expect("a definition between", cxx("#include <atomic>\n#define THREADS 5\n" + PLAIN % "THREADS"), (5, False))
    expect("a condition before", cxx("#if 1\n#include <thread>\n#endif\n" + PLAIN % 2), (2, False))
    expect("a header of its own before", cxx('#include "own.h"\n' + PLAIN % 1), (None, False))
    expect("a line that goes on", cxx("// a \\\n#include <atomic>\n#define thread 1\nint main() { return thread; }\n"),
           (1, False))
    expect("names of headers that it does not include",
           cxx("#include <atomic>\nusing namespace std;\nstruct thread { int x = 4; };\n"
               "int main() { return thread().x; }\n"), (4, False))
    expect("a mistake is reported", cxx(PLAIN % "nothing"), (None, True))


def options(cxx):
    expect("c++20", cxx.fill("-std=c++20"), (0, True))
    for standard, year in ("c++20", 2), ("c++17", 3), ("c++20", 2):
        expect(f"-std={standard}", cxx(PLAIN % "(__cplusplus > 201703 ? 2 : 3)", f"-std={standard}")[0], year)
    off = "_LIBCPP_HARDENING_MODE == _LIBCPP_HARDENING_MODE_DEBUG ? 1 : sizeof(THING)"
    fast = "-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_DEBUG"
    cxx.fill(fast)
    for definitions, status in (["-DTHING=char", fast], 1), (["-DTHING=int"], 4), (["-D", "THING=short"], 2):
        expect(" ".join(definitions), cxx(PLAIN % off, *definitions), (status, True))
    expect("-D'N(x)=x'", cxx(PLAIN % "N(7)", "-DN(x)=x"), (7, True))
    expect("-D and -U", cxx("#include <thread>\n#ifdef N\n#error N\n#endif\nint main() {}\n", "-DN=1", "-UN"),
           (0, True))
    expect("-D of a name that headers use", cxx(PLAIN % "sizeof(defer_lock)", "-Ddefer_lock=1")[1], False)
    expect("-D of a word in comments and strings of headers only", cxx(PLAIN % "Exceptions", "-DExceptions=3"),
           (3, True))
    expect("one -D in another",
           cxx(PLAIN % "_LIBCPP_HARDENING_MODE", "-DMODE=_LIBCPP_HARDENING_MODE_DEBUG", "-D_LIBCPP_HARDENING_MODE=MODE")[1],
           False)
    for _ in range(3):
        result = cxx("#include <thread>\n#include <cassert>\nint main() { assert(false); return 5; }\n", "-DNDEBUG")
    expect("-DNDEBUG", result, (5, True))
    expect("-fno-exceptions at first", cxx("#include <thread>\n#ifdef __EXCEPTIONS\n#error e\n#endif\n"
                                         "int main() { return 6; }\n", "-fno-exceptions")[0], 6)
    cxx.fill("-fno-exceptions")
    expect("-fno-exceptions", cxx("#include <thread>\n#ifdef __EXCEPTIONS\n#error e\n#endif\n"
                                  "int main() { return 6; }\n", "-fno-exceptions"), (6, True))
    expect("after -fno-exceptions", cxx("#include <thread>\nint main() { try { throw 6; } catch (int x) { return x; } }\n"),
           (6, True))
    expect("-include", cxx(PLAIN % 2, "-include", "climits"), (2, False))
    expect("-x", cxx(PLAIN % 2, "-x", "c++"), (2, False))
    expect("-Wall -Werror -lm -MD", cxx(PLAIN % 2, "-Wall", "-Werror", "-lm", "-MD", "-MF", "/dev/null"), (2, True))
    subprocess.run(cxx.command(PLAIN % 2, ["-MD", "-MF", os.path.join(cxx.folder, "rule.d")]), env=cxx.environment({}))
    with open(os.path.join(cxx.folder, "rule.d")) as rule:
        named = rule.read()
    expect("dependencies name headers, and nothing of the cache",
           ("c++/v1/thread" in named, "c++/v1/vector" in named, cxx.cache in named), (True, True, False))


def folders(cxx):
    own = os.path.join(cxx.folder, "own")
    write(os.path.join(own, "mine.h"), "#define MINE 9\n")
    read = PLAIN.replace("int main", "#include <mine.h>\nint main") % "MINE"
    expect("-I with headers of its own", cxx(read, "-I" + own), (9, True))
    expect("-I FOLDER", cxx(read, "-I", "own"), (9, True))
    expect("CPATH", cxx(read, CPATH=own), (9, False))
    for name in "thread", "stdlib.h", "bits/types.h", "__config":
        write(os.path.join(own, name), f"#include_next <{name}>\n#define MINE 8\n")
        other = PLAIN % "MINE"
        expect(f"-I with its own {name}", cxx(other, "-I" + own), (8, False))
        expect(f"-isystem with its own {name}", cxx(other, "-isystem", "own"), (8, False))
        os.remove(os.path.join(own, name))
    expect("-I as before", cxx(read, "-I" + own), (9, True))


def changes(cxx):
    mutex = os.path.join(cxx.library, "c++/mutex")
    with open(mutex) as file:
        before = file.read()
    source = "#include <thread>\n#include <mutex>\n" + PLAIN % "CHANGED"
    cxx.fill()
    for number in 1, 2:
        write(mutex, before + f"\n#define CHANGED {number}\n")
        expect(f"change {number} of a header", [cxx(source)[0], cxx(source)[0], cxx(source)[0]], [number] * 3)
    write(mutex, before)
    cxx.fill()
    vector = os.path.join(cxx.library, "c++/vector")
    write(vector, "#pragma once\n#include_next <vector>\n#define CHANGED 5\n")
    expect("a header that was not there", cxx(source), (5, False))
    os.remove(vector)
    cxx.fill()
    headers = os.path.join(cxx.cache, "revisit/headers")
    for name in sorted(os.listdir(headers)):
        path = os.path.join(headers, name)
        size = os.path.getsize(path)
        if size:
            os.truncate(path, size // 2)
    expect("cut files are made again", [cxx(PLAIN % 4)[0], cxx(PLAIN % 4)], [4, (4, True)])
    compiler = os.path.join(cxx.folder, "cache")
    shutil.rmtree(compiler)
    write(compiler, "")
    expect("a cache that cannot be written to", [cxx(PLAIN % 4), cxx(PLAIN % 4)], [(4, False)] * 2)
    os.remove(compiler)


def compiled(cxx, source, options):
    """Compiles only: the exit status, and what is said."""
    ran = subprocess.run(cxx.command(source, ["-c", *options]), capture_output=True, text=True, cwd=cxx.folder,
                         env=cxx.environment({}))
    return ran.returncode, ran.stderr


def repeat(cxx, cases):
    """Compiled three times, each says and does what it does without precompiled headers, at the first attempt."""
    write(os.path.join(cxx.folder, "own.h"), "#pragma once\n#define OWN 3\n")
    write(os.path.join(cxx.folder, "more.h"), "#include <map>\n#include <string>\n#include <sstream>\n"
          "inline std::map<std::string, int> map() { std::stringstream text; text << 1; return {{text.str(), 1}}; }\n")
    for what, source, options in cases:
        wanted = compiled(cxx, source, [*options, "-fno-revisit-precompiled"])
        first, second = (compiled(cxx, source, options) for _ in range(2))
        status, said = compiled(cxx, source, ["-v", *options])
        expect(what, (first, second, status), (wanted, wanted, 0))
        expect(what + ": used", (" -include-pch " in said, said.count("error:")), (True, 0))


def refuse(cxx, source, options):
    """A precompiled header that the compiler refuses is as good as none."""
    headers = os.path.join(cxx.cache, "revisit/headers")
    for name in os.listdir(headers):
        if name.endswith(".pch"):
            path = os.path.join(headers, name)
            before = os.stat(path)
            with open(path, "r+b") as file:
                file.write(b"nothing that the compiler knows")
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    expect("a precompiled header that is refused", " -include-pch " in compiled(cxx, source, ["-v", *options])[1], True)
    expect("what is said then", compiled(cxx, source, options), (0, ""))
    status, said = compiled(cxx, source.replace("return 0", "return nothing"), options)
    expect("a mistake is reported once", (status, said.count("error:")), (1, 1))


def repeated(cxx):
    repeat(cxx, REPEATED)
    refuse(cxx, *REPEATED[0][1:])


def repeated_more(cxx):
    repeat(cxx, REPEATED_MORE)


def together(cxx):
    """Many at once, all of which want to make the same."""
    for round in range(2):
        started = []
        for i in range(5):
            command = cxx.command(PLAIN % (10 + i), [], f"source{i}.cpp")
            started.append((command[-1], subprocess.Popen(command, env=cxx.environment({}))))
        statuses = [(process.wait(), subprocess.run([program]).returncode) for program, process in started]
        expect(f"five at once, {round + 1}", statuses, [(0, 10 + i) for i in range(5)])
    files = os.listdir(os.path.join(cxx.cache, "revisit/headers"))
    expect("what is left", sorted(os.path.splitext(name)[1] for name in files), [".index", ".pch", ".wanted"])


def main():
    build = os.path.abspath(sys.argv[1])
    parts = {part.__name__: part for part in (sources, options, folders, changes, repeated, repeated_more, together)}
    for part in rotation.part([parts[name] for name in sys.argv[2:] or parts]):
        with tempfile.TemporaryDirectory(prefix="revisit-precompiled-") as folder:
            cxx = Compiler(build, folder)
            if part not in (sources, repeated, repeated_more, together):
                cxx.fill()
            part(cxx)
    print(f"{len(FAILED)} failed")
    sys.exit(1 if FAILED else 0)


main()
