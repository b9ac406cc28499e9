// Sets of unsigned numbers as sorted, disjoint, closed intervals: the exact solutions of conditions on one unknown.
// Pure values; a SolutionSets belongs to one worker, like its pool.
#pragma once

#include "expression/expression.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace revisit {

class ValueSet {
public:
  struct Interval {
    std::uint64_t low;
    std::uint64_t high;
  };

  static ValueSet all(unsigned width);
  static ValueSet none(unsigned width) { return ValueSet(width); }
  static ValueSet range(unsigned width, std::uint64_t low, std::uint64_t high); // requires low <= high

  unsigned width() const { return m_width; }
  bool empty() const { return m_intervals.empty(); }
  bool contains(std::uint64_t value) const;
  std::uint64_t smallest() const { return m_intervals.front().low; } // requires !empty()
  const std::vector<Interval>& intervals() const { return m_intervals; }
  std::uint64_t countUpTo(std::uint64_t limit) const; // members, or limit when there are more

  ValueSet complement() const;
  ValueSet intersect(const ValueSet& other) const;
  ValueSet unite(const ValueSet& other) const;
  ValueSet extended(unsigned width, bool isSigned) const; // requires width >= this one
  ValueSet plus(std::uint64_t offset) const;              // { v + offset }, modulo 2^width
  ValueSet subtractedFrom(std::uint64_t from) const;      // { from - v }, modulo 2^width

private:
  explicit ValueSet(unsigned width) : m_width(width) {}
  void normalise();

  unsigned m_width = 1;
  std::vector<Interval> m_intervals;
};

// For conditions on exactly one symbol: the values that satisfy the condition. Results are cached.
class SolutionSets {
public:
  explicit SolutionSets(ExpressionPool& pool) : m_pool(pool) {}
  // Null when the form of the condition is not supported (always for more than one symbol).
  const ValueSet* solve(ExprId condition);

private:
  std::optional<ValueSet> compute(ExprId condition, unsigned depth);
  std::optional<ValueSet> condition(ExprId condition, unsigned depth);
  std::optional<ValueSet> comparison(ExprId condition, unsigned depth);
  std::optional<ValueSet> preimage(ExprId term, const ValueSet& values, unsigned depth);
  std::optional<ValueSet> preimageOfIte(ExprId term, const ValueSet& values, unsigned depth);
  std::optional<ValueSet> preimageOfCondition(ExprId term, const ValueSet& values, unsigned depth);
  std::optional<ValueSet> preimageOfExtension(ExprId term, const ValueSet& values, unsigned depth);

  ExpressionPool& m_pool;
  unsigned m_width = 0; // of the symbol
  std::unordered_map<ExprId, std::optional<ValueSet>> m_known;
};

} // namespace revisit
