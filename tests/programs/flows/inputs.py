"""Where the unknown 32 bits come from."""
from .layouts import Layout
from .value import Value


def plain(kind, type_name):
    def write(rng, writer, name):
        writer.body.append(f'  uint32_t {name} = (uint32_t)INPUT({kind}, {type_name}, 0, 0xffffffff, "x");')
        return Value("number", "uint32_t", name)
    return write


def parts(kinds):
    """Several inputs, low bits first."""
    def write(rng, writer, name):
        shift, texts = 0, []
        for number, (kind, type_name, width) in enumerate(kinds):
            texts.append(f'(uint32_t)(INPUT({kind}, {type_name}, {shift}, {(1 << width) - 1:#x}, "x{number}") & {(1 << width) - 1:#x}) << {shift}')
            shift += width
        writer.body.append(f"  uint32_t {name} = {' | '.join(texts)};")
        return Value("number", "uint32_t", name)
    return write


def with_noise(rng, writer, name):
    """One of which only some bits count."""
    shift = rng.randint(1, 31)
    writer.body += ["#ifdef NATIVE", f"  unsigned long l{name} = (unsigned long)secret << {shift} | 1;", "#else",
                    f'  unsigned long l{name} = revisit_nondet_ulong("x");', "#endif",
                    f"  uint32_t {name} = (uint32_t)(l{name} >> {shift});"]
    return Value("number", "uint32_t", name)


def bytes_of_array(rng, writer, name):
    writer.body += [f"  unsigned char a{name}[5];", "#ifdef NATIVE", f"  memcpy(a{name}, &secret, 4);", "#else",
                    f'  revisit_symbolic(a{name}, 4, "x");', "#endif",
                    f"  uint32_t {name} = a{name}[0] | a{name}[1] << 8 | a{name}[2] << 16 | (uint32_t)a{name}[3] << 24;"]
    return Value("number", "uint32_t", name)


def words_of_array(rng, writer, name):
    writer.body += [f"  uint32_t a{name}[3];", "#ifdef NATIVE", f"  a{name}[1] = secret;", "#else",
                    f'  revisit_symbolic(a{name}, sizeof a{name}, "x");', "#endif", f"  uint32_t {name} = a{name}[1];"]
    return Value("number", "uint32_t", name)


def structure(rng, writer, name):
    layout = Layout(rng, writer, True)
    result = writer.fresh("s")
    writer.body += [f"  {layout.type} {result};", "#ifdef NATIVE", f"  memset(&{result}, 7, sizeof {result});",
                    *["  " + line for line in layout.put(result, "secret")], "#else",
                    f'  revisit_symbolic(&{result}, sizeof {result}, "x");', "#endif"]
    value = layout.value(result)
    writer.body.append(f"  uint32_t {name} = {value.number()};")
    return value


def letters(rng, writer, name):
    text = writer.fresh("t")
    writer.body += [f"  char {text}[32]; {text}[8] = 0;", "#ifdef NATIVE",
                    f"  for (int i = 0; i < 8; i++) {text}[i] = (char)('a' + (secret >> 4 * i & 15));", "#else",
                    f'  revisit_symbolic({text}, 8, "x");', "#endif",
                    f"  for (int i = 0; i < 8; i++) revisit_assume({text}[i] >= 'a' && {text}[i] <= 'p');",
                    f"  uint32_t {name} = 0;",
                    f"  for (int i = 7; i >= 0; i--) {name} = {name} << 4 | (uint32_t)({text}[i] - 'a');"]
    return Value("text", "char[32]", text, notation="lower", trivial=False)


INPUTS = {
    "uint": plain("uint", "unsigned"),
    "int": plain("int", "int"),
    "uint32": plain("uint32", "uint32_t"),
    "long": plain("long", "long"),
    "bytes": parts([("uchar", "unsigned char", 8), ("char", "char", 8), ("schar", "signed char", 8), ("uint8", "uint8_t", 8)]),
    "halves": parts([("ushort", "unsigned short", 16), ("short", "short", 16)]),
    "mixed": parts([("bool", "bool", 1), ("ushort", "unsigned short", 16), ("int", "int", 15)]),
    "with_noise": with_noise,
    "bytes_of_array": bytes_of_array,
    "words_of_array": words_of_array,
    "structure": structure,
    "letters": letters,
}
