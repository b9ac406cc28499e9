#!/usr/bin/env python3
"""The READMEs of the project and of the plugin, the manual and the lessons on weak memory against the programs: what
they quote is what the commands say, and all that they name is there.

    tests/app/manual.py SOURCES BUILD [--update]

A fenced text behind a line "<!-- run -->" is a conversation: lines that begin with "$ " are commands, the others what
they say. The commands of a file run one after the other in one empty folder, which has the folders `examples` and
`build`. A line "<!-- after COMMAND -->" is run there and not compared. Times, numbers of runs, folders and blanks at the
ends of lines may differ. A line "..." stands for any lines. --update writes what the commands say now into the files; it leaves
conversations with "..." alone, and shows how they differ.

Checked by name: commands of `revisit`, options, subjects of the manual, files and links, executables and libraries of
the build, functions of <revisit.h>. The manual names every option.
"""
import difflib
import glob
import os
import re
import subprocess
import sys
import tempfile

from checking import check, finish

SOURCES, BUILD = (os.path.abspath(path) for path in sys.argv[1:3])
UPDATE = "--update" in sys.argv
MANUAL = os.path.join(SOURCES, "resources", "manual")
PAGES = sorted(glob.glob(os.path.join(MANUAL, "**", "*.md"), recursive=True))
REVISIT = os.path.join(BUILD, "bin", "revisit")
STEP = re.compile(r"<!-- after (.*?) -->\n|(<!-- run -->\n```text\n)(.*?)(```\n)", re.S)
# Options of other programs that the texts name: of CMake and CTest, of GoogleTest, of mpirun and Slurm.
FOREIGN = {"--build", "--install", "--prefix", "--component", "--test-dir", "--output-on-failure", "--gtest_filter",
           "--hostfile", "--enable-recovery", "--oversubscribe", "--allow-run-as-root", "--mca", "--job-name", "--nodes",
           "--ntasks-per-node", "--cpus-per-task", "--mem-per-cpu", "--time", "--signal", "--requeue"}
COMMON = {"--help", "--version"}  # options that need no explanation
MOST_LINES = 200  # of README.md


def say(command, folder):
    """What a command prints, as a text that does not depend on where and when it runs."""
    path = os.path.join(BUILD, "bin") + ":" + os.environ["PATH"]
    environment = {**os.environ, "PATH": path, "XDG_CACHE_HOME": os.path.join(folder, "cache"), "NO_COLOR": "1",
                   "COLUMNS": "100"}
    ran = subprocess.run(["sh", "-c", command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         stdin=subprocess.DEVNULL, timeout=120, env=environment)
    check(ran.returncode in (0, 1, 3), f"{command}: exit status {ran.returncode}\n{ran.stdout}")
    text = ran.stdout.replace(os.path.realpath(folder) + "/", "").replace(folder + "/", "")
    text = re.sub(r"in \d+\.\d+ s", "in 0.10 s", text)
    return "".join(line.rstrip() + "\n" for line in text.splitlines())


def conversation(text, folder):
    """The commands of a quoted text, with what they say now."""
    return "".join(f"$ {command}\n" + say(command, folder) for command in re.findall(r"^\$ (.*)$", text, re.M))


def is_said(quoted, said):
    """How often the program runs depends on when the workers divide the work among them."""
    quoted, said = (re.sub(r"the program ran \d+ times?", "the program ran", text) for text in (quoted, said))
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", quoted, flags=re.M)]
    return re.fullmatch("(.*\n)*?".join(parts), said) is not None


def check_conversations(name):
    """Returns how many there are."""
    with open(name) as file:
        page = file.read()
    count = 0
    with tempfile.TemporaryDirectory(prefix="revisit-manual-") as folder:
        os.symlink(BUILD, os.path.join(folder, "build"))
        os.symlink(os.path.join(SOURCES, "examples"), os.path.join(folder, "examples"))
        for before, head, quoted, tail in STEP.findall(page):
            if before:
                say(before, folder)
                continue
            count += 1
            now = conversation(quoted, folder)
            check(now, f"{name}: a conversation without a command")
            if UPDATE and "\n...\n" not in quoted:
                page = page.replace(head + quoted + tail, head + now + tail, 1)
            elif not is_said(quoted, now):
                differ = "".join(difflib.unified_diff(quoted.splitlines(True), now.splitlines(True), name, "now"))
                check(False, f"{differ}('{sys.argv[0]} SOURCES BUILD --update' writes what is said now)")
    if UPDATE:
        with open(name, "w") as file:
            file.write(page)
    return count


def code_of(page):
    """What a page has as code: fenced, indented or between backticks."""
    fenced = re.findall(r"^```\w*\n(.*?)^```$", page, re.S | re.M)
    rest = re.sub(r"^```\w*\n.*?^```$", "", page, flags=re.S | re.M)
    return fenced + re.findall(r"^    (.*)$", rest, re.M) + re.findall(r"`([^`\n]+)`", rest)


class Known:
    """What the programs and the sources have."""

    def __init__(self):
        self.commands = re.findall(r"^  (\w+) ", self.help().split("Subcommands:")[1], re.M)
        helps = "\n".join([self.help(command) for command in self.commands] + [self.help()])
        check(not re.search(r"--[a-z-]+{", helps), "a flag is listed with its value")
        switches = self.read("app/cli/commands/check_command.cpp").split("void addTestSwitches(")[1].split("\n}\n")[0]
        hidden = set(re.findall(r'"(--[a-z][a-z-]*)', switches))
        check(hidden, "no switches for tests")
        self.options = set(re.findall(r"--[a-z][a-z-]*", helps))
        check(not hidden & self.options, f"switches for tests in --help: {sorted(hidden & self.options)}")
        self.options |= hidden
        self.window = self.read("app/gui/shell/*.cpp")
        self.debugger = self.read("lldb-plugin/commands/**/*.cpp")
        self.scripts = self.read("tests/bench/*.py")
        self.header = self.read("engine/library/include/**/*.h") + self.read("resources/cmake/*.cmake")
        self.wrapper = self.read("engine/instrument/wrapper/*.cpp")
        self.targets = self.read("**/CMakeLists.txt")
        subject = r"^- \[([\w-]+)\]\(((?:\w+/)?\1\.md)\): \S"
        listed = re.findall(subject, self.text(os.path.join(MANUAL, "README.md")), re.M)
        self.subjects = dict(listed)  # with their pages

    @staticmethod
    def text(path):
        with open(path) as file:
            return file.read()

    def read(self, pattern):
        folders = glob.glob(os.path.join(SOURCES, pattern), recursive=True)
        return "\n".join(self.text(path) for path in folders if not path.startswith(os.path.join(SOURCES, "build")))

    @staticmethod
    def help(*command):
        return subprocess.run([REVISIT, *command, "--help"], capture_output=True, text=True, check=True).stdout


def check_words(name, code, known):
    for command in re.findall(r"(?:^|[ /\n])revisit ([a-z][a-z-]*)", code):
        is_typed = re.search(rf'{{"{command}[" ]', known.debugger)
        check(command in known.commands or is_typed, f"{name}: no command 'revisit {command}'")
    for subject in re.findall(r"revisit help ([a-z][a-z-]*)", code):
        check(subject in known.subjects, f"{name}: no subject '{subject}'")
    for option in set(re.findall(r"(?<![\w-])--[a-z][\w-]*", code)) - known.options - FOREIGN:
        is_there = f'"{option}"' in known.window + known.debugger + known.scripts
        check(is_there, f"{name}: no program has the option {option}")
    for option in re.findall(r"-frevisit-\w+", code):
        check(option in known.wrapper, f"{name}: the compilers have no {option}")
    for word in re.findall(r"\b(?:revisit_(?:nondet|symbolic|assume|assert|add)\w*|REVISIT_\w+|__VERIFIER_\w+)", code):
        check(word in known.header, f"{name}: no header declares {word}")


def check_files(name, page, code, known):
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[\w-]+)?\)|(?:src|srcset)=\"([^\"]+)\"", page):
        path = next(filter(None, target))
        is_there = path.startswith("https:") or os.path.exists(os.path.join(os.path.dirname(name), path))
        check(is_there, f"{name}: no {path}")
    folders = "examples|engine|lldb-plugin|resources|tests|app"
    for path in re.findall(rf"(?<![\w/.-])(?:\./)?((?:{folders})/[\w./-]+\w)", code):
        check(os.path.exists(os.path.join(SOURCES, path)), f"{name}: no {path}")
    for program in re.findall(r"build/bin/([\w+-]+)", code):
        declared = re.search(rf"add_executable\({re.escape(program)}\b", known.targets)
        check(declared or os.path.exists(os.path.join(BUILD, "bin", program)), f"{name}: no build/bin/{program}")
    for library in re.findall(r"build/lib/([\w.-]+)", code):
        check(os.path.exists(os.path.join(BUILD, "lib", library)), f"{name}: no build/lib/{library}")


def check_list(known):
    """The list of subjects, the pages and `revisit help` are about the same."""
    pages = sorted(os.path.relpath(path, MANUAL) for path in PAGES)
    check(sorted([*known.subjects.values(), "README.md"]) == pages, f"listed {known.subjects}, pages {pages}")
    readme = known.text(os.path.join(SOURCES, "README.md"))
    check(len(readme.splitlines()) <= MOST_LINES, f"README.md has more than {MOST_LINES} lines")
    with tempfile.TemporaryDirectory(prefix="revisit-manual-") as folder:
        listed = say("revisit help", folder)
        for subject, file in known.subjects.items():
            check(f"(resources/manual/{file})" in readme, f"README.md does not name the page on {subject}")
            check(re.search(rf"^  {subject}  +\w", listed, re.M), f"revisit help does not list {subject}:\n{listed}")
            page = say(f"revisit help {subject}", folder)
            check(page.startswith("# ") and "<!--" not in page and "<picture>" not in page, f"help {subject}:\n{page}")
        check("--keep-going" in say("revisit help check", folder), "revisit help check shows no options")
    manual = "\n".join(known.text(path) for path in PAGES)
    for option in sorted(known.options - set(re.findall(r"--[a-z][a-z-]*", manual)) - COMMON):
        check(False, f"the manual does not name the option {option}")


def main():
    known = Known()
    check_list(known)
    count = 0
    lessons = [os.path.join(SOURCES, "examples", name, "README.md") for name in ("litmus", "sideways", "weak_memory")]
    top = [os.path.join(SOURCES, name) for name in ("README.md", "lldb-plugin/README.md")]
    for name in [*top, *lessons, *PAGES]:
        count += check_conversations(name)
        page = known.text(name)
        code = "\n".join(code_of(page))
        check_words(os.path.relpath(name, SOURCES), code, known)
        check_files(name, page, code, known)
    check(count >= 5, f"only {count} conversations")
    finish()


if __name__ == "__main__":
    main()
