#!/usr/bin/env python3
"""Runs `revisit check` on the programs of the tables beside this file where it must not have its way: with little
address space, little disk, a bound on time, a bound on memory, and ended at a random moment.

    tests/programs/stress.py build/bin/revisit [--seconds S] [--seed N] [--only REGEX] [--ways WAY,WAY] [--jobs N]

    address-space   ulimit -v 4000000            timeout     --timeout 1
    disk            1 MiB for witnesses (root)   memory      --memory 300
    stop            SIGTERM or SIGINT at a random moment of the exploration
    target          SIGKILL of the program that is explored, or of one of its runs, likewise

A row fails on a wrong verdict (what the table says, or incomplete), on a report that is missing or broken, and when no
answer comes in twice the bound and two seconds more. Without --seconds everything is run; the order is random, and the
same for the same seed.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from run import read_table

FOLDER = os.path.dirname(os.path.abspath(__file__))
WAYS = ["address-space", "disk", "timeout", "memory", "stop", "target"]
EXIT_STATUS = {"safe": 0, "bug": 1, "incomplete": 3}
ADDRESS_SPACE = 4_000_000 << 10
TIMEOUT = 1  # seconds, of each way
PATIENCE = 2 * TIMEOUT + 2


def slowness():
    """How much longer everything takes because others work on the machine, too."""
    return max(1.0, 1.5 * os.getloadavg()[0] / (os.cpu_count() or 1))


def command(revisit, table, row, scratch, witnesses):
    line = [revisit, "check", "--model", row.model, "--no-progress", "--json", os.path.join(scratch, "report.json")]
    line += ["--witness", witnesses]
    if row.verdict == "bug" and (row.complete, row.deadlocked) != ("-", "-"):
        line.append("--keep-going")
    if row.defines != "-":
        line += row.defines.split()
    for name in row.wanted("suppressions"):
        line += ["--suppressions", os.path.join(FOLDER, table, name)]
    argument = row.wanted("argument")
    return line + [os.path.join(FOLDER, table, row.file)] + (["--", *argument] if argument else [])


def with_options(line, *options):
    """Before what the row names: its options hold when it says the same."""
    given = [option for option in options if option.split("=")[0] not in line]
    return line[:2] + given + line[2:]


def children(pid, folder):
    """Those that run what was compiled into the folder: no compiler is among them."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            found = [int(word) for word in file.read().split()]
        return [child for child in found if os.readlink(f"/proc/{child}/exe").startswith(folder + "/")]
    except OSError:
        return []


def end_target(process, chance, folder):
    """Kills the explored program or the run under way."""
    programs = children(process.pid, folder)
    runs = [run for program in programs for run in children(program, folder)]
    candidates = runs if runs and chance.random() < 0.5 else programs
    if candidates:
        try:
            os.kill(chance.choice(candidates), signal.SIGKILL)
        except ProcessLookupError:
            pass


def disturb(process, way, chance, folder):
    """Waits until the program is explored, and a little longer."""
    until = time.time() + 60
    while process.poll() is None and not children(process.pid, folder) and time.time() < until:
        time.sleep(0.002)
    time.sleep(chance.random() ** 2 * 0.5)
    if way == "target":
        end_target(process, chance, folder)
    elif process.poll() is None:
        process.send_signal(chance.choice([signal.SIGTERM, signal.SIGINT]))


def complaints(row, way, status, report, text):
    allowed = {"safe": {"safe", "incomplete"}, "bug": {"bug", "incomplete"}, "incomplete": {"incomplete"}}
    refused = way in ("address-space", "disk") and status == 2
    if refused and "revisit: " in text:
        return []  # said what is missing
    if report is None:
        return [f"no report; exit status {status}: {text.strip()[-300:]}"]
    verdict = report.get("verdict")
    found = []
    if verdict not in allowed.get(row.verdict, EXIT_STATUS):
        found.append(f"verdict {verdict} instead of {row.verdict}: "
                     f"{[error.get('message') for error in report.get('errors', [])]} {report.get('reasons')}")
    if status != EXIT_STATUS.get(verdict) and not refused:
        found.append(f"exit status {status} with verdict {verdict}: {text.strip()[-300:]}")
    if verdict == "incomplete" and not report.get("reasons"):
        found.append("incomplete without a reason")
    return found


class SmallDisk:
    """A folder on a file system of 1 MiB; None where that is not possible."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="revisit-disk-")
        mounted = os.geteuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", self.folder],
                                                       capture_output=True).returncode == 0
        if not mounted:
            os.rmdir(self.folder)
            self.folder = None
        return self.folder

    def __exit__(self, *_):
        if self.folder:
            subprocess.run(["umount", "-l", self.folder], capture_output=True)
            os.rmdir(self.folder)


def run_way(revisit, table, row, way, chance, scratch, witnesses):
    line = command(revisit, table, row, scratch, witnesses)
    if way == "timeout":
        line = with_options(line, f"--timeout={TIMEOUT}")
    elif way == "memory":
        line = with_options(line, "--memory=300", "--timeout=20")
    else:
        line = with_options(line, "--timeout=20")
    report_path = os.path.join(scratch, "report.json")
    if os.path.exists(report_path):
        os.remove(report_path)

    def limit():
        if way == "address-space":
            resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))

    inputs = row.wanted("stdin")
    given = open(os.path.join(FOLDER, table, inputs[0])) if inputs else open(os.devnull)
    with given, tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(line, stdin=given, stdout=output, stderr=output, preexec_fn=limit,
                                   env={**os.environ, "XDG_CACHE_HOME": scratch})
        if way in ("stop", "target"):
            disturb(process, way, chance, scratch)
        patience = (PATIENCE if way in ("timeout", "stop", "target") else 50) * slowness()
        if way == "target":
            patience += 20  # it may have been over already, and the exploration goes on
        try:
            status = process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return [f"no answer in {patience:.0f} s"]
        output.seek(0)
        text = output.read()
    try:
        with open(report_path) as file:
            report = json.load(file)
    except (OSError, ValueError):
        report = None
    return complaints(row, way, status, report, text)


def run_row(revisit, table, row, ways, seed):
    """Everything that is wrong, by way."""
    found = []
    with tempfile.TemporaryDirectory(prefix="revisit-stress-") as scratch:
        # Compiled once, in peace: what follows is about the exploration.
        witnesses = os.path.join(scratch, "witnesses")
        warm = with_options(command(revisit, table, row, scratch, witnesses), "--timeout=1")
        subprocess.run(warm, capture_output=True, stdin=subprocess.DEVNULL,
                       env={**os.environ, "XDG_CACHE_HOME": scratch}, timeout=300)
        for way in ways:
            chance = random.Random(f"{seed} {table} {row.title} {way}")
            if way == "disk":
                with SmallDisk() as disk:
                    wrong = run_way(revisit, table, row, way, chance, scratch, disk) if disk else []
            else:
                wrong = run_way(revisit, table, row, way, chance, scratch, witnesses)
            found += [f"{way}: {what}" for what in wrong]
    return found


def all_rows(only):
    for path in sorted(glob.glob(os.path.join(FOLDER, "*", "expected.tsv"))):
        table = os.path.basename(os.path.dirname(path))
        for row in read_table(path):
            if not row.asks("slow") and re.search(only, f"{table}/{row.title}"):
                yield table, row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("--seconds", type=float, help="begin no further row after so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="REGEX", help="rows whose table, file and defines match")
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    ways = options.ways.split(",")
    if unknown := set(ways) - set(WAYS):
        parser.error(f"no such way: {', '.join(unknown)}")
    revisit = os.path.abspath(options.revisit)
    rows = list(all_rows(options.only))
    random.Random(options.seed).shuffle(rows)
    end = time.time() + options.seconds if options.seconds else None

    def one(entry):
        if end and time.time() > end:
            return None
        return run_row(revisit, *entry, ways, options.seed)

    failed = done = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (table, row), found in zip(rows, pool.map(one, rows)):
            if found is None:
                continue
            done += 1
            failed += bool(found)
            if found or not options.seconds:
                print(f"{'FAIL' if found else 'ok  '} {table}/{row.title}", *found, sep="\n     ", flush=True)
    print(f"{done} rows of {len(rows)} in {len(ways)} ways, {failed} failed")
    if "disk" in ways and shutil.which("mount") is None:
        print("disk: not tried, nothing can be mounted here")
    sys.exit(1 if failed or not done else 0)


if __name__ == "__main__":
    main()
