"""Which part of generated programs, of samples and of tables a run takes: REVISIT_ROTATION=0 to 3 is a quarter, all or
nothing everything. tests/engine/scripted/fuzz_seeds.h divides in the same way."""
import os
import sys
import zlib


def chosen(rotation=None):
    """The number of the quarter; None: everything."""
    rotation = rotation or os.environ.get("REVISIT_ROTATION") or "all"
    if rotation not in ("0", "1", "2", "3", "all"):
        sys.exit(f"REVISIT_ROTATION is 0, 1, 2, 3 or all, not '{rotation}'")
    return None if rotation == "all" else int(rotation)


def is_turn(name, rotation=None):
    """Whether it is the turn of what has this name. In four quarters everything has one turn."""
    quarter = chosen(rotation)
    return quarter is None or zlib.crc32(name.encode()) % 4 == quarter


def part(things, rotation=None):
    """The part of a list or range. The four quarters are all of it, each thing once."""
    quarter = chosen(rotation)
    if quarter is None:
        return things
    return things[len(things) * quarter // 4:len(things) * (quarter + 1) // 4]
