#include "random_litmus.h"

#include "random_script.h"

#include <initializer_list>
#include <random>

namespace revisit::test {

namespace {

using Op = Instruction::Op;
using enum MemoryOrder;

class LitmusGenerator {
public:
  LitmusGenerator(std::uint64_t seed, const RandomLitmusOptions& options) : m_random(seed), m_options(options) {}

  Script run() {
    const unsigned threads = m_options.minThreads + pick(m_options.maxThreads - m_options.minThreads + 1);
    Script script = parallelScript(threads, [&](std::uint32_t) { return thread(); });
    const unsigned size = m_options.parts ? 2 : 1;
    script.locationSizes = {size, size};
    script.initialValues = {0, 0};
    return script;
  }

private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(m_random() % n); }
  MemoryOrder anyOf(std::initializer_list<MemoryOrder> orders) {
    return m_options.orders ? orders.begin()[pick(static_cast<unsigned>(orders.size()))] : SeqCst;
  }

  std::vector<Instruction> thread() {
    std::vector<Instruction> code;
    const unsigned steps = 2 + pick(m_options.maxSteps - 1);
    for (unsigned i = 0; i < steps; i++) {
      if (m_options.fences && i > 0 && pick(6) == 0)
        code.push_back({.op = Op::Fence, .order = anyOf({Acquire, Release, AcqRel, SeqCst})});
      code.push_back(access(i));
    }
    returnAll(code, steps);
    return code;
  }

  // The thread returns a number that depends on everything that it has read: 5 * (5 * r0 + r1) + r2 and so on.
  static void returnAll(std::vector<Instruction>& code, unsigned registers) {
    const Operand sum = Operand::reg(5), once = Operand::reg(4);
    code.push_back({.op = Op::Set, .to = 5, .a = Operand::reg(0)});
    for (unsigned i = 1; i < registers; i++) {
      code.push_back({.op = Op::Set, .to = 4, .a = sum});
      code.push_back({.op = Op::Add, .to = 5, .a = sum, .b = sum});
      code.push_back({.op = Op::Add, .to = 5, .a = sum, .b = sum});
      code.push_back({.op = Op::Add, .to = 5, .a = sum, .b = once});
      code.push_back({.op = Op::Add, .to = 5, .a = sum, .b = Operand::reg(i)});
    }
    code.push_back({.op = Op::Return, .a = sum});
  }

  Instruction access(unsigned number) {
    Instruction now{.op = Op::Load, .to = number, .location = pick(2)};
    const unsigned kind = pick(10);
    now.a = pick(5) == 0 ? Operand::reg(pick(2)) : Operand::constant(1 + pick(2));
    now.b = Operand::constant(3);
    if (m_options.parts) {
      now.offset = static_cast<std::uint16_t>(pick(2));
      now.size = 1;
    }
    if (kind < 8 || !m_options.updates) {
      now.op = kind % 2 == 0 ? Op::Load : Op::Store;
      now.order = now.op == Op::Load ? anyOf({Relaxed, Acquire, SeqCst}) : anyOf({Relaxed, Release, SeqCst});
      if (m_options.plain && pick(4) == 0)
        now.order = Plain;
      return now;
    }
    now.op = kind == 8 ? Op::Rmw : Op::Cas;
    now.order = anyOf({Relaxed, Acquire, Release, AcqRel, SeqCst});
    now.failureOrder = now.order == SeqCst                           ? anyOf({Relaxed, Acquire, SeqCst})
                       : now.order == Acquire || now.order == AcqRel ? anyOf({Relaxed, Acquire})
                                                                     : Relaxed;
    if (now.op == Op::Cas)
      now.a = Operand::constant(pick(2));
    return now;
  }

  std::mt19937_64 m_random;
  RandomLitmusOptions m_options;
};

} // namespace

Script randomLitmus(std::uint64_t seed, const RandomLitmusOptions& options) {
  return LitmusGenerator(seed, options).run();
}

} // namespace revisit::test
