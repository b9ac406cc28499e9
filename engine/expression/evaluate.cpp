// The value of an expression under an assignment.
#include "expression/pool_impl.h"

#include <unordered_map>

namespace revisit {

using Impl = ExpressionPool::Impl;

// The value of a node whose operands have theirs.
std::uint64_t Impl::evaluateNode(const Node& n, const Assignment& model) const {
  const auto value = [&](unsigned operand) { return m_values[n.operands[operand].value()]; };
  switch (n.op) {
  case ExprOp::Constant:
    return n.bits;
  case ExprOp::Symbol:
    return model.get(SymbolId(n.aux)) & maskOf(n.width);
  case ExprOp::Not:
    return ~value(0) & maskOf(n.width);
  case ExprOp::Concat:
    return value(0) << width(n.operands[1]) | value(1);
  case ExprOp::Extract:
    return value(0) >> n.aux & maskOf(n.width);
  case ExprOp::ZExt:
    return value(0);
  case ExprOp::SExt:
    return static_cast<std::uint64_t>(signedOf(value(0), width(n.operands[0]))) & maskOf(n.width);
  case ExprOp::Ite:
    return value(0) != 0 ? value(1) : value(2);
  default:
    return foldNarrow(n.op, width(n.operands[0]), value(0), value(1));
  }
}

// Expressions may be deep (a loop that adds up values), so this function uses an explicit stack: an expression is
// computed once all its operands are.
std::uint64_t Impl::evaluateNarrow(ExprId root, const Assignment& model) {
  if (m_stamps.size() < m_count) {
    m_stamps.resize(m_table.size(), 0);
    m_values.resize(m_table.size());
  }
  if (++m_stamp == 0) {
    m_stamps.assign(m_stamps.size(), 0);
    m_stamp = 1;
  }
  m_stack.push_back(root.value());
  while (!m_stack.empty()) {
    const std::uint32_t index = m_stack.back();
    if (m_stamps[index] == m_stamp) {
      m_stack.pop_back();
      continue;
    }
    const Node& n = node(ExprId(index));
    bool ready = true;
    for (unsigned i = 0; i < n.operandCount; ++i)
      if (m_stamps[n.operands[i].value()] != m_stamp) {
        m_stack.push_back(n.operands[i].value());
        ready = false;
      }
    if (!ready)
      continue;
    m_stack.pop_back();
    m_values[index] = evaluateNode(n, model);
    m_stamps[index] = m_stamp;
  }
  return m_values[root.value()];
}

WideBits Impl::evaluateWide(ExprId root, const Assignment& model) const {
  std::unordered_map<std::uint32_t, WideBits> values;
  std::vector<std::uint32_t> stack{root.value()};
  while (!stack.empty()) {
    const std::uint32_t index = stack.back();
    const Node& n = node(ExprId(index));
    bool ready = true;
    for (unsigned i = 0; i < n.operandCount; ++i)
      if (!values.contains(n.operands[i].value())) {
        stack.push_back(n.operands[i].value());
        ready = false;
      }
    if (!ready)
      continue;
    stack.pop_back();
    const auto value = [&](unsigned operand) -> const WideBits& { return values.at(n.operands[operand].value()); };
    WideBits bits;
    switch (n.op) {
    case ExprOp::Constant:
      bits = wide(ExprId(index));
      break;
    case ExprOp::Symbol:
      bits = WideBits(n.width, model.get(SymbolId(n.aux)));
      break;
    case ExprOp::Not:
      bits = wideNot(value(0));
      break;
    case ExprOp::Concat:
      bits = wideConcat(value(0), value(1));
      break;
    case ExprOp::Extract:
      bits = wideExtract(value(0), n.aux, n.width);
      break;
    case ExprOp::ZExt:
      bits = wideExtend(value(0), n.width, false);
      break;
    case ExprOp::SExt:
      bits = wideExtend(value(0), n.width, true);
      break;
    case ExprOp::Ite:
      bits = value(0).zero() ? value(2) : value(1);
      break;
    default:
      bits = foldWide(n.op, value(0), value(1));
      break;
    }
    values.insert_or_assign(index, std::move(bits));
  }
  return values.at(root.value());
}

std::uint64_t ExpressionPool::evaluate(ExprId e, const Assignment& model) const {
  return m_impl->node(e).narrow ? m_impl->evaluateNarrow(e, model) : m_impl->evaluateWide(e, model).words[0];
}

} // namespace revisit
