#!/usr/bin/env python3
"""The window's program where there is no display: its help, what it says of a display that is missing; and
where it is ended from outside: what was open is remembered.

    tests/app/gui/without_display.py build/bin/revisit-gui build/bin/revisit examples/lost_update/lost_update.c
"""
import configparser
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

GUI, REVISIT, SOURCE = (os.path.abspath(path) for path in sys.argv[1:4])
PATIENCE = 200  # seconds; a loaded machine is slow
failures = 0


def check(condition, what):
    global failures
    if not condition:
        failures += 1
        print(f"FAILED: {what}")


def environment(folder, **more):
    kept = {name: value for name, value in os.environ.items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    return {**kept, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder, "XDG_RUNTIME_DIR": folder, **more}


def run(folder, *arguments, **more):
    return subprocess.run([GUI, *arguments], env=environment(folder, **more), capture_output=True, text=True,
                          timeout=PATIENCE)


def says(folder):
    for option in ("--help", "--version"):
        result = run(folder, option)
        check(result.returncode == 0 and "revisit-gui" in result.stdout and not result.stderr,
              f"{option}: {result.returncode}, {result.stdout[:80]}, {result.stderr[:200]}")
    for arguments, display in (([], ""), ([SOURCE], ""), ([SOURCE], ":987")):
        result = run(folder, *arguments, **({"DISPLAY": display} if display else {}))
        check(result.returncode == 2, f"{arguments} without a display ends with {result.returncode}")
        check("no display" in result.stderr and "revisit show --svg" in result.stderr, f"it says: {result.stderr}")
    for wrong in (["--unroll", "x", SOURCE], ["--nonsense"], [SOURCE, SOURCE + ".revisit"]):
        more = {"QT_QPA_PLATFORM": "offscreen"}
        result = run(folder, *wrong, **more)
        check(result.returncode == 2 and result.stderr.startswith("revisit-gui: "), f"{wrong}: {result.stderr}")


def opens_at(folder):
    """--at takes the number of an event of a witness."""
    folder = os.path.join(folder, "at")
    subprocess.run([REVISIT, "check", "--no-progress", "--witness", folder, SOURCE], stdout=subprocess.DEVNULL)
    witness = next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".revisit"))
    for wrong, said in (([witness, "--at", "9999"], "has the events 1 to "), ([SOURCE, "--at", "3"], "one witness"),
                        ([witness, "--at", "x"], "--at")):
        result = run(folder, *wrong, QT_QPA_PLATFORM="offscreen")
        check(result.returncode == 2 and said in result.stderr, f"{wrong}: {result.returncode}, {result.stderr}")


def session(folder):
    settings = configparser.ConfigParser(interpolation=None)
    settings.read(os.path.join(folder, "revisit", "revisit-gui.conf"))
    text = settings.get("General", "session", fallback="")
    return json.loads(text.strip('"').encode().decode("unicode_escape")) if text else {}


def remembers(folder):
    subprocess.run([REVISIT, "check", "--no-progress", "--witness", folder, SOURCE], stdout=subprocess.DEVNULL)
    witness = os.path.join(folder, "lost_update.revisit")
    gui = subprocess.Popen([GUI, witness], env=environment(folder, QT_QPA_PLATFORM="offscreen"),
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + PATIENCE
        while session(folder).get("file") != witness and time.monotonic() < end:
            time.sleep(0.1)
    finally:
        gui.send_signal(signal.SIGKILL)
        gui.wait()
    check(session(folder).get("file") == witness, f"a session that was killed is forgotten: {session(folder)}")
    check(session(folder).get("event", 0) > 0, "the event looked at is forgotten")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for part in (says, opens_at, remembers):
            part(folder)
    print("passed" if failures == 0 else f"{failures} failed")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
