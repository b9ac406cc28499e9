#include "whatif/condition_parser.h"

#include "query/timeline/path_condition.h"
#include "whatif/condition_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <string_view>

namespace revisit {
namespace condition {
namespace {

constexpr unsigned deepest = 500; // the tree is walked recursively
constexpr std::size_t maxNames = 10;

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

bool isWordCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

// Maps every way to name an input to the input; to nothing if several inputs match.
std::map<std::string, std::optional<std::size_t>> spellingsOf(const std::vector<WitnessInput>& inputs) {
  std::map<std::string, std::optional<std::size_t>> spellings;
  const std::vector<std::string> labels = inputLabels(inputs);
  for (std::size_t i = 0; i < inputs.size(); i++)
    spellings.emplace(labels[i], i);
  for (std::size_t i = 0; i < inputs.size(); i++) {
    const WitnessInput& input = inputs[i];
    const std::string name = input.name.empty() ? fmt::format("input{}", input.index) : input.name;
    if (labels[i] == name)
      spellings.emplace(name + "#1", i);
    const auto [entry, isNew] = spellings.emplace(fmt::format("{}@T{}", name, input.thread), i);
    if (!isNew)
      entry->second = std::nullopt;
  }
  return spellings;
}

using Tree = Result<std::unique_ptr<Node>>;

class Parser {
public:
  Parser(const std::vector<WitnessInput>& inputs, std::string_view text)
      : m_spellings(spellingsOf(inputs)), m_labels(inputLabels(inputs)), m_text(text) {}

  Tree parse() {
    Tree tree = binary(1);
    if (tree && !atEnd())
      return fail(m_at, rest().starts_with("=") ? "write == to compare" : "an operator or the end is expected here");
    return tree;
  }

private:
  std::string_view rest() const { return m_text.substr(m_at); }

  void skipBlanks() {
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
      m_at++;
  }

  bool atEnd() {
    skipBlanks();
    return m_at == m_text.size();
  }

  Error fail(std::size_t place, const std::string& what) const {
    return {ErrorCode::BadUsage, "", fmt::format("column {}: {}", place + 1, what)};
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
        return &sign;
    for (const BinarySign& sign : binarySigns)
      if (rest().starts_with(sign.text))
        return &sign;
    return nullptr;
  }

  // In either case: AND is an operator too.
  bool isWord(std::string_view word) const {
    return rest().size() >= word.size() && endsAt(m_at + word.size()) &&
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
      if (isWord(negation) && !longestName())
        return negated(place);
      return isDigit(m_text[m_at]) ? number() : name();
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

  // The longest input name that begins here; null: none.
  const std::string* longestName() const {
    const std::string* longest = nullptr;
    for (const auto& [spelling, input] : m_spellings)
      if (rest().starts_with(spelling) && endsAt(m_at + spelling.size()) &&
          (!longest || spelling.size() > longest->size()))
        longest = &spelling;
    return longest;
  }

  Tree name() {
    const std::string* longest = longestName();
    if (!longest)
      return unknownName();
    const std::optional<std::size_t> input = m_spellings.find(*longest)->second;
    if (!input)
      return fail(m_at, fmt::format("several inputs of that thread have this name: the inputs are {}", inputList()));
    m_at += longest->size();
    auto node = std::make_unique<Node>();
    node->sign = Sign::Input;
    node->input = *input;
    return node;
  }

  // Whether a name may end here: it must not when the next character could continue it.
  bool endsAt(std::size_t place) const {
    return place == m_text.size() || !(isWordCharacter(m_text[place]) || m_text[place] == '#' || m_text[place] == '@');
  }

  Error unknownName() const {
    std::size_t end = m_at;
    while (end < m_text.size() && !endsAt(end))
      end++;
    if (end == m_at)
      return fail(m_at, "a name or a number is expected here");
    return fail(m_at, fmt::format("no input is called '{}': {}", m_text.substr(m_at, end - m_at),
                                  m_labels.empty() ? "there are none" : "the inputs are " + inputList()));
  }

  std::string inputList() const {
    std::string list;
    for (std::size_t i = 0; i < m_labels.size() && i < maxNames; i++)
      list += (i == 0 ? "" : ", ") + m_labels[i];
    return m_labels.size() > maxNames ? fmt::format("{} and {} more", list, m_labels.size() - maxNames) : list;
  }

  std::map<std::string, std::optional<std::size_t>> m_spellings;
  std::vector<std::string> m_labels;
  std::string_view m_text;
  std::size_t m_at = 0;
  unsigned m_nesting = 0;
  std::optional<std::size_t> m_negated; // where the operand of the last `not` ended
};

} // namespace

Tree parseCondition(const std::vector<WitnessInput>& inputs, const std::string& text) {
  return Parser(inputs, text).parse();
}

} // namespace condition

Result<std::string> conditionTerm(const std::vector<WitnessInput>& inputs, const std::string& text) {
  Result<std::unique_ptr<condition::Node>> tree = condition::parseCondition(inputs, text);
  if (!tree)
    return tree.error();
  return condition::termOf(inputs, **tree);
}

Result<std::string> conditionHasValue(const std::vector<WitnessInput>& inputs, const std::string& text) {
  Result<std::unique_ptr<condition::Node>> tree = condition::parseCondition(inputs, text);
  if (!tree)
    return tree.error();
  return condition::valueTermOf(inputs, **tree);
}

} // namespace revisit
