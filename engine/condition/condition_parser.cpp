#include "condition/condition_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

namespace revisit::condition {

namespace {

constexpr unsigned deepest = 500; // the tree is walked recursively

struct BinarySign {
  std::string_view text;
  Sign sign;
  int precedence;
};

// Longer texts come before their prefixes.
constexpr std::array<BinarySign, 18> binarySigns = {{{"||", Sign::LogicalOr, 1},
                                                     {"&&", Sign::LogicalAnd, 2},
                                                     {"<<", Sign::ShiftLeft, 8},
                                                     {">>", Sign::ShiftRight, 8},
                                                     {"<=", Sign::LessEqual, 7},
                                                     {">=", Sign::GreaterEqual, 7},
                                                     {"==", Sign::Equal, 6},
                                                     {"!=", Sign::Unequal, 6},
                                                     {"<", Sign::Less, 7},
                                                     {">", Sign::Greater, 7},
                                                     {"|", Sign::Or, 3},
                                                     {"^", Sign::Xor, 4},
                                                     {"&", Sign::And, 5},
                                                     {"+", Sign::Add, 9},
                                                     {"-", Sign::Subtract, 9},
                                                     {"*", Sign::Multiply, 10},
                                                     {"/", Sign::Divide, 10},
                                                     {"%", Sign::Remainder, 10}}};
constexpr int ordering = 7; // the precedence of < <= > >=
constexpr int logical = 2;  // that of && and below it ||

// The same operators as words: unary and binary.
constexpr std::array<BinarySign, 2> binaryWords = {{{"or", Sign::LogicalOr, 1}, {"and", Sign::LogicalAnd, 2}}};
constexpr std::string_view negation = "not";

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

using Tree = Result<std::unique_ptr<Node>>;

class Parser {
public:
  Parser(std::string_view text, std::size_t from, const Grammar& grammar)
      : m_grammar(grammar), m_text(text), m_at(from) {}

  Result<Parsed> parse() {
    Tree tree = binary(1);
    if (!tree)
      return tree.error();
    return Parsed{std::move(*tree), m_at};
  }

private:
  std::string_view rest() const { return m_text.substr(m_at); }

  void skipBlanks() {
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n'))
      m_at++;
  }

  bool atEnd() {
    skipBlanks();
    return m_at == m_text.size();
  }

  Error fail(std::size_t place, const std::string& what) const {
    return {ErrorCode::BadUsage, fmt::format("column {}", place + 1), what};
  }

  Tree join(Sign sign, std::size_t place, std::unique_ptr<Node> left, std::unique_ptr<Node> right) const {
    auto node = std::make_unique<Node>();
    node->sign = sign;
    node->depth = 1 + std::max(left->depth, right ? right->depth : 0);
    node->left = std::move(left);
    node->right = std::move(right);
    if (node->depth > deepest)
      return fail(place, "the condition is too long");
    return node;
  }

  const BinarySign* nextSign() {
    skipBlanks();
    for (const BinarySign& sign : binaryWords)
      if (isWord(sign.text))
        return m_grammar.joinsByWords ? &sign : nullptr;
    for (const BinarySign& sign : binarySigns)
      if (rest().starts_with(sign.text))
        return &sign;
    return nullptr;
  }

  // In either case: AND is an operator too.
  bool isWord(std::string_view word) const {
    return rest().size() >= word.size() && nameMayEndAt(m_text, m_at + word.size()) &&
           std::ranges::equal(rest().substr(0, word.size()), word, {}, [](char c) { return c | ' '; });
  }

  Tree binary(int precedence) {
    Tree left = unary();
    bool isOrdered = false; // `left` is a comparison by order without parentheses
    for (const BinarySign* sign = nextSign(); left && sign && sign->precedence >= precedence; sign = nextSign()) {
      if (isOrdered && sign->precedence == ordering)
        return fail(m_at, "a comparison of a comparison: join the two with &&");
      if (m_negated == m_at && sign->precedence > logical)
        return fail(m_at, "to what does 'not' belong? Put parentheses around that");
      const std::size_t place = m_at;
      m_at += sign->text.size();
      Tree right = binary(sign->precedence + 1);
      if (!right)
        return right;
      left = join(sign->sign, place, std::move(*left), std::move(*right));
      isOrdered = sign->precedence == ordering;
    }
    return left;
  }

  Tree unary() {
    if (atEnd())
      return fail(m_at, "a name or a number is missing here");
    const std::size_t place = m_at;
    if (m_nesting == deepest)
      return fail(place, "the condition is nested too deeply");
    m_nesting++;
    Tree tree = operand(place);
    m_nesting--;
    return tree;
  }

  Tree operand(std::size_t place) {
    switch (m_text[m_at]) {
    case '!':
      return prefixed(Sign::Not, place);
    case '~':
      return prefixed(Sign::Complement, place);
    case '-':
      return prefixed(Sign::Negate, place);
    case '+':
      m_at++;
      return unary();
    case '(':
      return parenthesised(place);
    default:
      return isDigit(m_text[m_at]) ? number() : name(place);
    }
  }

  // In C++ `not` binds as tightly as `!`; in other languages it binds more weakly than comparisons. Only conditions
  // that mean the same in both are accepted.
  Tree negated(std::size_t place) {
    m_at += negation.size();
    Tree operand = unary();
    if (!operand)
      return operand;
    skipBlanks();
    m_negated = m_at;
    return join(Sign::Not, place, std::move(*operand), nullptr);
  }

  Tree prefixed(Sign sign, std::size_t place) {
    m_at++;
    Tree operand = unary();
    return operand ? join(sign, place, std::move(*operand), nullptr) : std::move(operand);
  }

  Tree parenthesised(std::size_t place) {
    m_at++;
    Tree inner = binary(1);
    if (!inner)
      return inner;
    if (atEnd() || m_text[m_at] != ')')
      return fail(m_at, fmt::format("the parenthesis of column {} is not closed here", place + 1));
    m_at++;
    return inner;
  }

  Tree number() {
    const std::size_t place = m_at;
    const bool isHexadecimal = rest().starts_with("0x") || rest().starts_with("0X");
    m_at += isHexadecimal ? 2 : 0;
    auto node = std::make_unique<Node>();
    const auto [end, error] =
        std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), node->number, isHexadecimal ? 16 : 10);
    if (error == std::errc::result_out_of_range)
      return fail(place, "this number needs more than 64 bits");
    m_at = static_cast<std::size_t>(end - m_text.data());
    node->isUnsigned = rest().starts_with('u') || rest().starts_with('U');
    m_at += node->isUnsigned;
    if (error != std::errc() || (m_at < m_text.size() && isWordCharacter(m_text[m_at])))
      return fail(place, "this is no number: write it as 12, 0x1f or 12u");
    const bool isPattern = isHexadecimal || node->isUnsigned;
    if (!isPattern && node->number > std::numeric_limits<std::int64_t>::max())
      return fail(place, "this number is too large to be signed: write it with the suffix u");
    node->width = node->number >> (isPattern ? 32 : 31) != 0 ? 64 : 32;
    return node;
  }

  Tree name(std::size_t place) {
    const Result<NameFound> found = m_grammar.nameAt(rest());
    if (isWord(negation) && (!found || found.value().length == 0))
      return negated(place);
    if (!found)
      return fail(place, found.error().what);
    if (found.value().length == 0)
      return fail(place, "a name or a number is expected here");
    m_at += found.value().length;
    auto node = std::make_unique<Node>();
    node->sign = Sign::Name;
    node->name = found.value().number;
    return node;
  }

  const Grammar& m_grammar;
  std::string_view m_text;
  std::size_t m_at;
  unsigned m_nesting = 0;
  std::optional<std::size_t> m_negated; // where the operand of the last `not` ended
};

} // namespace

Result<Parsed> parseCondition(std::string_view text, std::size_t from, const Grammar& grammar) {
  return Parser(text, from, grammar).parse();
}

std::size_t nameLength(std::string_view rest) {
  if (rest.starts_with('\'')) {
    const std::size_t close = rest.find('\'', 1);
    return close == std::string_view::npos ? 0 : close + 1;
  }
  std::size_t length = 0;
  while (length < rest.size()) {
    const std::string_view left = rest.substr(length);
    if (isWordCharacter(left.front()) || std::string_view(".#@$").find(left.front()) != std::string_view::npos)
      length++;
    else if (left.starts_with("::") || (left.starts_with("->") && length > 0))
      length += 2;
    else if (left.front() == '[' && length > 0 && left.find(']') != std::string_view::npos)
      length += left.find(']') + 1;
    else
      break;
  }
  return length;
}

} // namespace revisit::condition
