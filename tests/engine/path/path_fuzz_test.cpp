// Random straight-line IR over two inputs, against a second implementation of every instruction: the stored expression,
// evaluated under other inputs, must be what the program would compute for them.
#include "path_fixture.h"

#include <bit>
#include <functional>
#include <random>

namespace revisit::test {

namespace {

using Inputs = std::array<std::uint64_t, 3>;
using Meaning = std::function<std::uint64_t(const Inputs&)>;

std::uint64_t cut(std::uint64_t bits, unsigned width) {
  return width == 64 ? bits : bits & ((1ull << width) - 1);
}
std::int64_t extended(std::uint64_t bits, unsigned width) {
  return static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width);
}

struct Register {
  std::string name;
  unsigned width;
  Meaning value;
};

class Generator {
public:
  explicit Generator(unsigned seed) : m_random(seed) {}

  std::string body;
  std::vector<Register> registers;

  unsigned pick(unsigned count) { return std::uniform_int_distribution<unsigned>(0, count - 1)(m_random); }

  void instruction() {
    switch (pick(7)) {
    case 0:
      return comparison();
    case 1:
      return cast();
    case 2:
      return select();
    case 3:
      return intrinsic();
    case 4:
      return throughMemory();
    default:
      return operation();
    }
  }

  Register any(unsigned width) {
    std::vector<Register> fitting;
    for (const Register& r : registers)
      if (r.width == width)
        fitting.push_back(r);
    if (!fitting.empty() && pick(5) != 0)
      return fitting[pick(static_cast<unsigned>(fitting.size()))];
    std::uint64_t bits = pick(3) == 0 ? m_random() : pick(5);
    if (pick(3) == 0)
      bits = 0 - bits;
    bits = cut(bits, width);
    return {std::to_string(extended(bits, width)), width, [bits](const Inputs&) { return bits; }};
  }

private:
  std::mt19937_64 m_random;
  unsigned m_count = 0;
  static constexpr unsigned Widths[] = {8, 16, 32, 64};

  unsigned anyWidth() { return Widths[pick(4)]; }

  void define(unsigned width, const std::string& code, Meaning value) {
    const std::string name = "%r" + std::to_string(m_count++);
    body += "  " + name + " = " + code + "\n";
    registers.push_back({name, width, std::move(value)});
  }

  static std::string type(unsigned width) { return "i" + std::to_string(width); }

  void operation() {
    const unsigned w = anyWidth();
    const Register a = any(w);
    const Register b = any(w);
    static const std::pair<const char*, std::uint64_t (*)(std::uint64_t, std::uint64_t, unsigned)> Operations[] = {
        {"add", [](std::uint64_t x, std::uint64_t y, unsigned) { return x + y; }},
        {"sub", [](std::uint64_t x, std::uint64_t y, unsigned) { return x - y; }},
        {"mul", [](std::uint64_t x, std::uint64_t y, unsigned) { return x * y; }},
        {"and", [](std::uint64_t x, std::uint64_t y, unsigned) { return x & y; }},
        {"or", [](std::uint64_t x, std::uint64_t y, unsigned) { return x | y; }},
        {"xor", [](std::uint64_t x, std::uint64_t y, unsigned) { return x ^ y; }}};
    const auto& [name, apply] = Operations[pick(6)];
    if (pick(4) != 0) {
      define(w, std::string(name) + " " + type(w) + " " + a.name + ", " + b.name,
             [=, apply = apply](const Inputs& in) { return cut(apply(a.value(in), b.value(in), w), w); });
      return;
    }
    const unsigned by = pick(w);
    static constexpr const char* Shifts[] = {"shl", "lshr", "ashr"};
    const unsigned which = pick(3);
    define(
        w, std::string(Shifts[which]) + " " + type(w) + " " + a.name + ", " + std::to_string(by),
        [=](const Inputs& in) {
          const std::uint64_t x = a.value(in);
          return cut(which == 0 ? x << by : which == 1 ? x >> by : static_cast<std::uint64_t>(extended(x, w) >> by), w);
        });
  }

  void comparison() {
    const unsigned w = anyWidth();
    const Register a = any(w);
    const Register b = any(w);
    static constexpr const char* Predicates[] = {"eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"};
    const unsigned which = pick(10);
    define(1, std::string("icmp ") + Predicates[which] + " " + type(w) + " " + a.name + ", " + b.name,
           [=](const Inputs& in) -> std::uint64_t {
             const std::uint64_t x = a.value(in);
             const std::uint64_t y = b.value(in);
             const std::int64_t s = extended(x, w);
             const std::int64_t t = extended(y, w);
             const bool results[] = {x == y, x != y, x<y, x <= y, x> y, x >= y, s<t, s <= t, s> t, s >= t};
             return results[which];
           });
  }

  void cast() {
    const Register a = registers[pick(static_cast<unsigned>(registers.size()))];
    const unsigned w = anyWidth();
    if (w == a.width)
      return;
    const char* name = w < a.width ? "trunc" : pick(2) == 0 ? "zext" : "sext";
    const bool isSigned = std::string(name) == "sext";
    define(w, std::string(name) + " " + type(a.width) + " " + a.name + " to " + type(w), [=](const Inputs& in) {
      const std::uint64_t x = a.value(in);
      return cut(isSigned ? static_cast<std::uint64_t>(extended(x, a.width)) : x, w);
    });
  }

  void select() {
    const unsigned w = anyWidth();
    const Register c = any(1);
    const Register a = any(w);
    const Register b = any(w);
    define(w, "select i1 " + c.name + ", " + type(w) + " " + a.name + ", " + type(w) + " " + b.name,
           [=](const Inputs& in) { return c.value(in) != 0 ? a.value(in) : b.value(in); });
  }

  void intrinsic() {
    const unsigned w = 32;
    const Register a = any(w);
    const Register b = any(w);
    const auto call = [&](const std::string& name, const std::string& rest, Meaning value) {
      define(w, "call i32 @llvm." + name + ".i32(i32 " + a.name + rest + ")", std::move(value));
    };
    const std::string second = ", i32 " + b.name;
    const auto narrow = [](const Meaning& m, const Inputs& in) { return static_cast<std::uint32_t>(m(in)); };
    const auto wide = [](const Meaning& m, const Inputs& in) { return extended(m(in), 32); };
    switch (pick(9)) {
    case 0:
      return call("bswap", "", [=](const Inputs& in) { return __builtin_bswap32(narrow(a.value, in)); });
    case 1:
      return call("ctpop", "", [=](const Inputs& in) { return std::popcount(narrow(a.value, in)); });
    case 2:
      return call("ctlz", ", i1 false", [=](const Inputs& in) { return std::countl_zero(narrow(a.value, in)); });
    case 3:
      return call("cttz", ", i1 false", [=](const Inputs& in) { return std::countr_zero(narrow(a.value, in)); });
    case 4:
      return call("smax", second,
                  [=](const Inputs& in) { return cut(std::max(wide(a.value, in), wide(b.value, in)), 32); });
    case 5:
      return call("umin", second, [=](const Inputs& in) { return std::min(a.value(in), b.value(in)); });
    case 6:
      return call("fshl", second + ", i32 " + b.name, [=](const Inputs& in) {
        const std::uint64_t both = a.value(in) << 32 | b.value(in);
        return cut(both << b.value(in) % 32 >> 32, 32);
      });
    case 7:
      return call("sadd.sat", second, [=](const Inputs& in) {
        return cut(std::clamp<std::int64_t>(wide(a.value, in) + wide(b.value, in), INT32_MIN, INT32_MAX), 32);
      });
    default:
      return call("abs", ", i1 false",
                  [=](const Inputs& in) { return cut(static_cast<std::uint64_t>(std::abs(wide(a.value, in))), 32); });
    }
  }

  // Two values side by side in a slot, read back at another place or width.
  void throughMemory() {
    const Register a = any(32);
    const Register b = any(32);
    const std::string slot = "%slot" + std::to_string(m_count++);
    const unsigned at = pick(5);
    body += "  " + slot + " = alloca i64\n  store i32 " + a.name + ", ptr " + slot + "\n";
    body += "  " + slot + "h = getelementptr i8, ptr " + slot + ", i64 4\n";
    body += "  store i32 " + b.name + ", ptr " + slot + "h\n";
    body += "  " + slot + "p = getelementptr i8, ptr " + slot + ", i64 " + std::to_string(at) + "\n";
    define(32, "load i32, ptr " + slot + "p",
           [=](const Inputs& in) { return cut((b.value(in) << 32 | a.value(in)) >> 8 * at, 32); });
  }
};

class PathFuzz : public PathFixture {};

TEST_F(PathFuzz, StoredExpressionsMeanWhatTheCodeComputes) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    Generator code(seed);
    static constexpr unsigned Widths[] = {32, 8, 64};
    for (unsigned i = 0; i < 3; ++i)
      code.registers.push_back({"%in" + std::to_string(i), Widths[i], [i](const Inputs& in) { return in[i]; }});
    for (unsigned i = 0, count = 5 + code.pick(30); i < count; ++i)
      code.instruction();
    const Register result = code.any(64);
    load(R"(
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
define void @main() {
  call void @__revisit_enter(i64 77, i64 0)
  %in0 = call i32 @revisit_nondet_int()
  %w0 = zext i32 %in0 to i64
  call void @__revisit_returned(i64 %w0)
  %in1 = call i8 @revisit_nondet_uchar()
  %w1 = zext i8 %in1 to i64
  call void @__revisit_returned(i64 %w1)
  %in2 = call i64 @revisit_nondet_long()
  call void @__revisit_returned(i64 %in2)
)" + code.body +
         "  call void @__revisit_store(i64 16384, i64 " + result.name + ", i32 8, i32 0)\n  ret void\n}\n");
    if (HasFailure())
      return;
    std::mt19937_64 random(seed);
    const Inputs run{cut(random(), 32), cut(random(), 8), random()};
    begin();
    Assignment model;
    std::array<SymbolId, 3> symbols;
    for (unsigned i = 0; i < 3; ++i)
      symbols[i] = pool.symbolOf(input(Widths[i] / 8, run[i]));
    const Value value = stored(0x4000, 8, result.value(run));
    for (unsigned trial = 0; trial < 6; ++trial) {
      const Inputs other = trial == 0 ? Inputs{} : Inputs{cut(random(), 32), cut(random(), 8), random()};
      for (unsigned i = 0; i < 3; ++i)
        model.set(symbols[i], other[i]);
      const std::uint64_t rebuilt = value.isExpr() ? pool.evaluate(value.expr, model) : value.bits;
      ASSERT_EQ(rebuilt, result.value(other)) << "seed " << seed << "\n" << code.body;
    }
    expectNoIncidents();
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << code.body;
  }
}

} // namespace

} // namespace revisit::test
