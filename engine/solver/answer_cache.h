// The solver's memory: answers to exact questions, conflicts that recur inside larger questions, and recent models. A
// question is a sorted set of conditions. Thread rule: belongs to one worker, like its pool.
#pragma once

#include "solver/solver.h"

#include <deque>
#include <unordered_map>
#include <vector>

namespace revisit {

class AnswerCache {
public:
  struct Answer {
    Sat sat = Sat::Unknown;
    Assignment model; // when Yes
  };

  // Valid until the next call.
  const Answer* find(const std::vector<ExprId>& question);
  // Whether a stored conflict is a subset of the question.
  bool hasUnsatisfiableSubset(const std::vector<ExprId>& question) const;
  // Models that gave this symbol a value, newest first.
  const std::deque<Assignment>& recentModels(SymbolId symbol) const;
  // `conflict`: an unsatisfiable subset of the question that is worth recognising in other questions, or nothing.
  void store(const std::vector<ExprId>& question, const Answer& answer, const std::vector<ExprId>& conflict);

private:
  struct Hash {
    std::size_t operator()(const std::vector<ExprId>& question) const;
  };

  using Answers = std::unordered_map<std::vector<ExprId>, Answer, Hash>;

  static constexpr std::size_t MaxAnswers = 1u << 15; // per generation
  static constexpr std::size_t MaxConflicts = 1u << 16;
  static constexpr std::size_t MaxModels = 8; // per symbol

  // Two generations bound the memory: an answer that is used again moves to the young generation; the others are
  // dropped with the old one.
  Answers m_young;
  Answers m_old;
  std::size_t m_conflictCount = 0;
  std::unordered_map<ExprId, std::vector<std::vector<ExprId>>> m_conflicts; // by their greatest member
  std::unordered_map<SymbolId, std::deque<Assignment>> m_models;

  void makeRoom();
};

} // namespace revisit
