// Relations between events as explicit boolean matrices, for axioms that are written as they are printed.
#pragma once

#include <bitset>
#include <cstddef>
#include <vector>

namespace revisit::test {

class Relation {
public:
  static constexpr std::size_t capacity = 128; // events

  // The empty relation between this many events. More than `capacity` of them: an exception.
  explicit Relation(std::size_t size);
  static Relation identity(std::size_t size);

  std::size_t size() const { return m_rows.size(); }
  bool has(std::size_t from, std::size_t to) const { return m_rows[from][to]; }
  void add(std::size_t from, std::size_t to) { m_rows[from][to] = true; }
  void remove(std::size_t from, std::size_t to) { m_rows[from][to] = false; }

  friend Relation operator|(Relation a, const Relation& b);        // union
  friend Relation operator&(Relation a, const Relation& b);        // intersection
  friend Relation operator-(Relation a, const Relation& b);        // difference
  friend Relation operator*(const Relation& a, const Relation& b); // composition: first a, then b

  Relation inverse() const;
  Relation optional() const;   // with the identity
  Relation transitive() const; // the transitive closure
  Relation repeated() const;   // the closure with the identity
  bool irreflexive() const;
  bool acyclic() const { return transitive().irreflexive(); }

private:
  std::vector<std::bitset<capacity>> m_rows;
};

} // namespace revisit::test
