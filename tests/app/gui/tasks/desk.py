"""A desk with the window on it: an X server that nobody sees, a window manager, a real mouse and real keys, and
gui_probe, which says what the window shows and where it is on the screen."""
import json
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from screen import Screen  # noqa: E402

# The main window fills the screen; dialogs have a frame, as on a desktop.
MANAGER = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <applications><application type="normal"><decor>no</decor><maximized>true</maximized></application></applications>
</openbox_config>
"""


class Failed(Exception):
    pass


def check(condition, message):
    if not condition:
        raise Failed(message)


class ManagedScreen(Screen):
    """A screen with a window manager."""

    def __init__(self, folder, size):
        super().__init__(folder, size)
        settings = os.path.join(folder, "manager.xml")
        with open(settings, "w") as file:
            file.write(MANAGER)
        self.manager = subprocess.Popen(["openbox", "--sm-disable", "--config-file", settings],
                                        env={**self.environment, "XDG_CONFIG_HOME": folder},
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def close(self):
        self.manager.terminate()
        self.manager.wait()
        super().close()


class Desk:
    """One window on a ManagedScreen; `folder` keeps its settings, `work` is the folder that it is started in;
    `keep` is told each picture that is to be kept: the desk and a name."""

    PATIENCE = 60  # seconds

    def __init__(self, screen, probe, folder, work, keep, *files):
        environment = {**screen.environment, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder,
                       "XDG_RUNTIME_DIR": folder}
        self.screen, self.keep = screen, keep
        self.process = subprocess.Popen([probe, *files], env=environment, cwd=work, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.until("a window", lambda: screen.tool("search", "--onlyvisible", "--name", r"Revisit$"))
        self.id = screen.tool("search", "--onlyvisible", "--name", r"Revisit$").splitlines()[0]
        screen.tool("windowactivate", "--sync", self.id)
        if files:
            self.settle()

    # What the window says.

    def ask(self, question, *, may_fail=False):
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        check(line, f"the window ended at the question '{question}'")
        answer = json.loads(line)
        if "error" in answer and not may_fail:
            raise Failed(f"'{question}': {answer['error']}")
        return answer

    def state(self):
        return self.ask("state")

    def until(self, what, condition):
        end = time.monotonic() + self.PATIENCE
        while time.monotonic() < end:
            result = condition()
            if result:
                return result
            time.sleep(0.1)
        raise Failed(f"waited {self.PATIENCE} s for {what}")

    def settle(self):
        """Until nothing is opened or explored and two states in a row are the same."""
        def is_still():
            before = self.state()
            time.sleep(0.15)
            return not before["isBusy"] and before == self.state()
        self.until("a window that stays as it is", is_still)
        return self.state()

    def picture(self, name):
        """Keeps what is on the screen under this name."""
        self.keep(self, name)

    # What a user does.

    def key(self, *keys):
        self.screen.tool("key", *keys)
        return self.settle()

    def type(self, text):
        self.screen.tool("type", "--delay", 5, text)
        return self.settle()

    def click_at(self, place, button=1, times=1):
        self.screen.tool("mousemove", place["x"] + place["width"] // 2, place["y"] + place["height"] // 2)
        self.screen.tool("click", "--repeat", times, "--delay", 60, button)
        return self.settle()

    def click(self, question, **how):
        """Where the answer to the question is: 'text Explore again', 'event 12'."""
        return self.click_at(self.ask(question), **how)

    def hover(self, question):
        place = self.ask(question)
        self.screen.tool("mousemove", place["x"] + place["width"] // 2, place["y"] + place["height"] // 2)
        return self.settle()

    def wheel(self, question, turns, keys=()):
        place = self.ask(question)
        self.screen.tool("mousemove", place["x"] + place["width"] // 2, place["y"] + place["height"] // 2)
        for key in keys:
            self.screen.tool("keydown", key)
        self.screen.tool("click", "--repeat", abs(turns), 4 if turns > 0 else 5)
        for key in keys:
            self.screen.tool("keyup", key)
        return self.settle()

    def close(self):
        self.process.stdin.close()
        self.screen.tool("key", "ctrl+q")
        try:
            check(self.process.wait(self.PATIENCE) == 0, "the window failed at its end")
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
