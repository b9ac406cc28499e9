#!/usr/bin/env bash
# Creates the pictures of the documents from the real window, as a user drives it: resources/pictures/SCENE-THEME.png.
# Requires that the window's probe is built, and Xvfb, xdotool and openbox.
set -euo pipefail
cd "$(dirname "$0")/.."

probe=build/bin/gui_probe
[ -x "$probe" ] || { echo "pictures: build first: ./resources/build.sh gui_probe" >&2; exit 2; }
exec python3 tests/app/gui/tasks/tasks.py "$probe" build/bin/revisit examples --size 1280x800 \
  --pictures "$PWD/resources/pictures"
