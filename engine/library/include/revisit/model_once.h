// Part of model_test.h: a model test in a program that is not explored. The body runs once, with real threads.
#pragma once

#include <gtest/gtest.h>
#include <revisit/model_inputs.h>

namespace revisit {

// A body that is expected to fail is not run: it could hang or end the test program.
inline void runOnce(const ModelTest& test, void (*body)()) {
  if (!test.expected().empty())
    GTEST_SKIP() << "Not explored, so this cannot be found: " << test.expected()
                 << ". revisit_add_model_tests(target) makes it a model test.";
  std::printf("Not explored: the body runs once. revisit_add_model_tests(target) makes it a model test.\n");
  try {
    body();
  } catch (const NotAssumed&) {
    GTEST_SKIP() << "An assumption does not hold where every input is zero.";
  }
}

} // namespace revisit
