"""Random structures and unions that hold the 32 bits in pieces, between other members."""
from .value import Value

PIECES = {8: ["unsigned char", "char", "signed char", "short", "unsigned", "long long", "bits", "array"],
          16: ["unsigned short", "short", "int", "unsigned long", "bits", "array"],
          24: ["int", "unsigned", "long", "bits", "array"],
          32: ["uint32_t", "int", "unsigned long", "long long", "pointer", "array", "nested", "wide"]}
FILLERS = [("char", "'f'"), ("short", "-2"), ("int", "77"), ("long", "-5L"), ("double", "1.5"), ("float", "0.5f"),
           ("void *", "NULL"), ("unsigned char", "200"), ("uint16_t", "1")]


class Layout:
    """A type, and how a number is put into an object of it and taken out of it."""

    def __init__(self, rng, writer, symbolic):
        """`symbolic`: every content of the object's bytes must be a value of the type."""
        self.rng, self.writer, self.symbolic = rng, writer, symbolic
        self.type = writer.fresh("S")
        self.members, self.puts, self.gets = [], [], []
        widths = rng.choice([[32], [32], [8, 24], [16, 16], [8, 8, 8, 8], [24, 8], [8, 16, 8], [16, 8, 8]])
        shift = 0
        pieces = []
        for width in widths:
            pieces.append((width, shift))
            shift += width
        rng.shuffle(pieces)
        for number, (width, low) in enumerate(pieces):
            if rng.random() < 0.5:
                self.filler(number)
            self.piece(number, width, low)
        if rng.random() < 0.5:
            self.filler(9)
        attribute = rng.choices(["", "__attribute__((packed)) ", "__attribute__((aligned(16))) "], [16, 3, 1])[0]
        body = " ".join(self.members)
        if rng.random() < 0.12:
            text = f"typedef union {{ struct {attribute}{{ {body} }} in; unsigned char raw[7]; }} {self.type};"
            self.puts = [put.replace("{0}.", "{0}.in.") for put in self.puts]
            self.gets = [get.replace("{0}.", "{0}.in.") for get in self.gets]
        else:
            text = f"typedef struct {attribute}{{ {body} }} {self.type};"
        writer.top.append(text)

    def filler(self, number):
        type_name, value = self.rng.choice(FILLERS)
        if self.rng.random() < 0.2:
            type_name, value = "unsigned char", 'NOISE(uchar, unsigned char, "n")'
        self.members.append(f"{type_name} f{number};")
        self.puts.append(f"{{0}}.f{number} = {value};")

    def piece(self, number, width, low):
        kind = self.rng.choice(PIECES[width])
        member, mask = f"m{number}", (1 << width) - 1
        part = f"({{1}} >> {low} & {mask:#x}u)"
        get = f"(uint32_t)({{0}}.{member} & {mask:#x}) << {low}"
        if kind == "bits":
            signed = self.rng.choice(["int", "unsigned"])
            self.members.append(f"{signed} {member} : {width};")
        elif kind == "array":
            size = width // 8
            self.members.append(f"unsigned char {member}[{size}];")
            for index in range(size):
                self.puts.append(f"{{0}}.{member}[{index}] = (unsigned char)({{1}} >> {low + 8 * index});")
                self.gets.append(f"(uint32_t){{0}}.{member}[{index}] << {low + 8 * index}")
            return
        elif kind == "pointer":
            if self.symbolic:
                kind = "unsigned long"
                self.members.append(f"unsigned long {member};")
            else:
                self.members.append(f"void *{member};")
                part, get = "(void *)(uintptr_t){1}", f"(uint32_t)(uintptr_t){{0}}.{member}"
        elif kind == "nested":
            self.members.append(f"struct {{ short tag; uint32_t u; }} {member};")
            self.puts.append(f"{{0}}.{member}.tag = 3;")
            member += ".u"
            get = f"{{0}}.{member}"
        elif kind == "wide":
            self.members.append(f"uint64_t {member};")
            part, get = "(uint64_t){1} << 13", f"(uint32_t)({{0}}.{member} >> 13)"
        else:
            self.members.append(f"{kind} {member};")
        cast = "" if kind in ("pointer", "wide", "nested", "bits") else f"({kind})"
        self.puts.append(f"{{0}}.{member} = {cast}{part};")
        self.gets.append(get)

    def value(self, name):
        return Value("object", self.type, name, "(" + " | ".join(self.gets) + ")")

    def put(self, name, number):
        """Statements that fill the object `name`."""
        return [put.format(name, number) for put in self.puts]


def into_structure(rng, writer, value):
    layout = Layout(rng, writer, False)
    result = writer.fresh("s")
    start = rng.choice(["", "", " memset(&{0}, 0, sizeof {0});", " memset(&{0}, 255, sizeof {0});"]).format(result)
    writer.body.append(f"  {layout.type} {result};{start}")
    number = value.number()
    if number != value.name:
        name = writer.fresh("u")
        writer.body.append(f"  uint32_t {name} = {number};")
        number = name
    writer.body += ["  " + line for line in layout.put(result, number)]
    return layout.value(result)
