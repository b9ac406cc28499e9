#include "explore/summaries/futures.h"

#include "program/read_symbols.h"

#include <algorithm>

namespace revisit {

namespace {

constexpr unsigned mostSteps = 200;     // of a future
constexpr std::size_t maxAccesses = 64; // in it

} // namespace

// Whether nothing is wrong with the step itself, and others may come in between.
bool Futures::mayPass(const Label& step) const {
  if (step.continuesSection)
    return false;
  switch (groupOf(step.kind)) {
  case LabelGroup::Access:
    if (step.awaits || step.awaitStart)
      return false;
    return step.kind == LabelKind::Write ? !changesLife(step)
                                         : (step.kind == LabelKind::Rmw && step.rmw == RmwOp::Insert) ||
                                               readsSymbol(step, m_program.locationSize(step.location));
  case LabelGroup::Fence:
    return true;
  case LabelGroup::Thread:
    return step.kind == LabelKind::Join;
  case LabelGroup::Condition:
    return true;
  case LabelGroup::Number:
  case LabelGroup::Object:
  case LabelGroup::Ending:
    break;
  }
  return false;
}

// What the thread may see, whatever is in memory, as far as that is alive.
std::vector<Observation> Futures::observations(ThreadId thread, const Label& step, std::uint32_t nextRead) const {
  Observation seen;
  if (step.kind == LabelKind::Join)
    seen.value = Value::concrete(0);
  if (isMemory(step.kind)) {
    const unsigned bytes = step.size != 0 ? step.size : m_program.locationSize(step.location);
    if (readsSymbol(step, m_program.locationSize(step.location)))
      seen.value = Value::of(ReadSymbols::of(m_pool, thread, nextRead, bytes));
  }
  std::vector<Observation> all(1, seen);
  if (differsIn(step) == Differs::Side) {
    seen.taken = true;
    all.push_back(seen);
  }
  return all;
}

// The thread's last label. False: something is wrong there.
bool Futures::end(const Label& last, Future& future) {
  future.ends.insert(last.argument);
  future.returnsZero &= last.kind == LabelKind::End && last.value == Value::concrete(0);
  return last.kind == LabelKind::End || last.kind == LabelKind::Blocked ||
         (last.kind == LabelKind::Exit && last.value == Value::concrete(0));
}

void Futures::unite(Future& future, const Future& more, VisibleActions& actions) {
  for (const Label* const access : more.accesses)
    if (std::ranges::find(future.accesses, access) == future.accesses.end())
      future.accesses.push_back(access);
  future.ends.insert(more.ends.begin(), more.ends.end());
  future.joined.insert(more.joined.begin(), more.joined.end());
  future.returnsZero &= more.returnsZero;
  future.actions = actions.united(future.actions, more.actions);
}

const Futures::Future* Futures::look(ThreadId thread, StateId node, Program& general, unsigned depth) {
  if (!general.next(node)) {
    return nullptr;
  }
  node = general.representative(node);
  const auto [at, isNew] = m_known.try_emplace(node);
  Known& known = at->second;
  const bool isAgain = known.kind == Known::Kind::Unknown && general.next(known.unknown);
  if (isNew || isAgain) {
    known = {};
    followAll(thread, node, general, depth, known);
  }
  return known.kind == Known::Kind::Some ? &known.future : nullptr;
}

void Futures::followAll(ThreadId thread, StateId node, Program& general, unsigned depth, Known& known) {
  known.kind = Known::Kind::None;
  const Label& step = *general.next(node);
  if (isTerminal(step.kind)) {
    if (end(step, known.future))
      known.kind = Known::Kind::Some;
    return;
  }
  if (!mayPass(step) || depth == mostSteps)
    return;
  known.kind = Known::Kind::Open; // whatever comes back here goes round
  Known::Kind kind = Known::Kind::Some;
  for (const Observation& seen : observations(thread, step, general.nextRead(node))) {
    const StateId after = general.advance(node, seen);
    if (const Future* const more = look(thread, after, general, depth + 1)) {
      unite(known.future, *more, m_actions);
      continue;
    }
    const auto found = general.next(after) ? m_known.find(general.representative(after)) : m_known.end();
    const bool isUnknown = found == m_known.end() || found->second.kind == Known::Kind::Unknown;
    kind = isUnknown ? Known::Kind::Unknown : Known::Kind::None;
    known.unknown = found == m_known.end() ? after : found->second.unknown;
    break;
  }
  if (isMemory(step.kind))
    known.future.accesses.push_back(&step);
  if (step.kind == LabelKind::Join)
    known.future.joined.insert(step.child);
  if (const ActionId action = m_actions.of(thread, step); action.valid())
    known.future.actions = m_actions.with(known.future.actions, action);
  known.kind = known.future.accesses.size() > maxAccesses ? Known::Kind::None : kind;
}

} // namespace revisit
