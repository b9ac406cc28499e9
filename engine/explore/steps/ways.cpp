#include "explore/steps/ways.h"

#include "program/objects/objects.h"

namespace revisit {

namespace {

Sat canHaveSide(const Label& label, StepContext& context, bool side) {
  return isMemory(label.kind) ? context.canStore(side) : context.canBe(label.value.expr, side);
}

bool dropsFalse(const Label& label, StepContext& context) {
  return label.kind == LabelKind::Assume && context.dropsFalseAssumption();
}

FoundWay firstSide(const Label& label, StepContext& context, const Way& from) {
  if (!from.taken)
    return {canHaveSide(label, context, false), {.taken = false}};
  return {Sat::Yes, {.taken = canHaveSide(label, context, true) == Sat::Yes}};
}

FoundWay firstNumber(const Label& label, StepContext& context, const Way& from) {
  const SmallestValue found = context.smallest(label.value.expr, from.number);
  if (found.sat != Sat::Yes)
    return {found.sat, {}};
  return found.value ? FoundWay{Sat::Yes, {.number = *found.value}} : FoundWay{};
}

} // namespace

Differs differsIn(const Label& label) {
  switch (groupOf(label.kind)) {
  case LabelGroup::Access:
    return mayOnlyRead(label) ? Differs::Side : Differs::Never;
  case LabelGroup::Condition:
    return Differs::Side;
  case LabelGroup::Number:
    return Differs::Number;
  case LabelGroup::Object:
    return mayDiffer(label.operation, label.argument) ? Differs::Outcome : Differs::Never;
  case LabelGroup::Fence:
  case LabelGroup::Thread:
  case LabelGroup::Ending:
    break;
  }
  return Differs::Never;
}

std::uint64_t largestNumber(const ExpressionPool& pool, ExprId expression) {
  const unsigned width = pool.width(expression);
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

FoundWay firstWay(const Label& label, StepContext& context, const Way& from) {
  switch (differsIn(label)) {
  case Differs::Never:
    return {Sat::Yes, {}};
  case Differs::Side:
    return firstSide(label, context, from);
  case Differs::Number:
    return firstNumber(label, context, from);
  case Differs::Outcome:
    return {from.outcome < context.outcomes() ? Sat::Yes : Sat::No, {.outcome = from.outcome}};
  }
  return {};
}

std::optional<Way> wayAfter(const Label& label, StepContext& context, const Way& way) {
  switch (differsIn(label)) {
  case Differs::Never:
    break;
  case Differs::Side:
    if (way.taken && !dropsFalse(label, context))
      return Way{.taken = false};
    break;
  case Differs::Number:
    if (way.number < largestNumber(context.pool(), label.value.expr))
      return Way{.number = way.number + 1};
    break;
  case Differs::Outcome:
    if (way.outcome + 1 < context.outcomes())
      return Way{.outcome = way.outcome + 1};
    break;
  }
  return std::nullopt;
}

std::optional<Way> nextWay(const Label& label, StepContext& context, const Way& way) {
  const std::optional<Way> after = wayAfter(label, context, way);
  return after ? firstWay(label, context, *after).possible() : std::nullopt;
}

Sat isPossible(const Label& label, StepContext& context, const Way& way) {
  if (differsIn(label) == Differs::Side)
    return canHaveSide(label, context, way.taken);
  const FoundWay found = firstWay(label, context, way);
  return found.sat == Sat::Yes && found.way != way ? Sat::No : found.sat;
}

} // namespace revisit
