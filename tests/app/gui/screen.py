#!/usr/bin/env python3
"""The window on a real X server that nobody sees: it is found by its title, hears keys and clicks, paints, and ends
cleanly with its settings written.

    tests/app/gui/screen.py build/bin/revisit-gui build/bin/revisit examples/lost_update/lost_update.c

Ends with exit status 77, which ctest takes as skipped, when a tool is missing.
"""
import configparser
import mmap
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time

GUI, REVISIT, SOURCE = (os.path.abspath(path) for path in sys.argv[1:4])
PATIENCE = 60  # seconds; a loaded machine is slow, but not that slow


def skip(reason):
    print(f"SKIPPED: {reason}")
    sys.exit(77)


def fail(message):
    print(f"FAILED: {message}")
    sys.exit(1)


def wait_for(what, condition):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.05)
    fail(f"waited {PATIENCE} s for {what}")


class Screen:
    """An X server with a screen in memory, on a display that is free."""

    def __init__(self, folder, size="1400x900"):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            # Without -noreset the server starts anew when its last client leaves: each xdotool that comes before the
            # window is such a client, and a window that connects at that moment loses its connection.
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-fbdir", folder, "-nolisten", "tcp",
             "-noreset"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            fail("Xvfb does not start")
        self.environment = {**os.environ, "DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
        self.memory = os.path.join(folder, "Xvfb_screen0")

    def close(self):
        self.server.terminate()
        self.server.wait()

    def tool(self, *arguments):
        result = subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, capture_output=True,
                                text=True, timeout=PATIENCE)
        return result.stdout.strip()

    def rows(self):
        """The rows of the picture, four bytes a pixel: blue, green, red, unused. The memory is in the format of xwd."""
        with open(self.memory, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as memory:
            header = struct.unpack(">25I", memory[:100])
            size, width, height, line, entries = header[0], header[4], header[5], header[12], header[19]
            begin = size + 12 * entries
            return [memory[begin + y * line:begin + y * line + 4 * width] for y in range(height)]

    def colours(self):
        """How often each colour is on the screen; one pixel of 35 is looked at."""
        counts = {}
        for row in self.rows()[::7]:
            for x in range(0, len(row), 20):
                colour = row[x:x + 3]
                counts[colour] = counts.get(colour, 0) + 1
        return counts

    def brightness(self):
        counts = self.colours()
        return sum(sum(colour) * count for colour, count in counts.items()) / (3 * 255 * sum(counts.values()))


def settings(folder):
    reader = configparser.ConfigParser()
    reader.read(os.path.join(folder, "revisit", "revisit-gui.conf"))
    return reader


def drive(screen, gui, folder):
    """What a user does."""
    window = wait_for("a window with the witness", lambda: screen.tool(
        "search", "--onlyvisible", "--name", r"^lost_update\.revisit – Revisit$")).splitlines()[0]
    wait_for("the panes", lambda: len(screen.colours()) > 60)
    screen.tool("windowfocus", "--sync", window)
    if gui.poll() is not None:
        fail("the window ended by itself")
    if not screen.brightness() > 0.6:
        fail(f"the light theme is dark: {screen.brightness():.2f}")
    screen.tool("key", "ctrl+shift+d")
    wait_for("the dark theme", lambda: screen.brightness() < 0.4)
    before = screen.colours()
    screen.tool("key", "alt+Home")  # the start of the execution: what was done is shaded
    wait_for("another picture at the start", lambda: screen.colours() != before)
    before = screen.colours()
    screen.tool("mousemove", "--window", window, 640, 250, "click", 1)
    screen.tool("key", "ctrl+f")
    screen.tool("type", "balance")
    screen.tool("key", "F3")
    wait_for("another picture after a search", lambda: screen.colours() != before)
    screen.tool("key", "ctrl+q")
    try:
        status = gui.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        fail("Ctrl+Q does not end the window")
    if status != 0:
        fail(f"exit status {status}")
    kept = settings(folder)
    if kept.get("General", "theme", fallback="") != "dark":
        fail("the theme is not remembered")
    if "lost_update.revisit" not in kept.get("General", "recent", fallback=""):
        fail("the file is not among the recent ones")


def main():
    for program in ("Xvfb", "xdotool"):
        if not shutil.which(program):
            skip(f"{program} is missing; resources/setup.sh installs it")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([REVISIT, "check", "--no-progress", "--witness", folder, SOURCE], stdout=subprocess.DEVNULL)
        screen = Screen(folder)
        screen.environment.update(XDG_CONFIG_HOME=folder, XDG_RUNTIME_DIR=folder)
        log = open(os.path.join(folder, "log"), "w+")
        gui = subprocess.Popen([GUI, os.path.join(folder, "lost_update.revisit")], env=screen.environment, stdout=log,
                               stderr=log)
        try:
            drive(screen, gui, folder)
            log.seek(0)
            said = log.read().strip()
            if said:
                fail(f"it said: {said}")
        finally:
            if gui.poll() is None:
                gui.kill()
                gui.wait()
            screen.close()
    print("passed")


if __name__ == "__main__":
    main()
