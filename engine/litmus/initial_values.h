// The block of initial values in front of the threads. Stateless.
#pragma once

#include "litmus/cursor.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit::litmus {

// One initial value, of a location or a register.
struct InitialValue {
  std::optional<std::size_t> thread; // of a register
  std::string name;
  std::optional<ValueType> type; // if it is declared here
  Number number = 0;
  std::string address; // the location whose address it is; empty: it is the number
  Place place, valuePlace;
};

// Reads "{ x = 0; atomic_int y = 1; int *p = &x; 0:r0 = 0; }".
std::vector<InitialValue> takeInitialValues(Cursor& cursor);

// Makes the locations of the test, from the initial values and from the parameters of its threads, and gives locations
// and registers their values.
void placeInitialValues(Cursor& cursor, const std::vector<InitialValue>& values, Test& test);

} // namespace revisit::litmus
