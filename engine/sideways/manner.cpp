#include "sideways/manner.h"

#include "program/choices.h"
#include "program/objects/object_operations.h"
#include "program/objects/streams.h"

namespace revisit {

namespace {

// Whether the operation can only do what it is asked for, or wait.
bool maySucceedOrFail(const Label& operation) {
  return operation.operation != ObjectOp::BlockTake && roleOf(operation.operation) != ObjectRole::Look;
}

NamedManner byResult(const Label& operation, std::uint64_t result) {
  if (!maySucceedOrFail(operation) || isMisuse(result))
    return {};
  if (result == object_result::timedOut)
    return {Manner::TimesOut};
  if (result == object_result::spurious)
    return {Manner::Spurious};
  if (result == object_result::ok)
    return {Manner::Succeeds};
  const bool isNumber = (result & (isTransfer | isChoice | object_result::counted)) != 0;
  const bool isTold = result == object_result::serialThread || result == object_result::mustRun;
  return isNumber || isTold || result == object_result::ownerDead ? NamedManner{} : NamedManner{Manner::Fails};
}

} // namespace

NamedManner mannerOf(const Label& label, const ObjectState& before, ThreadId thread, std::uint32_t outcome) {
  const ObjectEffect effect = applyOperation(before, thread, label.operation, label.argument, outcome);
  if (!effect.enabled || effect.outcomes < 2)
    return {};
  const ThreadSet& waiting = before.sets[ObjectState::waiting];
  ThreadSet round = waiting;
  switch (roleOf(label.operation)) {
  case ObjectRole::Signal:
    return {Manner::Wakes, waiting.at(outcome).value()};
  case ObjectRole::Arrive:
    round.insert(thread);
    return {Manner::Serial, round.at(outcome).value()};
  case ObjectRole::TakeBlock:
    return {Manner::Number, outcome};
  case ObjectRole::Ask:
    if ((label.argument & isChoice) != 0)
      return {Manner::Number, outcome};
    if ((label.argument & isTransfer) != 0 && outcome != 0)
      return {Manner::Transfers, effect.result & ~isTransfer};
    break;
  default:
    break;
  }
  return byResult(label, effect.result);
}

NamedManner mannerOf(const Label& label, const Observation& seen) {
  if (label.kind == LabelKind::Cas)
    return {seen.taken ? Manner::Succeeds : Manner::Fails};
  if (label.kind == LabelKind::Object && !seen.value.expr.valid())
    return byResult(label, seen.value.bits);
  return {};
}

} // namespace revisit
