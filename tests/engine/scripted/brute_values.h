// Arithmetic of the brute force: numbers, and whether they depend on an input.
#pragma once

#include "brute_world.h"

#include <utility>

namespace revisit::test {

struct Decision {
  bool holds = false;
  bool symbolic = false; // depends on an input
};

class BruteValues {
public:
  // Sets the value of an input.
  void setInput(int thread, int index, std::uint64_t value) { m_inputs[{thread, index}] = value; }
  Datum input(int thread, int index, unsigned bits);

  Decision decide(const Datum& a, const Datum& b, Compare compare);
  // The result of an update.
  Datum combine(RmwOp op, const Datum& old, const Datum& operand);

private:
  ExprId exprOf(const Datum& d) { return d.expr.valid() ? d.expr : m_pool.constant(8, d.number); }

  ExpressionPool m_pool;
  std::map<std::pair<int, int>, std::uint64_t> m_inputs;
};

} // namespace revisit::test
