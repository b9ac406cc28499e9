// Conditions over shared variables and inputs, in the syntax of C: numbers, names as the tool shows them, + - * / % & |
// ^ ~ << >> == != < <= > >= ! && || and parentheses. A name with other characters stands in single quotes.
#pragma once

#include "base/result.h"
#include "expression/expression.h"
#include "program/label.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace revisit {

class GoalCondition {
public:
  // A variable's value: at most 64 bits.
  struct Operand {
    ExprId value;
    bool isSigned = false;
  };
  // The value of the variable with this number (names()); invalid: it has none that can be compared.
  using ValueOf = std::function<Operand(std::size_t name)>;

  // Parses the longest condition at the beginning of text.substr(from). `end` is set to where it ends. Fails with
  // BadUsage; `where` names the column.
  static Result<GoalCondition> parse(const std::string& text, std::size_t from, std::size_t& end);

  bool isEmpty() const { return m_nodes.empty(); }
  // The names in it, each once.
  const std::vector<std::string>& names() const { return m_names; }
  // Its truth, of width 1; invalid if a variable has no value. Numbers have 64 bits here; a comparison, a division and
  // a shift to the right are unsigned if one of their operands is unsigned and has 64 bits.
  ExprId truth(ExpressionPool& pool, const ValueOf& valueOf) const;

private:
  friend class GoalConditionParser;
  enum class Op : std::uint8_t {
    Number,
    Name,
    Not,
    Negate,
    Complement,
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    Unequal,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or
  };
  struct Node {
    Op op = Op::Number;
    std::uint64_t number = 0; // Number; Name: the index of the name
    std::size_t left = 0, right = 0;
  };
  Operand evaluate(ExpressionPool& pool, const ValueOf& valueOf, std::size_t node) const;
  // Of operators with two operands.
  static Operand combine(ExpressionPool& pool, Op op, const Operand& left, const Operand& right);

  std::vector<Node> m_nodes; // the last one is the condition
  std::vector<std::string> m_names;
};

} // namespace revisit
