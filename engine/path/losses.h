// Where the dependence of values on the inputs was lost. A value with a loss has a number in this run, but nobody knows
// its expression: other inputs may give it another number. Thread rule: belongs to one worker, like its interpreter.
#pragma once

#include "base/ids.h"
#include "program/program.h"

#include <algorithm>
#include <string>
#include <vector>

namespace revisit {

struct Loss {
  std::string by;       // what lost it: "the call of strtod", "a floating-point conversion"
  SourcePosition place; // of the instruction or call; the file may be unknown
};

class Losses {
public:
  // The number of this loss; equal losses have one number. O(losses).
  LossId of(Loss loss);
  // "the call of strtod at parse.c:7".
  std::string text(LossId loss) const;
  void clear() { m_losses.clear(); }

private:
  std::vector<Loss> m_losses;
};

// The bytes of a value that have a loss, lowest first; the others are invalid. Empty: no byte has one.
using LostBytes = std::vector<LossId>;

// The first loss of a value; invalid: it has none.
inline LossId firstLoss(const LostBytes& bytes) {
  const auto found = std::ranges::find_if(bytes, &LossId::valid);
  return found == bytes.end() ? LossId() : *found;
}

} // namespace revisit
