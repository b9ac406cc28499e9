#include "litmus/initial_values.h"

#include "litmus/types.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::litmus {
namespace {

// "x", "[x]", "0:r0" or "P0:r0".
void takeName(Cursor& cursor, InitialValue& value) {
  value.place = cursor.place();
  if (cursor.skip("[")) {
    value.name = cursor.identifier("the name of a location is expected here");
    return cursor.expect("]", "after the location");
  }
  const std::string word(cursor.take());
  if (cursor.peek() != ":") {
    if (!isIdentifier(word))
      return cursor.fail(value.place, "a location, or a register such as 0:r0, is expected here");
    value.name = word;
    return;
  }
  const std::optional<Number> thread = numberOf(std::string_view(word).substr(word.starts_with('P') ? 1 : 0));
  if (!thread || *thread < 0)
    return cursor.fail(value.place, "the number of a thread is expected before the colon");
  cursor.take();
  value.thread = static_cast<std::size_t>(*thread);
  value.name = cursor.identifier("the name of a register is expected after the colon");
}

void takeValue(Cursor& cursor, InitialValue& value) {
  value.valuePlace = cursor.place();
  const bool isAddress = cursor.skip("&");
  if (isAddress || isIdentifier(cursor.peek())) {
    value.address = cursor.identifier("the name of a location is expected after '&'");
    return;
  }
  const std::optional<Number> number = numberOf(cursor.peek());
  if (!number)
    return cursor.fail(
        "an integer or the name of a location is expected as initial value; other values are not supported");
  value.number = *number;
  cursor.take();
}

InitialValue takeInitialValue(Cursor& cursor) {
  InitialValue value;
  if (beginsType(cursor.peek()))
    value.type = takeType(cursor).type();
  takeName(cursor, value);
  if (cursor.peek() == "[")
    cursor.fail("arrays are not supported: use a location for each element");
  if (cursor.skip("="))
    takeValue(cursor, value);
  else if (!value.type)
    cursor.fail(fmt::format("'=' and the initial value of {} are expected here", value.name));
  return value;
}

// Locations are made in the order of their first mention.
class LocationMaker {
public:
  LocationMaker(Cursor& cursor, Test& test) : m_cursor(cursor), m_test(test) {}

  void add(const InitialValue& value) {
    if (find(value.name))
      return m_cursor.fail(value.place, fmt::format("{} has an initial value already", value.name));
    make(value.name, value.type ? *value.type : typeByUse(value.name), value.place);
  }

  void add(const Parameter& parameter, const ValueType& used, const Place& place) {
    if (const Location* known = find(parameter.name)) {
      if (known->type.bits != used.bits)
        m_cursor.fail(place, fmt::format("{} is of type {} here, but the location of that name is of type {}, which "
                                         "has another size",
                                         parameter.name, used.text, known->type.text));
      return;
    }
    make(parameter.name, typeByUse(parameter.name), place);
  }

  const Location* find(const std::string& name) const {
    const auto found = std::ranges::find(m_test.locations, name, &Location::name);
    return found == m_test.locations.end() ? nullptr : &*found;
  }

private:
  void make(const std::string& name, const ValueType& type, const Place& place) {
    const bool isThread = name.starts_with('P') && numberOf(std::string_view(name).substr(1));
    if (isThread || name == "main")
      m_cursor.fail(place, fmt::format("{} is a function of the test's program: give the location another name", name));
    m_test.locations.push_back({name, type, 0, place});
  }

  // Of what the threads take the location for, something atomic, if they do not agree.
  ValueType typeByUse(const std::string& name) const {
    std::optional<ValueType> type;
    for (const Thread& thread : m_test.threads)
      for (const Parameter& parameter : thread.parameters)
        if (parameter.name == name && (!type || (parameter.pointee.isAtomic && !type->isAtomic)))
          type = parameter.pointee;
    return type.value_or(ValueType());
  }

  Cursor& m_cursor;
  Test& m_test;
};

Number valueOf(Cursor& cursor, const InitialValue& value, const ValueType& type, const Test& test) {
  if (value.address.empty()) {
    if (type.isPointer && value.number != 0)
      cursor.fail(value.valuePlace,
                  fmt::format("{} is a pointer: its value is 0 or the name of a location", value.name));
    return fitted(value.number, type);
  }
  const auto target = std::ranges::find(test.locations, value.address, &Location::name);
  if (target == test.locations.end())
    cursor.fail(value.valuePlace, fmt::format("there is no location {}", value.address));
  else if (!type.isPointer)
    cursor.fail(value.valuePlace,
                fmt::format("{} is no pointer, but of type {}: declare it as a pointer, 'int *{} = &{}'", value.name,
                            type.text, value.name, value.address));
  return target - test.locations.begin() + 1;
}

void placeRegister(Cursor& cursor, const InitialValue& value, Test& test) {
  if (*value.thread >= test.threads.size())
    return cursor.fail(value.place, fmt::format("there is no thread P{}", *value.thread));
  std::vector<Register>& registers = test.threads[*value.thread].registers;
  auto found = std::ranges::find(registers, value.name, &Register::name);
  if (found == registers.end()) {
    const std::vector<Parameter>& parameters = test.threads[*value.thread].parameters;
    if (std::ranges::find(parameters, value.name, &Parameter::name) != parameters.end())
      return cursor.fail(value.place, fmt::format("{} is a parameter, which is the address of the location of that "
                                                  "name: it needs no initial value",
                                                  value.name));
    found = registers.insert(found, {value.name, value.type.value_or(ValueType()), 0});
  }
  found->initial = valueOf(cursor, value, found->type, test);
}

} // namespace

std::vector<InitialValue> takeInitialValues(Cursor& cursor) {
  std::vector<InitialValue> values;
  cursor.expect("{", "before the initial values");
  while (!cursor.hasFailed() && !cursor.skip("}")) {
    if (cursor.skip(";"))
      continue;
    values.push_back(takeInitialValue(cursor));
    if (cursor.peek() != "}")
      cursor.expect(";", "after an initial value");
  }
  return values;
}

void placeInitialValues(Cursor& cursor, const std::vector<InitialValue>& values, Test& test) {
  LocationMaker maker(cursor, test);
  for (const InitialValue& value : values)
    if (!value.thread)
      maker.add(value);
  for (const Thread& thread : test.threads)
    for (const Parameter& parameter : thread.parameters)
      maker.add(parameter, parameter.pointee, parameter.place);
  for (const InitialValue& value : values) {
    if (value.thread) {
      placeRegister(cursor, value, test);
      continue;
    }
    const auto location = std::ranges::find(test.locations, value.name, &Location::name);
    if (location != test.locations.end())
      location->initial = valueOf(cursor, value, location->type, test);
  }
}

} // namespace revisit::litmus
