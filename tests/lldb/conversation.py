"""Conversations with LLDB at a terminal, and witnesses to talk about; for the tests beside this file."""
import atexit
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

PROMPT = "(lldb) "
QUIET = 0.05  # seconds without a word after which nothing more is expected
NOTHING_STOPS = "no watchpoint stops on this machine"
UNPROMPTED = 2  # seconds that LLDB is given for the prompt behind the end of a process
EXIT_BEHIND_PROMPT = re.compile(r"\(lldb\) Process \d+ exited with .*\n$")
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")


class Conversation:
    """A program at a terminal of its own. Text that it prints is given without colours and cursor movements."""

    def __init__(self, command, timeout=60):
        self.timeout = timeout
        self.transcript = ""
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "dumb"
            os.execvp(command[0], command)

    def read_until(self, wanted=PROMPT):
        """What comes up to `wanted`, which must be the last that is printed: what the program itself does is told behind
        a prompt, and then the prompt comes again. LLDB sometimes leaves that second prompt out when a process ends."""
        text, end = "", time.time() + self.timeout
        while not text.endswith(wanted) or select.select([self.terminal], [], [], QUIET)[0]:
            patience = UNPROMPTED if EXIT_BEHIND_PROMPT.search(text) else self.timeout
            ready, _, _ = select.select([self.terminal], [], [], max(0, min(end - time.time(), patience)))
            if not ready and patience == UNPROMPTED:
                break
            if not ready:
                raise TimeoutError(f"no {wanted!r} after {self.timeout} s; the conversation so far:\n"
                                   f"{self.transcript}{text}")
            try:
                part = os.read(self.terminal, 65536).decode(errors="replace")
            except OSError:  # the other side of the terminal is closed
                part = ""
            if not part and text.endswith(wanted):
                break
            if not part:
                raise EOFError(f"it ended; the conversation so far:\n{self.transcript}{text}")
            text = ESCAPES.sub("", text + part)
        self.transcript += text
        return text.removesuffix(wanted)

    def send(self, text):
        os.write(self.terminal, text.encode())

    def ask(self, line=""):
        """The answer to a command, without the echo of the command."""
        self.send(line + "\n")
        return self.read_until().partition("\n")[2]

    def ask_json(self, line):
        return json.loads(self.ask(line))

    def interrupt(self):
        """Ctrl-C."""
        self.send("\x03")

    def close(self):
        """Ends it; its exit status."""
        try:
            self.send("quit\n")
            end = time.time() + 10
            while time.time() < end:
                done, status = os.waitpid(self.pid, os.WNOHANG)
                if done:
                    return os.waitstatus_to_exitcode(status)
                if select.select([self.terminal], [], [], 0.05)[0]:
                    if b"[Y/n]" in os.read(self.terminal, 65536):
                        self.send("y\n")
        except OSError:
            pass
        os.kill(self.pid, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Debugger(Conversation):
    """LLDB with the plugin; the witness, when given, is loaded."""

    def __init__(self, lldb, plugin, witness=None):
        super().__init__([lldb, "--no-lldbinit"])
        self.read_until()
        self.ask(f"plugin load {plugin}")
        if witness:
            self.ask(f"revisit load {witness}")

    def stop_line(self, line):
        """The first stop line in the answer, "[revisit 3/12 25%] T1 ..."."""
        answer = self.ask(line)
        found = re.search(r"^\[revisit \d+/\d+ \d+%\].*$", answer, re.M)
        assert found, f"{line}: {answer}"
        return found.group()

    def position(self):
        return self.ask_json("revisit status --json")["position"]


class Witnesses:
    """Witnesses of programs, made by the real `revisit check`; gone with this object's folder."""

    def __init__(self, revisit):
        self.revisit = revisit
        self.folder = tempfile.mkdtemp(prefix="revisit-lldb-test-")

    def make(self, source, *options, arguments=()):
        """Programs may race: unless the options say otherwise, it is what comes of that which counts as the error."""
        if not any(option.startswith("--race") for option in options):
            options = ("--race=ignore", *options)
        folder = tempfile.mkdtemp(dir=self.folder)
        ran = subprocess.run([self.revisit, "check", "--no-progress", "--witness", folder, *options, source, "--",
                              *arguments], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
                             env={**os.environ, "XDG_CACHE_HOME": self.folder})
        names = sorted(os.listdir(folder))
        assert names, f"{source} has no bug: {ran.stdout}{ran.stderr}"
        return os.path.join(folder, names[0])

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def remove(self):
        shutil.rmtree(self.folder)


class ReplayTest(unittest.TestCase):
    """Tests that talk with a debugger about witnesses; a derived class names both files."""
    lldb = plugin = None

    shared = []  # an idle debugger, for the next test

    def talk(self, witness=None):
        """A debugger of the test's own: what it changes of it, beside the witness's target, is gone with it."""
        debugger = Debugger(self.lldb, self.plugin, witness)
        self.addCleanup(debugger.close)
        return debugger

    def talk_about(self, witness):
        """A debugger that has just loaded the witness, maybe after others: it starts once for many tests. A test that
        fails leaves none behind."""
        shared = ReplayTest.shared
        if not shared:
            shared.append(Debugger(self.lldb, self.plugin))
            atexit.register(shared[-1].close)
        debugger = shared.pop()
        debugger.ask(f"revisit load {witness}")
        self.addCleanup(lambda: self.give_back(debugger))
        return debugger

    def watch(self, debugger, variable):
        """Sets a watchpoint, with LLDB's options before the variable's name. Skips the test where the replay says that
        the machine does not stop at watchpoints; a test of native_commands.py asks LLDB alone whether that is true."""
        debugger.ask(f"watchpoint set variable {variable}")
        if NOTHING_STOPS in debugger.ask("revisit status"):
            self.skipTest(NOTHING_STOPS)

    def give_back(self, debugger):
        outcome = self._outcome
        if outcome.success:
            ReplayTest.shared.append(debugger)

    def resume(self, debugger, line):
        """The answer to a command that resumes the program, up to the prompt that comes after its next stop."""
        answer = debugger.ask(line)
        while not re.search(r"^Process \d+ (stopped|exited)|^frame #", answer, re.M):
            answer += debugger.read_until()
        return answer
