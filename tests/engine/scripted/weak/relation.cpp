#include "relation.h"

#include <stdexcept>

namespace revisit::test {

Relation::Relation(std::size_t size) : m_rows(size) {
  if (size > capacity)
    throw std::length_error("an execution with more events than a relation holds");
}

Relation Relation::identity(std::size_t size) {
  Relation result(size);
  for (std::size_t i = 0; i < size; i++)
    result.add(i, i);
  return result;
}

Relation operator|(Relation a, const Relation& b) {
  for (std::size_t i = 0; i < a.size(); i++)
    a.m_rows[i] |= b.m_rows[i];
  return a;
}

Relation operator&(Relation a, const Relation& b) {
  for (std::size_t i = 0; i < a.size(); i++)
    a.m_rows[i] &= b.m_rows[i];
  return a;
}

Relation operator-(Relation a, const Relation& b) {
  for (std::size_t i = 0; i < a.size(); i++)
    a.m_rows[i] &= ~b.m_rows[i];
  return a;
}

Relation operator*(const Relation& a, const Relation& b) {
  Relation result(a.size());
  for (std::size_t i = 0; i < a.size(); i++)
    for (std::size_t via = 0; via < a.size(); via++)
      if (a.has(i, via))
        result.m_rows[i] |= b.m_rows[via];
  return result;
}

Relation Relation::inverse() const {
  Relation result(size());
  for (std::size_t i = 0; i < size(); i++)
    for (std::size_t j = 0; j < size(); j++)
      if (has(i, j))
        result.add(j, i);
  return result;
}

Relation Relation::optional() const {
  return *this | identity(size());
}

Relation Relation::transitive() const {
  Relation result = *this;
  for (std::size_t via = 0; via < size(); via++)
    for (std::size_t i = 0; i < size(); i++)
      if (result.has(i, via))
        result.m_rows[i] |= result.m_rows[via];
  return result;
}

Relation Relation::repeated() const {
  return transitive().optional();
}

bool Relation::irreflexive() const {
  for (std::size_t i = 0; i < size(); i++)
    if (has(i, i))
      return false;
  return true;
}

} // namespace revisit::test
