// Short litmus tests for the tests in this folder.
#pragma once

#include "litmus/parse.h"

#include <gtest/gtest.h>

#include <string>

namespace revisit::litmus {

// A test of one thread with this body, and this condition.
inline std::string withBody(const std::string& body, const std::string& condition = "exists (true)") {
  return "C Sample\n{}\nP0 (atomic_int *x, int *y) {" + body + "}\n" + condition + '\n';
}

// Two threads, with the locations x, y (atomic) and p (a pointer).
inline std::string withCondition(const std::string& condition) {
  return "C Sample\n{ int *p = &x; }\n"
         "P0 (atomic_int *x, int **p) { int r0 = 0; int *r1 = *p; }\n"
         "P1 (atomic_int *y) { int r0 = 0; unsigned char r10, r2; }\n" +
         condition + '\n';
}

inline Test parsed(const std::string& text) {
  const Result<Test> test = parseTest("t.litmus", text);
  EXPECT_TRUE(test) << test.error().where << ": " << test.error().what << '\n' << text;
  return test ? test.value() : Test();
}

// "LINE:COLUMN: WHAT" of the error; empty if there is none.
inline std::string errorIn(const std::string& text) {
  const Result<Test> test = parseTest("t.litmus", text);
  return test ? "" : test.error().where.substr(9) + ": " + test.error().what;
}

// For EXPECT_PRED2, which shows both texts.
inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline bool lacks(const std::string& text, const std::string& part) {
  return !contains(text, part);
}

inline bool beginsWith(const std::string& text, const std::string& begin) {
  return text.starts_with(begin);
}

} // namespace revisit::litmus
