#!/usr/bin/env python3
"""Checks `revisit check` on programs that people use: fetched as they were published, built by their own build systems
with the wrappers as compilers, and explored with small clients of two threads. No option of `check` is needed.

    tests/programs/owned.py build/bin/revisit [--only REGEX] [--timeout SECONDS] [--keep]

The clients lie in the folder `owned` beside this file. Archives are kept in $XDG_CACHE_HOME/revisit-owned, or
~/.cache/revisit-owned, and what is built there is removed at the end, but for --keep. What cannot be had, for want of a
network or of a command that builds it, is skipped by name. The exit status is 77 if all of it was skipped.

A program fails on a verdict or on errors other than those of the table below, on duplicates, and on a build that fails.
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field

CLIENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "owned")
POOL = "http://deb.debian.org/debian/pool/main/"
SKIPPED = 77


@dataclass(frozen=True)
class Archive:
    path: str  # below POOL
    sha256: str

    @property
    def name(self):
        return os.path.basename(self.path)


@dataclass(frozen=True)
class Build:
    """A folder with the unpacked archive. {zlib}, say, in a step is the folder of that build."""
    archive: Archive
    steps: list
    commands: list = field(default_factory=list)  # besides make and the wrappers
    after: list = field(default_factory=list)  # the builds that it uses


@dataclass(frozen=True)
class Program:
    build: str
    command: list  # how the client is compiled; empty for a program without one
    verdict: str = "safe"
    errors: tuple = ()  # the kinds of errors that are found
    model: str = "sc"
    arguments: tuple = ()
    stdin: str = ""


SQLITE = Archive("s/sqlite3/sqlite3_3.40.1.orig.tar.xz",
                 "aaa776260ab4dc976db34aa7891819484c8676b5b2783123ebc6301e2ca5d655")
ZLIB = Archive("z/zlib/zlib_1.2.13.dfsg.orig.tar.bz2",
               "71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1")
PIGZ = Archive("p/pigz/pigz_2.8.orig.tar.xz", "bec34f9d61e28b9b069da9efd53e73d22cd207a4798ed664832dc9b17aa486aa")
LEVELDB = Archive("l/leveldb/leveldb_1.23.orig.tar.gz",
                  "9a37f8a6174f09bd622bc723b55881dc541cd50747cbd08831c2a82d620f6d76")

LIBUV = Archive("libu/libuv1/libuv1_1.44.2.orig.tar.gz",
                "d79b4b06ef04be85fb890bf39d55942cc64c2e15fd14eaa32dae5dce94485484")
LIBEVENT = Archive("libe/libevent/libevent_2.1.12-stable.orig.tar.gz",
                   "92e6de1be9ec176428fd2367677e61ceffc2ee1cb119035037a27d346b0403bb")
LIBEV = Archive("libe/libev/libev_4.33.orig.tar.gz", "507eb7b8d1015fbec5b935f34ebed15bf346bed04a11ab82b8eee848c4205aea")
LIBURCU = Archive("libu/liburcu/liburcu_0.13.2.orig.tar.bz2",
                  "1213fd9f1b0b74da7de2bb74335b76098db9738fec5d3cdc07c0c524f34fc032")
LMDB = Archive("l/lmdb/lmdb_0.9.31.orig.tar.gz", "d35d4f6f46313d62fd342c9dcbf574432919ce5e802d2b6cbe2ebd549821e5c4")
MIMALLOC = Archive("m/mimalloc/mimalloc_2.0.9+ds.orig.tar.xz",
                   "cbc9d207ff105ad1f0cb739c378076143a6452b8d0624309cea0abfb040e972b")

REDIS = Archive("r/redis/redis_7.0.15.orig.tar.gz", "4b1dc4ee6d622a09fff9c6777191209750fb5e5a725ef78ea012d6eef4c22982")
NGINX = Archive("n/nginx/nginx_1.22.1.orig.tar.gz", "9ebb333a9e82b952acd3e2b4aeb1d4ff6406f72491bab6cd9fe69f0dea737f31")
MOODYCAMEL = Archive("c/concurrentqueue/libconcurrentqueue-dev_1.0.3+ds-1_all.deb",
                     "bfebbe7028503a59273fdc7a9fbfb6f72d68ca21e4f6ad3f425f0d4a757d81de")
BOOST = Archive("b/boost1.81/libboost1.81-dev_1.81.0-5+deb12u1_amd64.deb",
                "bfe6d942c9fa4d68c8455e712a16fe3911f85d92959a0753cb22e5c13c2067de")

# Libraries from before C11 mean their volatile objects to be atomic.
VOLATILE = "-frevisit-volatile=relaxed"


NGINX_FOLDERS = [f"-I{folder}" for folder in ("src/core", "src/event", "src/event/modules", "src/os/unix", "objs")]


def renamed_main(source, to, *options):
    """The step that compiles a program's main function as one that a client calls."""
    name = os.path.basename(source).removesuffix(".c") + "_main"
    return ["{cc}", "-g", f"-Dmain={name}", *options, "-c", source, "-o", to]


def archived(objects):
    """The step that makes a library of a program's object files."""
    return ["sh", "-c", f"rm -f lib.a && ar rcs lib.a {objects}"]


def zlib_with(*defines):
    return Build(ZLIB, [["env", "CFLAGS=-O3 " + " ".join(defines), "./configure", "--static"], ["make", "libz.a"]])


BUILDS = {
    "sqlite": Build(SQLITE, [["./configure", "--disable-shared", "--disable-tcl", "--disable-readline"],
                             ["make", "sqlite3.c", "libsqlite3.la"]], ["tclsh"]),
    "zlib": zlib_with(),
    "zlib-dynamic": zlib_with("-DDYNAMIC_CRC_TABLE"),
    "zlib-fixed": zlib_with("-DBUILDFIXED"),
    "pigz": Build(PIGZ, [["make", "pigz", "CC={cc}", "CFLAGS=-O3 -I{zlib}", "LDFLAGS=-L{zlib}"]], [], ["zlib"]),
    "leveldb": Build(LEVELDB, [["cmake", "-S", ".", "-B", "build", "-DCMAKE_BUILD_TYPE=Debug",
                                "-DLEVELDB_BUILD_TESTS=OFF", "-DLEVELDB_BUILD_BENCHMARKS=OFF", "-DHAVE_SNAPPY=OFF",
                                "-DHAVE_CRC32C=OFF", "-DHAVE_TCMALLOC=OFF"],
                               ["cmake", "--build", "build", "--parallel"]], ["cmake"]),
    "libuv": Build(LIBUV, [["cmake", "-S", ".", "-B", "build", "-DCMAKE_BUILD_TYPE=Debug", "-DLIBUV_BUILD_TESTS=OFF"],
                           ["cmake", "--build", "build", "--target", "uv_a", "--parallel"]], ["cmake"]),
    "libuv-tests": Build(LIBUV, [["cmake", "-S", ".", "-B", "build", "-DCMAKE_BUILD_TYPE=Debug"],
                                 ["cmake", "--build", "build", "--target", "uv_run_tests_a", "--parallel"],
                                 archived("$(ls build/CMakeFiles/uv_run_tests_a.dir/test/*.o | grep -v run-tests)")],
                         ["cmake"]),
    "libevent": Build(LIBEVENT, [["./configure", "--disable-shared", "--disable-openssl", "--disable-samples",
                                  "--disable-libevent-regress"],
                                 ["make", "libevent_core.la", "libevent_pthreads.la"]]),
    "libev": Build(LIBEV, [["./configure", "--disable-shared", f"CFLAGS=-g {VOLATILE}"], ["make", "libev.la"]]),
    "liburcu": Build(LIBURCU, [["./configure", "--disable-shared", f"CFLAGS=-g {VOLATILE}"], ["make", "-C", "src"]]),
    "lmdb": Build(LMDB, [["make", "-C", "libraries/liblmdb", "CC={cc}", f"CFLAGS=-g {VOLATILE}", "liblmdb.a"]]),
    "mimalloc": Build(MIMALLOC, [["cmake", "-S", ".", "-B", "build", "-DCMAKE_BUILD_TYPE=Debug",
                                  "-DMI_BUILD_SHARED=OFF", "-DMI_BUILD_OBJECT=OFF", "-DMI_BUILD_TESTS=OFF"],
                                 ["cmake", "--build", "build"]], ["cmake"]),
    "redis": Build(REDIS, [["make", "-C", "src", "MALLOC=libc", "OPTIMIZATION=-O0", "redis-server"],
                           renamed_main("src/server.c", "src/server.o", "-Ideps/hiredis", "-Ideps/linenoise",
                                        "-Ideps/lua/src", "-Ideps/hdr_histogram"),
                           archived("src/*.o")]),
    "nginx": Build(NGINX, [["./configure", "--with-cc={cc}", "--with-threads", "--without-http", "--without-pcre",
                            f"--with-cc-opt=-g {VOLATILE}"],
                           ["make"],
                           renamed_main("src/core/nginx.c", "objs/src/core/nginx.o", VOLATILE, *NGINX_FOLDERS),
                           archived("objs/*.o objs/src/*/*.o objs/src/*/*/*.o")]),
    "moodycamel": Build(MOODYCAMEL, [], ["dpkg-deb"]),
    "boost": Build(BOOST, [], ["dpkg-deb"]),
}


def c_client(name, *options):
    return ["{cc}", "-g", os.path.join(CLIENTS, name + ".c"), "-I{build}", *options, "-pthread"]


def zlib_client(name):
    return c_client(name, "{build}/libz.a")


def leveldb_client(name):
    folders = ["-I{build}", "-I{build}/include", "-I{build}/build/include", "-I{build}/helpers/memenv"]
    return ["{cxx}", "-g", "-std=c++17", "-fno-rtti", "-DLEVELDB_PLATFORM_POSIX=1", *folders,
            os.path.join(CLIENTS, name + ".cpp"), "{build}/build/libleveldb.a", "-pthread"]


REDIS_LIBRARIES = ["-I{build}/src", "-I{build}/deps/hiredis", "-I{build}/deps/lua/src", "-I{build}/deps/hdr_histogram",
                   "{build}/lib.a", "{build}/deps/hiredis/libhiredis.a", "{build}/deps/lua/src/liblua.a",
                   "{build}/deps/hdr_histogram/libhdrhistogram.a", "-ldl", "-lm"]
# Of libuv's own tests, those that neither start processes nor measure time, and end soon.
UV_TESTS = ["close_order", "loop_close", "loop_stop", "loop_update_time", "run_nowait", "run_once"]
UV_TEST_CLIENT = ["-I{build}/include", "-I{build}/test", "{build}/lib.a", "{build}/build/libuv_a.a", "-ldl"]
NGINX_CLIENT = [*(option.replace("-I", "-I{build}/") for option in NGINX_FOLDERS), "{build}/lib.a", "-lcrypt"]


def cxx_client(name, *options):
    return ["{cxx}", "-g", "-std=c++17", os.path.join(CLIENTS, name + ".cpp"), "-I{build}", *options, "-pthread"]


PROGRAMS = {
    "sqlite_shared": Program("sqlite", c_client("sqlite_shared", "{build}/.libs/libsqlite3.a", "-lm", "-ldl")),
    "zlib_buffers": Program("zlib", zlib_client("zlib_buffers")),
    "zlib_crc": Program("zlib-dynamic", zlib_client("zlib_crc")),
    "zlib_fixed": Program("zlib-fixed", zlib_client("zlib_fixed"), "bug", ("race",)),
    "pigz": Program("pigz", [], arguments=("-p", "2"), stdin="lines.txt"),
    "leveldb_compaction": Program("leveldb", leveldb_client("leveldb_compaction")),
    "uv_wake": Program("libuv", c_client("uv_wake", "-I{build}/include", "{build}/build/libuv_a.a", "-ldl")),
    "uv_echo": Program("libuv", c_client("uv_echo", "-I{build}/include", "{build}/build/libuv_a.a", "-ldl")),
    **{f"uv_test_{name}": Program("libuv-tests", c_client("uv_test", *UV_TEST_CLIENT), arguments=(name,))
       for name in UV_TESTS},
    "event_pipe": Program("libevent", c_client("event_pipe", "-I{build}/include", "{build}/.libs/libevent_core.a",
                                               "{build}/.libs/libevent_pthreads.a")),
    "ev_wake": Program("libev", c_client("ev_wake", VOLATILE, "{build}/.libs/libev.a", "-lm"), "incomplete"),
    "urcu_published": Program("liburcu", c_client("urcu_published", VOLATILE, "-DRCU_MB", "-D_LGPL_SOURCE",
                                                  "-I{build}/include", "-I{build}/src",
                                                  "{build}/src/.libs/liburcu-mb.a",
                                                  "{build}/src/.libs/liburcu-common.a"), "incomplete"),
    "lmdb_put_get": Program("lmdb", c_client("lmdb_put_get", VOLATILE, "-I{build}/libraries/liblmdb",
                                             "{build}/libraries/liblmdb/liblmdb.a")),
    "mi_freed": Program("mimalloc", c_client("mi_freed", "-I{build}/include", "{build}/build/libmimalloc-debug.a")),
    "redis_bio": Program("redis", c_client("redis_bio", *REDIS_LIBRARIES)),
    "redis_bio_file": Program("redis", c_client("redis_bio", "-DCLOSES", *REDIS_LIBRARIES)),
    "redis_io_threads": Program("redis", c_client("redis_io_threads", *REDIS_LIBRARIES)),
    "nginx_pool": Program("nginx", c_client("nginx_pool", VOLATILE, "-DTASKS=1", *NGINX_CLIENT)),
    "nginx_pool_two": Program("nginx", c_client("nginx_pool", VOLATILE, "-DTASKS=2", *NGINX_CLIENT), "bug", ("race",)),
    "moody_queue": Program("moodycamel", cxx_client("moody_queue", "-I{build}/include/concurrentqueue")),
    "lockfree_queue": Program("boost", cxx_client("lockfree_queue", "-I{build}/include"), "bug", ("race",)),
    "leveldb_disk": Program("leveldb", leveldb_client("leveldb_disk")),
    "leveldb_cache": Program("leveldb", leveldb_client("leveldb_cache")),
    "leveldb_skip_list": Program("leveldb", leveldb_client("leveldb_skip_list")),
    "leveldb_skip_list_rc11": Program("leveldb", leveldb_client("leveldb_skip_list"), model="rc11"),
}


class Missing(Exception):
    """What cannot be had here."""


class Failed(Exception):
    """What went wrong in a build."""


def sha256_of(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fetched(archive, cache):
    """The path of the archive, downloaded unless the cache has it."""
    path = os.path.join(cache, archive.name)
    if not os.path.exists(path):
        partial = f"{path}.{os.getpid()}"
        try:
            with urllib.request.urlopen(POOL + archive.path, timeout=60) as source, open(partial, "wb") as file:
                shutil.copyfileobj(source, file)
            os.rename(partial, path)
        except OSError as error:
            raise Missing(f"{archive.name} cannot be fetched: {error}") from error
        finally:
            if os.path.exists(partial):
                os.remove(partial)
    if sha256_of(path) != archive.sha256:
        raise Failed(f"{path} has another checksum than {archive.sha256}")
    return path


def unpacked(path, folder):
    """The one folder that is in the archive."""
    if path.endswith(".deb"):
        subprocess.run(["dpkg-deb", "-x", path, folder], check=True)
        return os.path.join(folder, "usr")
    with tarfile.open(path) as archive:
        archive.extractall(folder)  # only what has the right checksum comes here
    return os.path.join(folder, *os.listdir(folder))


class Workshop:
    """Builds what programs need, each once."""

    def __init__(self, tools, cache, scratch):
        self.cache, self.scratch = cache, scratch
        self.names = {"cc": os.path.join(tools, "revisit-cc"), "cxx": os.path.join(tools, "revisit-c++")}
        self.environment = {**os.environ, "CC": self.names["cc"], "CXX": self.names["cxx"]}
        self.folders, self.faults = {}, {}  # by the name of the build

    def run(self, command, folder, **names):
        command = [word.format(**self.names, **names) for word in command]
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                             env=self.environment)
        if ran.returncode != 0:
            raise Failed(f"{' '.join(command)}: exit status {ran.returncode}\n{(ran.stdout + ran.stderr)[-2000:]}")

    def built(self, name):
        if name in self.faults:
            raise self.faults[name]
        if name not in self.folders:
            try:
                self.folders[name] = self.build(name, BUILDS[name])
            except (Missing, Failed) as fault:
                self.faults[name] = fault
                raise
        return self.folders[name]

    def build(self, name, build):
        for command in ["make", *build.commands]:
            if not shutil.which(command):
                raise Missing(f"{command} is not installed")
        others = {other: self.built(other) for other in build.after}
        folder = unpacked(fetched(build.archive, self.cache), os.path.join(self.scratch, name))
        for step in build.steps:
            self.run(step, folder, **others)
        return folder

    def program(self, name, program):
        """The path of the executable."""
        folder = self.built(program.build)
        path = os.path.join(folder, name)
        if program.command:
            self.run([*program.command, "-o", path], folder, build=folder, **self.folders)
        return path


def explore(revisit, program, path, scratch, timeout):
    """The report of `revisit check`."""
    out = os.path.join(scratch, "report.json")
    command = [revisit, "check", "--model", program.model, "--check-duplicates", "--no-progress", "--json", out,
               "--witness", scratch, path, *(["--", *program.arguments] if program.arguments else [])]
    with open(os.path.join(CLIENTS, program.stdin) if program.stdin else os.devnull) as given:
        try:
            ran = subprocess.run(command, capture_output=True, text=True, stdin=given, timeout=timeout)
        except subprocess.TimeoutExpired as error:
            raise Failed(f"no answer in {timeout:g} s") from error
    try:
        with open(out) as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        raise Failed(f"no report; exit status {ran.returncode}: {(ran.stderr or ran.stdout)[-1000:]}") from error


def complaints(program, report):
    if report["verdict"] != program.verdict:
        yield f"verdict {report['verdict']} instead of {program.verdict}"
        yield from (f"{reason['kind']}: {reason['detail']} {reason['file']}:{reason['line']}"
                    for reason in report["reasons"])
        yield from (f"{error['kind']}: {error['message']}" for error in report["errors"])
    elif program.errors and {error["kind"] for error in report["errors"]} != set(program.errors):
        yield f"errors {[error['kind'] for error in report['errors']]} instead of {program.errors}"
    if report["executions"]["duplicate"]:
        yield f"{report['executions']['duplicate']} duplicates"


def counted(report):
    explored = sum(count for kind, count in report["executions"].items() if kind != "duplicate")
    return f"{explored} executions in {report['seconds']:.1f} s: {report['verdict']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("--only", default="", metavar="REGEX", help="programs whose name matches")
    parser.add_argument("--timeout", type=float, default=1800, help="seconds for each exploration")
    parser.add_argument("--keep", action="store_true", help="leave what was built, and say where it is")
    options = parser.parse_args()
    revisit = os.path.abspath(options.revisit)
    cache = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "revisit-owned")
    os.makedirs(cache, exist_ok=True)
    names = [name for name in PROGRAMS if re.search(options.only, name)]
    if not names:
        parser.error(f"no program matches {options.only}")

    scratch = tempfile.mkdtemp(prefix="build-", dir=cache)
    workshop = Workshop(os.path.dirname(revisit), cache, scratch)
    failed = skipped = 0
    try:
        for name in names:
            program = PROGRAMS[name]
            started = time.time()
            try:
                path = workshop.program(name, program)
                print(f"     {name}: built in {time.time() - started:.0f} s", flush=True)
                report = explore(revisit, program, path, scratch, options.timeout)
                wrong, said = list(complaints(program, report)), counted(report)
            except Missing as missing:
                skipped += 1
                print(f"skip {name}: {missing}", flush=True)
                continue
            except Failed as failure:
                wrong, said = [str(failure)], "failed"
            failed += bool(wrong)
            print(f"{'FAIL' if wrong else 'ok  '} {name}: {said}", *wrong, sep="\n     ", flush=True)
    finally:
        if options.keep:
            print(f"built in {scratch}")
        else:
            shutil.rmtree(scratch, ignore_errors=True)
    print(f"{len(names)} programs, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed else SKIPPED if skipped == len(names) else 0)


if __name__ == "__main__":
    main()
