#include "litmus/condition.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace revisit::litmus {
namespace {

using Kind = Proposition::Kind;

Proposition made(Kind kind, Proposition left, Proposition right) {
  Proposition both;
  both.kind = kind;
  both.parts.push_back(std::move(left));
  both.parts.push_back(std::move(right));
  return both;
}

Proposition negated(Proposition inner) {
  Proposition outer;
  outer.kind = Kind::Not;
  outer.parts.push_back(std::move(inner));
  return outer;
}

class ConditionReader {
public:
  ConditionReader(Cursor& cursor, Test& test) : m_cursor(cursor), m_test(test) {}

  // "=>" binds least, then "\/", then "/\".
  Proposition proposition() {
    Proposition left = disjunction();
    return m_cursor.skip("=>") ? made(Kind::Implies, std::move(left), proposition()) : left;
  }

  // An index into the test's items, to which it is added.
  std::size_t item() {
    const Item read = readItem();
    const auto known = std::ranges::find(m_test.items, read);
    if (known != m_test.items.end())
      return static_cast<std::size_t>(known - m_test.items.begin());
    if (!m_cursor.hasFailed())
      m_test.items.push_back(read);
    return m_test.items.size() - 1;
  }

private:
  Proposition disjunction() {
    Proposition left = conjunction();
    while (m_cursor.skip("\\/") || m_cursor.skip("||"))
      left = made(Kind::Or, std::move(left), conjunction());
    return left;
  }

  Proposition conjunction() {
    Proposition left = negation();
    while (m_cursor.skip("/\\") || m_cursor.skip("&&"))
      left = made(Kind::And, std::move(left), negation());
    return left;
  }

  Proposition negation() {
    if (m_depth == deepest)
      m_cursor.fail("the condition is nested too deeply");
    m_depth++;
    Proposition inner = primary();
    m_depth--;
    return inner;
  }

  Proposition primary() {
    if (m_cursor.skip("not") || m_cursor.skip("~") || m_cursor.skip("!"))
      return negated(negation());
    if (m_cursor.skip("(")) {
      Proposition inner = proposition();
      m_cursor.expect(")", "in the condition");
      return inner;
    }
    Proposition constant;
    constant.kind = m_cursor.peek() == "false" ? Kind::False : Kind::True;
    return m_cursor.skip("true") || m_cursor.skip("false") ? constant : equation();
  }

  Proposition equation() {
    Proposition equal;
    equal.kind = Kind::Equal;
    equal.item = item();
    const bool differs = m_cursor.skip("!=") || m_cursor.skip("<>");
    if (!differs && !m_cursor.skip("=="))
      m_cursor.expect("=", "after the register or location");
    if (!m_cursor.hasFailed())
      equal.value = value(m_test.items[equal.item]);
    return differs ? negated(std::move(equal)) : equal;
  }

  Number value(const Item& item) {
    const ValueType& type = m_test.typeOf(item);
    const Place place = m_cursor.place();
    if (m_cursor.skip("&") || isIdentifier(m_cursor.peek())) {
      const std::string name = m_cursor.identifier("the name of a location is expected after '&'");
      const std::size_t target = locationNamed(place, name);
      if (!type.isPointer)
        m_cursor.fail(place,
                      fmt::format("{} is of type {}: an integer is expected here", m_test.nameOf(item), type.text));
      return static_cast<Number>(target) + 1;
    }
    const std::optional<Number> number = numberOf(m_cursor.peek());
    if (!number)
      m_cursor.fail("an integer or the name of a location is expected here");
    else if (type.isPointer && *number != 0)
      m_cursor.fail(fmt::format("{} is a pointer: its value is 0 or the name of a location", m_test.nameOf(item)));
    m_cursor.take();
    return fitted(number.value_or(0), type);
  }

  Item readItem() {
    const Place place = m_cursor.place();
    if (m_cursor.skip("[")) {
      const Item location{std::nullopt, locationNamed(place, m_cursor.identifier(nameExpected))};
      m_cursor.expect("]", "after the location");
      return location;
    }
    if (m_cursor.skip("*"))
      return {std::nullopt, locationNamed(place, m_cursor.identifier(nameExpected))};
    const std::string word(m_cursor.take());
    if (!m_cursor.skip(":")) {
      if (!isIdentifier(word))
        m_cursor.fail(place, "a register such as 0:r0, or a location, is expected here");
      return {std::nullopt, locationNamed(place, word)};
    }
    const std::optional<Number> thread = numberOf(std::string_view(word).substr(word.starts_with('P') ? 1 : 0));
    if (!thread || *thread < 0 || static_cast<std::size_t>(*thread) >= m_test.threads.size()) {
      m_cursor.fail(place, fmt::format("there is no thread {}: the threads have the numbers 0 to {}", word,
                                       m_test.threads.size() - 1));
      return {};
    }
    const auto number = static_cast<std::size_t>(*thread);
    return {number, registerNamed(place, number, m_cursor.identifier("the name of a register is expected here"))};
  }

  std::size_t locationNamed(const Place& place, const std::string& name) {
    const auto found = std::ranges::find(m_test.locations, name, &Location::name);
    if (found != m_test.locations.end())
      return static_cast<std::size_t>(found - m_test.locations.begin());
    std::vector<std::string> names;
    for (const Location& location : m_test.locations)
      names.push_back(location.name);
    m_cursor.fail(place, fmt::format("there is no location {}; {}. A register is named with its thread: 0:{}", name,
                                     names.empty() ? "the test has none"
                                                   : fmt::format("the locations are {}", fmt::join(names, ", ")),
                                     name));
    return 0;
  }

  std::size_t registerNamed(const Place& place, std::size_t thread, const std::string& name) {
    const std::vector<Register>& registers = m_test.threads[thread].registers;
    const auto found = std::ranges::find(registers, name, &Register::name);
    if (found != registers.end())
      return static_cast<std::size_t>(found - registers.begin());
    std::vector<std::string> names;
    for (const Register& known : registers)
      names.push_back(known.name);
    m_cursor.fail(place,
                  fmt::format("P{} has no register {}; {}", thread, name,
                              names.empty() ? "it declares none" : fmt::format("it has {}", fmt::join(names, ", "))));
    return 0;
  }

  static constexpr const char* nameExpected = "the name of a location is expected here";
  static constexpr unsigned deepest = 500; // each level is a few calls of these functions

  Cursor& m_cursor;
  Test& m_test;
  unsigned m_depth = 0;
};

// "r2" before "r10".
bool isNameBefore(const std::string& a, const std::string& b) {
  const auto stem = [](const std::string& name) { return name.find_last_not_of("0123456789") + 1; };
  const std::size_t stemA = stem(a), stemB = stem(b);
  if (a.compare(0, stemA, b, 0, stemB) != 0 || a.size() - stemA == b.size() - stemB)
    return a < b;
  return a.size() < b.size();
}

// Registers first, by thread, then locations; each by name.
void sortItems(Test& test) {
  const auto isBefore = [&](std::size_t a, std::size_t b) {
    const Item& left = test.items[a];
    const Item& right = test.items[b];
    if (left.thread != right.thread)
      return left.thread && (!right.thread || *left.thread < *right.thread);
    return isNameBefore(test.nameOf(left), test.nameOf(right));
  };
  std::vector<std::size_t> order(test.items.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, isBefore);
  std::vector<Item> sorted;
  std::vector<std::size_t> newIndex(order.size());
  for (std::size_t i = 0; i < order.size(); i++) {
    sorted.push_back(test.items[order[i]]);
    newIndex[order[i]] = i;
  }
  test.items = std::move(sorted);
  const auto rename = [&](Proposition& equation) { equation.item = newIndex[equation.item]; };
  forEachEquation(test.condition, rename);
  if (test.filter)
    forEachEquation(*test.filter, rename);
}

void takeLocations(Cursor& cursor, ConditionReader& reader) {
  cursor.expect("[", "after 'locations'");
  while (!cursor.hasFailed() && !cursor.skip("]"))
    if (!cursor.skip(";") && !cursor.skip(","))
      reader.item();
}

void takeQuantifier(Cursor& cursor, Test& test) {
  test.conditionPlace = cursor.place();
  const bool isNegated = cursor.skip("~");
  if (cursor.skip("exists"))
    test.quantifier = isNegated ? Quantifier::NotExists : Quantifier::Exists;
  else if (!isNegated && cursor.skip("forall"))
    test.quantifier = Quantifier::ForAll;
  else
    cursor.fail("the condition is expected here: 'exists', '~exists' or 'forall', and what is to hold, in parentheses");
}

} // namespace

void takeConditions(Cursor& cursor, Test& test) {
  ConditionReader reader(cursor, test);
  for (;;) {
    if (cursor.skip("locations"))
      takeLocations(cursor, reader);
    else if (cursor.skip("filter"))
      test.filter = reader.proposition();
    else
      break;
  }
  takeQuantifier(cursor, test);
  test.condition = reader.proposition();
  if (!cursor.hasFailed() && !cursor.peek().empty())
    cursor.fail("nothing is expected behind the condition");
  if (!cursor.hasFailed())
    sortItems(test);
}

} // namespace revisit::litmus
