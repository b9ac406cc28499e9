// Translates the tree of a condition to SMT-LIB.
#include "whatif/condition_term.h"

#include "condition/condition_parser.h"
#include "query/timeline/path_condition.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>

namespace revisit {

namespace condition {
namespace {

// The width and signedness of one comparison.
struct Mode {
  unsigned width = 32;
  bool isUnsigned = false;
};

// A term, and the condition under which it has a value; empty: always.
struct Term {
  std::string text, defined;
};

std::string both(const std::string& a, const std::string& b) {
  return a.empty() ? b : b.empty() ? a : fmt::format("(and {} {})", a, b);
}

std::string constant(std::uint64_t number, unsigned width) {
  return fmt::format("(_ bv{} {})", width < 64 ? number & ((std::uint64_t{1} << width) - 1) : number, width);
}

const char* functionOf(Sign sign, bool isUnsigned) {
  switch (sign) {
  case Sign::Or:
    return "bvor";
  case Sign::Xor:
    return "bvxor";
  case Sign::And:
    return "bvand";
  case Sign::Less:
    return isUnsigned ? "bvult" : "bvslt";
  case Sign::LessEqual:
    return isUnsigned ? "bvule" : "bvsle";
  case Sign::Greater:
    return isUnsigned ? "bvugt" : "bvsgt";
  case Sign::GreaterEqual:
    return isUnsigned ? "bvuge" : "bvsge";
  case Sign::ShiftLeft:
    return "bvshl";
  case Sign::ShiftRight:
    return isUnsigned ? "bvlshr" : "bvashr";
  case Sign::Add:
    return "bvadd";
  case Sign::Subtract:
    return "bvsub";
  case Sign::Multiply:
    return "bvmul";
  case Sign::Divide:
    return isUnsigned ? "bvudiv" : "bvsdiv";
  case Sign::Remainder:
    return isUnsigned ? "bvurem" : "bvsrem";
  case Sign::Complement:
    return "bvnot";
  case Sign::Negate:
    return "bvneg";
  default:
    return "=";
  }
}

// Subterms that are needed twice get a name, so that the term does not grow exponentially.
class Translator {
public:
  explicit Translator(const std::vector<WitnessInput>& inputs) : m_inputs(inputs) {}

  std::string translate(const Node& root) {
    const Term term = truth(root);
    return withNames(both(term.text, term.defined));
  }

  std::string translateValue(const Node& root) {
    const Term term = truth(root);
    return term.defined.empty() ? term.defined : withNames(term.defined);
  }

private:
  std::string withNames(std::string text) const {
    for (auto name = m_named.rbegin(); name != m_named.rend(); ++name)
      text = fmt::format("(let ((t{} {})) {})", m_named.rend() - name - 1, *name, text);
    return text;
  }

  std::string named(std::string text) {
    m_named.push_back(std::move(text));
    return fmt::format("t{}", m_named.size() - 1);
  }

  // Like C's usual arithmetic conversions, over all operands at once: an unsigned operand counts if it is as wide as
  // the comparison. A number with the suffix u always counts if there are inputs of unknown type.
  Mode modeOf(std::initializer_list<const Node*> nodes) const {
    Mode mode;
    Operands operands;
    for (const Node* node : nodes)
      collect(operands, *node);
    mode.width = std::max({mode.width, operands.widestSigned, operands.widestUnsigned, operands.widestUntyped});
    mode.isUnsigned = operands.widestUnsigned == mode.width || (operands.hasSuffix && operands.widestUntyped != 0);
    return mode;
  }

  struct Operands {
    unsigned widestSigned = 0, widestUnsigned = 0, widestUntyped = 0;
    bool hasSuffix = false;
  };

  void collect(Operands& operands, const Node& node) const {
    if (isTruth(node.sign))
      return;
    const auto widen = [](unsigned& widest, unsigned width) { widest = std::max(widest, width); };
    if (node.sign == Sign::Name) {
      const WitnessInput& input = m_inputs[node.name];
      const bool isUnsigned = input.type == InputType::Unsigned && input.width >= Mode().width;
      widen(isUnsigned                         ? operands.widestUnsigned
            : input.type == InputType::Unknown ? operands.widestUntyped
                                               : operands.widestSigned,
            input.width);
    }
    if (node.sign == Sign::Number) {
      widen(node.isUnsigned ? operands.widestUnsigned : operands.widestSigned, node.width);
      operands.hasSuffix |= node.isUnsigned;
    }
    for (const Node* operand : {node.left.get(), node.right.get()})
      if (operand)
        collect(operands, *operand);
  }

  Term truth(const Node& node) {
    if (node.sign == Sign::Not) {
      Term term = truth(*node.left);
      return {fmt::format("(not {})", term.text), std::move(term.defined)};
    }
    if (node.sign == Sign::LogicalAnd || node.sign == Sign::LogicalOr)
      return logical(node);
    if (isComparison(node.sign))
      return comparison(node);
    if (node.sign == Sign::Name && m_inputs[node.name].width == 1)
      return {inputSymbol(m_inputs[node.name]), ""};
    const Mode mode = modeOf({&node});
    Term term = number(node, mode);
    return {fmt::format("(not (= {} {}))", term.text, constant(0, mode.width)), std::move(term.defined)};
  }

  // The right side is only needed when the left one does not decide the result.
  Term logical(const Node& node) {
    const bool isAnd = node.sign == Sign::LogicalAnd;
    Term left = truth(*node.left);
    const Term right = truth(*node.right);
    if (!right.defined.empty()) {
      left.text = named(std::move(left.text));
      const std::string needed = isAnd ? left.text : fmt::format("(not {})", left.text);
      left.defined = both(left.defined, fmt::format("(=> {} {})", needed, right.defined));
    }
    return {fmt::format("({} {} {})", isAnd ? "and" : "or", left.text, right.text), std::move(left.defined)};
  }

  Term comparison(const Node& node) {
    const Mode mode = modeOf({node.left.get(), node.right.get()});
    const Term left = number(*node.left, mode), right = number(*node.right, mode);
    std::string text = fmt::format("({} {} {})", functionOf(node.sign, mode.isUnsigned), left.text, right.text);
    if (node.sign == Sign::Unequal)
      text = fmt::format("(not {})", text);
    return {std::move(text), both(left.defined, right.defined)};
  }

  Term number(const Node& node, const Mode& mode) {
    if (isTruth(node.sign)) {
      Term term = truth(node);
      return {asNumber(term.text, mode.width), std::move(term.defined)};
    }
    if (node.sign == Sign::Number)
      return {constant(node.number, mode.width), ""};
    if (node.sign == Sign::Name)
      return {inputTerm(m_inputs[node.name], mode), ""};
    const std::string function = functionOf(node.sign, mode.isUnsigned);
    Term left = number(*node.left, mode);
    if (!node.right)
      return {fmt::format("({} {})", function, left.text), std::move(left.defined)};
    Term right = number(*node.right, mode);
    std::string defined = both(left.defined, right.defined);
    if (node.sign == Sign::Divide || node.sign == Sign::Remainder) {
      right.text = named(std::move(right.text));
      defined = both(defined, fmt::format("(not (= {} {}))", right.text, constant(0, mode.width)));
    }
    return {fmt::format("({} {} {})", function, left.text, right.text), std::move(defined)};
  }

  static std::string asNumber(const std::string& truth, unsigned width) {
    return fmt::format("(ite {} {} {})", truth, constant(1, width), constant(0, width));
  }

  static std::string inputTerm(const WitnessInput& input, const Mode& mode) {
    if (input.width == 1)
      return asNumber(inputSymbol(input), mode.width);
    if (input.width == mode.width)
      return inputSymbol(input);
    const bool keepsSign = input.type == InputType::Unknown ? !mode.isUnsigned : input.type == InputType::Signed;
    return fmt::format("((_ {} {}) {})", keepsSign ? "sign_extend" : "zero_extend", mode.width - input.width,
                       inputSymbol(input));
  }

  const std::vector<WitnessInput>& m_inputs;
  std::vector<std::string> m_named;
};

// How the inputs of a witness are named.
class InputSpellings {
public:
  explicit InputSpellings(const std::vector<WitnessInput>& inputs) : m_labels(inputLabels(inputs)) {
    for (std::size_t i = 0; i < inputs.size(); i++)
      m_spellings.emplace(m_labels[i], i);
    for (std::size_t i = 0; i < inputs.size(); i++) {
      const WitnessInput& input = inputs[i];
      const std::string name = input.name.empty() ? fmt::format("input{}", input.index) : input.name;
      if (m_labels[i] == name)
        m_spellings.emplace(name + "#1", i);
      const auto [entry, isNew] = m_spellings.emplace(fmt::format("{}@T{}", name, input.thread), i);
      if (!isNew)
        entry->second = std::nullopt;
    }
  }

  // The longest name of an input that begins here.
  Result<NameFound> at(std::string_view rest) const {
    const std::pair<const std::string, std::optional<std::size_t>>* longest = nullptr;
    for (const auto& spelling : m_spellings)
      if (rest.starts_with(spelling.first) && nameMayEndAt(rest, spelling.first.size()) &&
          (!longest || spelling.first.size() > longest->first.size()))
        longest = &spelling;
    if (longest && longest->second)
      return NameFound{longest->first.size(), *longest->second};
    if (longest)
      return fail(fmt::format("several inputs of that thread have this name: the inputs are {}", list()));
    std::size_t end = 0;
    while (end < rest.size() && !nameMayEndAt(rest, end))
      end++;
    if (end == 0)
      return NameFound{};
    return fail(fmt::format("no input is called '{}': {}", rest.substr(0, end),
                            m_labels.empty() ? "there are none" : "the inputs are " + list()));
  }

private:
  static Error fail(std::string what) { return {ErrorCode::BadUsage, "", std::move(what)}; }

  std::string list() const {
    constexpr std::size_t most = 10;
    const std::span<const std::string> shown = std::span(m_labels).first(std::min(most, m_labels.size()));
    return m_labels.size() > most ? fmt::format("{} and {} more", fmt::join(shown, ", "), m_labels.size() - most)
                                  : fmt::format("{}", fmt::join(shown, ", "));
  }

  // Every way to name an input; nothing if several inputs match.
  std::map<std::string, std::optional<std::size_t>> m_spellings;
  std::vector<std::string> m_labels;
};

Result<std::unique_ptr<Node>> parse(const std::vector<WitnessInput>& inputs, const std::string& text) {
  const InputSpellings spellings(inputs);
  const auto fail = [](std::string_view where, std::string_view what) {
    return Error{ErrorCode::BadUsage, "", fmt::format("{}: {}", where, what)};
  };
  Result<Parsed> parsed =
      parseCondition(text, 0, {.nameAt = [&](std::string_view rest) { return spellings.at(rest); }});
  if (!parsed)
    return fail(parsed.error().where, parsed.error().what);
  const std::size_t end = text.find_first_not_of(" \t", parsed->end);
  if (end != std::string::npos)
    return fail(fmt::format("column {}", end + 1),
                text[end] == '=' ? "write == to compare" : "an operator or the end is expected here");
  return std::move(parsed->root);
}

} // namespace
} // namespace condition

Result<std::string> conditionTerm(const std::vector<WitnessInput>& inputs, const std::string& text) {
  Result<std::unique_ptr<condition::Node>> tree = condition::parse(inputs, text);
  if (!tree)
    return tree.error();
  return condition::Translator(inputs).translate(**tree);
}

Result<std::string> conditionHasValue(const std::vector<WitnessInput>& inputs, const std::string& text) {
  Result<std::unique_ptr<condition::Node>> tree = condition::parse(inputs, text);
  if (!tree)
    return tree.error();
  return condition::Translator(inputs).translateValue(**tree);
}

} // namespace revisit
