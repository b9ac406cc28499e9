// The answers to questions about sets of conditions. Most questions of an exploration come again in other graphs, and a
// sum over the conditions is cheaper than the sorted list that the solver looks up. A sum has 128 bits. Thread rule:
// belongs to one worker.
#pragma once

#include "solver/solver.h"

#include <optional>
#include <unordered_map>

namespace revisit {

class KnownAnswers {
public:
  struct Question {
    std::uint64_t low = 0, high = 0;
    void add(ExprId condition, bool side);
    void addNumber(ExprId expr, std::uint64_t atLeast); // the question is for a number, not for a yes or no
    bool operator==(const Question&) const = default;
  };
  // Empty: not asked before, or forgotten.
  std::optional<SmallestValue> find(const Question& question) const;
  void store(const Question& question, const SmallestValue& answer); // keeps only definite answers

private:
  struct Hash {
    std::size_t operator()(const Question& question) const { return question.low; }
  };
  std::unordered_map<Question, SmallestValue, Hash> m_answers;
};

} // namespace revisit
