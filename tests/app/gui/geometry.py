#!/usr/bin/env python3
"""The arrangement of the window on a real X server, measured in the picture by the lines between its regions: the parts
that the regions are promised, at three sizes, with the mouse and the keyboard; and the same picture in repeated starts.

    tests/app/gui/geometry.py build/bin/revisit-gui build/bin/revisit examples/deadlock/transfer.c

Ends with exit status 77, which ctest takes as skipped, when a tool is missing.
"""
import os
import shutil
import subprocess
import tempfile
import time

from screen import GUI, PATIENCE, REVISIT, SOURCE, Screen, fail, skip, wait_for

LINE = bytes((0xE0, 0xD9, 0xD5))  # between regions, light theme: blue, green, red
SIZES = {(1280, 800): (200, 300), (1440, 900): (240, 340), (1920, 1080): (280, 400)}  # findings, inspector
STARTS = 10
RAIL = 28


def check(condition, message):
    if not condition:
        fail(message)


def vertical_lines(rows, least):
    """Where columns have a run of at least so many pixels in the colour of the lines: (x, first y, last y)."""
    found = []
    for x in range(0, len(rows[0]), 4):
        run = 0
        for y in range(len(rows) + 1):
            if y < len(rows) and rows[y][x:x + 3] == LINE:
                run += 1
                continue
            if run >= least:
                found.append((x // 4, y - run, y - 1))
            run = 0
    return found


def horizontal_lines(rows, least):
    needle = (LINE + b"\xff") * least
    return [y for y, row in enumerate(rows)
            if needle in bytes(b if i % 4 != 3 else 255 for i, b in enumerate(row))]


class Measured:
    """The regions of the picture by the two lines at the stage's sides and the one below it."""

    def __init__(self, rows):
        self.height, self.width = len(rows), len(rows[0]) // 4
        lines = vertical_lines(rows, self.height // 3)
        check(len(lines) == 2, f"there are {len(lines)} lines between regions: {lines}")
        (self.left, self.top, bottom), (self.right, _, _) = lines
        below = [y for y in horizontal_lines(rows, self.width // 2) if y >= bottom]
        check(below, "there is no line above the source")
        self.bottom = below[0]

    def share(self):
        stage = (self.right - self.left - 1) * (self.bottom - self.top)
        return stage / (self.width * self.height)

    def __eq__(self, other):
        return vars(self) == vars(other)

    def __repr__(self):
        return str(vars(self))


class Window:
    def __init__(self, screen, witness, folder):
        environment = {**screen.environment, "XDG_CONFIG_HOME": folder, "XDG_RUNTIME_DIR": folder}
        self.screen = screen
        self.process = subprocess.Popen([GUI, witness], env=environment)
        self.id = wait_for("a window", lambda: screen.tool(
            "search", "--onlyvisible", "--name", r"\.revisit – Revisit$")).splitlines()[0]
        screen.tool("windowfocus", "--sync", self.id)
        self.settle()

    def settle(self):
        """Until two pictures in a row are the same."""
        def is_still():
            before = self.screen.rows()
            time.sleep(0.25)
            return before == self.screen.rows()
        wait_for("a picture that stays", is_still)

    def resize(self, size):
        self.screen.tool("windowmove", self.id, 0, 0)
        self.screen.tool("windowsize", "--sync", self.id, *size)
        self.settle()
        rows = self.screen.rows()
        check(len(rows) == size[1] and len(rows[0]) == 4 * size[0], "the screen has another size")

    def key(self, *keys):
        self.screen.tool("key", *keys)
        self.settle()

    def click(self, x, y):
        self.screen.tool("mousemove", x, y, "click", 1)
        self.settle()

    def measure(self):
        return Measured(self.screen.rows())

    def close(self):
        self.screen.tool("key", "ctrl+q")
        try:
            check(self.process.wait(PATIENCE) == 0, "the window failed")
        finally:
            if self.process.poll() is None:
                self.process.kill()


def promises(window, size):
    findings, inspector = SIZES[size]
    rail = window.measure()
    check(rail.left == RAIL, f"{size}: the findings of one bug are {rail.left} wide, not a rail")
    check(rail.share() >= 0.46, f"{size}: the stage has {rail.share():.1%} beside the rail")
    window.click(RAIL // 2, rail.top + 12)  # opens the findings
    usual = window.measure()
    check(usual.left == findings, f"{size}: the findings are {usual.left} wide")
    check(usual.width - usual.right - 1 == inspector, f"{size}: the inspector is {usual.width - usual.right - 1} wide")
    check(usual.share() >= 0.38, f"{size}: the stage has {usual.share():.1%}")
    window.key("Escape", "m")
    rows = window.screen.rows()
    check(not vertical_lines(rows, len(rows) // 3), f"{size}: the stage does not fill the window")
    window.key("m")
    check(window.measure() == usual, f"{size}: not the same as before: {window.measure()}, {usual}")
    for _ in range(6):  # all the way round
        window.key("F6")
    check(window.measure() == usual, f"{size}: F6 moves something")
    print(f"{size[0]}x{size[1]}: stage {usual.share():.1%}, beside the rail {rail.share():.1%}")


def main():
    for program in ("Xvfb", "xdotool"):
        if not shutil.which(program):
            skip(f"{program} is missing; resources/setup.sh installs it")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([REVISIT, "check", "--no-progress", "--witness", folder, SOURCE], stdout=subprocess.DEVNULL)
        witness = next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".revisit"))
        for size in SIZES:
            screen = Screen(folder, f"{size[0]}x{size[1]}")
            try:
                window = Window(screen, witness, folder)
                window.resize(size)
                promises(window, size)
                window.close()
                if size != (1280, 800):
                    continue
                measured = None
                for start in range(STARTS):
                    window = Window(screen, witness, folder)
                    now = window.measure()
                    check(measured is None or measured == now,
                          f"start {start + 1} has another geometry: {now}, {measured}")
                    measured = now
                    window.close()
            finally:
                screen.close()
    print("passed")


if __name__ == "__main__":
    main()
