"""The rows of the papers' tables: what is printed, and the program that stands behind each."""
import os
from dataclasses import dataclass

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.normpath(os.path.join(HERE, "..", "..", "programs", "paper"))


@dataclass(frozen=True)
class Published:
    table: str
    program: str
    size: str
    source: str  # None: there is no program
    defines: tuple
    domain: str  # how many values each unknown has where the paper enumerates; "-": there are no unknowns
    printed: dict
    note: str
    right: str  # the number of complete executions; "-": there is nothing to compare
    right_enumerated: str = "-"  # the same where unknowns are enumerated

    @property
    def title(self):
        return self.program if self.size == "-" else f"{self.program}({self.size})"

    @property
    def is_sound(self):
        """Whether the printed number of complete executions is right."""
        return self.right != "-" and self.right == self.printed["complete"]


def read_table(name):
    with open(os.path.join(HERE, name)) as file:
        lines = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    return [dict(zip(lines[0], cells, strict=True)) for cells in lines[1:]]


def number(text):
    """A printed number; None for "-" and for times that end at a limit."""
    try:
        return float(text)
    except ValueError:
        return None


def condpor():
    programs = {row["program"]: row for row in read_table("condpor_programs.tsv")}
    notes = {(row["table"], row["program"], row["size"]): row for row in read_table("condpor_notes.tsv")}
    for row in read_table("condpor.tsv"):
        table, program, size = row["table"], row["program"], row["size"]
        known = programs.get(program)
        note = notes.get((table, program, size), notes.get((table, program, "-")))
        inserters, removers = (size.split(",") + ["0"])[:2]
        filled = {"n": inserters, "m": removers}
        defines = known["defines"].format(**filled).split() if known and known["defines"] != "-" else []
        yield Published(table, program, size, os.path.join(PROGRAMS, known["file"]) if known else None, tuple(defines),
                        known["domain"].format(**filled) if known else "-", row, note["note"] if note else "",
                        note["complete"] if note else row["complete"],
                        note["enumerated"] if note and note["enumerated"] != "-" else row["baseline_complete"])


def assertions():
    printed = {row["program"]: row for row in read_table("assertion_guided.tsv")}
    for row in read_table("assertion_programs.tsv"):
        defines = () if row["defines"] == "-" else tuple(row["defines"].split())
        yield Published("1" if row["program"] == "figure4" else "2", row["program"], "-",
                        os.path.normpath(os.path.join(PROGRAMS, "assertions", row["file"])), defines, "-",
                        printed[row["program"]], "" if row["note"] == "-" else row["note"], "-")


def without_programs():
    """The rows of the table of assertions whose programs are not here."""
    known = {row["program"] for row in read_table("assertion_programs.tsv")}
    return [row["program"] for row in read_table("assertion_guided.tsv") if row["program"] not in known]
