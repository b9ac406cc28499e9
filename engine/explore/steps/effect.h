// What a step does: functions of its label, of what it meets and of the way in which it happens. Graphs and states of
// the program both take it from here. Terms are made in the pool; nothing else changes. Stateless.
#pragma once

#include "explore/steps/access.h"
#include "explore/steps/way.h"
#include "program/objects/objects.h"
#include "program/value_ops.h"

namespace revisit {

// What a step meets, as far as its effect depends on it. Only the parts that its kind of label needs are set.
struct Surroundings {
  ThreadId thread;                     // that takes the step
  Cell cell;                           // accesses that read: the content of the location that they meet
  unsigned bytes = 0;                  // accesses: the size of the location
  const ObjectState* object = nullptr; // Object
  const Label* lastOfChild = nullptr;  // Join: the label with which the child ended; null: it goes on
};

// Whether the step can happen now. Accesses and what a thread decides alone always can; what is terminal is no step,
// and can, too. O(threads in the object's sets).
inline bool isEnabled(const Label& label, const Surroundings& met) {
  if (label.kind == LabelKind::Object)
    return applyOperation(*met.object, met.thread, label.operation, label.argument).enabled;
  if (label.kind == LabelKind::Join)
    return met.lastOfChild && met.lastOfChild->kind == LabelKind::End;
  return true;
}

// Requires that the step is enabled, and that the way is possible. `objectAfter` is set to the new state of its object;
// other steps leave it as it is.
inline StepEffect effectOf(ExpressionPool& pool, const Label& label, const Surroundings& met, const Way& way,
                           ObjectState& objectAfter) {
  StepEffect effect;
  effect.outcome = way.outcome;
  switch (groupOf(label.kind)) {
  case LabelGroup::Access:
    return accessCell(pool, met.cell, met.bytes, label, way.taken);
  case LabelGroup::Object: {
    const ObjectEffect done = applyOperation(*met.object, met.thread, label.operation, label.argument, way.outcome);
    effect.seen.value = Value::concrete(done.result);
    objectAfter = done.after;
    break;
  }
  case LabelGroup::Thread:
    if (label.kind == LabelKind::Join)
      effect.seen.value = met.lastOfChild->value;
    break;
  case LabelGroup::Condition:
    effect.condition = label.value.expr;
    effect.side = effect.seen.taken = way.taken;
    break;
  case LabelGroup::Number:
    effect.seen.value = Value::concrete(way.number);
    effect.condition = decidedBy(pool, label, true, way.number);
    effect.side = true;
    break;
  case LabelGroup::Fence:
  case LabelGroup::Ending:
    break;
  }
  return effect;
}

} // namespace revisit
