// Linearizability tests: random clients of a data structure, each explored in every order of its threads' steps. What
// the calls of a client give must be what they give one after the other, in some order that keeps the order of each
// thread.
//
//     REVISIT_LINEARIZABILITY_TEST(Queue, IsLinearizable,
//         revisit::Linearizability<Queue<int>>()
//             .operation("push", &Queue<int>::push, revisit::any(1, 2))
//             .operation("pop", &Queue<int>::pop))
//
// declares a test of GoogleTest, as REVISIT_MODEL_TEST does, and revisit_add_model_tests(target) of the CMake package
// runs it in the same way (<revisit/model_test.h>). Class revisit::Linearizability says what can be declared. The
// declaration's functions must not depend on anything outside the object. A failed test shows the smallest client that
// was found, its calls on a time axis, why no order explains their results, and the path of the witness. Where the
// target is not given to revisit_add_model_tests() the clients run some times with real threads, and the test says so.
#pragma once

#if __cplusplus < 201703L
#error "<revisit/linearizability.h> needs C++17: set(CMAKE_CXX_STANDARD 17)"
#endif

#include <gtest/gtest.h>
#include <revisit.h>
#include <revisit/linearizability/rows.h>

#ifdef REVISIT_MODEL_EXPLORED
#include <revisit/linearizability/body.h>
#else
#include <revisit/linearizability/run.h>
#endif

// REVISIT_LINEARIZABILITY_TEST(Suite, Name, Declaration): Suite and Name as in TEST(), Declaration an expression that
// is a revisit::Linearizability.
#define REVISIT_LINEARIZABILITY_TEST(Suite, Name, ...)                                                                 \
  struct revisit_linearizability_##Suite##_##Name {                                                                    \
    static auto declaration() {                                                                                        \
      return __VA_ARGS__;                                                                                              \
    }                                                                                                                  \
    static constexpr const char* file = __FILE__;                                                                      \
    static constexpr int line = __LINE__;                                                                              \
  };                                                                                                                   \
  REVISIT_LINEARIZABILITY_CASE(Suite, Name)
