"""Which part of generated programs and of samples a run takes: REVISIT_ROTATION=0 to 3 is a quarter, all or nothing
everything. tests/engine/scripted/fuzz_seeds.h divides in the same way."""
import os
import sys


def part(things, rotation=None):
    """The part of a list or range. The four quarters are all of it, each thing once."""
    rotation = rotation or os.environ.get("REVISIT_ROTATION") or "all"
    if rotation == "all":
        return things
    if rotation not in ("0", "1", "2", "3"):
        sys.exit(f"REVISIT_ROTATION is 0, 1, 2, 3 or all, not '{rotation}'")
    quarter = int(rotation)
    return things[len(things) * quarter // 4:len(things) * (quarter + 1) // 4]
