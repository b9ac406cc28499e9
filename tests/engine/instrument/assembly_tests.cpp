// Inline assembler: each idiom becomes the corresponding atomic access, and computes the same as the processor.
#include "support.h"

#include "abi/hooks.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace revisit::instrument::test;

namespace {

using Hooks = std::vector<std::string>;

// The hooks of a function with this statement and with `int n; long w; struct { long a, b; } p; void* at;`.
Hooks hooksOf(const std::string& statement) {
  Workspace workspace;
  auto ir = workspace.ir("int n; long w; __int128 p; int* at;\nvoid f(int v, int* from) { __asm__ volatile(" +
                         statement + "); }\n");
  auto found = accessHooks(functionIn(ir, "f"));
  // It does not matter which of its local variables it accesses.
  std::erase_if(found, [](const std::string& hook) { return hook.starts_with("local"); });
  return found;
}

std::string refusalOf(const std::string& statement) {
  Workspace workspace;
  auto ir = workspace.ir("int n; float r;\nvoid f(int v) { __asm__ volatile(" + statement + "); }\n");
  auto at = ir.find("inline assembly is not followed: ");
  return at == std::string::npos ? "" : ir.substr(at + 33, ir.find('\\', at) - at - 33);
}

// The old value is not used.
std::string blind(unsigned size, unsigned operation) {
  return "rmw " + std::to_string(size) + ' ' + std::to_string(6 | REVISIT_ORDER_BLIND) + ' ' +
         std::to_string(operation);
}

TEST(Assembly, IsTheAccessThatItIs) {
  EXPECT_EQ(hooksOf(R"~("lock incl %0" : "+m"(n) : : "cc")~"), (Hooks{blind(4, 1)}));
  EXPECT_EQ(hooksOf(R"~("lock; decb %0" : "+m"(n) : : "cc")~"), (Hooks{blind(1, 2)}));
  EXPECT_EQ(hooksOf(R"~("lock\n\tandq %1, %0" : "+m"(w) : "er"(7L))~"), (Hooks{blind(8, 3)}));
  EXPECT_EQ(hooksOf(R"~("lock; orw $4, %0" : "+m"(n))~"), (Hooks{blind(2, 5)}));
  EXPECT_EQ(hooksOf(R"~("xchgl %0, %1" : "+r"(v), "+m"(n))~"), (Hooks{"rmw 4 6 0"}));
  EXPECT_EQ(hooksOf(R"~("movl %1, %0" : "=m"(n) : "r"(v))~"), (Hooks{"store 4"})); // its order says whether v was set
  EXPECT_EQ(hooksOf(R"~("movl %1, %0" : "=r"(v) : "m"(n))~"), (Hooks{"load 4 3"}));
  EXPECT_EQ(hooksOf(R"~("incl %0" : "+m"(n))~"), (Hooks{"load 4 3", "store 4 4"}));
  EXPECT_EQ(hooksOf(R"~("lock; addl $0,-4(%%rsp)" : : : "memory")~"), (Hooks{"fence 6 0"}));
  EXPECT_EQ(hooksOf(R"~("lock cmpxchgl %1, %0" : "+m"(n) : "r"(v), "a"(v))~"), (Hooks{"cas 4 6 6"}));
  EXPECT_EQ(hooksOf(R"~("lock; cmpxchg16b %0" : "+m"(p) : "a"(w), "d"(w), "b"(w), "c"(w))~"),
            (Hooks{"load 8 0", "load 8 0", "load 8 0", "load 8 0", "cas_wide 16 6 6"}));
  EXPECT_EQ(hooksOf(R"~("" : "+r"(v))~"), Hooks{});
  EXPECT_EQ(hooksOf(R"~("rep; nop")~"), Hooks{});
}

TEST(Assembly, SkipsCommentsTablesAndLabels) {
  EXPECT_EQ(
      hooksOf(R"~(".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; incl %0")~"
              R"~( : "+m"(n))~"),
      (Hooks{blind(4, 1)}));
  EXPECT_EQ(hooksOf(R"~("/* one; two */ lock incl %0 # three; four" : "+m"(n))~"), (Hooks{blind(4, 1)}));
  EXPECT_EQ(hooksOf(R"~("{lock incl|lock inc} %0" : "+m"(n))~").size(), 1u);
}

TEST(Assembly, IsRefusedByName) {
  EXPECT_EQ(refusalOf(R"~("lock; shll $1, %0" : "+m"(n))~"), "lock shll");
  EXPECT_EQ(refusalOf(R"~("lock incl %0" : "+r"(v))~"), "lock incl of a register");
  EXPECT_EQ(refusalOf(R"~("movl %%gs:0, %0" : "=r"(v))~"), "the operand %gs:0");
  EXPECT_EQ(refusalOf(R"~("movl counter(%%rip), %0" : "=r"(v))~"), "the operand counter(%rip)");
  EXPECT_EQ(refusalOf(R"~("pushq %%rax; popq %%rax" : : )~"), "pushq");
  EXPECT_EQ(refusalOf(R"~("movl %%ecx, %0" : "=r"(v))~"), "the register cx, which nothing was put in");
  EXPECT_EQ(refusalOf(R"~("lock inc %0" : "+m"(n))~"), "the width of inc");
  EXPECT_EQ(refusalOf(R"~("jmp elsewhere")~"), "jmp elsewhere");
}

// Registers and named operands only: the processor executes it, on copies of what is in memory.
TEST(Assembly, IsExecutedAsItStands) {
  EXPECT_EQ(refusalOf(R"~("addss %0, %0" : "+x"(r))~"), "");
  EXPECT_EQ(refusalOf(R"~("movl %%ecx, %0" : "=r"(v) : "c"(n))~"), "");
  EXPECT_EQ(refusalOf(R"~("cpuid" : "+a"(v) : : "ebx", "ecx", "edx")~"), "");
  EXPECT_EQ(hooksOf(R"~("popcntl %1, %0" : "=r"(v) : "m"(n))~"), (Hooks{"load 4 0"}));
  EXPECT_EQ(hooksOf(R"~("bswap %0" : "+r"(v))~"), Hooks{});
}

TEST(Assembly, ComputesWhatTheProcessorDoes) {
  Workspace workspace;
  const std::string source = REVISIT_ASSEMBLY_TABLE;
  auto real = workspace.run("cc -O0 -w -o real " + source + " && ./real");
  ASSERT_EQ(real.status, 0) << real.output;
  auto seen = workspace.run("revisit-cc -w -o seen " + source + " && ./seen");
  ASSERT_EQ(seen.status, 0) << seen.output;
  // The test runtime prints its hook counts at the end.
  EXPECT_EQ(seen.output.substr(0, real.output.size()), real.output);
  EXPECT_GT(workspace.hookCounts("seen")["cas_wide"], 0);
}

} // namespace
