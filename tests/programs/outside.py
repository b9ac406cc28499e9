#!/usr/bin/env python3
"""Proves that nothing leaves an exploration: a program calls a library that Revisit did not build, which writes, removes
and renames files, connects to a server, forks, and sends signals, by functions of the C library,
by number, and by the instruction itself.

    tests/programs/outside.py build/bin/revisit [--cc CC]

Before and after `revisit check`, with nurseries, with fresh runs, and where the call is one that the user takes for
harmless, a folder has the same names, contents, times and inodes; the server got no connection; the process to which
signals are sent is alive. The library by itself does all of that, which is the test of the test."""
import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile

LIBRARY = r"""
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Nobody can replace this one.
static long raw(long number, long a, long b, long c, long d) {
  register long fourth __asm__("r10") = d;
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
  return result;
}
static void in(const char* folder, const char* name, char* to) { snprintf(to, 512, "%s/%s", folder, name); }
static void write_file(const char* folder, const char* name) {
  char path[512];
  in(folder, name, path);
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (write(file, "more", 4) == 4)
    close(file);
}
static void write_raw(const char* folder, const char* name) {
  char path[512];
  in(folder, name, path);
  raw(SYS_openat, AT_FDCWD, (long)path, O_WRONLY | O_CREAT, 0600);
}
static const char* last;
__attribute__((destructor)) static void end(void) {
  if (last)
    write_raw(last, "at-end");
}
// Named like a function without effects, so that nobody watches its calls.
double cbrt(double number) {
  if (last)
    write_raw(last, "unwatched");
  return number;
}
void act(const char* folder, int port, int victim) {
  char a[512], b[512];
  last = folder;
  write_file(folder, "new");
  write_file(folder, "kept");
  in(folder, "gone", a);
  unlink(a);
  in(folder, "old", a), in(folder, "renamed", b);
  rename(a, b);
  in(folder, "made", a);
  mkdir(a, 0700);
  in(folder, "kept", a), in(folder, "link", b);
  chmod(a, 0777), symlink(a, b), truncate(a, 1);
  in(folder, "by-number", a);
  syscall(SYS_openat, AT_FDCWD, a, O_WRONLY | O_CREAT, 0600);
  in(folder, "second", a);
  syscall(SYS_unlink, a);
  in(folder, "stream", a);
  FILE* stream = fopen(a, "w");
  if (stream)
    fclose(stream);
  const int to = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  connect(to, (struct sockaddr*)&address, sizeof address);
  const pid_t child = fork();
  if (child == 0) {
    write_file(folder, "by-child");
    _exit(0);
  }
  if (child > 0)
    waitpid(child, 0, 0);
  in(folder, "by-command", a), snprintf(b, sizeof b, "touch %s", a);
  system(b);
  kill(victim, SIGTERM);
  syscall(SYS_kill, victim, SIGKILL);
  write_raw(folder, "by-instruction");
  in(folder, "third", a);
  raw(SYS_unlink, (long)a, 0, 0, 0);
  if (raw(SYS_fork, 0, 0, 0, 0) == 0) {
    write_raw(folder, "by-raw-child");
    raw(SYS_exit_group, 0, 0, 0, 0);
  }
  raw(SYS_connect, to, (long)&address, sizeof address, 0);
  raw(SYS_kill, victim, SIGKILL, 0, 0);
}
"""
PROGRAM = r"""
#include <pthread.h>
#include <stdlib.h>
#include <math.h>
void act(const char* folder, int port, int victim);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char** given;
static void* run(void* unused) {
  pthread_mutex_lock(&mutex);
  act(given[1], atoi(given[2]), atoi(given[3]));
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main(int count, char** arguments) {
  given = arguments;
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return cbrt(count) == 0;
}
"""
WAYS = [[], ["--fresh-runs"], ["--assume-harmless", "act"], ["--assume-harmless", "act", "--fresh-runs"]]


def tree(folder):
    found = {}
    for around, folders, files in os.walk(folder):
        for name in [*folders, *files, "."]:
            path = os.path.join(around, name)
            status = os.lstat(path)
            content = b""
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, "rb") as file:
                    content = file.read()
            found[os.path.relpath(path, folder)] = (status.st_ino, status.st_mode, status.st_mtime_ns, status.st_ctime_ns,
                                                    status.st_size, content)
    return found


def server_of(work):
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen(8)
    server.setblocking(False)
    return server


def has_guest(server):
    try:
        server.accept()[0].close()
        return True
    except BlockingIOError:
        return False


def what_changes(command, work):
    """Which of the things that the library does have an effect, when the command runs."""
    folder = os.path.join(work, "folder")
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    for name in ["kept", "gone", "old", "second", "third"]:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(name)
    before = tree(folder)
    with server_of(work) as server, subprocess.Popen(["sleep", "600"]) as victim:
        try:
            run = subprocess.run([*command, folder, str(server.getsockname()[1]), str(victim.pid)], cwd=work,
                                 capture_output=True, text=True, timeout=300, check=False)
            after = tree(folder)
            changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
            changed |= {"connection"} if has_guest(server) else set()
            changed |= {"signal"} if victim.poll() is not None else set()
        finally:
            victim.kill()
    return changed, run


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("--cc", default="gcc")
    options = parser.parse_args()
    revisit = os.path.abspath(options.revisit)
    failed = False
    with tempfile.TemporaryDirectory() as work:
        for name, text in [("library.c", LIBRARY), ("program.c", PROGRAM)]:
            with open(os.path.join(work, name), "w", encoding="utf-8") as file:
                file.write(text)
        library = os.path.join(work, "libforeign.so")
        linked = [library, f"-Wl,-rpath,{work}", "-pthread"]
        subprocess.run([options.cc, "-w", "-shared", "-fPIC", "library.c", "-o", library], cwd=work, check=True)
        subprocess.run([options.cc, "-w", "-fno-builtin", "program.c", "-o", "native", *linked], cwd=work, check=True)
        subprocess.run([os.path.join(os.path.dirname(revisit), "revisit-cc"), "-w", "-fno-builtin", "program.c", "-o", "program", *linked],
                       cwd=work, check=True)
        expected = {".", "new", "kept", "gone", "old", "renamed", "made", "link", "by-number", "second", "third", "stream", "by-instruction", "by-raw-child",
                    "by-child", "by-command", "at-end", "unwatched", "connection", "signal"}
        changed, _ = what_changes([os.path.join(work, "native")], work)
        if not expected <= changed:
            print(f"FAIL the library by itself does not do: {sorted(expected - changed)}")
            failed = True
        for way in WAYS:
            changed, run = what_changes([revisit, "check", *way, "./program", "--"], work)
            finished = run.returncode in (0, 3)
            if changed or not finished:
                failed = True
            print(f"{'FAIL' if changed or not finished else 'ok  '} {' '.join(way) or 'nurseries'}: "
                  f"status {run.returncode}{', changed: ' + str(sorted(changed)) if changed else ''}")
            if not finished:
                print(run.stdout + run.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
