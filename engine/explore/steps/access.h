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

// What a step does.
struct StepEffect {
  Observation seen;
  ExprId condition;          // invalid: the way says nothing of the inputs; otherwise that this condition has ...
  bool side = false;         // ... this side
  std::uint32_t outcome = 0; // of an operation; 1 for a weak compare-and-swap that fails for no reason
  bool writes = false;       // accesses: `after` is the new content of the location
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
// The access, as seen by its location of so many bytes. `taken`: for mayOnlyRead(access), whether it stores; must agree
// with storesInto where that is decided.
StepEffect accessCell(ExpressionPool& pool, const Cell& cell, unsigned bytes, const Label& access, bool taken);

} // namespace revisit
