#!/usr/bin/env python3
"""`revisit-gui --render` as a process: every picture is there and has its size. Wrong command lines and
files end with exit status 2 and a sentence that says what to do.

    tests/app/gui/pictures.py build/bin/revisit-gui build/bin/revisit examples/lost_update/lost_update.c
"""
import os
import struct
import subprocess
import sys
import tempfile
import unittest

GUI, REVISIT, SOURCE = (os.path.abspath(path) for path in sys.argv[1:4])
SCENES = ["overview", "stage", "table", "constraints", "explanation", "source", "replay"]


def run(*arguments, folder):
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": folder, "XDG_RUNTIME_DIR": folder}
    return subprocess.run([GUI, *arguments], env=environment, capture_output=True, text=True, timeout=120)


class Pictures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        subprocess.run([REVISIT, "check", "--no-progress", "--witness", cls.folder, SOURCE], stdout=subprocess.DEVNULL)
        cls.witness = next(os.path.join(cls.folder, name) for name in os.listdir(cls.folder)
                           if name.endswith(".revisit"))

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def path(self, name):
        return os.path.join(self.folder, name)

    def check_pictures(self, size, *options):
        # The folder is made, with those above it.
        folder = self.path(f"pictures/{size[0]}")
        result = run("--render", folder, *options, self.witness, folder=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        names = sorted(os.listdir(folder))
        for scene in SCENES:
            for theme in ("light", "dark"):
                self.assertIn(f"{scene}-{theme}.png", names)
        contents = {}
        for name in names:
            with open(os.path.join(folder, name), "rb") as picture:
                contents[name] = picture.read()
            self.assertEqual(contents[name][:8], b"\x89PNG\r\n\x1a\n", name)
            self.assertEqual(struct.unpack(">II", contents[name][16:24]), size, name)
            self.assertGreater(len(contents[name]), 20000, name)  # of one colour it has 3 kB
        self.assertEqual(len(set(contents.values())), len(contents), "two pictures are the same")

    def test_all_scenes_in_both_themes(self):
        self.check_pictures((1280, 800))

    def test_another_size(self):
        self.check_pictures((1600, 900), "--size", "1600x900")

    def check_refused(self, *arguments, says):
        result = run(*arguments, folder=self.folder)
        self.assertEqual(result.returncode, 2, result)
        last = result.stderr.strip().splitlines()[-1]
        self.assertTrue(last.startswith("revisit-gui: "), last)
        self.assertIn(says, last)
        self.assertEqual(result.stdout, "")

    def test_wrong_command_lines(self):
        self.check_refused("--no-such-option", says="--help")
        self.check_refused("--render", says="--help")
        self.check_refused("--render", self.path("p"), says="revisit-gui --render FOLDER")
        for size in ("12", "1280x", "0x0", "-5x800", "99999x99999", "axb", "1x2x3"):
            self.check_refused("--render", self.path("p"), f"--size={size}", self.witness, says="WIDTHxHEIGHT")
        self.assertFalse(os.path.exists(self.path("p")))

    def test_wrong_files(self):
        self.check_refused("--render", self.path("q"), self.path("missing.revisit"), says="open a .revisit file")
        with open(self.witness) as whole, open(self.path("cut.revisit"), "w") as cut:
            cut.write(whole.read()[:200])
        self.check_refused("--render", self.path("q"), self.path("cut.revisit"), says="revisit check --witness")
        self.check_refused("--render", self.path("q"), self.folder, says="CMake")

    def test_a_folder_that_cannot_be_made(self):
        self.check_refused("--render", self.witness + "/below", self.witness, says="name another")

    def test_help_and_version(self):
        for option, says in (("--help", "--render"), ("--version", "revisit-gui ")):
            result = run(option, folder=self.folder)
            self.assertEqual(result.returncode, 0)
            self.assertIn(says, result.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
