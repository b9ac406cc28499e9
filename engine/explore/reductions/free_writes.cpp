#include "explore/reductions/free_writes.h"

namespace revisit {

bool looksAt(const Label& step) {
  return isMemory(step.kind) && (step.kind != LabelKind::Write || step.lifetime != Lifetime::Observed);
}

bool noteLookUp(ProgramTraits& traits, ExecutionGraph& graph, const Label& step) {
  if (!looksAt(step) || !traits.isUnread(step.location))
    return false;
  traits.noteRead(step.location);
  if (traits.isReordered(step.location))
    return true;
  graph.fixWrites(step.location);
  return false;
}

} // namespace revisit
