// Which loops wait, which need a bound, which need nothing.
#include "support.h"

#include <gtest/gtest.h>

using namespace revisit::instrument::test;

namespace {

enum class Found { Waiting, Retrying, Bounded, Nothing };

Found kindIn(const std::string& function) {
  auto heads = count(function, "call void @__revisit_await_head"),
       backs = count(function, "call i32 @__revisit_await_back");
  auto bounds = count(function, "call void @__revisit_loop_back");
  EXPECT_EQ(heads > 0, backs > 0);
  // Code after the loop is not part of its rounds.
  EXPECT_EQ(heads > 0, count(function, "call void @__revisit_await_end") > 0);
  if (heads)
    return bounds ? Found::Retrying : Found::Waiting;
  return bounds ? Found::Bounded : Found::Nothing;
}

Found kindOf(const std::string& body) {
  Workspace workspace;
  return kindIn(functionIn(workspace.ir(R"(
#include <sched.h>
#include <stdatomic.h>
atomic_int a, b; int flag[4]; volatile int v; _Atomic float x; atomic_flag taken;
struct Node { int key; struct Node* _Atomic next; };
static int ready(void) { return a > 2; }
)" + body),
                           "f"));
}

Found kindOfCxx(const std::string& body) {
  Workspace workspace;
  return kindIn(functionIn(workspace.ir(R"(
#include <atomic>
#include <thread>
std::atomic<bool> flag; std::atomic<int> n;
struct S { std::atomic<int> a, b; bool ok() const { return a.load(std::memory_order_acquire) > b; } } s;
static void get(int& value) { value = n; }
extern "C" )" + body,
                                        "", true),
                           "f"));
}

TEST(Loops, Waiting) {
  for (auto* body :
       {"void f(void) { while (!atomic_load(&a)); }", "void f(void) { while (!v) {} }",
        "void f(int me) { while (flag[1 - me] && a == 1 - me); }", // Peterson
        "void f(void) { int t = atomic_fetch_add(&b, 1); while (atomic_load(&a) != t) sched_yield(); }",
        "void f(void) { int t; do { t = atomic_load(&a); } while (t != 3); }",
        "void f(void) { for (;;) if (atomic_load(&a)) break; }",
        "int f(void) { for (;;) { int t = a; if (t > 2) return t; if (t == 1) continue; __builtin_ia32_pause(); } }",
        "void f(void) { while (x < 1.0f) __asm__ volatile(\"pause\"); }", "void f(void) { while (!ready()); }",
        "void f(int i, int l, int n) { again: for (int k = 0; k < n; k++) if (k != i && flag[k] >= l) goto again; }",
        "void f(int i, int l, int n) { int some; do { some = 0; for (int k = 0; k < n; k++) if (flag[k]) { some = 1; "
        "break; } } "
        "while (some && a == i); }"})
    EXPECT_EQ(kindOf(body), Found::Waiting) << body;
}

TEST(Loops, WaitingInCxx) {
  for (auto* body : {"void f() { while (!flag.load()) std::this_thread::yield(); }", "void f() { while (!flag); }",
                     "void f() { while (n.load(std::memory_order_acquire) < 3) {} }", "void f() { while (!s.ok()); }",
                     "void f() { while (!flag) std::this_thread::sleep_for(std::chrono::milliseconds(1)); }",
                     "void f() { while (n != 1) { auto isTwo = [&] { return n == 2; }; if (isTwo()) break; } }",
                     "void f() { int value; do get(value); while (value < 2); }",
                     "void f() { auto done = [&] { return n == 2; }; while (!done()); }"})
    EXPECT_EQ(kindOfCxx(body), Found::Waiting) << body;
}

TEST(Loops, Bounded) {
  for (auto* body :
       {"void f(void) { int e = a; while (!atomic_compare_exchange_weak(&a, &e, e + 1)); }",
        "void f(struct Node* after, int k) { while (after->key < k) after = atomic_load(&after->next); }",
        "int f(void) { int rounds = 0; while (!a) rounds++; return rounds; }",
        "void f(void) { int i = 0; while (i < 64) { if (flag[i & 3]) continue; i++; } }",
        "void f(void) { int i = 0; while (i < 64) { if (flag[i & 3]) { i--; continue; } i++; } }",
        "void f(void) { for (int i = 0; i < flag[0]; i++) flag[1]++; }", "void f(unsigned k) { while (flag[k]) k++; }",
        "void g(void); void f(void) { while (!a) g(); }",
        "static void count(int* k) { ++*k; } int f(void) { int rounds = 0; while (!a) count(&rounds); return rounds; }",
        "static void set(void) { b = 1; } void f(void) { while (!a) set(); }"})
    EXPECT_EQ(kindOf(body), Found::Bounded) << body;
}

TEST(Loops, BoundedInCxx) {
  for (auto* body :
       {"void f() { int e = n; while (!n.compare_exchange_weak(e, e + 1)); }",
        "int f() { int tries = 0; while (flag.exchange(true)) tries++; return tries; }",
        "void f() { int k = 0; while (flag.exchange(true)) if (++k > 9) { n = 1; k = 0; } }",
        // Not its value before the loop.
        "void f() { bool e = false; while (!flag.compare_exchange_weak(e, true)) e = true; }",
        "void f() { bool e = false; while (!flag.compare_exchange_weak(e, true)) { e = false; if (n) e = true; } }",
        "void f(std::atomic<int>* next) { while (next->exchange(1)) next++; }"})
    EXPECT_EQ(kindOfCxx(body), Found::Bounded) << body;
}

TEST(Loops, ATryLockOfSoManyAttemptsIsCounted) {
  EXPECT_EQ(
      kindOfCxx("bool f() { int tries = 0; while (flag.exchange(true)) if (++tries > 9) return false; return true; }"),
      Found::Nothing);
}

TEST(Loops, Retrying) {
  for (auto* body :
       {"void f(void) { while (atomic_exchange(&a, 1)); }",
        "void f(void) { while (atomic_flag_test_and_set(&taken)); }",
        "void f(void) { for (;;) { int e = a; if (atomic_compare_exchange_strong(&a, &e, e + 1)) break; } }",
        "void f(void) { int e = 0; while (!atomic_compare_exchange_weak(&a, &e, 1)) e = 0; }",
        "void f(void) { int e; do e = 0; while (!atomic_compare_exchange_strong(&a, &e, 1)); }",
        "void f(void) { while (atomic_load(&a) || atomic_exchange(&a, 1)) sched_yield(); }",
        "void f(void) { while (atomic_fetch_or(&a, 4) & 4) __builtin_ia32_pause(); }",
        "static int take(void) { int e = 0; return atomic_compare_exchange_strong(&a, &e, 1); } "
        "void f(void) { while (!take()); }",
        "int old; void f(void) { while (__sync_lock_test_and_set(&old, 1)); }",
        // Back-off: the value carried around the loop only paces it.
        "void f(void) { int n = 1; while (atomic_exchange(&a, 1)) { for (int i = 0; i < n; i++) "
        "__builtin_ia32_pause(); if (n < 64) n *= 2; } }",
        "void f(void) { int spins = 0; while (atomic_exchange(&a, 1)) if (++spins > 100) { sched_yield(); spins = 0; } "
        "}",
        "int old; void f(void) { while (!__sync_bool_compare_and_swap(&old, 0, 1)); }",
        "void f(void) { while (atomic_fetch_add(&a, 1) < 9); }"}) // each round changes memory, and counts
    EXPECT_EQ(kindOf(body), Found::Retrying) << body;
}

TEST(Loops, RetryingInCxx) {
  for (auto* body :
       {"void f() { while (flag.exchange(true)); }",
        "void f() { for (;;) { bool e = false; if (flag.compare_exchange_strong(e, true)) break; } }",
        "void f() { bool e = false; while (!flag.compare_exchange_weak(e, true)) e = false; }",
        "void f() { bool e = false; while (!flag.compare_exchange_weak(e, true)) { e = false; "
        "std::this_thread::yield(); } }",
        "void f() { bool e; do { e = false; } while (!flag.compare_exchange_strong(e, true)); }",
        "void f() { while (flag.load() || flag.exchange(true)) std::this_thread::yield(); }",
        "void f() { while (true) { int seen = n; if (seen > 0 && n.compare_exchange_weak(seen, seen - 1)) return; } }"})
    EXPECT_EQ(kindOfCxx(body), Found::Retrying) << body;
}

TEST(Loops, Nothing) {
  for (auto* body :
       {"void f(int k) { for (int i = 0; i < k; i++) flag[i & 3] = i; }",
        "int f(int k) { for (int i = 0; i < k; i++) if (flag[i]) return i; return -1; }",
        "int f(int k, int m) { int i; for (i = 0; i < k && 2 * i < m; i++) if (flag[i]) break; return i; }",
        "int f(int k) { int s = 0; while (k != 1) { k = k % 2 ? 3 * k + 1 : k / 2; s++; } return s; }",
        "void f(void) { for (int i = 0; i < 10; ++i) atomic_fetch_add(&a, 1); }",
        "void f(void) { do { a = 1; } while (0); }",
        // Several back edges: each has its own instruction for the same step, or the step comes before them.
        "void f(void) { int i = 0; while (i < 64) { if (flag[i & 3]) { i++; continue; } flag[0]++; i++; } }",
        "int f(void) { int s = 0; for (int i = 0; i < 64;) { s += flag[i++ & 3]; if (a) continue; s++; } return s; }",
        "void f(int* p) { int* end = p + 64; while (p != end) { if (*p == a) { p++; continue; } *p = 1; p++; } }"})
    EXPECT_EQ(kindOf(body), Found::Nothing) << body;
}

TEST(Loops, AWaitInsideAWait) {
  Workspace workspace;
  auto f = functionIn(
      workspace.ir("#include <stdatomic.h>\natomic_int a, b;\nvoid f(void) { while (!a) { while (!b); } }"), "f");
  EXPECT_EQ(count(f, "call i32 @__revisit_await_back"), 1u);
  EXPECT_EQ(count(f, "call void @__revisit_loop_back"), 1u);
}

TEST(Loops, RoundsAreCountedPerActivation) {
  Workspace workspace;
  workspace.write("rounds.c", R"(
int n = 3, touched;
int main(void) {
  for (int outer = 0; outer < 2; ++outer)
    for (int i = 0; i < n; ++i) touched++;
  return touched != 6;
})");
  ASSERT_EQ(workspace.run("revisit-cc -o rounds rounds.c").status, 0);
  EXPECT_EQ(workspace.hookCounts("rounds")["loop_back"], 6);
}

} // namespace
