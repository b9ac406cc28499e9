#include "goals/goal_condition.h"

#include "condition/condition_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace revisit {

using condition::Sign;

Result<GoalCondition> GoalCondition::parse(const std::string& text, std::size_t from, std::size_t& end) {
  GoalCondition made;
  const auto nameAt = [&](std::string_view rest) -> Result<condition::NameFound> {
    const std::size_t length = condition::nameLength(rest);
    if (length == 0)
      return rest.starts_with('\'')
                 ? Result<condition::NameFound>(Error{ErrorCode::BadUsage, "", "this name has no closing quote"})
                 : condition::NameFound{};
    const bool isQuoted = rest.starts_with('\'');
    std::string name(isQuoted ? rest.substr(1, length - 2) : rest.substr(0, length));
    static constexpr std::array<std::string_view, 5> words = {"and", "or", "then", "if", "not"};
    if (!isQuoted && std::ranges::find(words, name) != words.end())
      return condition::NameFound{};
    const auto known = std::ranges::find(made.m_names, name);
    const auto number = static_cast<std::size_t>(known - made.m_names.begin());
    if (known == made.m_names.end())
      made.m_names.push_back(std::move(name));
    return condition::NameFound{length, number};
  };
  Result<condition::Parsed> parsed = condition::parseCondition(text, from, {nameAt, false});
  if (!parsed)
    return Error{parsed.error().code, "goal, " + parsed.error().where, parsed.error().what};
  end = parsed->end;
  made.m_root = std::move(parsed->root);
  return made;
}

ExprId GoalCondition::truth(ExpressionPool& pool, const ValueOf& valueOf) const {
  const Operand value = evaluate(pool, valueOf, *m_root);
  return value.value.valid() ? pool.bitNot(pool.eq(value.value, pool.constant(64, 0))) : ExprId();
}

GoalCondition::Operand GoalCondition::evaluate(ExpressionPool& pool, const ValueOf& valueOf, const Node& node) const {
  const auto number = [&](ExprId bit) { return Operand{pool.zext(bit, 64), true}; }; // of a truth
  if (node.sign == Sign::Number)
    return {pool.constant(64, node.number), !node.isUnsigned && node.number <= INT64_MAX};
  if (node.sign == Sign::Name) {
    const Operand named = valueOf(node.name);
    if (!named.value.valid() || pool.width(named.value) > 64)
      return {};
    if (pool.width(named.value) == 64)
      return named;
    return {named.isSigned ? pool.sext(named.value, 64) : pool.zext(named.value, 64), true};
  }
  const Operand left = evaluate(pool, valueOf, *node.left);
  if (!left.value.valid())
    return {};
  if (node.sign == Sign::Not)
    return number(pool.eq(left.value, pool.constant(64, 0)));
  if (node.sign == Sign::Negate)
    return {pool.binary(ExprOp::Sub, pool.constant(64, 0), left.value), left.isSigned};
  if (node.sign == Sign::Complement)
    return {pool.bitNot(left.value), left.isSigned};
  const Operand right = evaluate(pool, valueOf, *node.right);
  return right.value.valid() ? combine(pool, node.sign, left, right) : Operand();
}

GoalCondition::Operand GoalCondition::combine(ExpressionPool& pool, Sign sign, const Operand& left,
                                              const Operand& right) {
  const auto number = [&](ExprId bit) { return Operand{pool.zext(bit, 64), true}; }; // of a truth
  const auto isTrue = [&](ExprId value) { return pool.bitNot(pool.eq(value, pool.constant(64, 0))); };
  const ExprId a = left.value, b = right.value;
  const bool isSigned = left.isSigned && right.isSigned;
  const auto made = [&](ExprOp how) { return Operand{pool.binary(how, a, b), isSigned}; };
  const ExprOp less = isSigned ? ExprOp::Slt : ExprOp::Ult, lessEqual = isSigned ? ExprOp::Sle : ExprOp::Ule;
  switch (sign) {
  case Sign::Multiply:
    return made(ExprOp::Mul);
  case Sign::Divide:
    return made(isSigned ? ExprOp::SDiv : ExprOp::UDiv);
  case Sign::Remainder:
    return made(isSigned ? ExprOp::SRem : ExprOp::URem);
  case Sign::Add:
    return made(ExprOp::Add);
  case Sign::Subtract:
    return made(ExprOp::Sub);
  case Sign::ShiftLeft:
    return {pool.binary(ExprOp::Shl, a, b), left.isSigned};
  case Sign::ShiftRight:
    return {pool.binary(left.isSigned ? ExprOp::AShr : ExprOp::LShr, a, b), left.isSigned};
  case Sign::And:
    return made(ExprOp::And);
  case Sign::Xor:
    return made(ExprOp::Xor);
  case Sign::Or:
    return made(ExprOp::Or);
  case Sign::Less:
    return number(pool.binary(less, a, b));
  case Sign::LessEqual:
    return number(pool.binary(lessEqual, a, b));
  case Sign::Greater:
    return number(pool.binary(less, b, a));
  case Sign::GreaterEqual:
    return number(pool.binary(lessEqual, b, a));
  case Sign::Equal:
    return number(pool.eq(a, b));
  case Sign::Unequal:
    return number(pool.bitNot(pool.eq(a, b)));
  case Sign::LogicalAnd:
    return number(pool.binary(ExprOp::And, isTrue(a), isTrue(b)));
  case Sign::LogicalOr:
    return number(pool.binary(ExprOp::Or, isTrue(a), isTrue(b)));
  case Sign::Number:
  case Sign::Name:
  case Sign::Not:
  case Sign::Negate:
  case Sign::Complement:
    break;
  }
  return {};
}

} // namespace revisit
