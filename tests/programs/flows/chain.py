"""A case: an unknown input, a chain of movers, a failure for one value."""
import random

from . import carriers, cxx, ends, inputs, numbers, texts, threads
from .layouts import into_structure
from .value import Value, Writer

GROUPS = {"carriers": (carriers.MOVERS, 4), "numbers": (numbers.MOVERS, 3), "threads": (threads.MOVERS, 1),
          "texts": (texts.MOVERS, 2), "cxx": (cxx.MOVERS, 9)}
BY_NAME = {mover.name: mover for movers, _ in GROUPS.values() for mover in movers}
assert len(BY_NAME) == sum(len(movers) for movers, _ in GROUPS.values()), "two movers of one name"
FEW = {"multiply": 1, "wide_multiply": 1, "divide_unsigned": 1, "divide_signed": 1, "div": 1, "ldiv": 1, "xorshift": 1,
       "gmtime": 1, "strtod": 1, "temporary_file": 1, "pipe": 1}


def speaks(mover, language):
    return mover.language in ("both", language)


class Plan:
    """What a case is made of. Leaving out some of the steps gives another case."""

    def __init__(self, seed, language, entry, steps, end, lossy, secrets):
        self.seed, self.language, self.entry, self.steps = seed, language, entry, steps
        self.end, self.lossy, self.secrets = end, lossy, secrets

    def without(self, index):
        return Plan(self.seed, self.language, self.entry, self.steps[:index] + self.steps[index + 1:], self.end, self.lossy,
                    self.secrets)


def some_secret(rng):
    return rng.randint(1, 300) if rng.random() < 0.05 else rng.getrandbits(32) or 1


def make_plan(seed, language):
    rng = random.Random(f"{language} {seed}")
    groups = {name: movers for name, (movers, _) in GROUPS.items() if language == "c++" or name != "cxx"}
    steps, counts = [], {}
    kinds = ["number"]
    for _ in range(rng.randint(3, 12)):
        name = rng.choices(list(groups), [GROUPS[group][1] for group in groups])[0]
        choice = [mover for mover in groups[name] if speaks(mover, language)]
        if rng.random() < 0.6:
            choice = [mover for mover in choice if mover.takes == kinds[-1] or
                      mover.takes in ("object", "copyable") and kinds[-1] in ("object", "number")] or choice
        mover = rng.choice(choice)
        if mover.hard and rng.random() < 0.9:
            continue
        few = FEW.get(mover.name, 2 if name == "threads" or mover.name.startswith("sscanf") else 9)
        if counts.get(mover.name, 0) >= few or name == "threads" and counts.get("threads", 0) >= 2:
            continue
        counts[mover.name] = counts.get(mover.name, 0) + 1
        counts[name] = counts.get(name, 0) + 1
        steps.append((mover.name, rng.getrandbits(32)))
        kinds.append(mover.takes if mover.gives == "same" else mover.gives if isinstance(mover.gives, str) else "text")
    lossy = None
    if rng.random() < 0.25:
        lossy = rng.choice(list(ends.LOSSY) + (list(ends.LOSSY_CXX) * 2 if language == "c++" else []))
        if lossy in ends.LOSSY_FLOATS and rng.random() < 0.8:
            lossy = "hash"
    return Plan(seed, language, rng.choice(list(inputs.INPUTS)), steps, rng.getrandbits(32), lossy,
                [some_secret(rng) for _ in range(12)])


def solo_plan(name, seed):
    """One mover, or one function with few results, alone."""
    rng = random.Random(f"{name} {seed}")
    mover = BY_NAME.get(name)
    language = "c++" if name.startswith("c++ ") else "c"
    steps = [(name, rng.getrandbits(32))] if mover else []
    return Plan(seed, language, "uint", steps, rng.getrandbits(32), None if mover else name, [some_secret(rng) for _ in range(12)])


class Case:
    """A case as C or C++."""

    def __init__(self, number, plan):
        self.number, self.plan = number, plan
        self.writer = Writer(number, plan.language)
        rng = random.Random(plan.end)
        value = inputs.INPUTS[plan.entry](rng, self.writer, "x")
        if not plan.lossy:
            forbidden = rng.choice(["x != S", "x != S", "x < S || x > S", "(x & 0xffff) != (S & 0xffff) || x >> 16 != S >> 16"])
            forbidden = forbidden.replace("S", f"{plan.secrets[0]:#x}u")
            self.lines("#ifndef NATIVE", f"  if (twin) revisit_assume({forbidden});", "#endif")
        for name, seed in plan.steps:
            step = random.Random(seed)
            mover = BY_NAME[name]
            value = self.writer.add(step, mover, self.fitting(step, mover, value))
        self.finish(rng, value)

    def described(self):
        steps = ", ".join(name for name, _ in self.plan.steps)
        return f"{self.plan.language} {self.plan.seed}: {self.plan.entry}; {steps}; {self.plan.lossy or 'equal'}"

    def lines(self, *lines):
        self.writer.body += lines

    def number_of(self, value):
        """The value as a number with a name."""
        if value.kind == "number":
            return value
        name = self.writer.fresh("u")
        get = value.number()
        if value.kind in ("text", "string"):
            get = f"decode_{value.notation}({value.name}{'.c_str()' if value.kind == 'string' else ''})"
        self.lines(f"  uint32_t {name} = {get};")
        return Value("number", "uint32_t", name)

    def fitting(self, rng, mover, value):
        """The value, converted so that the mover accepts it."""
        if mover.accepts(value):
            if value.kind == "number" and mover.takes in ("object", "copyable") and rng.random() < 0.5:
                return into_structure(rng, self.writer, value)
            return value
        value = self.number_of(value)
        if mover.takes == "number":
            return value
        if mover.takes in ("object", "copyable"):
            return into_structure(rng, self.writer, value)
        notation = mover.notation or rng.choice(["lower", "upper", "lower", "upper", "hex"])
        text = self.writer.fresh("t")
        self.lines(f"  char {text}[32]; encode_{notation}({text}, {value.name});")
        if mover.takes == "text":
            return Value("text", "char[32]", text, notation=notation, trivial=False)
        self.lines(f"  std::string s{text} = {text};")
        return Value("string", "std::string", "s" + text, notation=notation, trivial=False)

    def finish(self, rng, value):
        n = self.number
        lossy = self.plan.lossy
        if lossy or value.kind == "object":
            value = self.number_of(value)
        if lossy:
            body = (ends.LOSSY.get(lossy) or ends.LOSSY_CXX[lossy]).replace("@a", value.name)
            result = self.writer.fresh("m")
            self.lines(f"  uint32_t {result};", "  {", *["    " + line for line in body.replace("@m", "few").split("\n")],
                       f"    {result} = few;", "  }")
            also = "" if rng.random() < 0.5 else "1 || "
            self.lines("#ifdef NATIVE", f'  printf("%u %u\\n", {value.name}, {result});', "#else",
                       f"  uint32_t want = twin ? T{n} : E{n};",
                       f"  revisit_assert(!({result} == M{n} && (!({also}twin) || {value.name} == want)));", "#endif")
            return
        if value.kind == "number":
            check = rng.choice(ends.NUMBERS).replace("@a", value.name).replace("@E", "want")
            declared, shown = f"  const uint32_t want = E{n};", f'printf("%u\\n", {value.name});'
        elif value.kind == "text":
            choices = ends.TEXTS[:-1] if value.notation in ("lower", "upper") else ends.TEXTS
            check = rng.choice(choices).replace("@a", value.name).replace("@E", "want")
            declared, shown = f"  const char *want = E{n};", f'printf("%s\\n", {value.name});'
        else:
            check = rng.choice(ends.STRINGS).replace("@a", value.name).replace("@E", "want")
            declared, shown = f"  const char *want = E{n};", f'printf("%s\\n", {value.name}.c_str());'
        self.lines("#ifdef NATIVE", f"  {shown}", "#else", declared, f"  revisit_assert(!({check}));", "#endif")

    def defines(self, natively):
        """The macros of the expected results; natively(secret) gives the words that the native program prints. None: the
        function with few results has only one."""
        first = natively(self.plan.secrets[0])
        if not self.plan.lossy:
            word = f'"{first[0]}"'
            is_text = not first[0].isdigit() or self.ends_in_text()
            return f"#define E{self.number} {word if is_text else first[0] + 'u'}"
        for secret in self.plan.secrets[1:]:
            other = natively(secret)
            if other[1] != first[1]:
                return (f"#define E{self.number} {first[0]}u\n#define T{self.number} {other[0]}u\n"
                        f"#define M{self.number} {first[1]}u")
        return None

    def ends_in_text(self):
        return any(line.startswith("  const char *want") for line in self.writer.body)
