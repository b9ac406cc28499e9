"""What moves through a generated program: a value that holds the unknown 32 bits, and how its text is written."""
import re


class Value:
    """An expression of the program that holds the unknown bits.

    kind      number (uint32_t), object (anything that can be assigned), text (a char array), string (std::string)
    type      its type in C; of a text and a string it is the notation in which it holds the number
    get       an expression of type uint32_t that gives the bits, with {0} for the object
    trivial   whether its bytes may be copied
    """

    def __init__(self, kind, type_name, name, get="{0}", trivial=True, notation=None):
        self.kind, self.type, self.name, self.get = kind, type_name, name, get
        self.trivial, self.notation = trivial, notation

    def renamed(self, name):
        return Value(self.kind, self.type, name, self.get, self.trivial, self.notation)

    def number(self):
        return self.get.format(self.name)


class Mover:
    """One step of a program, as templates of its definitions and of its statements.

    In a template @a is the value that comes, @b the one that goes on, @T their type, @n a number of its own, @K @O @D
    random constants (32 bits; 32 bits and odd; 1 to 5), where @K1, @K2 ... are different ones.
    """

    def __init__(self, name, takes, gives, top, body, language="both", notation=None, hard=False):
        self.name, self.takes, self.gives = name, takes, gives
        self.top, self.body, self.language, self.notation = top, body, language, notation
        self.hard = hard  # many paths, slow for solvers, or of the world outside: few programs have it

    def accepts(self, value):
        if self.takes == "object":
            return value.kind in ("number", "object")
        if self.takes == "copyable":
            return value.kind in ("number", "object", "string")
        if self.takes in ("text", "string"):
            return value.kind == self.takes and self.notation in (None, value.notation)
        return value.kind == self.takes


class Writer:
    """The definitions and statements of one case, as they come."""

    def __init__(self, number, language):
        self.number, self.language = number, language
        self.top, self.body, self.names = [], [], 0

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.number}_{self.names}"

    def expand(self, rng, template, value, result):
        """The template's text; result is the name of what it makes."""
        memory = {"n": self.fresh("")}

        def symbol(match):
            key = match[1]
            if key in ("a", "b", "T"):
                return {"a": value.name, "b": result, "T": value.type}[key]
            if key not in memory:
                kind = key[0]
                number = {"K": rng.getrandbits(32), "O": rng.getrandbits(32) | 1, "D": rng.randint(1, 5)}[kind]
                memory[key] = str(number) if kind == "D" else f"{number:#x}u"
            return memory[key]

        return lambda text: re.sub(r"@(a|b|T|n|[KOD]\d?)", symbol, text)

    def add(self, rng, mover, value):
        """Writes the mover behind `value`; gives the value that results."""
        result = self.fresh("v")
        expand = self.expand(rng, mover, value, result)
        if mover.top:
            self.top += expand(mover.top).split("\n")
        self.body += ["  " + line for line in expand(mover.body).split("\n")]
        if mover.gives == "same":
            return value.renamed(result)
        return mover.gives(value, result) if callable(mover.gives) else Value(mover.gives, "uint32_t", result)
