#include "solver/answer_cache.h"

#include <algorithm>

namespace revisit {

std::size_t AnswerCache::Hash::operator()(const std::vector<ExprId>& question) const {
  std::size_t hash = question.size();
  for (ExprId e : question) {
    hash = (hash ^ e.value()) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 29;
  }
  return hash;
}

const AnswerCache::Answer* AnswerCache::find(const std::vector<ExprId>& question) {
  if (const auto it = m_young.find(question); it != m_young.end())
    return &it->second;
  Answers::node_type again = m_old.extract(question);
  if (again.empty())
    return nullptr;
  makeRoom();
  return &m_young.insert(std::move(again)).position->second;
}

void AnswerCache::makeRoom() {
  if (m_young.size() < MaxAnswers)
    return;
  m_old = std::move(m_young);
  m_young.clear();
}

bool AnswerCache::hasUnsatisfiableSubset(const std::vector<ExprId>& question) const {
  for (ExprId greatest : question) {
    const auto it = m_conflicts.find(greatest);
    if (it == m_conflicts.end())
      continue;
    for (const std::vector<ExprId>& conflict : it->second)
      if (std::includes(question.begin(), question.end(), conflict.begin(), conflict.end()))
        return true;
  }
  return false;
}

const std::deque<Assignment>& AnswerCache::recentModels(SymbolId symbol) const {
  static const std::deque<Assignment> none;
  const auto it = m_models.find(symbol);
  return it == m_models.end() ? none : it->second;
}

void AnswerCache::store(const std::vector<ExprId>& question, const Answer& answer,
                        const std::vector<ExprId>& conflict) {
  makeRoom();
  m_young.insert_or_assign(question, answer);
  if (!conflict.empty()) {
    if (m_conflictCount++ == MaxConflicts) { // relevant conflicts are soon learnt again
      m_conflicts.clear();
      m_conflictCount = 1;
    }
    m_conflicts[conflict.back()].push_back(conflict);
  }
  if (answer.sat != Sat::Yes)
    return;
  for (const auto& [symbol, value] : answer.model.entries()) {
    std::deque<Assignment>& models = m_models[symbol];
    if (std::find_if(models.begin(), models.end(), [&](const Assignment& known) {
          return known.entries() == answer.model.entries();
        }) != models.end())
      continue;
    models.push_front(answer.model);
    if (models.size() > MaxModels)
      models.pop_back();
  }
}

} // namespace revisit
