#include "explore/reductions/free_writes.h"

namespace revisit {

bool looksAt(const Label& step) {
  return isMemory(step.kind) && (step.kind != LabelKind::Write || step.lifetime != Lifetime::Observed);
}

bool noteLookUp(const Reductions& reductions, ExecutionGraph& graph, const Label& step) {
  if (!looksAt(step) || !isUnread(reductions, step.location))
    return false;
  if (reductions.facts.noteChange("read", step.location))
    return true;
  graph.fixWrites(step.location);
  return false;
}

} // namespace revisit
