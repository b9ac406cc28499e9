// Part of model_test.h: a model test in the ordinary program that GoogleTest runs.
#pragma once

#include <gtest/gtest.h>
#include <revisit/model_inputs.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>

namespace revisit {

// The options and the expected result of an exploration.
class ModelTest {
public:
  // Requires that an error of this kind is found, and no other kind. `kind` is a kind of error, such as "deadlock" or
  // "assertion", or "incomplete". Without a call of expect(), no error may be found.
  ModelTest& expect(const std::string& kind) {
    m_expected = kind;
    return *this;
  }
  // Adds an option of `revisit check`, with its value after '=': "--unroll=4".
  ModelTest& option(const std::string& text) {
    m_options += ' ' + quoted(text);
    return *this;
  }

  const std::string& expected() const { return m_expected; }
  const std::string& options() const { return m_options; }

  // Quotes the text as one word for the shell.
  static std::string quoted(const std::string& text) {
    std::string word = "'";
    for (const char c : text)
      word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
  }

private:
  std::string m_expected;
  std::string m_options;
};

// The result of `revisit check`.
struct ModelVerdict {
  int status = -1;   // the exit status; -1 when it could not be run
  std::string text;  // its output
  std::string kinds; // of the errors, each followed by a space
};

// The kinds of the errors in a report written by --json. Other objects in the report have a field "kind" too; those of
// errors are fields of the objects in the list "errors".
inline std::string kindsOfErrors(const std::string& reportFile) {
  std::ifstream file(reportFile);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::string kinds, field; // field: of the report
  bool isKind = false;      // the next string is the kind of an error
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); at++) {
    depth += text[at] == '{' || text[at] == '[';
    depth -= text[at] == '}' || text[at] == ']';
    if (text[at] != '"')
      continue;
    const std::size_t begin = ++at;
    while (at < text.size() && text[at] != '"')
      at += text[at] == '\\' ? 2 : 1;
    const std::string word = text.substr(begin, at - begin);
    const bool isName = at + 1 < text.size() && text[at + 1] == ':';
    if (isName && depth == 1)
      field = word;
    if (isKind)
      kinds += word + ' ';
    isKind = isName && depth == 3 && field == "errors" && word == "kind";
  }
  return kinds;
}

// Runs the exploration and waits for it. `folder` must exist; witnesses go to its subfolder with the test's name.
inline ModelVerdict runModelTest(const std::string& command, const std::string& program, const std::string& folder,
                                 const std::string& name, const std::string& options) {
  const std::string report = folder + "/" + name + ".json";
  std::remove(report.c_str());
  const std::string line = ModelTest::quoted(command) + " check --no-progress --json " + ModelTest::quoted(report) +
                           " --witness " + ModelTest::quoted(folder + "/" + name) + " " + options + " " +
                           ModelTest::quoted(program) + " -- " + ModelTest::quoted(name) + " 2>&1 </dev/null";
  ModelVerdict verdict;
  std::FILE* output = popen(line.c_str(), "r");
  if (!output)
    return verdict;
  char bytes[4096];
  while (const std::size_t count = std::fread(bytes, 1, sizeof bytes, output))
    verdict.text.append(bytes, count);
  const int ended = pclose(output);
  verdict.status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
  verdict.kinds = kindsOfErrors(report);
  return verdict;
}

// Success when the verdict is the expected one.
inline ::testing::AssertionResult judge(const ModelVerdict& verdict, const std::string& expected) {
  const auto failure = [&](const std::string& why) {
    return ::testing::AssertionFailure() << why << "\n" << verdict.text;
  };
  if (verdict.status < 0)
    return failure("revisit check could not be run to its end.");
  if (verdict.status == 2)
    return failure("revisit check failed.");
  if (expected == "incomplete")
    return verdict.status == 3 ? ::testing::AssertionSuccess() : failure("Not everything should have been explored.");
  if (verdict.status == 3)
    return failure("Not everything was explored, so the test says nothing yet.");
  if (expected.empty())
    return verdict.status == 0 ? ::testing::AssertionSuccess() : failure("An execution fails:");
  if (verdict.status == 0)
    return failure("Expected: " + expected + ". No execution fails.");
  for (std::size_t at = 0, end; (end = verdict.kinds.find(' ', at)) != std::string::npos; at = end + 1)
    if (verdict.kinds.substr(at, end - at) != expected)
      return failure("Expected: " + expected + ". Found: " + verdict.kinds);
  return ::testing::AssertionSuccess();
}

} // namespace revisit

#ifdef REVISIT_MODEL_PROGRAM
#define REVISIT_MODEL_CASE(Suite, Name, How)                                                                           \
  TEST(Suite, Name) {                                                                                                  \
    const ::revisit::ModelTest test = ::revisit::ModelTest() How;                                                      \
    const ::testing::AssertionResult result = ::revisit::judge(                                                        \
        ::revisit::runModelTest(REVISIT_MODEL_COMMAND, REVISIT_MODEL_PROGRAM, REVISIT_MODEL_WITNESSES,                 \
                                #Suite "." #Name, REVISIT_MODEL_OPTIONS + test.options()),                             \
        test.expected());                                                                                              \
    if (!result)                                                                                                       \
      ADD_FAILURE() << result.message();                                                                               \
  }
#else
#include <revisit/model_once.h>
#define REVISIT_MODEL_CASE(Suite, Name, How)                                                                           \
  TEST(Suite, Name) {                                                                                                  \
    ::revisit::runOnce(::revisit::ModelTest() How, revisit_model_##Suite##_##Name);                                    \
  }
#endif
