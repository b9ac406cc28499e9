"""Movers that compute: each is a bijection of 32-bit numbers."""
from .value import Mover

TABLE = [
    ("xor", "", "uint32_t @b = @a ^ @K;"),
    ("add", "", "uint32_t @b = @a + @K;"),
    ("subtract_from", "", "uint32_t @b = @K - @a;"),
    ("multiply", "", "uint32_t @b = @a * @O;"),
    ("multiply_small", "", "uint32_t @b = @a * (2 * @D + 1);"),
    ("complement", "", "uint32_t @b = ~@a;"),
    ("rotate", "", "uint32_t @b = @a << @D | @a >> (32 - @D);"),
    ("byte_swap", "", "uint32_t @b = __builtin_bswap32(@a);"),
    ("htonl", "", "uint32_t @b = htonl(@a);"),
    ("bit_reverse", "", "uint32_t @b = __builtin_bitreverse32(@a);"),
    ("gray", "", "uint32_t @b = @a ^ @a >> 1;"),
    ("xorshift", "", "uint32_t @b = @a ^ @a << 13; @b ^= @b >> 17; @b ^= @b << 5;"),
    ("bytes", "", "unsigned char r@n[4] = {(unsigned char)@a, (unsigned char)(@a >> 8), (unsigned char)(@a >> 16), "
     "(unsigned char)(@a >> 24)};\nuint32_t @b = (uint32_t)r@n[@D % 4] | (uint32_t)r@n[(@D + 1) % 4] << 8 | "
     "(uint32_t)r@n[(@D + 2) % 4] << 16 | (uint32_t)r@n[(@D + 3) % 4] << 24;"),
    ("signed_bytes", "", "signed char r@n[4];\nfor (int i = 0; i < 4; i++) r@n[i] = (signed char)(@a >> 8 * i);\n"
     "uint32_t @b = 0;\nfor (int i = 3; i >= 0; i--) @b = @b << 8 | (uint32_t)(r@n[i] & 255);"),
    ("halves", "", "short h@n = (short)(@a >> 16); unsigned short l@n = (unsigned short)@a;\n"
     "uint32_t @b = (uint32_t)l@n << 16 | (uint32_t)(h@n & 0xffff);"),
    ("type_pun", "", "union { uint32_t u; unsigned char c[4]; } p@n; p@n.u = @a;\n"
     "unsigned char c@n = p@n.c[0]; p@n.c[0] = p@n.c[@D % 3 + 1]; p@n.c[@D % 3 + 1] = c@n; uint32_t @b = p@n.u;"),
    ("sign_extend", "", "int64_t l@n = (int32_t)@a; uint32_t @b = (uint32_t)(l@n + @D);"),
    ("wide_multiply", "", "uint64_t l@n = (uint64_t)@a * 1000 + @D; uint32_t @b = (uint32_t)(l@n / 1000);"),
    ("wide_128", "", "unsigned __int128 l@n = (unsigned __int128)@a << 77 | @D; uint32_t @b = (uint32_t)(l@n >> 77);"),
    ("divide_unsigned", "", "uint32_t q@n = @a / 1009, r@n = @a % 1009, @b = q@n * 1009 + r@n;"),
    ("divide_power", "", "uint32_t q@n = @a / 64, r@n = @a % 64, @b = r@n << 26 | q@n;"),
    ("divide_signed", "", "int q@n = (int)@a / 37, r@n = (int)@a % 37; uint32_t @b = (uint32_t)(q@n * 37 + r@n);"),
    ("div", "", "div_t d@n = div((int)@a, 10); uint32_t @b = (uint32_t)(d@n.quot * 10 + d@n.rem);"),
    ("ldiv", "", "ldiv_t d@n = ldiv((long)@a, 1000); uint32_t @b = (uint32_t)(d@n.quot * 1000 + d@n.rem);"),
    ("if_low_bit", "", "uint32_t @b; if (@a & 1) @b = @a ^ (@K1 & ~1u); else @b = @a ^ (@K2 & ~1u);"),
    ("if_less", "", "uint32_t @b; if (@a < @K) @b = @a + (0u - @K); else @b = @a - @K;"),
    ("if_signed", "", "uint32_t @b = (int)@a < 0 ? ~@a | 0x80000000u : @a;"),
    ("logical", "", "int t@n = (@a & 2) && !(@a & 4); uint32_t @b = t@n || (@a & 1) ? @a ^ (@K & ~7u) : @a;"),
    ("switch", "", "uint32_t @b;\nswitch (@a & 3) {\ncase 0: @b = @a ^ (@K1 & ~3u); break;\n"
     "case 1: @b = @a ^ (@K2 & ~3u); break;\ncase 2: @b = @a ^ (@K3 & ~3u); break;\ndefault: @b = @a; }"),
    ("switch_fall", "", "uint32_t @b = @a;\nswitch (@a >> 30) {\ncase 3: @b ^= 1; /* falls */\ncase 2: @b ^= 2; "
     "break;\n"
     "case 1: @b ^= 4; break;\ndefault: break; }"),
    ("table", "static const unsigned char table@n[8] = {3, 6, 1, 0, 7, 4, 2, 5};",
     "uint32_t @b = (@a & ~7u) | table@n[@a & 7];"),
    ("table_words", "static const uint32_t table@n[4] = {@K1, @K2, @K3, @K4};",
     "uint32_t @b = @a ^ (table@n[@a & 3] & ~3u);"),
    ("table_local", "", "uint32_t t@n[4] = {@K1, @K2, @K3, @K4}, @b = @a ^ (t@n[@a >> 30] & 0x3fffffff);"),
    ("table_pointers", "static const uint32_t one@n = @K1, two@n = @K2;\nstatic const uint32_t *const table@n[2] = "
     "{&one@n, &two@n};", "uint32_t @b = @a ^ (*table@n[@a & 1] & ~1u);"),
    ("function_by_bit", "static uint32_t one@n(uint32_t p) {\n  return p ^ (@K1 & ~1u);\n}\n"
     "static uint32_t two@n(uint32_t p) {\n  return p ^ (@K2 & ~1u);\n}",
     "uint32_t (*f@n)(uint32_t) = @a & 1 ? one@n : two@n; uint32_t @b = f@n(@a);"),
    ("store_by_index", "", "uint32_t t@n[4] = {0, 0, 0, 0}; t@n[@a & 3] = @a;\n"
     "uint32_t @b = t@n[0] | t@n[1] | t@n[2] | t@n[3];"),
    ("loop_by_count", "", "uint32_t @b = @a; for (uint32_t i = 0; i < (@a & 3); i++) @b += 4;"),
    ("loop_fixed", "", "uint32_t @b = @a; for (int i = 0; i < 8; i++) @b = (@b << 1 | @b >> 31) ^ (@K & 0xff);"),
    ("bits_branchy", "", "uint32_t @b = @a & ~7u; for (int i = 0; i < 3; i++) if (@a >> i & 1) @b |= 4u >> i;"),
    ("recursive_bits", "static uint32_t deep@n(uint32_t p, int n) {\n  return n == 0 ? 0 : deep@n(p >> 4, n - 1) << "
     "4 | "
     "(p & 15);\n}", "uint32_t @b = deep@n(@a, 8);"),
    ("add_overflow", "", "int s@n; uint32_t @b = __builtin_add_overflow((int)@a, @D, &s@n) ? (uint32_t)s@n : "
     "(uint32_t)s@n;"),
    ("zeros_kept", "", "int z@n = @a ? __builtin_clz(@a) : 32; uint32_t @b = @a + (uint32_t)(z@n * 0);"),
    ("bit_field", "", "struct { unsigned a : 5, b : 11; int c : 13; unsigned d : 3; } f@n;\n"
     "f@n.a = @a; f@n.b = @a >> 5; f@n.c = (int)(@a >> 16); f@n.d = @a >> 29;\n"
     "uint32_t @b = f@n.d | (uint32_t)(f@n.c & 0x1fff) << 3 | (uint32_t)f@n.b << 16 | (uint32_t)f@n.a << 27;"),
    ("bit_field_long", "", "struct { long long a : 20; unsigned long long b : 40; } f@n = {0, 0};\n"
     "f@n.b = (uint64_t)@a << 3; f@n.a = @D; uint32_t @b = (uint32_t)(f@n.b >> 3);"),
    ("boolean", "", "_Bool t@n = @a & 8; uint32_t @b = (@a & ~8u) | (uint32_t)!t@n << 3;"),
    ("enumeration", "enum E@n { E@n_a, E@n_b = 0x7fffffff, E@n_c = -1 };",
     "enum E@n e@n = (enum E@n)(int)@a; uint32_t @b = (uint32_t)e@n;"),
    ("pointer_number", "", "void *p@n = (void *)(uintptr_t)@a; uint32_t @b = (uint32_t)(uintptr_t)p@n;"),
    ("pointer_difference", "static char room@n[8];", "char *p@n = room@n + (@a & 7); "
     "uint32_t @b = (@a & ~7u) | (uint32_t)(p@n - room@n);"),
    ("vector", "typedef uint32_t V@n __attribute__((vector_size(16)));",
     "V@n w@n = {1, @a, 3, 4}, z@n = w@n + w@n; uint32_t @b = z@n[1] - @a;"),
    ("vector_shuffle", "typedef uint32_t V@n __attribute__((vector_size(16)));",
     "V@n w@n = {1, @a, 3, 4}, z@n = __builtin_shufflevector(w@n, w@n, 3, 2, 1, 0); uint32_t @b = z@n[2];"),
    ("vector_bytes", "typedef unsigned char V@n __attribute__((vector_size(4)));",
     "V@n w@n; memcpy(&w@n, &@a, 4); w@n ^= (V@n){1, 2, 3, 4}; uint32_t @b; memcpy(&@b, &w@n, 4);"),
    ("atomic_exchange", "static uint32_t g@n;",
     "__atomic_exchange_n(&g@n, @a, __ATOMIC_SEQ_CST); uint32_t @b = __atomic_exchange_n(&g@n, 0, __ATOMIC_SEQ_CST);"),
    ("atomic_add", "static uint32_t g@n = @K;", "__atomic_fetch_add(&g@n, @a, __ATOMIC_SEQ_CST); "
     "uint32_t @b = __atomic_load_n(&g@n, __ATOMIC_SEQ_CST);"),
    ("atomic_xor", "static uint32_t g@n = @K;", "uint32_t @b = __atomic_xor_fetch(&g@n, @a, __ATOMIC_ACQ_REL);"),
    ("atomic_cas", "static uint32_t g@n;", "uint32_t e@n = 0, @b;\nif (__atomic_compare_exchange_n(&g@n, &e@n, @a, 0, "
     "__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) @b = g@n; else @b = 0;"),
    ("atomic_cas_fails", "static uint32_t g@n;", "uint32_t e@n = ~@a, @b; g@n = @a;\n"
     "__atomic_compare_exchange_n(&g@n, &e@n, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); @b = e@n;"),
    ("errno", "", "errno = (int)@a; uint32_t @b = (uint32_t)errno; errno = 0;"),
    ("longjmp_value", "static jmp_buf jump@n;", "uint32_t @b; int r@n = setjmp(jump@n);\n"
     "if (r@n == 0) longjmp(jump@n, (int)(@a >> 1 | 1));\n@b = (uint32_t)r@n << 1 | (@a & 3);\n"
     "@b = (@b & ~3u) | (@a & 3);"),
    ("labs", "", "long l@n = labs(-(long)@a); uint32_t @b = (uint32_t)l@n;"),
    ("swab", "", "uint32_t @b; swab(&@a, &@b, 4);"),
    ("struct_time", "", "struct timespec t@n = {(time_t)@a, @D}; uint32_t @b = (uint32_t)t@n.tv_sec;"),
    ("gmtime", "", "time_t t@n = (time_t)@a; struct tm m@n; gmtime_r(&t@n, &m@n); uint32_t @b = (uint32_t)timegm(&m@n);"),
    ("ffs", "", "int f@n = ffs((int)@a); uint32_t @b = f@n == 0 ? @a : @a ^ (@a & ~(1u << (f@n - 1)) & 0);"),
]

FLOATS = [
    ("double", "", "double d@n = @a; uint32_t @b = (uint32_t)d@n;"),
    ("double_halves", "", "double d@n = (double)(@a >> 16) + 0.5, e@n = @a & 0xffff;\n"
     "uint32_t @b = (uint32_t)d@n << 16 | (uint32_t)e@n;"),
    ("double_bits", "", "double d@n; uint64_t l@n = 0x3ff0000000000000u | @a; memcpy(&d@n, &l@n, 8);\n"
     "double c@n = d@n; memcpy(&l@n, &c@n, 8); uint32_t @b = (uint32_t)l@n;"),
    ("float_member", "struct F@n { float f; uint32_t u; float g; };\nstatic struct F@n take@n(struct F@n p) {\n"
     "  return p;\n}", "struct F@n f@n = {1.0f, @a, 2.0f}, z@n = take@n(f@n); uint32_t @b = z@n.u;"),
    ("float_bits", "", "float f@n; uint32_t l@n = 0x3f800000u | (@a & 0x7fffff), @b; memcpy(&f@n, &l@n, 4);\n"
     "float c@n = f@n; memcpy(&@b, &c@n, 4); @b = (@b & 0x7fffff) | (@a & ~0x7fffffu);"),
    ("long_double", "", "long double d@n = @a; uint32_t @b = (uint32_t)d@n;"),
    ("ldexp", "", "uint32_t @b = (uint32_t)ldexp((double)@a, 0);"),
    ("trunc", "", "uint32_t @b = (uint32_t)trunc(@a + 0.25);"),
]

C_ONLY = [
    ("bit_int", "", "unsigned _BitInt(37) w@n = @a; w@n <<= 5; uint32_t @b = (uint32_t)(w@n >> 5);"),
    ("atomic_type", "static _Atomic uint32_t g@n;", "g@n = @a; uint32_t @b = g@n;"),
    ("atomic_type_cas", "static atomic_uint g@n;", "unsigned e@n = atomic_load(&g@n);\n"
     "while (!atomic_compare_exchange_weak(&g@n, &e@n, e@n + @a)) continue;\nuint32_t @b = atomic_load(&g@n);"),
    ("atomic_struct", "struct A@n { short tag; unsigned char b[4]; };\nstatic _Atomic struct A@n g@n;",
     "struct A@n w@n = {1, {(unsigned char)@a, (unsigned char)(@a >> 8), (unsigned char)(@a >> 16), (unsigned "
     "char)(@a >> 24)}};\n"
     "atomic_store(&g@n, w@n); struct A@n z@n = atomic_load(&g@n);\n"
     "uint32_t @b = z@n.b[0] | z@n.b[1] << 8 | z@n.b[2] << 16 | (uint32_t)z@n.b[3] << 24;"),
    ("complex", "", "double _Complex c@n = (double)(@a & 0xffff) + 1.0i * (double)(@a >> 16);\n"
     "uint32_t @b = (uint32_t)__real__ c@n | (uint32_t)__imag__ c@n << 16;"),
]

MOVERS = [Mover(name, "number", "number", top, body, hard=name in ("swab", "gmtime", "wide_multiply")) for name, top, body in TABLE]
MOVERS += [Mover(name, "number", "number", top, body, hard=True) for name, top, body in FLOATS]
MOVERS += [Mover(name, "number", "number", top, body, "c", hard=name == "complex") for name, top, body in C_ONLY]
