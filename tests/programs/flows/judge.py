"""Compiles the programs and asks Revisit about them."""
import concurrent.futures
import functools
import json
import os
import re
import subprocess
import tempfile
import time

from . import prelude

FLAGS = {"c": ["-std=gnu17"], "c++": ["-std=gnu++20"]}
SUFFIX = {"c": ".c", "c++": ".cpp"}


class Verdict:
    """What Revisit says of one program: found, safe, incomplete, timeout, other (another error), failure (of the tool)."""

    def __init__(self, word, reason):
        self.word, self.reason, self.seconds = word, reason, 0.0


class Judge:
    def __init__(self, revisit, timeout, jobs, options=()):
        self.revisit, self.timeout, self.jobs, self.options = os.path.abspath(revisit), timeout, jobs, list(options)

    def wrapper(self, language):
        return os.path.join(os.path.dirname(self.revisit), "revisit-cc" if language == "c" else "revisit-c++")

    def native(self, folder, language, cases, sanitize=False):
        """Compiles the cases with their input given; gives the function that runs one."""
        source, program = os.path.join(folder, "native" + SUFFIX[language]), os.path.join(folder, "native")
        with open(source, "w") as file:
            file.write(prelude.source(language, cases, ""))
        compiler = plain_compiler(self.wrapper(language), language)
        checks = ["-fsanitize=undefined", "-fsanitize-trap=undefined"] if sanitize else []
        library = ["-stdlib=libc++"] if language == "c++" else []  # the one that revisit-c++ takes: it has hashes of its own
        subprocess.run([compiler, *FLAGS[language], *library, *checks, "-w", "-O0", "-DNATIVE", source, "-o", program, "-pthread", "-lm"],
                       check=True)

        def run(number, secret):
            done = subprocess.run([program, str(number), str(secret)], capture_output=True, text=True, timeout=60)
            if done.returncode != 0 or not done.stdout:
                raise RuntimeError(f"natively case {number} ends with {done.returncode}: {done.stderr[-600:]}")
            return done.stdout.split()
        return run

    def program(self, folder, language, cases, expected):
        source, program = os.path.join(folder, "program" + SUFFIX[language]), os.path.join(folder, "program")
        with open(source, "w") as file:
            file.write(prelude.source(language, cases, expected))
        subprocess.run([self.wrapper(language), *FLAGS[language], "-w", source, "-o", program, "-pthread", "-lm"], check=True)
        return program

    def timed(self, program, number, twin):
        start = time.monotonic()
        verdict = self.ask(program, number, twin)
        verdict.seconds = time.monotonic() - start
        return verdict

    def ask(self, program, number, twin):
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report.json")
            command = [self.revisit, "check", program, "--no-progress", "--timeout", str(self.timeout), "--ignore", "leak",
                       "--workers", "1", "--json", report, "--witness", folder, *self.options, "--", str(number), str(twin)]
            try:
                done = subprocess.run(command, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL,
                                      timeout=6 * self.timeout + 60, cwd=folder)
            except subprocess.TimeoutExpired:
                return Verdict("failure", "does not end")
            if done.returncode not in (0, 1, 3) or not os.path.exists(report):
                return Verdict("failure", f"exit {done.returncode}: {done.stderr[-500:]}")
            with open(report) as file:
                return judged(json.load(file), done)

    def judge(self, language, cases):
        """For each case (words for the reachable one, for the twin), or None where there is nothing to expect."""
        with tempfile.TemporaryDirectory() as folder:
            natively = self.native(folder, language, cases)
            defines, judged_cases = [], []
            for case in cases:
                define = case.defines(lambda secret, number=case.number: natively(number, secret))
                if define:
                    defines.append(define)
                    judged_cases.append(case)
            if not judged_cases:
                return []
            program = self.program(folder, language, judged_cases, "\n".join(defines))
            with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
                questions = [(case, twin) for case in judged_cases for twin in (0, 1)]
                answers = list(pool.map(lambda question: self.timed(program, question[0].number, question[1]), questions))
        return [(case, answers[2 * index], answers[2 * index + 1]) for index, case in enumerate(judged_cases)]

    def text_of(self, language, case):
        """The case as a program of its own, with what it expects."""
        with tempfile.TemporaryDirectory() as folder:
            natively = self.native(folder, language, [case])
            define = case.defines(lambda secret: natively(case.number, secret))
        return prelude.source(language, [case], define or "")


@functools.cache
def plain_compiler(wrapper, language):
    """The compiler behind revisit-cc."""
    words = subprocess.run([wrapper, "--version"], capture_output=True, text=True, check=True).stdout
    return os.path.join(re.search(r"InstalledDir: (.*)", words)[1], "clang" if language == "c" else "clang++")


def judged(report, done):
    if done.returncode == 1:
        error = (report.get("errors") or [{}])[0]
        if error.get("kind") == "assertion":
            return Verdict("found", "")
        return Verdict("other", f"{error.get('kind')} at line {error.get('line')}: {error.get('message', '')}")
    if done.returncode == 0:
        return Verdict("safe", "")
    reasons = report.get("reasons") or []
    text = "; ".join(dict.fromkeys(f"{reason['kind']}: {reason['detail']}" for reason in reasons))
    timed_out = any(reason["kind"] == "timeout" for reason in reasons)
    return Verdict("timeout" if timed_out else "incomplete", text)
