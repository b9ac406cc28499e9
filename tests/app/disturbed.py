#!/usr/bin/env python3
"""Checks that are disturbed: by a full disk, by files that cannot be written, by Ctrl-C in a terminal, by whoever kills
the program. What was found is still reported, and nothing is said that was not seen.

    tests/app/disturbed.py build/bin/revisit
"""
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

from checking import check, finish

BUG = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* add(void* unused) {
  atomic_store(&x, atomic_load(&x) + 1);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
"""
# Millions of executions.
LONG = """#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* add(void* unused) {
  int used = 0; // the order of the updates would not matter otherwise
  for (int i = 0; i < 4; i++)
    used += atomic_fetch_add(&x, 1);
  return used < 0 ? 0 : unused;
}
int main(void) {
  pthread_t t[5];
  for (int i = 0; i < 5; i++)
    pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < 5; i++)
    pthread_join(t[i], 0);
  return 0;
}
"""
# A single run takes long.
COMPUTES = """#include <pthread.h>
static volatile unsigned long sum;
static void* work(void* unused) {
  unsigned long local = 0;
  for (unsigned long i = 0; i < 40000000000ul; i++)
    local += i;
  sum = local;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return 0;
}
"""
# It takes long to come to main.
STARTS = """__attribute__((constructor)) static void start(void) {
  for (volatile unsigned long i = 0; i < 40000000000ul; i++)
    ;
}
int main(void) { return 0; }
"""


class Place:
    def __init__(self, revisit, folder):
        self.revisit, self.folder = os.path.abspath(revisit), folder
        self.environment = {**os.environ, "XDG_CACHE_HOME": folder}
        for name, text in (("bug.c", BUG), ("long.c", LONG), ("computes.c", COMPUTES), ("starts.c", STARTS)):
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
            compiler = os.path.join(os.path.dirname(self.revisit), "revisit-cc")
            subprocess.run([compiler, name, "-o", name[:-2]], cwd=folder, check=True)

    def run(self, *arguments, stdout=subprocess.PIPE):
        return subprocess.run([self.revisit, *arguments], cwd=self.folder, stdout=stdout, stderr=subprocess.PIPE,
                              text=True, timeout=120, stdin=subprocess.DEVNULL, env=self.environment)


def check_unwritten_files(place):
    """A bug is reported, and the exit status tells it, whatever cannot be written."""
    full = os.path.join(place.folder, "full")
    os.mkdir(full)
    os.symlink("/dev/full", os.path.join(full, "bug.revisit.part"))
    ran = place.run("check", "bug", "--no-progress", "--witness", full)
    check(ran.returncode == 1, f"a full disk: exit status {ran.returncode}")
    check("assertion: x == 2" in ran.stdout and "BUG: 1 error" in ran.stdout, f"a full disk: {ran.stdout}")
    check("T1 add" in ran.stdout, f"a full disk hides the interleaving: {ran.stdout}")
    check("witness: not written; 'revisit check --only" in ran.stdout, f"a full disk: {ran.stdout}")
    check("No space left on device" in ran.stderr, f"a full disk: {ran.stderr}")
    only = re.search(r"--only (\w+)", ran.stdout)
    again = place.run("check", "bug", "--no-progress", "--only", only.group(1), "--witness", place.folder)
    check(again.returncode == 1 and os.path.exists(os.path.join(place.folder, "bug.revisit")),
          f"--only after a full disk: {again.stdout}{again.stderr}")

    ran = place.run("check", "bug", "--no-progress", "--json", "/dev/full")
    check(ran.returncode == 1 and "BUG: 1 error" in ran.stdout, f"an unwritten report: {ran.returncode} {ran.stdout}")
    check("/dev/full: cannot write the report" in ran.stderr, f"an unwritten report: {ran.stderr}")
    ran = place.run("check", "bug", "--no-progress", "--ignore", "assertion", "--json", "/dev/full")
    check(ran.returncode == 2 and "SAFE" in ran.stdout, f"an unwritten report: {ran.returncode} {ran.stdout}")
    for folder in (full, os.path.join(place.folder, "no such folder", "deep")):
        ran = place.run("check", "bug", "--no-progress", "--json", "-", "--witness", folder)
        report = json.loads(ran.stdout)
        check(ran.returncode == 1 and report["verdict"] == "bug", f"{folder}: {ran.returncode} {ran.stderr}")


def check_unwritten_output(place):
    """Every command that prints says when it could not."""
    witness = os.path.join(place.folder, "bug.revisit")
    for arguments in (["show", witness], ["show", "--json", witness], ["show", "--svg", witness], ["ask", witness],
                      ["ask", witness, "1 > 0"], ["diff", witness, witness], ["tree", "bug"], ["steps", "bug"],
                      ["check", "bug", "--ignore", "assertion"], ["--help"], ["check", "--help"], ["--version"]):
        with open("/dev/full", "w") as full:
            ran = place.run(*arguments, stdout=full)
        check(ran.returncode == 2, f"{arguments} > /dev/full: exit status {ran.returncode}")
        check("revisit: standard output: not everything could be written" in ran.stderr,
              f"{arguments} > /dev/full: {ran.stderr}")
    for arguments in (["check", "bug"], ["replay", "--plain", witness]):
        with open("/dev/full", "w") as full:
            ran = place.run(*arguments, stdout=full)
        check(ran.returncode == 1 and "standard output" in ran.stderr,
              f"{arguments} > /dev/full: {ran.returncode} {ran.stderr}")


class Terminal:
    """A command that runs in a terminal of its own."""

    def __init__(self, place, *arguments):
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            os.chdir(place.folder)
            os.execve(place.revisit, [place.revisit, *arguments], place.environment)
        self.text = ""

    def read_until(self, wanted, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end and (wanted is None or wanted not in self.text):
            if select.select([self.screen], [], [], 0.1)[0]:
                try:
                    self.text += os.read(self.screen, 4096).decode(errors="replace")
                except OSError:
                    return
    def press(self, key):
        os.write(self.screen, key)

    def status(self):
        self.read_until(None, 60)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(child) for child in file.read().split()]


def wait_for_child(pid):
    for _ in range(600):
        if found := children(pid):
            return found[0]
        time.sleep(0.05)
    return None


def wait_for_run(zygote):
    """The run that computes; others may come before it, and end."""
    ticks = os.sysconf("SC_CLK_TCK")
    for _ in range(1200):
        for child in children(zygote):
            try:
                with open(f"/proc/{child}/stat") as file:
                    if int(file.read().rpartition(")")[2].split()[11]) >= 0.2 * ticks:
                        return child
            except FileNotFoundError:
                pass
        time.sleep(0.05)
    return None


def check_interrupts(place):
    terminal = Terminal(place, "check", "long", "--progress")
    terminal.read_until("per second")
    terminal.press(b"\x03")
    status = terminal.status()
    check(status == 3, f"Ctrl-C: exit status {status}; {terminal.text[-500:]}")
    check("cancelled" in terminal.text and "INCOMPLETE" in terminal.text, f"Ctrl-C: {terminal.text[-500:]}")

    # In the middle of a long run of the program.
    terminal = Terminal(place, "check", "computes", "--progress")
    target = wait_for_child(terminal.pid)
    for _ in range(600):
        if children(target):
            break
        time.sleep(0.05)
    began = time.monotonic()
    terminal.press(b"\x03")
    status = terminal.status()
    check(status == 3 and time.monotonic() - began < 20,
          f"Ctrl-C in a run: exit status {status} after {time.monotonic() - began} s; {terminal.text[-500:]}")
    check("cancelled" in terminal.text, f"Ctrl-C in a run: {terminal.text[-500:]}")


def check_impatience(place):
    """A second Ctrl-C does not wait for the witness of a bug whose run takes long, or for anything else."""
    ran = subprocess.Popen([place.revisit, "check", "computes", "--no-progress"], cwd=place.folder,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                           env=place.environment)
    zygote = wait_for_child(ran.pid)
    run = wait_for_run(zygote)
    os.kill(ran.pid, signal.SIGSTOP)  # so that both come before it can end by itself
    os.kill(ran.pid, signal.SIGINT)
    os.kill(ran.pid, signal.SIGTERM)
    os.kill(ran.pid, signal.SIGCONT)
    check(ran.wait(timeout=60) in (-signal.SIGINT, -signal.SIGTERM), f"two interrupts: {ran.returncode}")
    for _ in range(100):
        if not os.path.exists(f"/proc/{run}"):
            break
        time.sleep(0.05)
    check(not os.path.exists(f"/proc/{run}"), "the run goes on after two interrupts")


def check_kills(place):
    """The program, a run of it, or the check itself is ended from outside."""
    def start(program):
        return subprocess.Popen([place.revisit, "check", program, "--no-progress", "--json", "-"], cwd=place.folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL,
                                env=place.environment)

    def finished(ran, what, kind):
        output, errors = ran.communicate(timeout=120)
        check(ran.returncode == 3, f"{what}: exit status {ran.returncode}; {errors}")
        report = json.loads(output) if output else {}
        check(report.get("verdict") == "incomplete", f"{what}: {report.get('verdict')}")
        check(kind in [reason["kind"] for reason in report.get("reasons", [])], f"{what}: {report.get('reasons')}")

    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV):
        ran = start("computes")
        zygote = wait_for_child(ran.pid)
        run = wait_for_run(zygote)
        os.kill(run, number)
        finished(ran, f"{number.name} for a run", "killed")
    ran = start("computes")
    zygote = wait_for_child(ran.pid)
    wait_for_run(zygote)
    os.kill(zygote, signal.SIGKILL)
    finished(ran, "SIGKILL for the program", "killed")
    ran = start("starts")
    os.kill(wait_for_child(ran.pid), signal.SIGKILL)
    finished(ran, "SIGKILL for the program before main", "killed")
    ran = start("long")
    wait_for_child(ran.pid)
    time.sleep(1)
    os.kill(ran.pid, signal.SIGTERM)
    finished(ran, "SIGTERM for the check", "cancelled")

    # Nothing stays behind when the check dies.
    ran = start("computes")
    zygote = wait_for_child(ran.pid)
    run = wait_for_run(zygote)
    ran.kill()
    ran.communicate()
    for _ in range(100):
        if not any(os.path.exists(f"/proc/{pid}") for pid in (zygote, run)):
            break
        time.sleep(0.05)
    check(not os.path.exists(f"/proc/{run}"), "the run goes on when the check is gone")


def main():
    with tempfile.TemporaryDirectory(prefix="revisit-disturbed-") as folder:
        place = Place(sys.argv[1], folder)
        check_unwritten_files(place)
        check_unwritten_output(place)
        check_interrupts(place)
        check_impatience(place)
        check_kills(place)
    finish()


if __name__ == "__main__":
    main()
