// A recorded tree of work items: all of it, or a sample that stands for it.
//
// The sample (after P. C. Chen, "Heuristic sampling: a method for predicting the performance of tree searching
// programs", SIAM J. Comput. 21, 1992): items are explored level by level; the level is the number of alternatives that
// were taken on the way. The items of one level that look alike, that is, with the same number of events before and
// after and the same number of children, are a stratum. At most `perStratum` items of a stratum
// are kept, each with the chance that its number of equals in the tree has; another item of the stratum is taken to be
// like one of those kept. Where a stratum has no more items than that, all are kept, so the top of the tree is exact.
#pragma once

#include "item_probe.h"

#include <functional>

namespace revisit::balance {

struct Recorded {
  ItemTree tree; // its root is set, its costs are not
  // What was done to record it: items explored, events of the graphs that they begin with, events added,
  // nanoseconds of the processor.
  std::uint64_t items = 0, steps = 0, added = 0;
  double time = 0;
};

// Called with the number of items explored so far, from time to time.
using RecordProgress = std::function<void(std::uint64_t)>;

// Explores everything, item by item.
Result<Recorded> recordWhole(ItemProbe& probe, const RecordProgress& tell);
Result<Recorded> recordSample(ItemProbe& probe, unsigned perStratum, std::uint64_t seed, const RecordProgress& tell);

} // namespace revisit::balance
