"""Movers that carry an object on as it is: C that is C++, too, with one thread."""
from .value import Mover

TABLE = [
    ("assign", "", "@T @b; @b = @a;"),
    ("pointer", "", "const @T *p@n = &@a; @T @b = *p@n;"),
    ("pointer_to_pointer", "", "@T *p@n = &@a, **q@n = &p@n; @T @b = **q@n;"),
    ("memcpy", "", "@T @b; memcpy(&@b, &@a, sizeof @b);"),
    ("memmove", "", "@T @b; memmove(&@b, &@a, sizeof @b);"),
    ("mempcpy", "", "@T @b; MUST(mempcpy(&@b, &@a, sizeof @b) == &@b + 1);"),
    ("memcpy_in_two", "", "@T @b; size_t h@n = sizeof @b * @D / 8;\nmemcpy(&@b, &@a, h@n);\n"
     "memcpy((char *)&@b + h@n, (const char *)&@a + h@n, sizeof @b - h@n);"),
    ("bytes_loop", "", "@T @b;\nfor (unsigned i = 0; i < sizeof @b; i++)\n"
     "  ((unsigned char *)&@b)[i] = ((const unsigned char *)&@a)[i];"),
    ("bytes_backwards", "", "@T @b; unsigned char r@n[sizeof @b];\nfor (unsigned i = 0; i < sizeof @b; i++)\n"
     "  r@n[sizeof @b - 1 - i] = ((const unsigned char *)&@a)[i];\nfor (unsigned i = 0; i < sizeof @b; i++)\n"
     "  ((unsigned char *)&@b)[i] = r@n[sizeof @b - 1 - i];"),
    ("buffer_odd_offset", "", "unsigned char r@n[sizeof(@T) + 8]; @T @b;\nmemset(r@n, 1, sizeof r@n);\n"
     "memcpy(r@n + @D, &@a, sizeof(@T));\nmemcpy(&@b, r@n + @D, sizeof(@T));"),
    ("memmove_overlap", "", "unsigned char r@n[sizeof(@T) + 12]; @T @b;\nmemset(r@n, 255, sizeof r@n);\n"
     "memcpy(r@n + 4, &@a, sizeof(@T));\nmemmove(r@n + @D, r@n + 4, sizeof(@T));\n"
     "memcpy(&@b, r@n + @D, sizeof(@T));"),
    ("array_element", "", "@T r@n[6]; memset(r@n, 0, sizeof r@n); r@n[@D] = @a; @T @b = r@n[@D];"),
    ("array_all", "", "@T r@n[3] = {@a, @a, @a}, @b = r@n[@D % 3];"),
    ("array_shift", "", "@T r@n[5]; r@n[0] = @a;\nfor (int i = 1; i < 5; i++) r@n[i] = r@n[i - 1];\n@T @b = r@n[4];"),
    ("array_two", "", "@T r@n[2][3]; memset(r@n, 0, sizeof r@n); r@n[1][@D % 3] = @a;\n"
     "memcpy(r@n[0], r@n[1], sizeof r@n[0]); @T @b = r@n[0][@D % 3];"),
    ("array_in_structure", "struct W@n { char tag; @T r[3]; short end; };",
     "struct W@n w@n = {1, {@a, @a, @a}, 2}, z@n = w@n; @T @b = z@n.r[@D % 3];"),
    ("global", "static @T g@n;", "g@n = @a; @T @b = g@n;"),
    ("global_extern", "@T g@n;", "g@n = @a; @T @b = g@n;"),
    ("global_array", "static @T g@n[7];", "g@n[@D] = @a; g@n[@D + 1] = g@n[@D]; @T @b = g@n[@D + 1];"),
    ("global_pointer", "static @T *g@n;", "g@n = &@a; @T @b = *g@n;"),
    ("static_local", "static @T *keep@n(void) {\n  static @T kept;\n  return &kept;\n}",
     "*keep@n() = @a; @T @b = *keep@n();"),
    ("thread_local", "static __thread @T g@n;", "g@n = @a; @T @b = g@n;"),
    ("malloc", "", "@T *p@n = (@T *)malloc(sizeof *p@n); *p@n = @a; @T @b = *p@n; free(p@n);"),
    ("calloc", "", "@T *p@n = (@T *)calloc(4, sizeof *p@n); p@n[@D % 4] = @a; @T @b = p@n[@D % 4]; free(p@n);"),
    ("realloc", "", "@T *p@n = (@T *)malloc(sizeof *p@n); *p@n = @a;\n"
     "p@n = (@T *)realloc(p@n, 64 * sizeof *p@n); @T @b = *p@n; free(p@n);"),
    ("realloc_smaller", "", "@T *p@n = (@T *)malloc(9 * sizeof *p@n); *p@n = @a;\n"
     "p@n = (@T *)realloc(p@n, sizeof *p@n); @T @b = *p@n; free(p@n);"),
    ("reallocarray", "", "@T *p@n = (@T *)calloc(1, sizeof *p@n); *p@n = @a;\n"
     "p@n = (@T *)reallocarray(p@n, 5, sizeof *p@n); @T @b = *p@n; free(p@n);"),
    ("aligned_alloc", "", "@T *p@n = (@T *)aligned_alloc(64, (sizeof *p@n + 63) / 64 * 64); *p@n = @a;\n"
     "@T @b = *p@n; free(p@n);"),
    ("alloca", "", "@T *p@n = (@T *)alloca(sizeof *p@n); *p@n = @a; @T @b = *p@n;"),
    ("argument", "static @T take@n(@T p) {\n  return p;\n}", "@T @b = take@n(@a);"),
    ("argument_and_change", "static @T take@n(@T p) {\n  @T copy = p;\n  memset(&p, 0, sizeof p);\n  return copy;\n}",
     "@T @b = take@n(@a);"),
    ("argument_after_many", "static @T take@n(int a, long b, int c, double d, int e, long f, int g, int h, @T p, int "
     "i) {\n"
     "  return a + b + c + (int)d + e + f + g + h + i == 9 ? p : p;\n}",
     "@T @b = take@n(1, 1, 1, 1.0, 1, 1, 1, 1, @a, 1);"),
    ("two_arguments", "static @T take@n(@T p, @T q, int which) {\n  return which ? q : p;\n}",
     "@T @b = take@n(@a, @a, @D & 1);"),
    ("out_parameter", "static void put@n(const @T *from, @T *to) {\n  *to = *from;\n}", "@T @b; put@n(&@a, &@b);"),
    ("inline_function", "static inline __attribute__((always_inline)) @T take@n(@T p) {\n  return p;\n}",
     "@T @b = take@n(@a);"),
    ("function_pointer", "static @T take@n(@T p) {\n  return p;\n}", "@T (*volatile f@n)(@T) = take@n; @T @b = f@n(@a);"),
    ("function_table", "static @T one@n(@T p) {\n  return p;\n}\nstatic @T two@n(@T p) {\n  @T q = p;\n  return q;\n}\n"
     "static @T (*const table@n[])(@T) = {one@n, two@n};", "@T @b = table@n[@D % 2](@a);"),
    ("recursion", "static @T deep@n(@T p, int n) {\n  return n == 0 ? p : deep@n(p, n - 1);\n}",
     "@T @b = deep@n(@a, @D);"),
    ("recursion_by_pointer", "static void deep@n(@T *p, @T *to, int n) {\n  @T copy = *p;\n"
     "  if (n == 0)\n    *to = copy;\n  else\n    deep@n(&copy, to, n - 1);\n}", "@T @b; deep@n(&@a, &@b, @D);"),
    ("variadic", "static @T take@n(int n, ...) {\n  va_list l;\n  va_start(l, n);\n  @T p = va_arg(l, @T);\n  "
     "va_end(l);\n"
     "  return p;\n}", "@T @b = take@n(1, @a);"),
    ("variadic_late", "static @T take@n(const char *kinds, ...) {\n  va_list l;\n  @T p;\n  memset(&p, 0, sizeof p);\n"
     "  va_start(l, kinds);\n"
     "  for (; *kinds; kinds++) {\n    if (*kinds == 'i')\n      (void)va_arg(l, int);\n    else if (*kinds == 'd')\n"
     "      (void)va_arg(l, double);\n    else\n      p = va_arg(l, @T);\n  }\n  va_end(l);\n  return p;\n}",
     "@T @b = take@n(\"iiididiiip\", 1, 2, 3, 4.0, 5, 6.0, 7, 8, 9, @a);"),
    ("va_copy", "static @T inner@n(va_list l) {\n  return va_arg(l, @T);\n}\nstatic @T take@n(int n, ...) {\n"
     "  va_list l, m;\n  va_start(l, n);\n  va_copy(m, l);\n  @T p = inner@n(m);\n  va_end(m);\n  va_end(l);\n  "
     "return p;\n}",
     "@T @b = take@n(1, @a);"),
    ("nested_structure", "struct W@n { char tag; @T inner; short end; };",
     "struct W@n w@n = {1, @a, 2}, z@n; z@n = w@n; @T @b = z@n.inner;"),
    ("nested_packed", "struct __attribute__((packed)) W@n { char tag; @T inner; char end; };",
     "struct W@n w@n = {1, @a, 2}, z@n; z@n = w@n; @T @b = z@n.inner;"),
    ("nested_by_value", "struct W@n { short tag; @T inner; };\nstatic struct W@n make@n(@T p) {\n"
     "  struct W@n w = {7, p};\n  return w;\n}\nstatic @T open@n(struct W@n w) {\n  return w.inner;\n}",
     "@T @b = open@n(make@n(@a));"),
    ("nested_large", "struct W@n { long before[5]; @T inner; long after[3]; };\nstatic struct W@n make@n(@T p) {\n"
     "  struct W@n w = {{1}, p, {2}};\n  return w;\n}\nstatic @T open@n(struct W@n w) {\n  return w.inner;\n}",
     "@T @b = open@n(make@n(@a));"),
    ("flexible_array", "struct W@n { int count; @T rest[]; };",
     "struct W@n *p@n = (struct W@n *)malloc(sizeof *p@n + 3 * sizeof(@T)); p@n->rest[2] = @a;\n"
     "@T @b = p@n->rest[2]; free(p@n);"),
    ("union_copy", "union U@n { @T object; unsigned char raw[sizeof(@T) + 3]; };",
     "union U@n u@n, w@n; memset(&u@n, 0, sizeof u@n); u@n.object = @a; w@n = u@n; @T @b = w@n.object;"),
    ("union_raw", "union U@n { @T object; unsigned char raw[sizeof(@T)]; };",
     "union U@n u@n, w@n; u@n.object = @a;\nfor (unsigned i = 0; i < sizeof(@T); i++) w@n.raw[i] = u@n.raw[i];\n"
     "@T @b = w@n.object;"),
    ("linked_list", "struct N@n { struct N@n *next; @T item; };",
     "struct N@n x@n = {NULL, @a}, y@n = {&x@n, @a}, z@n = {&y@n, @a}, *p@n = &z@n;\n"
     "while (p@n->next) p@n = p@n->next;\n@T @b = p@n->item;"),
    ("linked_list_heap", "struct N@n { @T item; struct N@n *next; };",
     "struct N@n *h@n = NULL;\nfor (int i = 0; i < 3; i++) {\n"
     "  struct N@n *c = (struct N@n *)malloc(sizeof *c);\n  c->item = h@n ? h@n->item : @a;\n  c->next = h@n;\n  h@n "
     "= c;\n}\n"
     "@T @b = h@n->item;\nwhile (h@n) {\n  struct N@n *c = h@n->next;\n  free(h@n);\n  h@n = c;\n}"),
    ("volatile_bytes", "", "volatile unsigned char r@n[sizeof(@T)]; @T @b;\nfor (unsigned i = 0; i < sizeof(@T); i++)\n"
     "  r@n[i] = ((const unsigned char *)&@a)[i];\nfor (unsigned i = 0; i < sizeof(@T); i++)\n"
     "  ((unsigned char *)&@b)[i] = r@n[i];"),
    ("ternary", "static volatile int on@n = 1;", "@T @b = on@n ? @a : @a;"),
    ("statement_expression", "", "@T @b = ({ @T c@n = @a; c@n; });"),
    ("computed_goto", "static @T jump@n(@T p, int where) {\n  static void *const labels[] = {&&first, &&second};\n"
     "  @T q;\n  memset(&q, 0, sizeof q);\n  goto *labels[where];\nfirst:\n  return q;\nsecond:\n  q = p;\n  return "
     "q;\n}",
     "@T @b = jump@n(@a, 1);"),
    ("cleanup_attribute", "static @T kept@n;\nstatic void keep@n(@T *p) {\n  kept@n = *p;\n}",
     "{\n  __attribute__((cleanup(keep@n))) @T local = @a;\n}\n@T @b = kept@n;"),
    ("setjmp_local", "static jmp_buf jump@n;\nstatic void back@n(int n) {\n  if (n)\n    back@n(n - 1);\n"
     "  longjmp(jump@n, 3);\n}\nstatic @T try@n(@T p) {\n  if (setjmp(jump@n) == 0)\n    back@n(2);\n  return p;\n}",
     "@T @b = try@n(@a);"),
    ("setjmp_static", "static jmp_buf jump@n;\nstatic @T kept@n;\nstatic void back@n(@T p) {\n  kept@n = p;\n"
     "  longjmp(jump@n, 3);\n}", "if (setjmp(jump@n) == 0) back@n(@a);\n@T @b = kept@n;"),
    ("qsort", "struct Q@n { int key; @T item; };\nstatic int order@n(const void *a, const void *b) {\n"
     "  return ((const struct Q@n *)a)->key - ((const struct Q@n *)b)->key;\n}",
     "struct Q@n q@n[4] = {{4, @a}, {2, @a}, {9, @a}, {1, @a}};\nmemset(&q@n[0].item, 0, sizeof(@T)); "
     "memset(&q@n[3].item, 0, sizeof(@T));\nqsort(q@n, 4, sizeof *q@n, order@n); @T @b = q@n[@D % 2 ? 1 : 3].item;"),
    ("bsearch", "struct Q@n { int key; @T item; };\nstatic int order@n(const void *a, const void *b) {\n"
     "  return ((const struct Q@n *)a)->key - ((const struct Q@n *)b)->key;\n}",
     "struct Q@n q@n[4] = {{1, @a}, {3, @a}, {5, @a}, {7, @a}}, k@n = {5, @a};\n"
     "@T @b = ((struct Q@n *)bsearch(&k@n, q@n, 4, sizeof *q@n, order@n))->item;"),
    ("tsearch", "struct Q@n { int key; @T item; };\nstatic int order@n(const void *a, const void *b) {\n"
     "  return ((const struct Q@n *)a)->key - ((const struct Q@n *)b)->key;\n}",
     "struct Q@n q@n[3] = {{4, @a}, {2, @a}, {9, @a}}; void *root@n = NULL;\n"
     "for (int i = 0; i < 3; i++) tsearch(&q@n[i], &root@n, order@n);\n"
     "@T @b = (*(struct Q@n **)tfind(&q@n[1], &root@n, order@n))->item;\n"
     "for (int i = 0; i < 3; i++) tdelete(&q@n[i], &root@n, order@n);"),
    ("pipe", "", "int d@n[2]; @T @b;\nMUST(pipe(d@n) == 0 && write(d@n[1], &@a, sizeof(@T)) == sizeof(@T));\n"
     "MUST(read(d@n[0], &@b, sizeof(@T)) == sizeof(@T)); close(d@n[0]); close(d@n[1]);"),
    ("temporary_file", "", "FILE *f@n = tmpfile(); @T @b;\nMUST(f@n && fwrite(&@a, sizeof(@T), 1, f@n) == 1);\n"
     "rewind(f@n); MUST(fread(&@b, sizeof(@T), 1, f@n) == 1); fclose(f@n);"),
    ("memory_stream", "", "char *t@n = NULL; size_t s@n = 0; FILE *f@n = open_memstream(&t@n, &s@n); @T @b;\n"
     "fwrite(&@a, sizeof(@T), 1, f@n); fclose(f@n); memcpy(&@b, t@n, sizeof(@T)); free(t@n);"),
    ("swab_twice", "", "unsigned char r@n[2][(sizeof(@T) + 1) / 2 * 2] = {{0}}; @T @b;\n"
     "memcpy(r@n[0], &@a, sizeof(@T)); swab(r@n[0], r@n[1], sizeof r@n[0]); swab(r@n[1], r@n[0], sizeof r@n[0]);\n"
     "memcpy(&@b, r@n[0], sizeof(@T));"),
    ("memset_then_assign", "", "@T @b; memset(&@b, @D, sizeof @b); @b = @a;"),
    ("atomic_builtin", "static uint64_t g@n;", "uint64_t w@n[(sizeof(@T) + 7) / 8] = {0}, z@n[(sizeof(@T) + 7) / 8]; "
     "@T @b;\n"
     "memcpy(w@n, &@a, sizeof(@T));\nfor (unsigned i = 0; i < sizeof w@n / 8; i++) {\n"
     "  __atomic_store_n(&g@n, w@n[i], __ATOMIC_SEQ_CST);\n  z@n[i] = __atomic_load_n(&g@n, __ATOMIC_SEQ_CST);\n}\n"
     "memcpy(&@b, z@n, sizeof(@T));"),
]

C_ONLY = [
    ("variable_array", "", "@T r@n[one + 2]; r@n[one + 1] = @a; @T @b = r@n[one + 1];"),
    ("variable_parameter", "static @T take@n(int n, @T r[n]) {\n  return r[n - 1];\n}",
     "@T r@n[2] = {@a, @a}, @b = take@n(2, r@n);"),
    ("compound_literal", "struct W@n { int tag; @T inner; };", "@T @b = (struct W@n){.inner = @a, .tag = 3}.inner;"),
    ("compound_array", "", "@T *p@n = (@T[]){@a, @a}, @b = p@n[1];"),
    ("volatile_object", "", "volatile @T w@n = @a; @T @b = w@n;"),
    ("anonymous_members", "struct W@n { union { struct { char tag; @T inner; }; long whole; }; };",
     "struct W@n w@n = {.tag = 1, .inner = @a}, z@n = w@n; @T @b = z@n.inner;"),
]

WORLD = {"pipe", "temporary_file", "memory_stream", "tsearch", "swab_twice"}

MOVERS = [Mover(name, "object", "same", top, body, hard=name in WORLD) for name, top, body in TABLE]
MOVERS += [Mover(name, "object", "same", top, body, "c") for name, top, body in C_ONLY]
