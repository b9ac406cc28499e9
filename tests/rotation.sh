#!/usr/bin/env bash
# Prints which quarter of the random programs is run: 0, 1, 2 or 3, or all. REVISIT_ROTATION says it, if it is set.
# Otherwise it is the number of changes of the main line, so that four changes one after another run everything. A
# change is a commit, or a merge with all that it merges. A shallow clone does not know that number: there it is the
# day. --left-out prints the labels of the tests that are not run then: slow ones, and those that take their turn in
# another quarter.
set -euo pipefail

rotation=${REVISIT_ROTATION:-}
if [ -z "$rotation" ]; then
  if [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" = false ]; then
    changes=$(git rev-list --count --first-parent HEAD)
  else
    changes=$(($(date +%s) / 86400))
  fi
  rotation=$((changes % 4))
fi
case $rotation in
  [0-3] | all) ;;
  *)
    echo "rotation: REVISIT_ROTATION is 0, 1, 2, 3 or all, not '$rotation'" >&2
    exit 2
    ;;
esac
case ${1:-}$rotation in
  --left-outall) echo slow ;;
  --left-out*) echo "slow|quarter[^$rotation]" ;;
  *) echo "$rotation" ;;
esac
