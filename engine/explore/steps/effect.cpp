#include "explore/steps/effect.h"

namespace revisit {

StepEffect effectOf(ExpressionPool& pool, const Label& label, const Surroundings& met, const Way& way,
                    ObjectState& objectAfter) {
  StepEffect effect;
  effect.outcome = way.outcome;
  switch (label.kind) {
  case LabelKind::Read:
  case LabelKind::Write:
  case LabelKind::Rmw:
  case LabelKind::Cas: {
    const MemoryStep step = accessCell(pool, met.cell, met.bytes, label, way.taken);
    effect.seen = step.seen;
    effect.condition = step.condition;
    effect.side = step.seen.taken;
    effect.outcome = step.spurious ? 1 : 0;
    effect.writes = step.writes;
    effect.after = step.after;
    break;
  }
  case LabelKind::Object: {
    const ObjectEffect done = applyOperation(*met.object, met.thread, label.operation, label.argument, way.outcome);
    effect.seen.value = Value::concrete(done.result);
    objectAfter = done.after;
    break;
  }
  case LabelKind::Join:
    effect.seen.value = met.lastOfChild->value;
    break;
  case LabelKind::Constraint:
  case LabelKind::Assume:
    effect.condition = label.value.expr;
    effect.side = effect.seen.taken = way.taken;
    break;
  case LabelKind::Enumerate:
    effect.seen.value = Value::concrete(way.number);
    effect.condition = pool.eq(label.value.expr, pool.constant(pool.width(label.value.expr), way.number));
    effect.side = true;
    break;
  case LabelKind::Fence:
  case LabelKind::Create:
  case LabelKind::End:
  case LabelKind::Exit:
  case LabelKind::Error:
  case LabelKind::Blocked:
  case LabelKind::AwaitFailed:
  case LabelKind::Cut:
  case LabelKind::Unsupported:
    break;
  }
  return effect;
}

} // namespace revisit
