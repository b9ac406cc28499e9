// Replaces GoogleTest's header in a program of model tests: its assertions are Revisit's, so that no code of GoogleTest
// is explored. Ordinary tests in the same file are compiled but never run. Tests that use other features (matchers,
// parameters, typed tests) belong in files of other executables.
#pragma once

#include <revisit.h>

#include <cmath>
#include <cstring>

namespace testing {

class Test {
public:
  virtual ~Test() = default;

protected:
  virtual void SetUp() {}
  virtual void TearDown() {}
  static void SetUpTestSuite() {}
  static void TearDownTestSuite() {}
};

// Accepts what is streamed into an assertion. Never evaluated: a failed assertion ends the execution first, at the
// test's own line.
struct Message {
  template <typename T> const Message& operator<<(const T&) const { return *this; }
};
struct Failure {
  void operator=(const Message&) const {}
};

inline bool isNear(double left, double right, double tolerance) {
  return std::fabs(left - right) <= tolerance;
}
inline bool isEqualText(const char* left, const char* right) {
  return left && right ? std::strcmp(left, right) == 0 : left == right;
}

} // namespace testing

// A single statement, so that it works without braces in an if with an else.
#define REVISIT_EXPECT(condition, text)                                                                                \
  switch (0)                                                                                                           \
  case 0:                                                                                                              \
  default:                                                                                                             \
    if (condition)                                                                                                     \
      ;                                                                                                                \
    else                                                                                                               \
      revisit_fail(text, __FILE__, __LINE__), ::testing::Failure() = ::testing::Message()

#define EXPECT_TRUE(condition) REVISIT_EXPECT(condition, #condition)
#define EXPECT_FALSE(condition) REVISIT_EXPECT(!(condition), "!(" #condition ")")
#define EXPECT_EQ(left, right) REVISIT_EXPECT((left) == (right), #left " == " #right)
#define EXPECT_NE(left, right) REVISIT_EXPECT((left) != (right), #left " != " #right)
#define EXPECT_LT(left, right) REVISIT_EXPECT((left) < (right), #left " < " #right)
#define EXPECT_LE(left, right) REVISIT_EXPECT((left) <= (right), #left " <= " #right)
#define EXPECT_GT(left, right) REVISIT_EXPECT((left) > (right), #left " > " #right)
#define EXPECT_GE(left, right) REVISIT_EXPECT((left) >= (right), #left " >= " #right)
#define EXPECT_STREQ(left, right) REVISIT_EXPECT(::testing::isEqualText(left, right), #left " == " #right)
#define EXPECT_STRNE(left, right) REVISIT_EXPECT(!::testing::isEqualText(left, right), #left " != " #right)
#define EXPECT_NEAR(left, right, tolerance)                                                                            \
  REVISIT_EXPECT(::testing::isNear(left, right, tolerance), #left " is near " #right)
#define EXPECT_THROW(statement, type)                                                                                  \
  REVISIT_EXPECT(                                                                                                      \
      [&] {                                                                                                            \
        try {                                                                                                          \
          statement;                                                                                                   \
        } catch (const type&) {                                                                                        \
          return true;                                                                                                 \
        }                                                                                                              \
        return false;                                                                                                  \
      }(),                                                                                                             \
      #statement " throws " #type)
#define EXPECT_NO_THROW(statement)                                                                                     \
  REVISIT_EXPECT(                                                                                                      \
      [&] {                                                                                                            \
        try {                                                                                                          \
          statement;                                                                                                   \
        } catch (...) {                                                                                                \
          return false;                                                                                                \
        }                                                                                                              \
        return true;                                                                                                   \
      }(),                                                                                                             \
      #statement " throws nothing")

#define ASSERT_TRUE(condition) EXPECT_TRUE(condition)
#define ASSERT_FALSE(condition) EXPECT_FALSE(condition)
#define ASSERT_EQ(left, right) EXPECT_EQ(left, right)
#define ASSERT_NE(left, right) EXPECT_NE(left, right)
#define ASSERT_LT(left, right) EXPECT_LT(left, right)
#define ASSERT_LE(left, right) EXPECT_LE(left, right)
#define ASSERT_GT(left, right) EXPECT_GT(left, right)
#define ASSERT_GE(left, right) EXPECT_GE(left, right)
#define ASSERT_STREQ(left, right) EXPECT_STREQ(left, right)
#define ASSERT_STRNE(left, right) EXPECT_STRNE(left, right)
#define ASSERT_NEAR(left, right, tolerance) EXPECT_NEAR(left, right, tolerance)
#define ASSERT_THROW(statement, type) EXPECT_THROW(statement, type)
#define ASSERT_NO_THROW(statement) EXPECT_NO_THROW(statement)
#define ADD_FAILURE() REVISIT_EXPECT(false, "ADD_FAILURE()")
#define FAIL() REVISIT_EXPECT(false, "FAIL()")
#define SUCCEED() REVISIT_EXPECT(true, "")
#define SCOPED_TRACE(message) static_cast<void>(0)

#define TEST(Suite, Name) [[maybe_unused]] static void revisit_unused_##Suite##_##Name()
#define TEST_F(Fixture, Name)                                                                                          \
  namespace {                                                                                                          \
  struct revisit_unused_##Fixture##_##Name : Fixture {                                                                 \
    void body();                                                                                                       \
  };                                                                                                                   \
  }                                                                                                                    \
  void revisit_unused_##Fixture##_##Name::body()
