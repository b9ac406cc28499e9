// What an access to memory does to the content of its location, whatever the place that the content comes from: a write
// of an execution graph or a state. Terms are made in the pool; nothing else changes. Stateless.
#pragma once

#include "expression/expression.h"
#include "program/label.h"

namespace revisit {

// The content of a location: what its newest write stored, and the lifetime state that the write left.
struct Cell {
  Value value;
  MemoryLife life = MemoryLife::Fresh; // of memory that nobody has written to
  friend bool operator==(const Cell&, const Cell&) = default;
};

// An access as seen by its location. `bytes`: the size of the location.
struct MemoryStep {
  Observation seen;
  ExprId condition;    // the constraint on the side `seen.taken`, where that side is not decided
  bool writes = false; // then `after` is the new content
  // A weak compare-and-swap does not store, although it might: there is no constraint on what it reads.
  bool spurious = false;
  Cell after;
};

// The value that the access reads, without regard to lifetimes.
Value valueSeen(ExpressionPool& pool, const Cell& cell, unsigned bytes, const Label& access);
// The lifetime state that the access observes.
MemoryLife lifeSeen(const Cell& cell, const Label& access);
// Whether the access stores (a width-1 expression, constant when decided).
ExprId storesInto(ExpressionPool& pool, const Cell& cell, unsigned bytes, const Label& access);
// The content that a blind update (Label::blind) leaves.
Value valueAfter(ExpressionPool& pool, const Value& content, unsigned bytes, const Label& update);
// The access. `taken`: for mayOnlyRead(access), whether it stores; must agree with storesInto where that is decided.
MemoryStep accessCell(ExpressionPool& pool, const Cell& cell, unsigned bytes, const Label& access, bool taken);

} // namespace revisit
