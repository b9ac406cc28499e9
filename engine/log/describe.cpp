#include "log/describe.h"

#include "explore/spurious.h"
#include "explore/waiting_writers.h"
#include "expression/smt_text.h"
#include "program/objects/objects.h"
#include "program/step_words.h"
#include "program/value_ops.h"
#include "witness/event_words.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace revisit {

namespace {

std::string numberText(std::uint64_t bits, unsigned bytes, bool isUnsigned = false) {
  if (isUnsigned && bits < 100000000)
    return fmt::format("{}", bits);
  const unsigned shift = bytes == 0 || bytes >= 8 ? 0 : 64 - 8 * bytes;
  const std::int64_t number = static_cast<std::int64_t>(bits << shift) >> shift;
  if (number > -100000000 && number < 100000000)
    return fmt::format("{}", number);
  return fmt::format("0x{:x}", bits);
}

// Fills in the operation, and its operand unless that is memory.
void nameOperation(WitnessEvent& entry, Program& program, const Label& label) {
  switch (groupOf(label.kind)) {
  case LabelGroup::Access:
    if (label.kind == LabelKind::Write && changesLife(label))
      entry.lifetime = label.lifetime;
    if (label.kind == LabelKind::Rmw)
      entry.rmw = label.rmw;
    break;
  case LabelGroup::Object:
    if (kindOf(label.operation) == ObjectKind::Stream || kindOf(label.operation) == ObjectKind::Counter)
      entry.argument = label.argument;
    entry.objectOp = label.operation;
    entry.what = program.names().objectName(label.object);
    entry.address = program.names().objectAddress(label.object);
    break;
  case LabelGroup::Thread:
    entry.what = program.names().threadName(label.child);
    entry.child = label.child.value();
    break;
  case LabelGroup::Condition:
  case LabelGroup::Number:
    entry.what = program.pool().text(label.value.expr);
    break;
  case LabelGroup::Ending:
    if (endingOf(label.kind) == Ending::AwaitFailed)
      entry.round = static_cast<unsigned>(label.argument);
    break;
  case LabelGroup::Fence:
    break;
  }
}

std::string expressionText(ExpressionPool& pool, ExprId expression) {
  constexpr std::size_t longest = 60;
  std::string text = pool.text(expression);
  return text.size() > longest ? text.substr(0, longest - 3) + "..." : text;
}

// Describes a step without knowing the values that it reads.
WitnessEvent describeLabel(Program& program, const Label& label) {
  WitnessEvent entry;
  entry.kind = label.kind;
  nameOperation(entry, program, label);
  if (isMemory(label.kind)) {
    entry.what = program.names().accessName(label);
    entry.address = program.names().locationAddress(label.location);
    if (entry.address != 0)
      entry.address += label.offset;
    entry.size = label.size != 0 ? label.size : program.locationSize(label.location);
  }
  entry.calls = callsOf(program.names(), label.position);
  return entry;
}

// What an update makes the new value of: "3 + 2"; the old value alone where a text of the sum would say less. The
// operand is a number also where the location has another type: a pointer moves by bytes.
std::string combinedText(const Event& event, const std::string& seen, unsigned bytes) {
  const std::string_view sign = operatorOf(event.label->rmw);
  const Value& operand = event.label->value;
  const bool isConcrete = !event.seen.value.isExpr() && !operand.isExpr();
  return isConcrete && !sign.empty() ? fmt::format("{} {} {}", seen, sign, numberText(operand.bits, bytes)) : seen;
}

void describeMemory(WitnessEvent& entry, Program& program, const Assignment* model, const Event& event) {
  ExpressionPool& pool = program.pool();
  const Label& label = *event.label;
  const unsigned whole = program.locationSize(label.location);
  const auto text = [&](const Value& v) { return valueText(program, label, v, entry.size, model); };
  entry.writes = event.writes;
  entry.reads = (event.reads || event.isFreeUpdate()) && label.rmw != RmwOp::Insert;
  const auto number = [&](const Value& v) -> std::optional<std::uint64_t> {
    if (entry.size > sizeof(std::uint64_t) || (v.isExpr() && !model))
      return std::nullopt;
    return v.isExpr() ? pool.evaluate(v.expr, *model) : v.bits;
  };
  const auto part = [&] { return readPart(pool, event.written, whole, label.offset, label.size); };
  if (entry.reads)
    entry.seen = number(event.seen.value);
  if (entry.writes)
    entry.written = number(part());
  if (!event.writes) // a read, or an update that changes nothing
    entry.value = text(event.seen.value);
  else if (label.kind == LabelKind::Write)
    entry.value = changesLife(label) ? "" : text(label.value);
  else if (label.kind == LabelKind::Cas)
    entry.value = fmt::format("{} -> {}", text(event.seen.value), text(label.value));
  else if (label.rmw == RmwOp::Insert)
    entry.value = text(label.value);
  else
    entry.value = fmt::format("{} -> {}", combinedText(event, text(event.seen.value), entry.size), text(part()));
}

// Who holds a lock or runs a once routine; nobody for other objects.
std::vector<unsigned> holdersOf(const ObjectState& state, ObjectOp operation) {
  std::vector<unsigned> holders;
  if (state.owner != 0)
    holders.push_back(state.owner - 1);
  if (kindOf(operation) == ObjectKind::Rwlock && state.count != 0)
    for (std::uint32_t t = 0; t < ThreadSet::capacity; t++)
      if (readLocksOf(state, ThreadId(t)) != 0)
        holders.push_back(t);
  return holders;
}

} // namespace

std::vector<WitnessPosition> callsOf(const ProgramNames& names, PositionId position) {
  std::vector<WitnessPosition> calls;
  if (position.valid())
    for (const SourcePosition& place : names.callChain(position))
      calls.push_back({place.file, place.line, place.column, place.function});
  return calls;
}

std::string valueText(ExpressionPool& pool, const Value& value, unsigned bytes, const Assignment* model) {
  if (!value.isExpr())
    return numberText(value.bits, bytes);
  if (pool.isConstant(value.expr)) {
    std::string text = "0x";
    const auto words = pool.constantWords(value.expr);
    for (std::size_t i = words.size(); i > 0; i--)
      text += fmt::format("{:016x}", words[i - 1]);
    return text;
  }
  const std::string expression = expressionText(pool, value.expr);
  return model ? fmt::format("{} = {}", expression,
                             numberText(pool.evaluate(value.expr, *model), bytes, pool.isUnsigned(value.expr)))
               : expression;
}

std::string valueText(Program& program, const Label& access, const Value& value, unsigned bytes,
                      const Assignment* model) {
  ExpressionPool& pool = program.pool();
  const bool isUnknown = value.isExpr() && !pool.isConstant(value.expr);
  std::vector<std::uint64_t> words;
  if (!value.isExpr())
    words = {value.bits};
  else if (!isUnknown)
    words.assign(pool.constantWords(value.expr).begin(), pool.constantWords(value.expr).end());
  else if (model && bytes <= sizeof(std::uint64_t))
    words = {pool.evaluate(value.expr, *model)};
  const std::string typed = words.empty() ? std::string() : program.names().typedText(access, words);
  if (typed.empty())
    return valueText(pool, value, bytes, model);
  return isUnknown ? fmt::format("{} = {}", expressionText(pool, value.expr), typed) : typed;
}

WitnessEvent describeNext(Program& program, const Label& label) {
  WitnessEvent entry = describeLabel(program, label);
  entry.reads = readsMemory(label.kind) && label.rmw != RmwOp::Insert;
  entry.writes = isMemory(label.kind) && label.kind != LabelKind::Read;
  if (label.kind == LabelKind::Write || (label.kind == LabelKind::Rmw && label.rmw == RmwOp::Insert))
    entry.value = valueText(program, label, label.value, entry.size, nullptr);
  return entry;
}

WitnessEvent describeEvent(const ExecutionGraph& graph, Program& program, const Assignment* model, EventId id) {
  const Event& event = graph.event(id);
  WitnessEvent entry = describeEvent(program, model, event);
  if (event.rf.valid() && !graph.isInitial(event.rf)) {
    const Event& source = graph.event(event.rf);
    entry.readsFrom = WitnessEventRef{source.thread.value(), source.index};
  }
  return entry;
}

void describeOrders(const Label& label, WitnessEvent& entry) {
  if (isMemory(label.kind) || label.kind == LabelKind::Fence)
    entry.order = label.order;
  if (label.kind == LabelKind::Cas)
    entry.failureOrder = label.failureOrder;
}

WitnessEvent describeEvent(Program& program, const Assignment* model, const Event& event) {
  const Label& label = *event.label;
  ExpressionPool& pool = program.pool();
  WitnessEvent entry = describeLabel(program, label);
  entry.thread = event.thread.value();
  entry.index = event.index;
  entry.spurious = isSpurious(event);
  if (event.condition.valid())
    entry.condition = smtText(pool, event.side ? event.condition : pool.bitNot(event.condition));
  switch (groupOf(label.kind)) {
  case LabelGroup::Access:
    describeMemory(entry, program, model, event);
    break;
  case LabelGroup::Object:
    entry.seen = event.seen.value.bits;
    break;
  case LabelGroup::Condition:
    entry.holds = event.seen.taken;
    break;
  case LabelGroup::Number:
    entry.value = fmt::format("{}", event.seen.value.bits);
    break;
  case LabelGroup::Fence:
  case LabelGroup::Thread:
  case LabelGroup::Ending:
    break;
  }
  return entry;
}

Awaited awaitedOperation(const ProgramNames& names, ObjectOp operation, ObjectId object) {
  Awaited awaited;
  awaited.kind = AwaitedKind::Operation;
  awaited.operation = operation;
  awaited.name = names.objectName(object);
  awaited.address = names.objectAddress(object);
  return awaited;
}

Awaited awaitedBy(const ExecutionGraph& graph, const ProgramNames& names, const Waiting& waiting) {
  Awaited awaited;
  if (!waiting.label)
    return awaited;
  if (graph.ended(waiting.thread))
    if (const Label& end = *graph.event(graph.tail(waiting.thread)).label; end.endsJointRound) {
      awaited.kind = AwaitedKind::LoopEnd;
      awaited.events = static_cast<unsigned>(end.argument);
      return awaited;
    }
  const Label& label = *waiting.label;
  if (label.kind == LabelKind::Join) {
    awaited.kind = AwaitedKind::ThreadEnd;
    awaited.thread = label.child.value();
  } else if (label.kind == LabelKind::Object) {
    awaited = awaitedOperation(names, label.operation, label.object);
    const ObjectState state = graph.objectState(label.object);
    if (kindOf(label.operation) == ObjectKind::Barrier)
      awaited.arrived = {state.count, state.limit};
    else
      awaited.holders = holdersOf(state, label.operation);
  } else if (readsMemory(label.kind)) {
    awaited.kind = AwaitedKind::Change;
    awaited.name = names.locationName(label.location);
  } else {
    awaited.kind = label.kind == LabelKind::AwaitFailed ? AwaitedKind::Nothing : AwaitedKind::Turn;
  }
  return awaited;
}

std::string describeWaiting(const ExecutionGraph& graph, const ProgramNames& names, const Waiting& waiting) {
  return awaitedWords(awaitedBy(graph, names, waiting), waiting.thread.value(),
                      [&](unsigned thread) { return names.threadName(ThreadId(thread)); });
}

std::string behindWriterText(const ExecutionGraph& graph, const ProgramNames& names, const Bug& bug) {
  const std::string lock = names.objectName(graph.event(bug.event).label->object);
  const std::vector<ThreadId> before = readersBefore(graph, bug.event);
  if (std::ranges::find(before, bug.thread) != before.end())
    return fmt::format(
        "{} asks again for {}, which it holds for reading, while {} waits to write: with a lock that prefers "
        "waiting writers, neither of them can continue",
        threadText(names, bug.thread), lock, threadText(names, bug.otherThread));
  std::vector<std::string> readers;
  for (const ThreadId reader : before)
    readers.push_back(threadText(names, reader));
  return fmt::format(
      "{} asks to read {} while {} waits to write, and {}, which read{} it, wait{} for what {} has: a lock "
      "that prefers waiting writers lets none of them continue",
      threadText(names, bug.thread), lock, threadText(names, bug.otherThread), fmt::join(readers, " and "),
      readers.size() == 1 ? "s" : "", readers.size() == 1 ? "s" : "", threadText(names, bug.thread));
}

} // namespace revisit
