#include "explore/goals/goal_condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

namespace revisit {

// The grammar of C, by precedence: each operator of two operands has a strength.
class GoalConditionParser {
public:
  GoalConditionParser(const std::string& text, std::size_t at) : m_text(text), m_at(at) {}

  Result<GoalCondition> parse(std::size_t& end) {
    const std::size_t root = binary(weakest);
    (void)root;
    end = m_at;
    if (m_error)
      return *m_error;
    return std::move(m_condition);
  }

private:
  using Op = GoalCondition::Op;
  struct Operator {
    std::string_view text;
    Op op;
    int strength;
  };
  static constexpr int weakest = 1, strongest = 10;
  // Longer ones before those that they begin with.
  static constexpr std::array operators = {
      Operator{"||", Op::Or, 1},        Operator{"&&", Op::And, 2},          Operator{"|", Op::BitOr, 3},
      Operator{"^", Op::BitXor, 4},     Operator{"&", Op::BitAnd, 5},        Operator{"==", Op::Equal, 6},
      Operator{"!=", Op::Unequal, 6},   Operator{"<<", Op::ShiftLeft, 8},    Operator{">>", Op::ShiftRight, 8},
      Operator{"<=", Op::LessEqual, 7}, Operator{">=", Op::GreaterEqual, 7}, Operator{"<", Op::Less, 7},
      Operator{">", Op::Greater, 7},    Operator{"+", Op::Add, 9},           Operator{"-", Op::Subtract, 9},
      Operator{"*", Op::Multiply, 10},  Operator{"/", Op::Divide, 10},       Operator{"%", Op::Remainder, 10}};

  void skipBlanks() {
    while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0)
      m_at++;
  }

  std::size_t fail(std::size_t at, std::string what) {
    if (!m_error)
      m_error = Error{ErrorCode::BadUsage, fmt::format("goal, column {}", at + 1), std::move(what)};
    return 0;
  }

  std::size_t add(Op op, std::size_t left = 0, std::size_t right = 0, std::uint64_t number = 0) {
    m_condition.m_nodes.push_back({op, number, left, right});
    return m_condition.m_nodes.size() - 1;
  }

  const Operator* nextOperator() {
    skipBlanks();
    const std::string_view rest = std::string_view(m_text).substr(m_at);
    const auto found = std::ranges::find_if(operators, [&](const Operator& one) { return rest.starts_with(one.text); });
    return found == operators.end() ? nullptr : &*found;
  }

  // What binds at least so strongly, from the left.
  std::size_t binary(int strength) {
    if (strength > strongest)
      return unary();
    std::size_t left = binary(strength + 1);
    while (!m_error) {
      const Operator* next = nextOperator();
      if (!next || next->strength != strength)
        break;
      m_at += next->text.size();
      const std::size_t right = binary(strength + 1);
      left = add(next->op, left, right);
    }
    return left;
  }

  std::size_t unary() {
    skipBlanks();
    if (++m_depth > 1000)
      return fail(m_at, "the condition is nested too deeply");
    const char first = m_at < m_text.size() ? m_text[m_at] : '\0';
    std::size_t node = 0;
    if (first == '!' || first == '-' || first == '~') {
      m_at++;
      const std::size_t operand = unary();
      node = add(first == '!' ? Op::Not : first == '-' ? Op::Negate : Op::Complement, operand);
    } else if (first == '(') {
      const std::size_t open = m_at++;
      node = binary(weakest);
      skipBlanks();
      if (!m_error && (m_at >= m_text.size() || m_text[m_at] != ')'))
        return fail(open, "this parenthesis is not closed within the condition");
      m_at++;
    } else if (std::isdigit(static_cast<unsigned char>(first)) != 0) {
      node = number();
    } else {
      node = name();
    }
    m_depth--;
    return node;
  }

  std::size_t number() {
    const std::size_t begin = m_at;
    const bool isHex = m_text.compare(m_at, 2, "0x") == 0 || m_text.compare(m_at, 2, "0X") == 0;
    std::uint64_t value = 0;
    const char* const first = m_text.data() + m_at + (isHex ? 2 : 0);
    const auto [end, error] = std::from_chars(first, m_text.data() + m_text.size(), value, isHex ? 16 : 10);
    if (error != std::errc())
      return fail(begin, "this is no number of at most 64 bits");
    m_at = static_cast<std::size_t>(end - m_text.data());
    return add(Op::Number, 0, 0, value);
  }

  static bool isNamed(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

  // "x", "main::total", "Node#2.next", "jobs[1].size", "p->next"; or anything between single quotes.
  std::size_t name() {
    const std::size_t begin = m_at;
    std::string text;
    if (m_at < m_text.size() && m_text[m_at] == '\'') {
      const std::size_t close = m_text.find('\'', m_at + 1);
      if (close == std::string::npos)
        return fail(begin, "this name has no closing quote");
      text = m_text.substr(m_at + 1, close - m_at - 1);
      m_at = close + 1;
    } else {
      while (m_at < m_text.size()) {
        const std::string_view rest = std::string_view(m_text).substr(m_at);
        if (isNamed(rest.front()) || rest.front() == '.' || rest.front() == '#')
          m_at++;
        else if (rest.starts_with("::") || (rest.starts_with("->") && m_at > begin))
          m_at += 2;
        else if (rest.front() == '[' && m_at > begin && rest.find(']') != std::string_view::npos)
          m_at += rest.find(']') + 1;
        else
          break;
      }
      text = m_text.substr(begin, m_at - begin);
    }
    static constexpr std::array<std::string_view, 4> words = {"and", "or", "then", "if"};
    if (text.empty() || std::ranges::find(words, text) != words.end()) {
      m_at = begin;
      return fail(begin, "a name or a number is missing here");
    }
    std::vector<std::string>& names = m_condition.m_names;
    const auto known = std::ranges::find(names, text);
    const auto index = static_cast<std::uint64_t>(known - names.begin());
    if (known == names.end())
      names.push_back(std::move(text));
    return add(Op::Name, 0, 0, index);
  }

  const std::string& m_text;
  std::size_t m_at;
  unsigned m_depth = 0;
  GoalCondition m_condition;
  std::optional<Error> m_error;
};

Result<GoalCondition> GoalCondition::parse(const std::string& text, std::size_t from, std::size_t& end) {
  return GoalConditionParser(text, from).parse(end);
}

ExprId GoalCondition::truth(ExpressionPool& pool, const ValueOf& valueOf) const {
  const Operand value = evaluate(pool, valueOf, m_nodes.size() - 1);
  return value.value.valid() ? pool.bitNot(pool.eq(value.value, pool.constant(64, 0))) : ExprId();
}

GoalCondition::Operand GoalCondition::evaluate(ExpressionPool& pool, const ValueOf& valueOf, std::size_t index) const {
  const Node& node = m_nodes[index];
  const auto number = [&](ExprId bit) { return Operand{pool.zext(bit, 64), true}; }; // of a truth
  if (node.op == Op::Number)
    return {pool.constant(64, node.number), node.number <= INT64_MAX};
  if (node.op == Op::Name) {
    const Operand named = valueOf(static_cast<std::size_t>(node.number));
    if (!named.value.valid() || pool.width(named.value) > 64)
      return {};
    if (pool.width(named.value) == 64)
      return named;
    return {named.isSigned ? pool.sext(named.value, 64) : pool.zext(named.value, 64), true};
  }
  const Operand left = evaluate(pool, valueOf, node.left);
  if (!left.value.valid())
    return {};
  if (node.op == Op::Not)
    return number(pool.eq(left.value, pool.constant(64, 0)));
  if (node.op == Op::Negate)
    return {pool.binary(ExprOp::Sub, pool.constant(64, 0), left.value), left.isSigned};
  if (node.op == Op::Complement)
    return {pool.bitNot(left.value), left.isSigned};
  const Operand right = evaluate(pool, valueOf, node.right);
  return right.value.valid() ? combine(pool, node.op, left, right) : Operand();
}

GoalCondition::Operand GoalCondition::combine(ExpressionPool& pool, Op op, const Operand& left, const Operand& right) {
  const auto number = [&](ExprId bit) { return Operand{pool.zext(bit, 64), true}; }; // of a truth
  const auto isTrue = [&](ExprId value) { return pool.bitNot(pool.eq(value, pool.constant(64, 0))); };
  const ExprId a = left.value, b = right.value;
  const bool isSigned = left.isSigned && right.isSigned;
  const auto made = [&](ExprOp how) { return Operand{pool.binary(how, a, b), isSigned}; };
  const ExprOp less = isSigned ? ExprOp::Slt : ExprOp::Ult, lessEqual = isSigned ? ExprOp::Sle : ExprOp::Ule;
  switch (op) {
  case Op::Multiply:
    return made(ExprOp::Mul);
  case Op::Divide:
    return made(isSigned ? ExprOp::SDiv : ExprOp::UDiv);
  case Op::Remainder:
    return made(isSigned ? ExprOp::SRem : ExprOp::URem);
  case Op::Add:
    return made(ExprOp::Add);
  case Op::Subtract:
    return made(ExprOp::Sub);
  case Op::ShiftLeft:
    return {pool.binary(ExprOp::Shl, a, b), left.isSigned};
  case Op::ShiftRight:
    return {pool.binary(left.isSigned ? ExprOp::AShr : ExprOp::LShr, a, b), left.isSigned};
  case Op::BitAnd:
    return made(ExprOp::And);
  case Op::BitXor:
    return made(ExprOp::Xor);
  case Op::BitOr:
    return made(ExprOp::Or);
  case Op::Less:
    return number(pool.binary(less, a, b));
  case Op::LessEqual:
    return number(pool.binary(lessEqual, a, b));
  case Op::Greater:
    return number(pool.binary(less, b, a));
  case Op::GreaterEqual:
    return number(pool.binary(lessEqual, b, a));
  case Op::Equal:
    return number(pool.eq(a, b));
  case Op::Unequal:
    return number(pool.bitNot(pool.eq(a, b)));
  case Op::And:
    return number(pool.binary(ExprOp::And, isTrue(a), isTrue(b)));
  case Op::Or:
    return number(pool.binary(ExprOp::Or, isTrue(a), isTrue(b)));
  case Op::Number:
  case Op::Name:
  case Op::Not:
  case Op::Negate:
  case Op::Complement:
    break;
  }
  return {};
}

} // namespace revisit
