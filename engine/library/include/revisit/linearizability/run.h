// Part of linearizability.h: a test in the ordinary program that GoogleTest runs.
#pragma once

#ifdef REVISIT_MODEL_PROGRAM
#include <revisit/linearizability/verification.h>
#else
#include <revisit/linearizability/once.h>
#endif

namespace revisit::linearizability {

template <class Test> void runTest(const char* name) {
  static_assert(CheckedDeclaration<decltype(Test::declaration())>::holds);
  const auto declaration = Test::declaration();
  Subject subject = subjectOf(declaration);
  subject.name = name;
  const Texts texts = declaration.texts();
#ifdef REVISIT_MODEL_PROGRAM
  const Verdict verdict = verify(subject, texts, REVISIT_MODEL_COMMAND, REVISIT_MODEL_PROGRAM, REVISIT_MODEL_WITNESSES,
                                 REVISIT_MODEL_OPTIONS);
#else
  if (!texts.expected.empty())
    GTEST_SKIP() << "Not explored, so this cannot be found: " << texts.expected
                 << ". revisit_add_model_tests(target) explores it.";
  const Verdict verdict = verifyOnce(declaration, subject);
#endif
  if (!verdict.isRight)
    ADD_FAILURE_AT(Test::file, Test::line) << verdict.text;
  else if (!verdict.text.empty())
    std::printf("%s\n", verdict.text.c_str());
}

} // namespace revisit::linearizability

#define REVISIT_LINEARIZABILITY_CASE(Suite, Name)                                                                      \
  TEST(Suite, Name) {                                                                                                  \
    ::revisit::linearizability::runTest<revisit_linearizability_##Suite##_##Name>(#Suite "." #Name);                   \
  }
