#include "random_loops.h"

#include <random>

namespace revisit::test {

Script randomLoops(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  Script script;
  script.locationSizes = {1, 1};
  script.initialValues = {0, 0};
  const auto threads = static_cast<std::uint32_t>(2 + below(2));
  script.threads.resize(threads + 1);
  for (std::uint32_t t = 1; t <= threads; t++) {
    Instruction create{.op = Instruction::Op::Create};
    create.child = t;
    script.threads[0].push_back(create);
    std::vector<Instruction>& code = script.threads[t];
    const std::size_t length = 2 + below(threads == 2 ? 6 : 4);
    while (code.size() < length) {
      Instruction access;
      access.location = static_cast<std::uint32_t>(below(2));
      access.order = MemoryOrder::SeqCst;
      access.to = 0;
      switch (below(5)) {
      case 0:
      case 1:
        access.op = Instruction::Op::Load;
        break;
      case 2:
        access.op = Instruction::Op::Store;
        access.a = Operand::constant(below(2));
        break;
      case 3:
        access.op = Instruction::Op::Rmw;
        access.rmw = below(2) == 0 ? RmwOp::Xor : RmwOp::Exchange;
        access.a = Operand::constant(1);
        break;
      default:
        access.op = Instruction::Op::Cas;
        access.a = Operand::constant(below(2));
        access.b = Operand::constant(below(2));
        break;
      }
      code.push_back(access);
      if (below(2) == 0) {
        Instruction branch{.op = Instruction::Op::If}; // goes on if it holds
        branch.a = Operand::reg(0);
        branch.b = Operand::constant(below(2));
        branch.compare = Compare::Eq;
        // An access, or the end: no loop without a step.
        std::vector<std::size_t> targets = {length * 3};
        for (std::size_t i = 0; i < code.size(); i++)
          if (code[i].op != Instruction::Op::If && code[i].op != Instruction::Op::Fail)
            targets.push_back(i);
        branch.target = static_cast<std::uint32_t>(targets[below(targets.size())]);
        code.push_back(branch);
        if (below(6) == 0)
          code.push_back({.op = Instruction::Op::Fail});
      }
    }
    if (below(4) == 0) {
      Instruction back{.op = Instruction::Op::Jump};
      back.target = 0;
      code.push_back(back);
    }
  }
  return script;
}

} // namespace revisit::test
