#!/usr/bin/env bash
# Creates the pictures of the documents from the real window: resources/pictures/SCENE-THEME.png. Requires that the
# window is built; needs no screen.
set -euo pipefail
cd "$(dirname "$0")/.."

gui=$PWD/build/bin/revisit-gui
[ -x "$gui" ] || { echo "pictures: build first: ./resources/build.sh revisit-gui" >&2; exit 2; }
work=/tmp/revisit-pictures # the same each time: the pictures show it
rm -rf "$work"
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
# Copied to a folder with a short path, which the pictures show.
cp examples/sensor/sensor.c examples/revisits/two_writers.c examples/states/figure3.c "$work"

render() { # FOLDER, SOURCE and options
  (cd "$work" && XDG_CACHE_HOME=$work XDG_RUNTIME_DIR=$work QT_QPA_PLATFORM=offscreen \
    "$gui" --render "$work/$1" --size 1280x800 "${@:2}" 2>/dev/null)
}
render sensor sensor.c
render writers two_writers.c
render states figure3.c --algorithm dl-s-por

mkdir -p resources/pictures
for theme in light dark; do
  for scene in overview constraints explanation replay compare; do
    cp "$work/sensor/$scene-$theme.png" "resources/pictures/$scene-$theme.png"
  done
  cp "$work/writers/revisits-$theme.png" "resources/pictures/revisits-$theme.png"
  cp "$work/states/states-$theme.png" "resources/pictures/states-$theme.png"
done
