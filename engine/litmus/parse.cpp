#include "litmus/parse.h"

#include "litmus/condition.h"
#include "litmus/initial_values.h"
#include "litmus/thread_body.h"
#include "litmus/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

namespace revisit::litmus {
namespace {

constexpr std::array<std::string_view, 14> assembly = {"X86",    "X86_64", "x86",   "PPC",   "ARM", "AArch64", "RISCV",
                                                       "RISC-V", "MIPS",   "SPARC", "POWER", "BPF", "ASL",     "PTX"};
constexpr std::array<std::string_view, 5> otherLanguages = {"LISA", "Bell", "BELL", "JAVA", "CPP"};

// "C NAME"
void takeFirstLine(Cursor& cursor, Test& test) {
  const Place place = cursor.place();
  const std::size_t begin = cursor.offset();
  const std::string line = cursor.restOfLine();
  const std::string language = line.substr(0, line.find_first_of(" \t"));
  if (std::ranges::find(assembly, language) != assembly.end())
    return cursor.fail(place,
                       fmt::format("litmus tests in the assembly language of {} are not supported: write the test "
                                   "in C, with a first line 'C NAME' and the functions of <stdatomic.h>",
                                   language));
  if (std::ranges::find(otherLanguages, language) != otherLanguages.end())
    return cursor.fail(place,
                       fmt::format("litmus tests in {} are not supported: write the test in C, with a first line "
                                   "'C NAME'",
                                   language));
  if (language != "C")
    return cursor.fail(place, "the first line of a litmus test is 'C NAME'");
  cursor.moveTo(begin + 1);
  test.name = cursor.restOfLine();
  if (test.name.empty())
    cursor.fail(place, "the test has no name: the first line of a litmus test is 'C NAME'");
}

// A text in quotes, and lines such as "Cycle=Fre PodWR Fre PodWR".
void skipInformation(Cursor& cursor) {
  while (!cursor.hasFailed() && cursor.peek() != "{") {
    if (cursor.peek().starts_with('"')) {
      cursor.skipQuoted();
      continue;
    }
    const bool isLine = isIdentifier(cursor.peek()) && cursor.peekSecond() == "=";
    if (!isLine)
      return cursor.fail("the initial values are expected here: '{ x = 0; y = 0; }', or '{}' if all are 0");
    cursor.restOfLine();
  }
}

Parameter takeParameter(Cursor& cursor) {
  Parameter parameter;
  if (!beginsType(cursor.peek())) {
    cursor.fail("a parameter of a thread is a pointer to a location, such as 'atomic_int *x' or 'int *x'");
    return parameter;
  }
  const WrittenType type = takeType(cursor);
  parameter.place = cursor.place();
  parameter.name = cursor.identifier("the name of a parameter is expected here");
  parameter.type = type.text();
  if (type.stars.empty())
    cursor.fail(parameter.place,
                fmt::format("the parameter {} is no pointer: a thread gets the address of a location, '{} *{}'",
                            parameter.name, parameter.type, parameter.name));
  parameter.pointee = type.type(1);
  return parameter;
}

// "P0 (atomic_int *x, int *y)"
void takeHeadOfThread(Cursor& cursor, const Test& test, Thread& thread) {
  thread.place = cursor.place();
  const std::string expected = fmt::format("P{}", test.threads.size());
  if (cursor.peek() != expected)
    return cursor.fail(fmt::format(
        "the thread {} is expected here: threads have the names P0, P1 and so on, in this order", expected));
  cursor.take();
  cursor.setCode(true);
  cursor.expect("(", "after the name of a thread");
  if (cursor.peek() == "void" && cursor.peekSecond() == ")")
    cursor.take();
  while (!cursor.hasFailed() && cursor.peek() != ")") {
    const Parameter parameter = takeParameter(cursor);
    if (std::ranges::find(thread.parameters, parameter.name, &Parameter::name) != thread.parameters.end())
      cursor.fail(parameter.place, fmt::format("{} is a parameter already", parameter.name));
    thread.parameters.push_back(parameter);
    if (cursor.peek() != ")")
      cursor.expect(",", "after a parameter");
  }
  cursor.expect(")", "after the parameters");
  cursor.setCode(false);
}

void takeThreads(Cursor& cursor, Test& test) {
  do {
    Thread thread;
    takeHeadOfThread(cursor, test, thread);
    takeBody(cursor, thread);
    test.threads.push_back(std::move(thread));
  } while (!cursor.hasFailed() && cursor.peek().starts_with('P'));
}

} // namespace

Result<Test> parseTest(const std::string& file, std::string_view text) {
  Cursor cursor(file, text);
  Test test;
  takeFirstLine(cursor, test);
  skipInformation(cursor);
  const std::vector<InitialValue> values = takeInitialValues(cursor);
  takeThreads(cursor, test);
  if (!cursor.hasFailed())
    placeInitialValues(cursor, values, test);
  if (!cursor.hasFailed())
    takeConditions(cursor, test);
  if (cursor.hasFailed())
    return cursor.error();
  return test;
}

Result<Test> readTest(const std::string& name) {
  errno = 0;
  std::ifstream file(name);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file)
    return Error{ErrorCode::NotFound, name, fmt::format("cannot be read: {}", std::strerror(errno))};
  return parseTest(name, text);
}

bool isTestFile(const std::string& file) {
  return file.ends_with(".litmus");
}

} // namespace revisit::litmus
