"""Movers that write the number as a text, carry texts on, and read them again: the C library."""
from .value import Mover, Value

SIZE = 32  # of each text
# Notations: lower and upper (eight letters from a, A), decimal, signed, hex, octal, pair (two halves, decimal, with a comma).


def to(notation):
    return lambda value, result: Value("text", f"char[{SIZE}]", result, notation=notation, trivial=False)


WRITE = [
    ("letters", "lower", "char @b[32];\nfor (int i = 0; i < 8; i++) @b[i] = (char)('a' + (@a >> 4 * i & 15));\n@b[8] "
     "= 0;"),
    ("letters_upper", "upper", "char @b[32] = {0}, *p@n = @b;\nfor (uint32_t i = 0; i < 32; i += 4) *p@n++ = "
     "(char)('A' + (@a >> i & 15));"),
    ("hex_by_hand", "hex", "char @b[32] = \"\";\nfor (int i = 0; i < 8; i++) {\n  unsigned d = @a >> (28 - 4 * i) & "
     "15;\n"
     "  @b[i] = (char)(i > 2 ? '0' + d + (d > 9) * 39 : d < 10 ? '0' + d : 'a' + d - 10);\n}"),
    ("sprintf_decimal", "decimal", "char @b[32]; sprintf(@b, \"%u\", @a);"),
    ("snprintf_decimal", "decimal", "char @b[32]; snprintf(@b, sizeof @b, \"%lu\", (unsigned long)@a);"),
    ("sprintf_signed", "signed", "char @b[32]; sprintf(@b, \"%d\", (int)@a);"),
    ("sprintf_hex", "hex", "char @b[32]; sprintf(@b, \"%x\", @a);"),
    ("sprintf_hex8", "hex", "char @b[32]; sprintf(@b, \"%08x\", @a);"),
    ("sprintf_octal", "octal", "char @b[32]; sprintf(@b, \"%o\", @a);"),
    ("sprintf_pair", "pair", "char @b[32]; sprintf(@b, \"%u,%u\", @a >> 16, @a & 0xffff);"),
    ("sprintf_characters", "lower", "char @b[32]; sprintf(@b, \"%c%c%c%c%c%c%c%c\", 'a' + (@a & 15), 'a' + (@a >> 4 "
     "& 15), "
     "'a' + (@a >> 8 & 15),\n        'a' + (@a >> 12 & 15), 'a' + (@a >> 16 & 15), 'a' + (@a >> 20 & 15), "
     "'a' + (@a >> 24 & 15), 'a' + (@a >> 28));"),
    ("fprintf_stream", "decimal", "char @b[32]; FILE *f@n = fmemopen(@b, sizeof @b, \"w\"); fprintf(f@n, \"%u\", "
     "@a); fclose(f@n);"),
]

READ = [
    ("from_letters", "lower", "uint32_t @b = 0; for (int i = 7; i >= 0; i--) @b = @b << 4 | (uint32_t)(@a[i] - 'a');"),
    ("from_letters_pointer", "upper", "uint32_t @b = 0; int s@n = 0;\nfor (const char *p = @a; *p; p++, s@n += 4) "
     "@b |= (uint32_t)(*p - 'A') << s@n;"),
    ("from_letters_strchr", "lower", "uint32_t @b = 0; static const char all@n[] = \"abcdefghijklmnop\";\n"
     "for (size_t i = 0; i < 2; i++) @b |= (uint32_t)(strchr(all@n, @a[i]) - all@n) << 4 * i;\n"
     "for (size_t i = 2; i < 8; i++) @b |= (uint32_t)(@a[i] - 'a') << 4 * i;"),
    ("from_hex", "hex", "uint32_t @b = 0; for (const char *p = @a; *p; p++) "
     "@b = @b << 4 | (uint32_t)(p > @a + 2 ? (*p & 15) + !isdigit((unsigned char)*p) * 9 : *p <= '9' ? *p - '0' : *p "
     "- 'a' + 10);"),
    ("strtoul", "decimal", "uint32_t @b = (uint32_t)strtoul(@a, NULL, 10);"),
    ("strtoull_end", "decimal", "char *e@n; uint32_t @b = (uint32_t)strtoull(@a, &e@n, 0); MUST(*e@n == 0);"),
    ("atol", "decimal", "uint32_t @b = (uint32_t)atol(@a);"),
    ("atoi", "signed", "uint32_t @b = (uint32_t)atoi(@a);"),
    ("strtol_hex", "hex", "uint32_t @b = (uint32_t)strtol(@a, NULL, 16);"),
    ("strtol_octal", "octal", "uint32_t @b = (uint32_t)strtol(@a, NULL, 8);"),
    ("sscanf_decimal", "decimal", "unsigned @b = 0; MUST(sscanf(@a, \"%u\", &@b) == 1);"),
    ("sscanf_hex", "hex", "unsigned @b = 0; MUST(sscanf(@a, \"%x\", &@b) == 1);"),
    ("sscanf_signed", "signed", "int i@n = 0; MUST(sscanf(@a, \"%d\", &i@n) == 1); uint32_t @b = (uint32_t)i@n;"),
    ("sscanf_pair", "pair", "unsigned h@n, l@n; MUST(sscanf(@a, \"%u,%u\", &h@n, &l@n) == 2); uint32_t @b = h@n << "
     "16 | l@n;"),
    ("strtok_pair", "pair", "char c@n[32]; strcpy(c@n, @a); char *p@n = strtok(c@n, \",\"), *q@n = strtok(NULL, "
     "\",\");\n"
     "uint32_t @b = (uint32_t)atoi(p@n) << 16 | (uint32_t)atoi(q@n);"),
    ("strchr_pair", "pair", "const char *p@n = strchr(@a, ','); "
     "uint32_t @b = (uint32_t)strtoul(@a, NULL, 10) << 16 | (uint32_t)strtoul(p@n + 1, NULL, 10);"),
    ("strtod", "decimal", "uint32_t @b = (uint32_t)strtod(@a, NULL);"),
]

# Ten bits as a text and back: a text of all 32 has many more paths, and divisions that solvers are slow with.
PRINTED = [("sprintf_d", "sprintf({t}, \"%d\", (int)({v}));", 10), ("snprintf_u", "snprintf({t}, sizeof {t}, \"%u\", "
    "{v});", 10),
           ("sprintf_x", "sprintf({t}, \"%x\", {v});", 16), ("sprintf_04x", "sprintf({t}, \"%04x\", {v});", 16),
           ("sprintf_o", "sprintf({t}, \"%o\", {v});", 8), ("sprintf_wide", "sprintf({t}, \"%6lu\", (unsigned "
            "long)({v}));", 10),
           ("sprintf_left", "sprintf({t}, \"%-6d;\", (int)({v}));", 10), ("sprintf_hash", "sprintf({t}, \"%#x\", {v});", 16)]
SCANNED = [("atoi", "(uint32_t)atoi({t})", 10), ("strtol", "(uint32_t)strtol({t}, NULL, {base})", 0),
           ("strtoul", "(uint32_t)strtoul({t}, NULL, {base})", 0), ("atol", "(uint32_t)atol({t})", 10),
           ("sscanf", "({{ unsigned r; MUST(sscanf({t}, {format}, &r) == 1); r; }})", 0)]
SMALL = []
for printed, print_text, base in PRINTED:
    for scanned, scan_text, only in SCANNED:
        if only in (0, base):
            scan = scan_text.format(t="t@n", base=base, format={8: '"%o"', 10: '"%u"', 16: '"%x"'}[base])
            SMALL.append((f"{printed}_{scanned}", "char t@n[32]; " + print_text.format(t="t@n", v="@a & 1023")
                          + f"\nuint32_t @b = (@a & ~1023u) | {scan};"))

CARRY = [
    ("strcpy", None, "char @b[32]; strcpy(@b, @a);"),
    ("strncpy", None, "char @b[32]; strncpy(@b, @a, sizeof @b); @b[31] = 0;"),
    ("stpcpy", None, "char @b[32]; MUST(*stpcpy(@b, @a) == 0);"),
    ("strcat", None, "char @b[32] = \"\"; strcat(@b, @a);"),
    ("strcat_cut", None, "char @b[32] = \"xyz\"; strcat(@b, @a); memmove(@b, @b + 3, strlen(@b + 3) + 1);"),
    ("strncat", None, "char @b[32] = \"\"; strncat(@b, @a, 20);"),
    ("memcpy_text", None, "char @b[32]; memcpy(@b, @a, strlen(@a) + 1);"),
    ("memccpy", None, "char @b[32]; MUST(memccpy(@b, @a, 0, sizeof @b) != NULL);"),
    ("strdup", None, "char *p@n = strdup(@a), @b[32]; strcpy(@b, p@n); free(p@n);"),
    ("strndup", None, "char *p@n = strndup(@a, 20), @b[32]; strcpy(@b, p@n); free(p@n);"),
    ("sprintf_text", None, "char @b[32]; sprintf(@b, \"%s\", @a);"),
    ("snprintf_text", None, "char @b[32]; snprintf(@b, sizeof @b, \"%.20s\", @a);"),
    ("asprintf_text", None, "char *p@n = NULL, @b[32]; MUST(asprintf(&p@n, \"%s;\", @a) > 0); strcpy(@b, p@n); "
     "free(p@n);\n"
     "*strchr(@b, ';') = 0;"),
    ("sscanf_text", None, "char @b[32]; MUST(sscanf(@a, \"%31s\", @b) == 1);"),
    ("strtok", None, "char c@n[32] = \"k=\", @b[32]; strcat(c@n, @a); strtok(c@n, \"=\"); strcpy(@b, strtok(NULL, "
     "\"=\"));"),
    ("strtok_r", None, "char c@n[32] = \"k=\", @b[32], *s@n; strcat(c@n, @a); strtok_r(c@n, \"=\", &s@n); "
     "strcpy(@b, strtok_r(NULL, \"=\", &s@n));"),
    ("strsep", None, "char c@n[32] = \"k=\", @b[32], *s@n = c@n; strcat(c@n, @a); strsep(&s@n, \"=\"); strcpy(@b, s@n);"),
    ("strrchr", None, "char c@n[40] = \"dir/\", @b[32]; strcat(c@n, @a); strcpy(@b, strrchr(c@n, '/') + 1);"),
    ("strstr", None, "char c@n[40] = \"k: \", @b[32]; strcat(c@n, @a); strcpy(@b, strstr(c@n, \": \") + 2);"),
    ("strpbrk", None, "char c@n[40] = \"K=\", @b[32]; strcat(c@n, @a); strcpy(@b, strpbrk(c@n, \"=;\") + 1);"),
    ("pointer_loop", None, "char @b[32], *q@n = @b; const char *p@n = @a; while ((*q@n++ = *p@n++)) continue;"),
    ("text_in_structure", None, "struct { char tag; char text[32]; } w@n = {1, \"\"}, z@n; strcpy(w@n.text, @a); z@n "
     "= w@n; "
     "char @b[32]; strcpy(@b, z@n.text);"),
    ("reverse_twice", None, "char @b[32]; size_t l@n = strlen(@a);\nfor (size_t i = 0; i < l@n; i++) @b[i] = @a[l@n "
     "- 1 - i];\n"
     "@b[l@n] = 0;\nfor (size_t i = 0; i < l@n / 2; i++) {\n  char c = @b[i];\n  @b[i] = @b[l@n - 1 - i];\n  @b[l@n "
     "- 1 - i] = c;\n}"),
    ("setenv", None, "setenv(\"FLOW@n\", @a, 1); char @b[32]; strcpy(@b, getenv(\"FLOW@n\"));"),
    ("wide", None, "wchar_t w@n[32]; size_t l@n = strlen(@a); for (size_t i = 0; i <= l@n; i++) w@n[i] = "
     "(wchar_t)@a[i];\n"
     "wchar_t z@n[32]; wcscpy(z@n, w@n); char @b[32]; for (size_t i = 0; i <= l@n; i++) @b[i] = (char)z@n[i];"),
    ("mbstowcs", None, "wchar_t w@n[32]; char @b[32]; mbstowcs(w@n, @a, 32); wcstombs(@b, w@n, 32);"),
    ("strxfrm", None, "char @b[32]; strxfrm(@b, @a, sizeof @b);"),
    ("temporary_file_text", None, "FILE *f@n = tmpfile(); char @b[32]; fputs(@a, f@n); rewind(f@n); "
     "MUST(fgets(@b, sizeof @b, f@n)); fclose(f@n);"),
    ("qsort_letters_back", None, "const char *r@n[2] = {\"~\", @a}; char @b[32]; strcpy(@b, strcmp(r@n[0], r@n[1]) > "
     "0 ? r@n[1] : r@n[0]);"),
    ("variadic_text", None, "char @b[32]; formatted(@b, \"%s\", @a);"),
    ("toupper", "lower", "char @b[32]; size_t i@n = 0; do @b[i@n] = (char)toupper((unsigned char)@a[i@n]); while "
     "(@a[i@n++]);"),
    ("tolower", "upper", "char @b[32]; size_t i@n = 0; do @b[i@n] = (char)tolower((unsigned char)@a[i@n]); while "
     "(@a[i@n++]);"),
    ("upper_by_hand", "lower", "char @b[32]; for (int i = 0; i < 9; i++) @b[i] = @a[i] >= 'a' && @a[i] <= 'z' ? "
     "(char)(@a[i] - 32) : @a[i];"),
]
CASE = {"toupper": "upper", "tolower": "lower", "upper_by_hand": "upper"}

WORLD = {"fprintf_stream", "setenv", "mbstowcs", "wide", "strxfrm", "temporary_file_text"}
HARD = ("decimal", "signed", "hex", "octal", "pair")
MOVERS = [Mover(name, "number", to(notation), "", body, hard=notation in HARD) for name, notation, body in WRITE]
MOVERS += [Mover(name, "text", "number", "", body, notation=notation, hard=notation in HARD) for name, notation, body in READ]
MOVERS += [Mover(name, "number", "number", "", body) for name, body in SMALL]
MOVERS += [Mover(name, "text", to(CASE[name]) if name in CASE else "same", "", body, notation=notation,
                 hard=name in WORLD) for name, notation, body in CARRY]
