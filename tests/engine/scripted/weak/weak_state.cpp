#include "weak_state.h"

#include <algorithm>

#include <fmt/format.h>

namespace revisit::test {

namespace {

using Op = Instruction::Op;

bool readsMemory(Op op) {
  return op == Op::Load || op == Op::Await || op == Op::Rmw || op == Op::Cas;
}

// The source as canonical texts tell it.
Source toldAs(Source write) {
  return write.thread < 0 ? Source{-1, 0} : write;
}

WeakEvent::Kind kindOf(const Instruction& now) {
  if (isAccess(now))
    return WeakEvent::Kind::Access;
  if (now.op == Op::Fence)
    return WeakEvent::Kind::Fence;
  const bool operates = now.op == Op::Object || now.op == Op::Create || now.op == Op::Join;
  return operates ? WeakEvent::Kind::Operation : WeakEvent::Kind::Local;
}

} // namespace

bool isAccess(const Instruction& now) {
  return readsMemory(now.op) || now.op == Op::Store || now.op == Op::EndLife;
}

WeakState::WeakState(const Script& script, bool silentStores)
    : m_script(&script), m_silentStores(silentStores), m_world(script), m_rounds(script.threads.size()) {
  m_history.threads.resize(script.threads.size());
  for (std::size_t i = 0; i < script.locationSizes.size(); i++)
    m_history.coherence.push_back({Source{-1, static_cast<int>(i)}});
}

bool WeakState::begin(BruteSteps& steps) {
  const BruteSteps::Told told = steps.begin(m_world);
  record(0, m_world.threads[0].events.size(), {}, 0);
  return !told.isDropped;
}

// Where an update may store silently, there are two choices for each place: the second one is that it does. That of a
// weak compare-and-swap is that it fails.
int WeakState::choices(const BruteSteps& steps, std::size_t t) const {
  const Instruction& now = steps.next(m_world, t);
  if (!isAccess(now))
    return steps.ways(m_world, t);
  const bool isTwofold =
      (m_silentStores && now.op == Op::Rmw && m_world.threads[t].inRound) || (now.op == Op::Cas && now.spurious);
  return static_cast<int>(places(now.location)) * (isTwofold ? 2 : 1);
}

WeakState::Step WeakState::step(BruteSteps& steps, std::size_t t, int choice) {
  const Instruction& now = steps.next(m_world, t);
  const BruteThread& thread = m_world.threads[t];
  const std::size_t index = thread.events.size();
  const int places = isAccess(now) ? static_cast<int>(this->places(now.location)) : 0;
  const auto place = static_cast<std::size_t>(places == 0 ? 0 : choice % places);
  const int way = !isAccess(now) ? choice : now.op == Op::Cas && choice >= places ? 1 : 0;
  if (now.op == Op::Await || (thread.inRound && !thread.roundHasEvent))
    m_rounds[t].begin = index;
  if (isAccess(now))
    show(now.location, place);
  if (now.op == Op::Await && steps.ways(m_world, t) == 0)
    failAwait(t, now);
  else if (take(steps, t, way, isAccess(now) && now.op != Op::Cas && choice >= places) == Step::Dropped)
    return Step::Dropped;
  record(t, index, now, place);
  return isContentKept() ? Step::Taken : Step::Refused;
}

// Lets the thread take its step in the world.
WeakState::Step WeakState::take(BruteSteps& steps, std::size_t t, int way, bool storesSilently) {
  BruteThread& thread = m_world.threads[t];
  const std::size_t index = thread.events.size();
  const bool isUpdate = thread.inRound && steps.next(m_world, t).op == Op::Rmw;
  const std::uint64_t roundsDone = thread.roundsDone;
  const BruteSteps::Told told = steps.step(m_world, t, way);
  BruteEvent& event = thread.events[index];
  const bool isSilent = m_silentStores && isUpdate && event.predecessor == noSource;
  if (told.isDropped || (storesSilently && !isSilent))
    return Step::Dropped;
  m_rounds[t].hasSilentRead |= isSilent && !storesSilently;
  m_rounds[t].hasSilentWrite |= isSilent && storesSilently;
  if (storesSilently) {
    event.predecessor = event.source;
    event.decision = true;
    event.retell();
  }
  const bool isOver = told.roundFailed || thread.ended || thread.roundsDone != roundsDone;
  return isOver ? endRound(t, told.roundFailed) : Step::Taken;
}

// A silent update is a read in a round that fails, and a write in any other.
WeakState::Step WeakState::endRound(std::size_t t, bool failed) {
  Rounds& rounds = m_rounds[t];
  rounds.failed = failed;
  const bool isWrong = failed ? rounds.hasSilentWrite : rounds.hasSilentRead;
  rounds.hasSilentRead = rounds.hasSilentWrite = false;
  return isWrong ? Step::Dropped : Step::Taken;
}

void WeakState::failAwait(std::size_t t, const Instruction& now) {
  m_world.add(t, "Read", m_world.memory[now.location].writer, noSource, false, 0);
  m_world.add(t, "AwaitFailed");
  m_rounds[t].failed = true;
}

// Makes the location's cell show what a read at this place of coherence observes.
void WeakState::show(std::uint32_t location, std::size_t place) {
  const std::vector<Source>& order = m_history.coherence[location];
  Cell cell;
  for (unsigned byte = 0; byte < m_script->locationSizes[location]; byte++)
    cell.bytes[byte].number = m_script->initialValues[location] >> (8 * byte) & 0xff;
  for (std::size_t i = 1; i <= place; i++) {
    const WeakEvent& write = m_history.event(order[i]);
    cell.stored = true;
    if (write.step->op == Op::EndLife) {
      cell.over = true;
      std::ranges::fill(cell.bytes, Datum());
    } else {
      cell.bytes[write.step->offset] = write.written;
    }
  }
  cell.writer = toldAs(order[place]);
  m_world.memory[location] = cell;
}

void WeakState::showNewest() {
  for (std::uint32_t i = 0; i < m_history.coherence.size(); i++)
    show(i, m_history.coherence[i].size() - 1);
}

// Adds the events that the world has more than the history. The one at `index` of this thread is the step; all others
// are local.
void WeakState::record(std::size_t t, std::size_t index, const Instruction& now, std::size_t place) {
  for (std::size_t u = 0; u < m_world.threads.size(); u++)
    while (m_history.threads[u].size() < m_world.threads[u].events.size()) {
      WeakEvent event;
      event.id = {static_cast<int>(u), static_cast<int>(m_history.threads[u].size())};
      m_history.threads[u].push_back(event);
    }
  if (index >= m_history.threads[t].size())
    return;
  WeakEvent& event = m_history.threads[t][index];
  event.step = &now;
  event.kind = kindOf(now);
  if (event.kind == WeakEvent::Kind::Fence)
    event.order = now.order;
  else if (event.kind == WeakEvent::Kind::Access)
    recordAccess(event, now, place);
  event.outcome = m_world.threads[t].events[index];
  if (now.op == Op::Object)
    m_history.chains[now.object].push_back(event.id);
}

void WeakState::recordAccess(WeakEvent& event, const Instruction& now, std::size_t place) {
  const BruteEvent& told = m_world.threads[std::size_t(event.id.thread)].events[std::size_t(event.id.index)];
  std::vector<Source>& order = m_history.coherence[now.location];
  event.location = now.location;
  event.reads = readsMemory(now.op);
  event.writes = told.predecessor != noSource;
  event.isUpdate = now.op == Op::Rmw || now.op == Op::Cas;
  if (now.op != Op::EndLife) // the end of a lifetime is no atomic access
    event.order = now.op == Op::Cas && !event.writes ? now.failureOrder : now.order;
  event.place = order[place];
  event.over = isOver(now.location, place);
  if (event.reads)
    event.content = contentAt(now, place);
  if (!event.writes)
    return;
  event.written = m_world.memory[now.location].bytes[now.offset];
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(place) + 1, event.id);
  if (place + 2 < order.size())
    retellPredecessor(order[place + 2], event.id);
}

// A write got another coherence predecessor. The text of a store to a part of a location names it as its source too.
void WeakState::retellPredecessor(Source write, Source predecessor) {
  BruteEvent& told = m_world.threads[std::size_t(write.thread)].events[std::size_t(write.index)];
  if (told.source == told.predecessor && !m_history.event(write).reads)
    told.source = toldAs(predecessor);
  told.predecessor = toldAs(predecessor);
  told.retell();
}

// The newest write, at this place of coherence or before it, to the bytes that the instruction reads.
Source WeakState::contentAt(const Instruction& now, std::size_t place) const {
  const std::vector<Source>& order = m_history.coherence[now.location];
  for (std::size_t i = place; i > 0; i--) {
    const Instruction& write = *m_history.event(order[i]).step;
    if (write.op == Op::EndLife || write.offset == now.offset)
      return order[i];
  }
  return order[0];
}

std::size_t WeakState::placeOf(std::uint32_t location, Source write) const {
  const std::vector<Source>& order = m_history.coherence[location];
  return static_cast<std::size_t>(std::ranges::find(order, write) - order.begin());
}

// Whether the lifetime of the location ends at this place of coherence or before it.
bool WeakState::isOver(std::uint32_t location, std::size_t place) const {
  for (std::size_t i = 1; i <= place; i++)
    if (m_history.event(m_history.coherence[location][i]).step->op == Op::EndLife)
      return true;
  return false;
}

// What an earlier event has observed is fixed. A write that would change it comes in another order of adding events, if
// it can come at all.
bool WeakState::isContentKept() const {
  for (const std::vector<WeakEvent>& thread : m_history.threads)
    for (const WeakEvent& event : thread) {
      if (!event.isAccess())
        continue;
      const std::size_t place =
          event.writes ? placeOf(event.location, event.id) - 1 : placeOf(event.location, event.place);
      if (isOver(event.location, place) != event.over)
        return false;
      if (event.reads && contentAt(*event.step, place) != event.content)
        return false;
    }
  return true;
}

bool WeakState::someRoundIsStale() const {
  for (std::size_t t = 0; t < m_rounds.size(); t++)
    for (std::size_t i = m_rounds[t].begin; m_rounds[t].failed && i < m_history.threads[t].size(); i++)
      if (const WeakEvent& event = m_history.threads[t][i];
          event.reads && event.place != m_history.coherence[event.location].back())
        return true;
  return false;
}

std::string WeakState::key() const {
  std::string key = m_world.text() + m_world.objects.undecided();
  for (const auto& [object, chain] : m_history.chains) {
    key += fmt::format(" o{}:", object);
    for (const Source& operation : chain)
      key += fmt::format("{}.{} ", operation.thread, operation.index);
  }
  return key;
}

} // namespace revisit::test
