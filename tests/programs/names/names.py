#!/usr/bin/env python3
"""How locations and values are named: every line of names.c and names.cpp that ends in "//= TEXT" has an access that is
shown as this text: in the witness, in the report of `revisit check --full`, and in the debugger's list of events. "(folded)" behind it: the report shows the line as
one step.

    tests/programs/names/names.py build/bin/revisit [LLDB PLUGIN]
"""
import json
import os
import re
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))


def expected(source):
    """Line number and text."""
    with open(os.path.join(FOLDER, source)) as file:
        for number, line in enumerate(file, 1):
            if found := re.search(r"//= (.*)$", line):
                yield number, found.group(1).strip()


def text_of(event):
    """As the expectations are written."""
    what, value = event.get("what", ""), event.get("value", "")
    if event["operation"] in ("lock", "unlock"):
        return f"{event['operation']} {what}"
    return f"{what}: {value}" if " -> " in value else f"{what} = {value}"


def lines_of(event):
    return [call["line"] for call in event.get("calls", []) if "/programs/names/" in call["file"]]


def main():
    revisit = os.path.abspath(sys.argv[1])
    failed = count = 0
    with tempfile.TemporaryDirectory(prefix="revisit-names-") as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": folder, "COLUMNS": "240"}
        for source, options in (("names.c", []), ("names.cpp", ["-std=c++20"])):
            def run(*arguments):
                return subprocess.run(arguments, capture_output=True, text=True, cwd=folder, env=environment,
                                      stdin=subprocess.DEVNULL, timeout=300).stdout
            report = run(revisit, "check", "--no-progress", "--full", "--witness", folder, *options,
                         os.path.join(FOLDER, source))
            witness = os.path.join(folder, source.split(".")[0] + ".revisit")
            with open(witness) as file:
                schedule = json.load(file)["schedule"]
            debugger = run(sys.argv[2], "--batch", "-o", f"plugin load {os.path.abspath(sys.argv[3])}", "-o", f"revisit load {witness}",
                           "-o", "revisit list -c 2000 --from 1") if len(sys.argv) > 3 else None
            for number, text in expected(source):
                count += 1
                made = [text_of(event) for event in schedule if number in lines_of(event)]
                is_folded = text.endswith(" (folded)")
                text = text.removesuffix(" (folded)")
                places = {"witness": text in made, "report": is_folded or text.replace(": ", " = ") in report or text in report, "debugger": debugger is None or text in debugger}
                if not all(places.values()):
                    failed += 1
                    missing = ", ".join(place for place, holds in places.items() if not holds)
                    print(f"FAIL {source}:{number}: '{text}' is not in: {missing}; the line does {made}")
            os.remove(witness)
    print(f"{count} names and values, {failed} failed")
    sys.exit(1 if failed or not count else 0)


if __name__ == "__main__":
    main()
