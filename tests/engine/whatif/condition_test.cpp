// Conditions typed by users: their meaning, checked by Z3 on given inputs, and the errors for invalid ones.
#include "query/timeline/path_condition.h"
#include "whatif/condition_term.h"
#include "whatif/constraints.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <random>
#include <variant>

namespace revisit {
namespace {

// Whether the condition holds for the witness's own inputs.
class Judge {
public:
  explicit Judge(std::vector<WitnessInput> inputs) : m_inputs(std::move(inputs)) {
    Witness witness;
    witness.threads = {{{}, "main"}};
    witness.inputs = m_inputs;
    const Result<Timeline> timeline = Timeline::make(witness);
    Result<Constraints> constraints = Constraints::make(timeline.value());
    EXPECT_TRUE(constraints.ok()) << constraints.error().what;
    m_constraints.emplace(std::move(constraints.value()));
    for (const WitnessInput& input : m_inputs)
      m_values += input.width == 1 ? fmt::format(" (= {} {})", inputSymbol(input), input.value != 0)
                                   : fmt::format(" (= {} (_ bv{} {}))", inputSymbol(input), input.value, input.width);
  }

  bool holds(const std::string& condition) {
    const Result<std::string> term = conditionTerm(m_inputs, condition);
    EXPECT_TRUE(term.ok()) << condition << ": " << term.error().what;
    const Result<ConstraintAnswer> answer = m_constraints->ask(fmt::format("(and {}{})", term.value(), m_values));
    EXPECT_TRUE(answer.ok()) << condition << ": " << answer.error().what;
    EXPECT_NE(answer.value().possible, Sat::Unknown) << condition;
    return answer.value().possible == Sat::Yes;
  }

private:
  std::vector<WitnessInput> m_inputs;
  std::optional<Constraints> m_constraints;
  std::string m_values;
};

TEST(Condition, MeansWhatItMeansInC) {
  Judge judge({{0, 0, "temperature", 32, 31}, {0, 1, "mode", 32, 2}, {1, 0, "minus", 32, 0xfffffffb}});
  const std::vector<std::pair<std::string, bool>> cases = {{"temperature > 30 && mode == 2", true},
                                                           {"temperature > 31 || mode != 2", false},
                                                           {"!(temperature > 31)", true},
                                                           {"temperature", true},
                                                           {"!temperature", false},
                                                           {"mode & 1", false},
                                                           {"mode == 2 & 1", true},
                                                           {"1 + 2 * 3 == 7", true},
                                                           {"10 - 4 - 3 == 3", true},
                                                           {"1 << 2 + 1 == 8", true},
                                                           {"mode | 1 ^ 3 & 1", true},
                                                           {"minus < 0", true},
                                                           {"minus > 100u", true},
                                                           {"minus / 2 == -2", true},
                                                           {"minus % 2 == -1", true},
                                                           {"minus >> 1 == -3", true},
                                                           {"(minus >> 1) == 0x7ffffffdu", true},
                                                           {"~mode == -3", true},
                                                           {"-mode == 0 - mode", true},
                                                           {"- - mode == + 2", true},
                                                           {"temperature == 0x1F", true},
                                                           {"(mode == 2) + (mode == 3) == 1", true},
                                                           {"(mode == 2) == (temperature == 31)", true},
                                                           {"\t mode==2 ", true},
                                                           {"mode == 2 == 1", true}};
  for (const auto& [condition, expected] : cases)
    EXPECT_EQ(judge.holds(condition), expected) << condition;
}

TEST(Condition, WidthFollowsTheInputsAndNumbers) {
  Judge judge(
      {{0, 0, "flag", 1, 1}, {0, 1, "byte", 8, 0xff}, {0, 2, "word", 32, 0x80000000}, {0, 3, "wide", 64, ~0ull}});
  const std::vector<std::pair<std::string, bool>> cases = {{"flag", true},
                                                           {"flag == 1", true},
                                                           {"flag + flag == 2", true},
                                                           {"flag < 0", false},
                                                           {"!flag", false},
                                                           {"byte == -1", true},
                                                           {"byte == 255", false},
                                                           {"byte == 255u", true},
                                                           {"byte + 1 > 200u", true},
                                                           {"byte == 255u && byte == -1", true},
                                                           {"word == 0x80000000", true},
                                                           {"word < 0", true},
                                                           {"word == 2147483648", false},
                                                           {"word == -2147483648", true},
                                                           {"word == 2147483648u", true},
                                                           {"word * 2 == 0", true},
                                                           {"word * 2 + (wide - wide) == 0", false},
                                                           {"wide == byte", true},
                                                           {"wide == byte + 0u", false},
                                                           {"wide == 18446744073709551615u", true},
                                                           {"wide == 0xffffffffffffffff", true},
                                                           {"wide == 0xffffffff", false}};
  for (const auto& [condition, expected] : cases)
    EXPECT_EQ(judge.holds(condition), expected) << condition;
}

TEST(Condition, TypesDecideAsInC) {
  Judge judge({{0, 0, "byte", 8, 0xff, InputType::Unsigned},
               {0, 1, "letter", 8, 0xff, InputType::Signed},
               {0, 2, "word", 32, 0xffffffff, InputType::Unsigned},
               {0, 3, "number", 32, 0xffffffff, InputType::Signed},
               {0, 4, "wide", 64, ~0ull, InputType::Unsigned},
               {0, 5, "flag", 1, 1, InputType::Bool},
               {0, 6, "raw", 8, 0xff}});
  const std::vector<std::pair<std::string, bool>> cases = {{"byte == 255", true},
                                                           {"byte < 4", false},
                                                           {"byte == -1", false},
                                                           {"byte - 256 < 0", true},
                                                           {"byte * byte == 65025", true},
                                                           {"letter == -1", true},
                                                           {"letter < byte", true},
                                                           {"word > 4000000000", true},
                                                           {"word == 4294967295", true},
                                                           {"word == -1", true},
                                                           {"word < 0", false},
                                                           {"word / 2 == 2147483647", true},
                                                           {"word >> 31 == 1", true},
                                                           {"number >> 31 == -1", true},
                                                           {"number < 0", true},
                                                           {"number < word", false},
                                                           {"number == word", true},
                                                           {"number > 5u", true},
                                                           {"wide == -1", true},
                                                           {"wide > number", false},
                                                           {"wide == number", true},
                                                           {"flag + 1 == 2", true},
                                                           {"flag == byte / 255", true},
                                                           {"raw == -1", true},
                                                           {"raw == 255u", true}};
  for (const auto& [condition, expected] : cases)
    EXPECT_EQ(judge.holds(condition), expected) << condition;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
// Comparisons of two inputs of any types, against the compiler that builds this.
TEST(Condition, ComparesTypesAsTheCompilerDoes) {
  using Number = std::variant<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                              std::int64_t, std::uint64_t>;
  const auto make = [](std::size_t type, std::uint64_t bits) {
    std::array<Number, 8> all = {static_cast<std::int8_t>(bits),  static_cast<std::uint8_t>(bits),
                                 static_cast<std::int16_t>(bits), static_cast<std::uint16_t>(bits),
                                 static_cast<std::int32_t>(bits), static_cast<std::uint32_t>(bits),
                                 static_cast<std::int64_t>(bits), static_cast<std::uint64_t>(bits)};
    return all[type];
  };
  const auto input = [](unsigned index, std::size_t type, std::uint64_t bits) {
    const unsigned width = 8u << (type / 2);
    return WitnessInput{0,
                        index,
                        index == 0 ? "a" : "b",
                        width,
                        width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1),
                        type % 2 == 0 ? InputType::Signed : InputType::Unsigned};
  };
  const std::array<std::uint64_t, 5> values = {0, 1, ~0ull, 0x8080808080808080, 0x7f7f7f7f7f7f7f7f};
  std::mt19937 random(7);
  for (std::size_t left = 0; left < 8; left++)
    for (std::size_t right = 0; right < 8; right++)
      for (int round = 0; round < 4; round++) {
        const std::uint64_t x = values[random() % values.size()], y = values[random() % values.size()];
        Judge judge({input(0, left, x), input(1, right, y)});
        const auto [less, equal, above] = std::visit(
            [](auto a, auto b) {
              bool isAbove = false;
              if constexpr (sizeof a != sizeof b && sizeof a + sizeof b < 8) // elsewhere the difference may overflow
                isAbove = a - b > 0;
              return std::array{a < b, a == b, isAbove};
            },
            make(left, x), make(right, y));
        SCOPED_TRACE(fmt::format("types {} and {}, bits {:#x} and {:#x}", left, right, x, y));
        EXPECT_EQ(judge.holds("a < b"), less);
        EXPECT_EQ(judge.holds("a == b"), equal);
        if (left / 2 != right / 2 && left < 6 && right < 6) {
          EXPECT_EQ(judge.holds("a - b > 0"), above);
        }
      }
}
#pragma GCC diagnostic pop

TEST(Condition, ADivisionByZeroHasNoValue) {
  Judge judge({{0, 0, "zero", 32, 0}, {0, 1, "one", 32, 1}});
  const std::vector<std::pair<std::string, bool>> cases = {{"one / zero == 0", false},
                                                           {"!(one / zero == 0)", false},
                                                           {"one % zero != 5", false},
                                                           {"zero != 0 && one / zero == 1", false},
                                                           {"!(zero != 0 && one / zero == 1)", true},
                                                           {"zero == 0 || one / zero == 1", true},
                                                           {"one / zero == 1 || zero == 0", false},
                                                           {"(one / zero == 1) + 1 > 0", false},
                                                           {"one / (one / (one - zero)) == 1", true}};
  for (const auto& [condition, expected] : cases)
    EXPECT_EQ(judge.holds(condition), expected) << condition;
}

TEST(Condition, WordsMeanWhatTheSignsMean) {
  Judge judge({{0, 0, "x", 32, 4}, {0, 1, "y", 32, 0}});
  const std::vector<std::pair<std::string, bool>> cases = {{"x == 4 and y == 0", true},
                                                           {"x == 4 and y == 1", false},
                                                           {"x == 5 or y == 0", true},
                                                           {"x == 4 or y == 1 and y == 2", true},
                                                           {"(x == 4 or y == 1) AND y == 2", false},
                                                           {"not (x == 4)", false},
                                                           {"not y", true},
                                                           {"not(x==5)and not y", true},
                                                           {"not y && not (x < 0)", true},
                                                           {"not not y", false},
                                                           {"Not x Or x==4", true}};
  for (const auto& [condition, expected] : cases)
    EXPECT_EQ(judge.holds(condition), expected) << condition;
}

TEST(Condition, WordsThatAreInputsAreTheInputs) {
  Judge judge({{0, 0, "not", 32, 4}, {0, 1, "and", 32, 2}, {0, 2, "oregano", 32, 1}});
  for (const char* condition : {"not == 4", "and == 2 and oregano == 1", "not and and", "oregano or not"})
    EXPECT_TRUE(judge.holds(condition)) << condition;
}

TEST(Condition, SaysWhenItDividesByZero) {
  const std::vector<WitnessInput> inputs = {{0, 0, "zero", 32, 0}, {0, 1, "any", 32, 1}};
  WitnessBuilder builder;
  builder.at("a.c", 1).input(0, "zero", 32, 0);
  builder.input(0, "any", 32, 1);
  builder.branch(0, "zero == 0", "(= in_0_0 (_ bv0 32))", true);
  const Result<Timeline> timeline = Timeline::make(builder.witness());
  Result<Constraints> constraints = Constraints::make(timeline.value());
  ASSERT_TRUE(constraints.ok());
  const auto ask = [&](const std::string& condition) {
    const Result<std::string> value = conditionHasValue(inputs, condition);
    EXPECT_TRUE(value.ok());
    return constraints.value().ask(conditionTerm(inputs, condition).value(), value.value()).value();
  };
  for (const char* condition : {"any / zero == 1", "not (any / zero == 1)", "any > 3 and any % zero < 5"}) {
    EXPECT_TRUE(ask(condition).dividesByZero) << condition;
    EXPECT_EQ(ask(condition).core, std::vector<EventNumber>{1}) << condition;
  }
  EXPECT_TRUE(ask("any / 0 == 1").dividesByZero);
  EXPECT_TRUE(ask("any / 0 == 1").core.empty()) << "whatever the path";
  for (const char* condition : {"zero > 0", "any / 2 == 4 and zero > 0", "zero > 0 and any / zero == 1"})
    EXPECT_FALSE(ask(condition).dividesByZero) << condition;
  EXPECT_EQ(ask("4 / any == 2").possible, Sat::Yes);
  EXPECT_EQ(conditionHasValue(inputs, "any * zero == 1").value(), "");
}

TEST(Condition, NamesAreTheLongestThatFit) {
  Judge judge({{0, 0, "buf", 32, 1},
               {0, 1, "buf+4", 32, 2},
               {0, 2, "key", 32, 3},
               {1, 0, "key", 32, 4},
               {1, 1, "my key", 32, 5},
               {1, 2, "", 32, 6}});
  for (const char* condition :
       {"buf == 1", "buf+4 == 2", "buf + 4 == 5", "buf+41 == 42", "key == 3", "key#1 == 3", "key#2 == 4", "key@T0 == 3",
        "key@T1 == 4", "my key == 5", "input2 == 6", "(key)+(buf+4)==5"})
    EXPECT_TRUE(judge.holds(condition)) << condition;
}

TEST(Condition, ErrorsHaveTheirColumn) {
  const std::vector<WitnessInput> inputs = {{0, 0, "x", 32, 0}, {1, 0, "y", 32, 0}, {1, 1, "y", 32, 0}};
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "column 1: a name or a number is missing here"},
      {"x >", "column 4: a name or a number is missing"},
      {"x > 1 &&  ", "column 11: a name"},
      {"x = 1", "column 3: write == to compare"},
      {"x 1", "column 3: an operator or the end"},
      {"x > 1)", "column 6: an operator or the end"},
      {"(x > 1", "column 7: the parenthesis of column 1 is not closed"},
      {"x + z > 1", "column 5: no input is called 'z': the inputs are x, y, y#2"},
      {"y#3 == 1", "column 1: no input is called 'y#3'"},
      {"y@T1 == 1", "column 1: several inputs of that thread"},
      {"xx == 1", "column 1: no input is called 'xx'"},
      {"x == 12ab", "column 6: this is no number"},
      {"x == 0x", "column 6: this is no number"},
      {"x == 1uu", "column 6: this is no number"},
      {"x == 99999999999999999999", "column 6: this number needs more than 64 bits"},
      {"x == 9223372036854775808", "column 6: this number is too large to be signed"},
      {"1 < x < 3", "column 7: a comparison of a comparison"},
      {"x == $", "column 6: a name or a number is expected"},
      {"not x == 1", "column 7: to what does 'not' belong?"},
      {"not (x) + 1", "column 9: to what does 'not' belong?"},
      {"x and", "column 6: a name or a number is missing"},
      {"x andy", "column 3: an operator or the end"},
      {"x && * 2", "column 6: a name or a number is expected"}};
  for (const auto& [condition, says] : cases) {
    const Result<std::string> term = conditionTerm(inputs, condition);
    ASSERT_FALSE(term.ok()) << condition;
    EXPECT_EQ(term.error().code, ErrorCode::BadUsage);
    EXPECT_EQ(term.error().what.find(says), 0u) << condition << ": " << term.error().what;
  }
  EXPECT_NE(conditionTerm({}, "x").error().what.find("there are none"), std::string::npos);
}

TEST(Condition, DepthIsLimited) {
  const std::vector<WitnessInput> inputs = {{0, 0, "x", 32, 0}};
  const auto repeated = [](const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; i++)
      all += text;
    return all;
  };
  EXPECT_TRUE(conditionTerm(inputs, repeated("(", 400) + "x" + repeated(")", 400)).ok());
  for (const std::string& text : {repeated("(", 100000), repeated("!", 100000) + "x", repeated("1+", 100000) + "x"})
    EXPECT_NE(conditionTerm(inputs, text).error().what.find("column "), std::string::npos);
}

TEST(Condition, StaysAsLongAsItsText) {
  const std::vector<WitnessInput> inputs = {{0, 0, "x", 32, 7}};
  std::string divisions = "x";
  for (int i = 0; i < 60; i++)
    divisions = "x / (" + divisions + ")";
  const Result<std::string> term = conditionTerm(inputs, divisions);
  ASSERT_TRUE(term.ok());
  EXPECT_LT(term.value().size(), 100 * divisions.size());
  EXPECT_TRUE(Judge(inputs).holds(divisions)); // 7 and 1 alternately
}

// Random conditions over 32-bit inputs, computed as C computes them.
class RandomCondition {
public:
  RandomCondition(unsigned seed, std::vector<std::int32_t> values) : m_random(seed), m_values(std::move(values)) {}

  struct Piece {
    std::string text;
    int precedence = 0;
    std::optional<std::int32_t> value; // nothing: a division by zero
  };

  Piece make(int depth) {
    if (depth == 0 || below(6) == 0)
      return leaf();
    if (below(6) == 0)
      return unary(depth);
    return binary(depth);
  }

private:
  static constexpr const char* signs[] = {
      "||", "&&", "|", "^", "&", "==", "!=", "<", "<=", ">", ">=", "<<", ">>", "+", "-", "*", "/", "%"};
  static constexpr int precedences[] = {1, 2, 3, 4, 5, 6, 6, 7, 7, 7, 7, 8, 8, 9, 9, 10, 10, 10};
  static constexpr int atom = 12;

  unsigned below(unsigned limit) { return static_cast<unsigned>(m_random() % limit); }

  Piece leaf() {
    if (below(2) == 0) {
      const auto number = static_cast<std::int32_t>(below(2) == 0 ? below(5) : m_random() >> 1);
      return {below(2) == 0 ? fmt::format("{}", number) : fmt::format("{:#x}", number), atom, number};
    }
    const unsigned input = below(static_cast<unsigned>(m_values.size()));
    return {fmt::format("v{}", input), atom, m_values[input]};
  }

  Piece unary(int depth) {
    Piece piece = make(depth - 1);
    const unsigned sign = below(3);
    piece.text = std::string(1, "!~-"[sign]) + " " + wrapped(piece, 11);
    piece.precedence = 11;
    if (piece.value)
      piece.value = sign == 0   ? !*piece.value
                    : sign == 1 ? ~*piece.value
                                : static_cast<std::int32_t>(-static_cast<std::uint32_t>(*piece.value));
    return piece;
  }

  Piece binary(int depth) {
    const unsigned sign = below(std::size(signs));
    const int own = precedences[sign];
    const Piece left = make(depth - 1), right = make(depth - 1);
    // A comparison of a comparison is refused without parentheses.
    const std::string text =
        fmt::format("{}{}{}{}{}", wrapped(left, own + (own == 7)), gap(), signs[sign], gap(), wrapped(right, own + 1));
    return {text, own, compute(signs[sign], left.value, right.value)};
  }

  std::string gap() { return below(2) == 0 ? " " : ""; }

  static std::string wrapped(const Piece& piece, int least) {
    return piece.precedence >= least ? piece.text : "(" + piece.text + ")";
  }

  static std::optional<std::int32_t> compute(const std::string& sign, std::optional<std::int32_t> left,
                                             std::optional<std::int32_t> right) {
    if (sign == "&&" || sign == "||") {
      const bool decides = sign == "||";
      if (!left || (*left != 0) == decides)
        return left ? std::optional<std::int32_t>(decides) : std::nullopt;
      return right ? std::optional<std::int32_t>(*right != 0) : std::nullopt;
    }
    if (!left || !right || ((sign == "/" || sign == "%") && *right == 0))
      return std::nullopt;
    return number(sign, *left, *right);
  }

  static std::int32_t number(const std::string& sign, std::int32_t a, std::int32_t b) {
    const auto ua = static_cast<std::uint32_t>(a), ub = static_cast<std::uint32_t>(b);
    const std::int64_t wa = a, wb = b;
    if (sign == "|" || sign == "^" || sign == "&")
      return static_cast<std::int32_t>(sign == "|" ? ua | ub : sign == "^" ? ua ^ ub : ua & ub);
    if (sign == "==" || sign == "!=")
      return (a == b) == (sign == "==");
    if (sign[0] == '<' && sign != "<<")
      return sign == "<" ? a < b : a <= b;
    if (sign[0] == '>' && sign != ">>")
      return sign == ">" ? a > b : a >= b;
    if (sign == "<<")
      return ub >= 32 ? 0 : static_cast<std::int32_t>(ua << ub);
    if (sign == ">>")
      return a >> std::min(ub, 31u);
    if (sign == "/" || sign == "%")
      return static_cast<std::int32_t>(sign == "/" ? wa / wb : wa % wb);
    return static_cast<std::int32_t>(sign == "+" ? ua + ub : sign == "-" ? ua - ub : ua * ub);
  }

  std::mt19937 m_random;
  std::vector<std::int32_t> m_values;
};

TEST(Condition, RandomOnesAgreeWithC) {
  const std::vector<std::int32_t> values = {0, 1, -1, 7, std::numeric_limits<std::int32_t>::min(), 123456};
  std::vector<WitnessInput> inputs;
  for (unsigned i = 0; i < values.size(); i++)
    inputs.push_back({0, i, fmt::format("v{}", i), 32, static_cast<std::uint32_t>(values[i])});
  Judge judge(inputs);
  unsigned held = 0, undefined = 0;
  for (unsigned seed = 0; seed < 600; seed++) {
    const RandomCondition::Piece condition = RandomCondition(seed, values).make(4);
    const bool expected = condition.value.value_or(0) != 0;
    ASSERT_EQ(judge.holds(condition.text), expected) << "seed " << seed << ": " << condition.text;
    held += expected;
    undefined += !condition.value;
  }
  EXPECT_GT(held, 100u);
  EXPECT_GT(undefined, 20u);
}

} // namespace
} // namespace revisit
