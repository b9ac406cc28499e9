// Model tests: bodies of threads and assertions that are explored, in every order and for every input, as tests of
// GoogleTest.
//
//     REVISIT_MODEL_TEST(Bank, TransfersInBothDirections) {
//       Account a(10), b(10);
//       std::thread there([&] { transfer(a, b, 1); });
//       transfer(b, a, 2);
//       there.join();
//       EXPECT_EQ(a.money() + b.money(), 20);
//     }
//     REVISIT_MODEL_TEST(Bank, LocksInTheWrongOrder, .expect("deadlock").option("--unroll=4")) { ... }
//
// The executable links GoogleTest and its main, as always; revisit_add_model_tests(target) of the CMake package builds
// its sources a second time without GoogleTest, as a program that runs one body, and explores that when the test is
// run. In a body, assert(), revisit_assert() and the assertions of GoogleTest (EXPECT_EQ and so on; the text that is
// streamed into them is not shown) are errors of kind assertion, and end the execution. Fixtures and parameters are not
// for model tests. Where the target is not given to revisit_add_model_tests() the body runs once, with real threads,
// every input zero, and the test says so.
#pragma once

#include <gtest/gtest.h>
#include <revisit.h>

#ifdef REVISIT_MODEL_EXPLORED
#include <revisit/model_body.h>
#else
#include <revisit/model_run.h>
#endif

// REVISIT_MODEL_TEST(Suite, Name) or REVISIT_MODEL_TEST(Suite, Name, How): Suite and Name as in TEST(), How says how
// the body is explored and what is expected of it, in calls of revisit::ModelTest. A failed test shows what `revisit
// check` found, with the path of the witness.
#define REVISIT_MODEL_TEST(...) REVISIT_MODEL_THIRD(__VA_ARGS__, REVISIT_MODEL_HOW, REVISIT_MODEL_PLAIN, )(__VA_ARGS__)

#define REVISIT_MODEL_THIRD(First, Second, Third, Chosen, ...) Chosen
#define REVISIT_MODEL_PLAIN(Suite, Name) REVISIT_MODEL_HOW(Suite, Name, .expect(""))
#define REVISIT_MODEL_HOW(Suite, Name, How)                                                                            \
  [[maybe_unused]] static void revisit_model_##Suite##_##Name();                                                       \
  REVISIT_MODEL_CASE(Suite, Name, How)                                                                                 \
  [[maybe_unused]] static void revisit_model_##Suite##_##Name()
