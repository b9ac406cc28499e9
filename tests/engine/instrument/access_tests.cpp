// Every kind and size of access becomes its hook; private ones do not; programs still compute the same.
#include "abi/hooks.h"
#include "abi/trace.h"
#include "support.h"

#include <gtest/gtest.h>

using namespace revisit::instrument::test;

namespace {

using Hooks = std::vector<std::string>;

// The access hooks of the function f of a C source.
Hooks hooksOf(const std::string& source, const std::string& options = "") {
  Workspace workspace;
  return accessHooks(functionIn(workspace.ir(source, options), "f"));
}

TEST(Accesses, PlainSizes) {
  EXPECT_EQ(hooksOf("char g; void f(void) { g++; }"), (Hooks{"load 1 0", "store 1 0"}));
  EXPECT_EQ(hooksOf("short g; void f(void) { g++; }"), (Hooks{"load 2 0", "store 2 0"}));
  EXPECT_EQ(hooksOf("int g; void f(void) { g++; }"), (Hooks{"load 4 0", "store 4 0"}));
  EXPECT_EQ(hooksOf("long g; void f(void) { g++; }"), (Hooks{"load 8 0", "store 8 0"}));
  EXPECT_EQ(hooksOf("float g; void f(void) { g++; }"), (Hooks{"load 4 0", "store 4 0"}));
  EXPECT_EQ(hooksOf("double g; void f(void) { g++; }"), (Hooks{"load 8 0", "store 8 0"}));
  EXPECT_EQ(hooksOf("int* g; void f(void) { *g = 1; }"), (Hooks{"load 8 0", "store 4 0"}));
  EXPECT_EQ(hooksOf("_Bool g; void f(void) { g = !g; }"), (Hooks{"load 1 0", "store 1 0"}));
  EXPECT_EQ(hooksOf("volatile int g; void f(void) { g = 1; }"), (Hooks{"store 4 8192"}));
  EXPECT_EQ(hooksOf("_Thread_local int g; void f(void) { g = 1; }"), (Hooks{"store 4 0"}));
  EXPECT_EQ(hooksOf("struct { int a : 3; } g; void f(int k) { g.a = k; }"), (Hooks{"load 1 256", "store 1 0"}));
}

// Loads that only copy bytes need no initialised memory: the rest of a bit-field's word, copies that the compiler
// makes.
TEST(Accesses, LoadsThatOnlyCarry) {
  const std::string bits = "struct B { int a : 3, b : 9; unsigned c : 20; } *p; ";
  EXPECT_EQ(hooksOf(bits + "void f(int k) { p->b = k; }"), (Hooks{"load 8 0", "load 4 256", "store 4 0"}));
  EXPECT_EQ(hooksOf(bits + "int f(void) { return p->b; }"), (Hooks{"load 8 0", "load 4 0"}));
  EXPECT_EQ(hooksOf("int g; void f(void) { g = (g & 3) + 4; }"), (Hooks{"load 4 0", "store 4 0"}));
  EXPECT_EQ(hooksOf("int g, h; void f(void) { h = (g & 3) | 4; }"), (Hooks{"load 4 0", "store 4 0"}));
  const std::string big = "struct S { long a, b, c; }; void take(struct S); struct S* p; ";
  EXPECT_EQ(hooksOf(big + "void f(void) { take(*p); }"), (Hooks{"load 8 0", "load 8 256", "load 8 256", "load 8 256"}));
}

// A value that may only be copied has a flag, which the hook of the store gets. One that is used for certain has none.
TEST(Accesses, Copies) {
  const std::string head = "struct N { int a; struct N* n; } *p, *q; ";
  const std::string copies = "load 4 " + std::to_string(REVISIT_ORDER_COPIES);
  const auto ir = [&](const std::string& code) {
    Workspace workspace;
    return functionIn(workspace.ir(head + code, ""), "f");
  };
  const std::string stored = ir("void f(void) { p->a = q->a; }");
  EXPECT_EQ(accessHooks(stored), (Hooks{"load 8 0", copies, "load 8 0", "store 4"}));
  EXPECT_EQ(count(stored, "call i32 @__revisit_carried("), 1u);
  EXPECT_EQ(count(stored, "@__revisit_uses("), 0u);
  const std::string swapped = ir("void f(void) { int a = p->a; p->a = q->a; q->a = a; }");
  EXPECT_EQ(count(swapped, "call i32 @__revisit_carried("), 2u);
  EXPECT_EQ(count(swapped, "@__revisit_uses("), 0u);
  const std::string perhaps = ir("int f(int k) { int a = p->a; if (k) return a + 1; return 0; }");
  EXPECT_EQ(accessHooks(perhaps), (Hooks{"load 8 0", copies}));
  EXPECT_EQ(count(perhaps, "@__revisit_uses("), 2u); // of the decision, and of the sum
  EXPECT_EQ(hooksOf(head + "int f(void) { int a = p->a; return a + 1; }"), (Hooks{"load 8 0", "load 4 0"}));
  EXPECT_EQ(hooksOf(head + "int f(void) { int n = 0; for (; p; p = p->n) n++; return n; }"),
            (Hooks{"load 8 0", "load 8 0", "load 8 " + std::to_string(REVISIT_ORDER_COPIES), "store 8"}));
  // Flags go along with arguments and results.
  const std::string returned = ir("int f(void) { int a = p->a; return a; }");
  EXPECT_EQ(accessHooks(returned), (Hooks{"load 8 0", copies}));
  EXPECT_EQ(count(returned, "@__revisit_gives_back("), 1u);
  const std::string passed = ir("int g(int a, int k) { if (k) return a + 1; return 0; } "
                                "int f(int k) { return g(p->a, k); }");
  EXPECT_EQ(accessHooks(passed), (Hooks{"load 8 0", copies}));
  EXPECT_EQ(count(passed, "@__revisit_given("), 1u) << "k";
  EXPECT_EQ(count(passed, "@__revisit_gives("), 2u);
  EXPECT_EQ(count(passed, "@__revisit_given_back("), 1u);
  EXPECT_EQ(count(passed, "@__revisit_was_given("), 0u) << "the function is in the module";
  EXPECT_EQ(count(ir("int g(int); void f(void) { g(p->a); }"), "@__revisit_was_given("), 1u);
  EXPECT_EQ(count(ir("int putchar(int); void f(void) { putchar(p->a); }"), "@__revisit_gives("), 0u) << "a use";
  // Structures that a copy goes to have hooks.
  const std::string structure = ir("struct N f(int k) { struct N n; n.a = p->a; n.n = 0; return n; }");
  EXPECT_EQ(count(structure, "@__revisit_store("), 2u);
  const std::string carries = "load 4 " + std::to_string(REVISIT_ORDER_CARRIES);
  EXPECT_EQ(hooksOf(head + "void f(void) { int a = p->a; (void)a; }"), (Hooks{"load 8 0", carries}));
}

TEST(Accesses, WideSizes) {
  EXPECT_EQ(hooksOf("__int128 g; void f(void) { g++; }"), (Hooks{"load_wide 16 0", "store_wide 16 0"}));
  EXPECT_EQ(hooksOf("long double g; void f(void) { g *= 2; }"), (Hooks{"load_wide 10 0", "store_wide 10 0"}));
  EXPECT_EQ(hooksOf("typedef int v __attribute__((vector_size(16))); v g; void f(void) { g += g; }"),
            (Hooks{"load_wide 16 0", "load_wide 16 0", "store_wide 16 0"}));
  EXPECT_EQ(hooksOf("typedef float v __attribute__((vector_size(8))); v g; void f(void) { g += g; }"),
            (Hooks{"load 8 0", "load 8 0", "store 8 0"}));
  EXPECT_EQ(hooksOf("_BitInt(24) g; void f(void) { g++; }").size(), 2u);
  EXPECT_EQ(hooksOf("_BitInt(200) g; void f(void) { g++; }"), (Hooks{"load_wide 32 0", "store_wide 32 0"}));
}

TEST(Accesses, Bulk) {
  std::string types = "#include <string.h>\nstruct S { int x[20]; } g, h; ";
  EXPECT_EQ(hooksOf(types + "void f(void) { g = h; }"), (Hooks{"copy"}));
  EXPECT_EQ(hooksOf(types + "void f(int n) { memcpy(&g, &h, n); }"), (Hooks{"copy"}));
  EXPECT_EQ(hooksOf(types + "void f(int n) { memmove(&g, &g.x[1], n); }"), (Hooks{"copy"}));
  EXPECT_EQ(hooksOf(types + "void f(void) { memset(&g, 1, 8); }"), (Hooks{"fill 1"}));
  EXPECT_EQ(hooksOf(types + "void f(void) { struct S l = {{1}}; (void)l; }"), Hooks{});
  const std::string copies = "load 4 " + std::to_string(REVISIT_ORDER_COPIES);
  // For a local variable that is copied from or to shared memory, either all accesses have hooks or none.
  EXPECT_EQ(hooksOf(types + "int f(void) { struct S l = g; return l.x[1]; }"), (Hooks{"copy", copies}));
}

TEST(Accesses, Atomics) {
  std::string head = "#include <stdatomic.h>\n_Atomic int a; _Atomic long l; ";
  EXPECT_EQ(hooksOf(head + "int f(void) { return atomic_load_explicit(&a, memory_order_relaxed); }"),
            (Hooks{"load 4 1"}));
  EXPECT_EQ(hooksOf(head + "int f(void) { return atomic_load_explicit(&a, memory_order_acquire); }"),
            (Hooks{"load 4 3"}));
  EXPECT_EQ(hooksOf(head + "void f(void) { atomic_store_explicit(&l, 1, memory_order_release); }"),
            (Hooks{"store 8 4"}));
  EXPECT_EQ(hooksOf(head + "void f(void) { a = 1; }"), (Hooks{"store 4 6"}));
  const std::pair<const char*, int> operations[] = {{"exchange", 0},  {"fetch_add", 1}, {"fetch_sub", 2},
                                                    {"fetch_and", 3}, {"fetch_or", 5},  {"fetch_xor", 6}};
  for (auto [name, number] : operations)
    EXPECT_EQ(hooksOf(head + "int f(int k) { return atomic_" + name + "(&a, k); }"),
              (Hooks{"rmw 4 6 " + std::to_string(number)}));
  const std::string carries = std::to_string(6 | REVISIT_ORDER_CARRIES);
  EXPECT_EQ(hooksOf(head + "void f(int k) { atomic_exchange(&a, k); }"), (Hooks{"rmw 4 " + carries + " 0"}));
  const auto blind = [](int order) { return std::to_string(order | REVISIT_ORDER_BLIND); };
  EXPECT_EQ(hooksOf(head + "void f(int k) { atomic_fetch_or(&a, k); }"), (Hooks{"rmw 4 " + blind(6) + " 5"}));
  EXPECT_EQ(hooksOf(head + "void f(int k) { a += k; }"), (Hooks{"rmw 4 " + blind(6) + " 1"}));
  EXPECT_EQ(hooksOf(head + "int f(int k) { return a += k; }"), (Hooks{"rmw 4 6 1"}));
  EXPECT_EQ(hooksOf("int g; void f(int k) { __atomic_fetch_nand(&g, k, __ATOMIC_ACQ_REL); }"),
            (Hooks{"rmw 4 " + blind(5) + " 4"}));
  EXPECT_EQ(hooksOf("int g; void f(int k) { __atomic_fetch_max(&g, k, __ATOMIC_RELAXED); }"),
            (Hooks{"rmw 4 " + blind(1) + " 7"}));
  EXPECT_EQ(hooksOf("unsigned g; void f(int k) { __atomic_fetch_min(&g, k, __ATOMIC_RELAXED); }"),
            (Hooks{"rmw 4 " + blind(1) + " 10"}));
  EXPECT_EQ(hooksOf(head +
                    "_Bool f(int e) { return atomic_compare_exchange_weak_explicit(&a, &e, 2, memory_order_acq_rel, "
                    "memory_order_acquire); }"),
            (Hooks{"cas_wide 4 5 " + std::to_string(3 | REVISIT_WEAK)}));
  EXPECT_EQ(
      hooksOf(head +
              "void f(void) { atomic_thread_fence(memory_order_acquire); atomic_signal_fence(memory_order_seq_cst); }"),
      (Hooks{"fence 3 0", "fence 6 1"}));
}

TEST(Accesses, AtomicLibraryCalls) {
  std::string head = "struct W { int a, b, c; }; _Atomic struct W g; ";
  auto read = hooksOf(head + "struct W f(void) { return g; }");
  EXPECT_EQ(std::count(read.begin(), read.end(), "load_wide 16 6"), 1);
  auto written = hooksOf(head + "void f(struct W* w) { g = *w; }");
  EXPECT_EQ(std::count(written.begin(), written.end(), "store_wide 16 6"), 1);
  auto swapped = hooksOf(
      "__int128 g; _Bool f(__int128* e, __int128 d) { return __atomic_compare_exchange_n(&g, e, d, 0, 5, 2); }");
  EXPECT_EQ(std::count(swapped.begin(), swapped.end(), "cas_wide 16 6 3"), 1);
}

TEST(Accesses, PrivateAndConstantMemoryNeedNoHook) {
  EXPECT_EQ(hooksOf("int f(int k) { int a[4] = {k, 1, 2, 3}; return a[k & 3] + a[0]; }"), Hooks{});
  EXPECT_EQ(hooksOf("static const int t[4] = {1, 2, 3, 4}; int f(int k) { return t[k]; }"), Hooks{});
  // A local variable whose address escapes is treated like any other memory.
  EXPECT_EQ(hooksOf("void g(int*); int f(void) { int a = 1; g(&a); return a; }"),
            (Hooks{"store 4 0", "load 4 " + std::to_string(REVISIT_ORDER_COPIES)}));
  // Two local variables that one access may touch are both private or both not.
  EXPECT_EQ(hooksOf("int g; void f(int k) { int a = 1; *(k ? &a : &g) = 2; a = 3; }"),
            (Hooks{"store 4 0", "store 4 0", "store 4 0"}));
}

TEST(Accesses, InlineAssembly) {
  EXPECT_EQ(hooksOf("void f(void) { __asm__ volatile(\"pause\"); __asm__ volatile(\"\" ::: \"memory\"); }"), Hooks{});
  EXPECT_EQ(hooksOf("void f(void) { __asm__ volatile(\"mfence\" ::: \"memory\"); }"), (Hooks{"fence 6 0"}));
  EXPECT_EQ(hooksOf("int g; void f(void) { __asm__(\"shll $1, %0\" : \"+m\"(g)); }"), (Hooks{"load 4 0", "store 4 0"}));
  Workspace workspace;
  auto ir = workspace.ir("int g;\nvoid f(void) {\n  __asm__(\"lock; shll $1, %0\" : \"+m\"(g));\n}\n");
  EXPECT_EQ(accessHooks(functionIn(ir, "f")), (Hooks{"unsupported"}));
  EXPECT_NE(ir.find("source.c:3: inline assembly is not followed"), std::string::npos);
}

// The time stamp counter is the clock.
TEST(Accesses, TimeIsAsked) {
  for (const char* counter : {"__builtin_ia32_rdtsc", "__builtin_readcyclecounter"}) {
    const std::string code = std::string("unsigned long long f(void) { return ") + counter + "(); }";
    EXPECT_EQ(hooksOf(code), Hooks{});
    Workspace workspace;
    EXPECT_NE(functionIn(workspace.ir(code), "f").find("revisit_"), std::string::npos);
  }
}

TEST(Accesses, LocalsStayReadable) {
  Workspace workspace;
  auto f = functionIn(workspace.ir("int f(int k) { int first = k; int second = first + 1; return second; }"), "f");
  EXPECT_EQ(count(f, "dbg_declare") + count(f, "llvm.dbg.declare"), 3u);
  EXPECT_EQ(count(f, "alloca i32"), 3u);
}

// Runs a program that checks its own values, with every access through a hook.
TEST(Accesses, ProgramsComputeTheSame) {
  Workspace workspace;
  workspace.write("values.c", R"(
#include <immintrin.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
struct Big { int a; long b; char c[5]; double d; } g = {1, 2, "abc", 4.0}; struct Big* leak; float arr[16];
__attribute__((noinline)) long take(struct Big b) { return b.a + b.b + b.c[1]; }
__attribute__((noinline)) long takeLeak(struct Big b) { leak = &b; leak->a++; return b.a + (long)b.d; }
__attribute__((target("avx512f"))) void masked(__mmask16 m, __m512i* q) {
  _mm512_mask_storeu_epi32(q, m, _mm512_maskz_loadu_epi32(m, arr)); }
int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, int); va_end(ap); return s; }
long double ldg; __int128 ig; _BitInt(24) b24; _BitInt(200) b200; typedef int v4 __attribute__((vector_size(16))); v4 vg;
typedef short v3 __attribute__((ext_vector_type(3))); v3 v3g; _Complex double cg; struct __attribute__((packed)) { char c; int x; } pk;
_Thread_local int tl; _Atomic float af; struct W { int a, b, c; }; _Atomic struct W aw; atomic_int ai; _Atomic unsigned char ac; jmp_buf jb;
#define CHECK(x) do { if (!(x)) { printf("wrong: %s\n", #x); return 1; } } while (0)
int main(int argc, char** argv) {
  CHECK(take(g) == 1 + 2 + 'b'); CHECK(takeLeak(g) == 6); CHECK(g.a == 1); CHECK(sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
  ldg = 1.5L; ldg *= 2; CHECK(ldg == 3.0L); ig = (__int128)1 << 100; ig += 5; CHECK((ig >> 100) == 1 && (int)ig == 5);
  b24 = 0x7fffff; b24 ^= 1; CHECK(b24 == 0x7ffffe); b200 = 1; b200 <<= 150; CHECK((b200 >> 150) == 1);
  vg = (v4){1, 2, 3, 4}; vg += vg; CHECK(vg[3] == 8); v3g = (v3){1, 2, 3}; v3g *= v3g; CHECK(v3g.z == 9);
  cg = 1.0 + 2.0i; cg *= cg; CHECK(__real__ cg == -3.0); pk.x = 77; CHECK(pk.x == 77); tl = 9; CHECK(++tl == 10);
  af = 1.5f; af += 2; CHECK(af == 3.5f); struct W w = {1, 2, 3}; aw = w; w = aw; CHECK(w.c == 3);
  ai = -5; CHECK(__atomic_fetch_max((int*)&ai, 3, 5) == -5); CHECK(ai == 3); ac = 250; ac += 10; CHECK(ac == 4);
  int e = 1; CHECK(!atomic_compare_exchange_strong(&ai, &e, 9)); CHECK(e == 3); CHECK(atomic_compare_exchange_strong(&ai, &e, 9) && ai == 9);
  volatile int turns = 0; if (setjmp(jb) < 3) { turns++; longjmp(jb, turns); } CHECK(turns == 3);
  if (__builtin_cpu_supports("avx512f")) { int q[16] = {0}; for (int i = 0; i < 16; i++) arr[i] = i; masked(5, (__m512i*)q);
    float third; memcpy(&third, &q[2], 4); CHECK(third == 2.0f); CHECK(q[1] == 0); }
  void* to[] = {&&one, &&two}; goto *to[argc > 1]; one: return 0; two: return 3;
}
)");
  auto built = workspace.run("revisit-cc -w -o values values.c -latomic");
  ASSERT_EQ(built.status, 0) << built.output;
  EXPECT_GT(workspace.hookCounts("values")["load_wide"], 0);
}

} // namespace
