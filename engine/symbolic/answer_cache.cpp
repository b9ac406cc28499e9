#include "symbolic/answer_cache.h"

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

const AnswerCache::Answer* AnswerCache::find(const std::vector<ExprId>& question) const {
  const auto it = m_answers.find(question);
  return it == m_answers.end() ? nullptr : &it->second;
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
  if (m_answers.size() >= MaxAnswers) { // bounded memory: what matters is soon learnt again
    m_answers.clear();
    m_conflicts.clear();
  }
  m_answers.insert_or_assign(question, answer);
  if (!conflict.empty())
    m_conflicts[conflict.back()].push_back(conflict);
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
