#!/usr/bin/env python3
"""How locations, values and threads are named. Every line of the sources beside this file that ends in "//= TEXT" has
an access that is shown as this text: in the witness, in the report of `revisit check --full`, in the debugger's list of
events and in the window's. "(folded)" behind it: the report shows the line as one step. "// thread N: NAME" names the
thread N.

    tests/programs/names/names.py build/bin/revisit [--debugger LLDB PLUGIN] [--window build/bin/gui_event_rows]
"""
import argparse
import json
import os
import re
import subprocess
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
SOURCES = (("names.c", []), ("names.cpp", ["-std=c++20"]), ("threads.c", []), ("threads.cpp", ["-std=c++20"]),
           ("coroutine.cpp", ["-std=c++20"]), ("temporaries.cpp", ["-std=c++20"]))


def expected(source, pattern):
    """The number of each line that has such a remark, and what the pattern finds in it."""
    with open(os.path.join(FOLDER, source)) as file:
        for number, line in enumerate(file, 1):
            if found := re.search(pattern, line):
                yield number, found


def text_of(event):
    """As the expectations are written."""
    what, value = event.get("what", ""), event.get("value", "")
    if event.get("operation") in ("mutex-lock", "mutex-unlock"):
        return f"{event['operation'].removeprefix('mutex-')} {what}"
    return f"{what}: {value}" if " -> " in value else f"{what} = {value}"


def lines_of(event):
    return [call["line"] for call in event.get("calls", []) if "/programs/names/" in call["file"]]


class Shown:
    """One program as each way of showing it names what it does."""

    def __init__(self, arguments, source, options, folder):
        environment = {**os.environ, "XDG_CACHE_HOME": folder, "COLUMNS": "400", "QT_QPA_PLATFORM": "offscreen"}

        def run(*command):
            return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment,
                                  stdin=subprocess.DEVNULL, timeout=300).stdout

        self.source = source
        self.report = run(os.path.abspath(arguments.revisit), "check", "--no-progress", "--full", "--witness", folder,
                          *options, os.path.join(FOLDER, source))
        path = os.path.join(folder, source.replace(".", "_") + ".revisit")
        os.rename(os.path.join(folder, source.split(".")[0] + ".revisit"), path)
        with open(path) as file:
            witness = json.load(file)
        self.schedule, self.threads = witness["schedule"], [thread["name"] for thread in witness["threads"]]
        self.debugger = self.window = None
        if arguments.debugger:
            lldb, plugin = arguments.debugger
            self.debugger = run(lldb, "--batch", "-o", f"plugin load {os.path.abspath(plugin)}", "-o",
                                f"revisit load {path}", "-o", "revisit list -c 2000 --from 1")
        if arguments.window:
            self.window = run(os.path.abspath(arguments.window), path).splitlines()

    def missing_text(self, number, text):
        """Where the text is not shown, and what the line does."""
        made = [text_of(event) for event in self.schedule if number in lines_of(event)]
        is_folded = text.endswith(" (folded)")
        text = text.removesuffix(" (folded)")
        places = {"witness": text in made,
                  "report": is_folded or text.replace(": ", " = ") in self.report or text in self.report,
                  "debugger": self.debugger is None or text in self.debugger,
                  "window": self.window is None or any(
                      row.endswith(f"{self.source}:{number}") and text in row for row in self.window)}
        return [place for place, holds in places.items() if not holds], made

    def missing_thread(self, number, name):
        given = self.threads[number] if number < len(self.threads) else None
        title = f"T{number} {name}"
        places = {"witness": given == name, "report": title in self.report,
                  "debugger": self.debugger is None or title in self.debugger,
                  "window": self.window is None or any(f"\t{title}\t" in row for row in self.window)}
        return [place for place, holds in places.items() if not holds], given


def failures(shown):
    """A line for each that is not as expected; None for each that is."""
    for number, found in expected(shown.source, r"//= (.*)$"):
        text = found.group(1).strip()
        missing, made = shown.missing_text(number, text)
        yield missing and f"{number}: '{text}' is not in: {', '.join(missing)}; the line does {made}"
    for number, found in expected(shown.source, r"// thread (\d+): (.*)$"):
        name = found.group(2).strip()
        missing, given = shown.missing_thread(int(found.group(1)), name)
        yield missing and f"{number}: thread '{name}' is not in: {', '.join(missing)}; it is called '{given}'"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("revisit")
    parser.add_argument("--debugger", nargs=2)
    parser.add_argument("--window")
    arguments = parser.parse_args()
    failed = count = 0
    with tempfile.TemporaryDirectory(prefix="revisit-names-") as folder:
        for source, options in SOURCES:
            for failure in failures(Shown(arguments, source, options, folder)):
                count += 1
                if failure:
                    failed += 1
                    print(f"FAIL {source}:{failure}")
    print(f"{count} names and values, {failed} failed")
    raise SystemExit(1 if failed or not count else 0)


if __name__ == "__main__":
    main()
