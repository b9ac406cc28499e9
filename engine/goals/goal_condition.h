// Conditions over variables and inputs, in the language of condition/condition_parser.h, over names as the tool or the
// debugger shows them. A name with other characters stands in single quotes.
#pragma once

#include "base/result.h"
#include "condition/condition_tree.h"
#include "expression/expression.h"

#include <functional>
#include <memory>
#include <string>
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

  // Parses the longest condition at the beginning of text.substr(from); the words and, or, then, if end it. `end` is
  // set to where it ends. Fails with BadUsage; `where` is "goal, column N".
  static Result<GoalCondition> parse(const std::string& text, std::size_t from, std::size_t& end);

  bool isEmpty() const { return !m_root; }
  // The names in it, each once.
  const std::vector<std::string>& names() const { return m_names; }
  // Its truth, of width 1; invalid if a variable has no value. Numbers have 64 bits here; a comparison, a division and
  // a shift to the right are unsigned if one of their operands is unsigned and has 64 bits, or is a number with the
  // suffix u.
  ExprId truth(ExpressionPool& pool, const ValueOf& valueOf) const;

private:
  using Node = condition::Node;
  Operand evaluate(ExpressionPool& pool, const ValueOf& valueOf, const Node& node) const;
  // Of operators with two operands.
  static Operand combine(ExpressionPool& pool, condition::Sign sign, const Operand& left, const Operand& right);

  std::shared_ptr<const Node> m_root;
  std::vector<std::string> m_names;
};

} // namespace revisit
