#!/usr/bin/env python3
"""An example's lesson against what the programs do: it builds plainly and its tests pass, it builds with the wrappers,
each model of the lesson's table has that many executions and nothing wrong, and what the lesson quotes is what
`revisit check --full` says.

    examples.py build/bin examples/mpmc_queue

In the lesson: rows "| `model` | ... | executions |"; and before a quoted text
<!-- check [options of check and -D...] [-- model] -->. Lines are compared without what depends on the compiler: blanks,
folders, addresses and the numbers of steps.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

from checking import check, finish


def run(command, folder, status=0):
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL,
                         env={**os.environ, "XDG_CACHE_HOME": folder})
    check(ran.returncode == status, f"{' '.join(command)}: exit status {ran.returncode}, not {status}\n"
                                    f"{(ran.stderr or ran.stdout).strip()[-1000:]}")
    return ran.stdout


def plain(line):
    line = re.sub(r"^ *\d+  ", "", line)
    line = re.sub(r"\S*/", "", line)
    line = re.sub(r"\+0x[0-9a-f]+", "+0x", line)
    return " ".join(line.split())


class Example:
    def __init__(self, tools, folder, scratch):
        self.tools, self.folder, self.scratch = tools, folder, scratch
        self.programs = {}
        with open(os.path.join(folder, "README.md")) as lesson:
            self.lesson = lesson.read()
        self.commands = re.findall(r"^    revisit check (.*)$", self.lesson, re.MULTILINE)
        self.ran = set()  # of the commands

    def build(self, name, *options, target="all"):
        folder = os.path.join(self.scratch, name)
        run(["cmake", "-S", self.folder, "-B", folder, *options], self.scratch)
        run(["cmake", "--build", folder, "--target", target], self.scratch)
        return folder

    def program(self, defines):
        """The model, or a source alone, with these -D options."""
        key = " ".join(defines)
        if key not in self.programs:
            folder = self.build(f"checked{len(self.programs)}", f"-DCMAKE_CXX_COMPILER={self.tools}/revisit-c++",
                                f"-DCMAKE_CXX_FLAGS={key}", target="model")
            self.programs[key] = os.path.join(folder, "model")
        return self.programs[key]

    def explore(self, words, status):
        """What `revisit check` says, in words and as JSON."""
        split = words.index("--") if "--" in words else len(words)
        options, arguments = words[:split], words[split:]
        defines = [word for word in options if word.startswith("-D")]
        sources = [word for word in options if word.endswith(".cpp")]
        others = [word for word in options if word not in defines + sources]
        report = os.path.join(self.scratch, "report.json")
        command = self.command_like(defines, arguments) if defines and not sources and not others else None
        if command:
            self.ran.add(command)
            words = shlex.split(command)
            what = [os.path.join(self.folder, word) if word.endswith(".cpp") else word
                    for word in words[:len(words) - len(arguments)]]
        elif os.path.exists(os.path.join(self.folder, "model.cpp")):
            what = [self.program(defines)]
        else:
            what = ["-std=c++20", *defines, *[os.path.join(self.folder, each) for each in sources or self.sources()]]
        text = run([f"{self.tools}/revisit", "check", "--check-duplicates", "--no-progress", "--full", "--json", report,
                    "--witness", self.scratch, *others, *what, *arguments], self.scratch, status)
        with open(report) as file:
            return text, json.load(file)

    def command_like(self, defines, arguments):
        """The command of the lesson that explores its sources so, without another option."""
        for command in self.commands:
            words = shlex.split(command)
            split = words.index("--") if "--" in words else len(words)
            rest = [word for word in words[:split] if not word.endswith(".cpp") and not word.startswith("-std=")]
            if rest == defines and words[split:] == arguments and split > len(rest) + 1:
                return command
        return None

    def sources(self):
        return re.search(r"revisit check (?:-\S+ )*(\w+\.cpp)", self.lesson).group(1).split()

    def check_models(self):
        rows = re.findall(r"^\| `(\w+)` \|.*\| (\d+) \|$", self.lesson, re.MULTILINE)
        for model, executions in rows:
            _, report = self.explore(["--", model], 0)
            check(report["verdict"] == "safe", f"{model}: {report['verdict']} {report['reasons']}")
            counts = report["executions"]
            # Blocked ones are covered by others: a thread tried again although it need not have failed.
            others = sum(counts.values()) - counts["complete"] - counts["blocked"]
            check(counts["complete"] == int(executions) and others == 0,
                  f"{model}: {counts} instead of {executions} complete")
        for executions in re.findall(r"All (\d+) executions are right", self.lesson):
            _, report = self.explore(["--spurious", "off"], 0)
            check(report["executions"]["complete"] == int(executions), f"{report['executions']}, not {executions}")

    def check_quotes(self):
        found = {}
        quotes = re.findall(r"<!-- check (.*?)-->\n```text\n(.*?)```", self.lesson, re.DOTALL)
        check(quotes, "the lesson quotes nothing")
        for words, text in quotes:
            if words not in found:
                found[words] = [plain(line) for line in self.explore(shlex.split(words), 1)[0].splitlines()]
            said = iter(found[words])
            for line in text.splitlines():
                check(any(plain(line) in each for each in said), f"check {words}: not said, or not there: {line}")

    def check_commands(self):
        """What the lesson lets its readers type runs as it stands."""
        check(self.commands, "the lesson has no command")
        for command in self.commands:
            if command in self.ran:
                continue
            words = shlex.split(command)
            bound = [] if "--max-executions" in words else ["--max-executions", "1"]
            ran = subprocess.run([f"{self.tools}/revisit", "check", *bound, "--witness", self.scratch, *words],
                                 cwd=self.folder, capture_output=True, text=True, timeout=300,
                                 stdin=subprocess.DEVNULL, env={**os.environ, "XDG_CACHE_HOME": self.scratch})
            check(ran.returncode in (0, 1, 3), f"revisit check {command}: {ran.stderr.strip()[-500:]}")


def main():
    tools, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="revisit-examples-") as scratch:
        example = Example(tools, folder, scratch)
        if os.path.exists(os.path.join(folder, "CMakeLists.txt")):
            run(["ctest", "--test-dir", example.build("plain")], scratch)
        example.check_models()
        example.check_quotes()
        example.check_commands()
    finish()


if __name__ == "__main__":
    main()
