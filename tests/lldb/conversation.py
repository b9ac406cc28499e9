"""A conversation with a debugger at a terminal, and witnesses to talk about; for the tests beside this file."""
import os
import pty
import re
import select
import signal
import subprocess
import tempfile
import time

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")
PROMPT = "(lldb) "


class Conversation:
    """A program at a terminal of its own. Text that it prints is given without colours and cursor movements."""

    def __init__(self, command, timeout=60, environment=None):
        self.timeout = timeout
        self.transcript = ""
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(environment or {})
            os.environ["TERM"] = "dumb"
            os.execvp(command[0], command)

    def read_until(self, wanted=PROMPT):
        """What comes up to `wanted`, which must be the last that is printed."""
        text, end = "", time.time() + self.timeout
        while not text.endswith(wanted):
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.time()))
            if not ready:
                raise TimeoutError(f"no {wanted!r} after {self.timeout} s; the conversation so far:\n"
                                   f"{self.transcript}{text}")
            try:
                part = os.read(self.terminal, 65536).decode(errors="replace")
            except OSError:
                part = ""
            if not part:
                raise EOFError(f"it ended; the conversation so far:\n{self.transcript}{text}")
            text = ESCAPES.sub("", text + part)
        self.transcript += text
        return text.removesuffix(wanted)

    def send(self, text):
        os.write(self.terminal, text.encode())

    def ask(self, line):
        """The answer to a command, without the echo of the command."""
        self.send(line + "\n")
        answer = self.read_until()
        return answer.split("\n", 1)[1] if "\n" in answer else answer

    def interrupt(self):
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
                    text = os.read(self.terminal, 65536).decode(errors="replace")
                    if "[Y/n]" in text:
                        self.send("y\n")
        except OSError:
            pass
        os.kill(self.pid, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
