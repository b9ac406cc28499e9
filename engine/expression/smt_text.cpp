#include "expression/smt_text.h"

#include <fmt/format.h>

#include <unordered_map>

namespace revisit {

namespace {

class SmtWriter {
public:
  SmtWriter(const ExpressionPool& pool, ExprId root) : m_pool(pool) { order(root); }

  std::string write(ExprId root) {
    std::string lets;
    unsigned open = 0;
    for (const ExprId e : m_order)
      if (m_uses[e] > 1 && !m_pool.operands(e).empty() && e != root) {
        const std::string name = fmt::format("?{}", m_names.size());
        lets += fmt::format("(let (({} {})) ", name, term(e));
        m_names.emplace(e, name);
        open++;
      }
    return lets + term(root) + std::string(open, ')');
  }

private:
  // Orders operands before the expressions that contain them; counts the uses of each.
  void order(ExprId root) {
    std::vector<ExprId> stack{root};
    std::unordered_map<ExprId, bool> done;
    while (!stack.empty()) {
      const ExprId e = stack.back();
      bool& finished = done.try_emplace(e, false).first->second;
      if (finished) {
        stack.pop_back();
        continue;
      }
      bool ready = true;
      for (const ExprId operand : m_pool.operands(e))
        if (const auto it = done.find(operand); it == done.end() || !it->second) {
          stack.push_back(operand);
          ready = false;
        }
      if (!ready)
        continue;
      done[e] = true;
      stack.pop_back();
      m_order.push_back(e);
      for (const ExprId operand : m_pool.operands(e))
        m_uses[operand]++;
    }
  }

  // Recursion ends at named subexpressions: those used more than once.
  std::string term(ExprId e) const {
    if (const auto named = m_names.find(e); named != m_names.end())
      return named->second;
    const ExprOp op = m_pool.op(e);
    if (op == ExprOp::Constant)
      return constant(e);
    if (op == ExprOp::Symbol) {
      const SymbolInfo& info = m_pool.symbolInfo(m_pool.symbolOf(e));
      return fmt::format("in_{}_{}", info.thread.value(), info.index);
    }
    return m_pool.width(e) == 1 ? boolean(e, op) : vector(e, op);
  }

  std::string constant(ExprId e) const {
    const unsigned width = m_pool.width(e);
    if (width == 1)
      return m_pool.constantBits(e) != 0 ? "true" : "false";
    std::string digits;
    for (unsigned bit = width; bit-- > 0;)
      digits += (m_pool.constantWords(e)[bit / 64] >> (bit % 64) & 1) != 0 ? '1' : '0';
    return "#b" + digits;
  }

  // As a bit-vector, also at width 1.
  std::string bits(ExprId e) const { return m_pool.width(e) == 1 ? fmt::format("(ite {} #b1 #b0)", term(e)) : term(e); }

  std::string boolean(ExprId e, ExprOp op) const {
    const std::span<const ExprId> operands = m_pool.operands(e);
    const auto apply = [&](const char* name) {
      std::string text = fmt::format("({}", name);
      for (const ExprId operand : operands)
        text += " " + term(operand);
      return text + ")";
    };
    switch (op) {
    case ExprOp::Eq:
      return apply("=");
    case ExprOp::And:
      return apply("and");
    case ExprOp::Or:
      return apply("or");
    case ExprOp::Xor:
      return apply("xor");
    case ExprOp::Not:
      return apply("not");
    case ExprOp::Ite:
      return apply("ite");
    case ExprOp::Ult:
    case ExprOp::Ule:
    case ExprOp::Slt:
    case ExprOp::Sle:
      return fmt::format("({} {} {})", name(op), bits(operands[0]), bits(operands[1]));
    default:
      return fmt::format("(= {} #b1)", vector(e, op));
    }
  }

  std::string vector(ExprId e, ExprOp op) const {
    const std::span<const ExprId> operands = m_pool.operands(e);
    const unsigned width = m_pool.width(e);
    switch (op) {
    case ExprOp::Not:
      return fmt::format("(bvnot {})", bits(operands[0]));
    case ExprOp::Extract: {
      const unsigned low = m_pool.extractLow(e);
      return fmt::format("((_ extract {} {}) {})", low + width - 1, low, bits(operands[0]));
    }
    case ExprOp::ZExt:
    case ExprOp::SExt:
      return fmt::format("((_ {} {}) {})", name(op), width - m_pool.width(operands[0]), bits(operands[0]));
    case ExprOp::Ite:
      return fmt::format("(ite {} {} {})", term(operands[0]), bits(operands[1]), bits(operands[2]));
    default:
      return fmt::format("({} {} {})", name(op), bits(operands[0]), bits(operands[1]));
    }
  }

  static const char* name(ExprOp op) {
    switch (op) {
    case ExprOp::Add:
      return "bvadd";
    case ExprOp::Sub:
      return "bvsub";
    case ExprOp::Mul:
      return "bvmul";
    case ExprOp::UDiv:
      return "bvudiv";
    case ExprOp::SDiv:
      return "bvsdiv";
    case ExprOp::URem:
      return "bvurem";
    case ExprOp::SRem:
      return "bvsrem";
    case ExprOp::And:
      return "bvand";
    case ExprOp::Or:
      return "bvor";
    case ExprOp::Xor:
      return "bvxor";
    case ExprOp::Shl:
      return "bvshl";
    case ExprOp::LShr:
      return "bvlshr";
    case ExprOp::AShr:
      return "bvashr";
    case ExprOp::Ult:
      return "bvult";
    case ExprOp::Ule:
      return "bvule";
    case ExprOp::Slt:
      return "bvslt";
    case ExprOp::Sle:
      return "bvsle";
    case ExprOp::Concat:
      return "concat";
    case ExprOp::ZExt:
      return "zero_extend";
    default:
      return "sign_extend";
    }
  }

  const ExpressionPool& m_pool;
  std::vector<ExprId> m_order;
  std::unordered_map<ExprId, unsigned> m_uses;
  std::unordered_map<ExprId, std::string> m_names;
};

} // namespace

std::string smtText(const ExpressionPool& pool, ExprId root) {
  return SmtWriter(pool, root).write(root);
}

} // namespace revisit
