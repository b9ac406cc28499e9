// The final states of the executions of a litmus test, and the verdict about its condition.
#pragma once

#include "litmus/test.h"

#include <map>
#include <vector>

namespace revisit::litmus {

using State = std::vector<Number>; // a value for each item of the test

// What all executions together show: whether the condition holds in all, in some or in none.
enum class Observation : std::uint8_t { Never, Sometimes, Always };

// Unknown: some executions are not known, and one of them could decide.
enum class Verdict : std::uint8_t { Ok, No, Unknown };

class Outcomes {
public:
  // Keeps the reference.
  explicit Outcomes(const Test& test) : m_test(test) {}

  // Counts an execution that ends in this state, unless the filter leaves it out. Returns whether it decides the test:
  // it satisfies `exists`, or contradicts the other conditions.
  bool add(const State& state);
  void clear();

  const std::map<State, std::uint64_t>& states() const { return m_states; }
  bool matches(const State& state) const { return holds(m_test.condition, state); }
  std::uint64_t positive() const { return m_positive; } // executions in which what is in the parentheses holds
  std::uint64_t negative() const { return m_negative; }
  std::uint64_t filtered() const { return m_filtered; } // executions that the filter left out
  Observation observation() const;
  // Whether the condition, with its quantifier, holds. `isAll`: these are all executions.
  Verdict verdict(bool isAll) const;

private:
  const Test& m_test;
  std::map<State, std::uint64_t> m_states; // and how many executions end there
  std::uint64_t m_positive = 0, m_negative = 0, m_filtered = 0;
};

const char* nameOf(Observation observation);
const char* nameOf(Verdict verdict);
// "exists", "~exists" or "forall".
const char* nameOf(Quantifier quantifier);
// The condition with its quantifier: "exists (0:r0=0 /\ 1:r1=0)".
std::string conditionText(const Test& test);
// "0:r0=0; [x]=1;"
std::string stateText(const Test& test, const State& state);
// Of a state that decides the test: "0:r0=0; [x]=1; contradicts forall ([x]=2)".
std::string outcomeText(const Test& test, const State& state);

// What herd7 prints about a test, without time and hash. In front of each state is the number of its executions, as
// litmus7 has it, and a star where the condition holds.
std::string herdText(const Test& test, const Outcomes& outcomes, bool isAll);
// The verdict in words: "the condition holds in 1 of 4 executions".
std::string verdictText(const Test& test, const Outcomes& outcomes, bool isAll);
// "Observation SB Sometimes 1 2"
std::string observationLine(const Test& test, const Outcomes& outcomes);

} // namespace revisit::litmus
