#include "store_buffers.h"

#include "brute_endings.h"
#include "weak_state.h"

#include <unordered_set>

#include <fmt/format.h>

namespace revisit::test {

namespace {

using Op = Instruction::Op;

struct BufferedStore {
  const Instruction* step = nullptr;
  Source writer;
  Datum value;
  int group = 0; // stores of a later group stay behind: a release fence is in between
};

struct MachineState {
  World world;                                     // with the memory that all threads see
  std::vector<std::vector<BufferedStore>> buffers; // by thread, oldest first
  std::vector<int> groups;                         // by thread: that of its next store
};

class Machine {
public:
  Machine(const Script& script, WeakModel model, std::size_t limit)
      : m_script(script), m_isPso(model == WeakModel::Pso), m_limit(limit), m_steps(script, false, {}) {}

  std::optional<std::set<std::string>> run() {
    const std::size_t threads = m_script.threads.size();
    MachineState state{World(m_script), std::vector<std::vector<BufferedStore>>(threads), std::vector<int>(threads)};
    if (!m_steps.begin(state.world).isDropped)
      explore(state);
    return m_seen.size() > m_limit ? std::nullopt : std::optional(m_ends);
  }

private:
  void explore(const MachineState& state);
  bool takeStep(const MachineState& state, std::size_t t);
  bool drain(const MachineState& state, std::size_t t);
  bool mustBeDrained(const MachineState& state, std::size_t t, const Instruction& now) const;
  bool mayLeave(const std::vector<BufferedStore>& buffer, std::size_t at) const;
  static Cell seenBy(const MachineState& state, std::size_t t, std::uint32_t location);
  std::string keyOf(const MachineState& state) const;

  const Script& m_script;
  bool m_isPso;
  std::size_t m_limit;
  BruteSteps m_steps;
  std::unordered_set<std::string> m_seen;
  std::set<std::string> m_ends;
};

void putStore(Cell& cell, const BufferedStore& store) {
  cell.bytes[store.step->offset] = store.value;
  cell.writer = store.writer;
  cell.stored = true;
}

void Machine::explore(const MachineState& state) {
  if (m_seen.size() > m_limit || !m_seen.insert(keyOf(state)).second)
    return;
  bool moved = false;
  for (std::size_t t = 0; t < m_script.threads.size(); t++) {
    moved |= drain(state, t);
    if (isGoing(state.world.threads[t]))
      moved |= takeStep(state, t);
  }
  if (!moved)
    m_ends.insert(endStateOf(state.world, m_steps, m_script));
}

// Whether the instruction waits until the stores of its thread are in memory.
bool Machine::mustBeDrained(const MachineState& state, std::size_t t, const Instruction& now) const {
  const bool isSeqCst = now.order == MemoryOrder::SeqCst;
  switch (now.op) {
  case Op::Load:
  case Op::Await:
    return false;
  case Op::Store:
  case Op::Fence:
    return isSeqCst && !state.buffers[t].empty();
  case Op::Join:
    return !state.buffers[t].empty() || !state.buffers[now.child].empty();
  default:
    return !state.buffers[t].empty();
  }
}

// The location with the stores of the thread that are still in its buffer.
Cell Machine::seenBy(const MachineState& state, std::size_t t, std::uint32_t location) {
  Cell cell = state.world.memory[location];
  for (const BufferedStore& store : state.buffers[t])
    if (store.step->location == location)
      putStore(cell, store);
  return cell;
}

// Whether the thread can take its next step.
bool Machine::takeStep(const MachineState& state, std::size_t t) {
  const Instruction& now = m_steps.next(state.world, t);
  if (mustBeDrained(state, t, now))
    return false;
  MachineState ready = state;
  if (isAccess(now))
    ready.world.memory[now.location] = seenBy(state, t, now.location);
  const int ways = m_steps.ways(ready.world, t);
  for (int way = 0; way < ways; way++) {
    MachineState next = ready;
    const Source self = next.world.here(t);
    if (m_steps.step(next.world, t, way).isDropped)
      continue;
    const bool isBuffered = now.op == Op::Store && now.order != MemoryOrder::SeqCst;
    if (isBuffered)
      next.buffers[t].push_back({&now, self, next.world.memory[now.location].bytes[now.offset], next.groups[t]});
    if (isBuffered || now.op == Op::Load || now.op == Op::Await)
      next.world.memory[now.location] = state.world.memory[now.location];
    if (now.op == Op::Fence && (now.order == MemoryOrder::Release || now.order == MemoryOrder::AcqRel))
      next.groups[t]++;
    explore(next);
  }
  return ways > 0;
}

bool Machine::mayLeave(const std::vector<BufferedStore>& buffer, std::size_t at) const {
  const BufferedStore& store = buffer[at];
  for (std::size_t i = 0; i < at; i++)
    if (!m_isPso || buffer[i].step->location == store.step->location || store.step->order == MemoryOrder::Release ||
        buffer[i].group != store.group)
      return false;
  return true;
}

// Lets each store that may leave the thread's buffer go to memory. Whether there is any.
bool Machine::drain(const MachineState& state, std::size_t t) {
  for (std::size_t i = 0; i < state.buffers[t].size(); i++) {
    if (!mayLeave(state.buffers[t], i))
      continue;
    MachineState next = state;
    const BufferedStore& store = state.buffers[t][i];
    putStore(next.world.memory[store.step->location], store);
    next.buffers[t].erase(next.buffers[t].begin() + static_cast<std::ptrdiff_t>(i));
    explore(next);
  }
  return !state.buffers[t].empty();
}

std::string Machine::keyOf(const MachineState& state) const {
  std::string key = state.world.text() + state.world.objects.undecided();
  for (std::size_t i = 0; i < state.world.memory.size(); i++) {
    const Cell& cell = state.world.memory[i];
    key += fmt::format("{}.{}:", cell.writer.thread, cell.writer.index);
    for (unsigned byte = 0; byte < m_script.locationSizes[i]; byte++)
      key += fmt::format("{},", cell.bytes[byte].number);
  }
  for (const std::vector<BufferedStore>& buffer : state.buffers) {
    key += '|';
    for (const BufferedStore& store : buffer)
      key += fmt::format("{}.{} ", store.writer.thread, store.writer.index);
  }
  return key;
}

} // namespace

std::optional<std::set<std::string>> endStatesWithStoreBuffers(const Script& script, WeakModel tsoOrPso,
                                                               std::size_t limit) {
  return Machine(script, tsoOrPso, limit).run();
}

} // namespace revisit::test
