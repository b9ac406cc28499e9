#include "brute_steps.h"

#include <algorithm>
#include <iterator>

namespace revisit::test {

namespace {

using Op = Instruction::Op;

void put(Cell& cell, const Instruction& now, const Datum& value, Source writer) {
  cell.bytes[now.offset] = value;
  cell.writer = writer;
  cell.stored = true;
}

// An update that may only read, depending on its value.
void addUpdate(World& world, std::size_t t, const char* kind, Source writer, bool stores, std::uint64_t number = 0) {
  world.add(t, kind, writer, stores ? writer : noSource, stores, number);
  BruteThread& thread = world.threads[t];
  thread.roundChanged |= thread.inRound && stores;
}

bool endsAwait(const World& world, const BruteThread& thread, const Instruction& now) {
  const std::uint64_t value = world.memory[now.location].bytes[now.offset].number;
  const std::uint64_t want = thread.get(now.a).number;
  switch (now.compare) {
  case Compare::Eq:
    return value == want;
  case Compare::Ne:
    return value != want;
  case Compare::Ult:
    return value < want;
  case Compare::Ule:
    return value <= want;
  }
  return false;
}

} // namespace

BruteSteps::Told BruteSteps::begin(World& world) {
  m_told = {};
  runLocal(world, 0);
  return m_told;
}

// Whether the access is an error because of the lifetime of its memory.
bool BruteSteps::misuses(const World& world, const Instruction& now) const {
  const bool reads = now.op == Op::Load || now.op == Op::Await || now.op == Op::Rmw || now.op == Op::Cas;
  if (!reads && now.op != Op::Store)
    return false;
  const Cell& cell = world.memory[now.location];
  return cell.over || (reads && !cell.stored && m_script.blank.contains(now.location));
}

int BruteSteps::ways(const World& world, std::size_t t) const {
  const Instruction& now = next(world, t);
  switch (now.op) {
  case Op::Await:
    return misuses(world, now) || endsAwait(world, world.threads[t], now);
  case Op::Join:
    return world.threads[now.child].ended && world.threads[now.child].how == "End";
  case Op::Cas: {
    const bool isEqual = world.memory[now.location].bytes[now.offset].number == world.threads[t].get(now.a).number;
    return now.spurious && isEqual ? 2 : 1;
  }
  case Op::Object:
    if (mayMakeWay(world, t, now))
      return 2;
    return world.objects.ways(static_cast<int>(t), now, m_failing);
  default:
    return 1;
  }
}

// An attempt to lock for reading while some thread holds the lock for reading and a writer waits.
bool BruteSteps::mayMakeWay(const World& world, std::size_t t, const Instruction& now) const {
  const bool attempts = now.operation == ObjectOp::RwlockTryRead || now.operation == ObjectOp::RwlockTimedRead;
  if (!attempts || now.argument == 0 || !world.objects.isRead(now.object))
    return false;
  for (std::size_t other = 0; other < world.threads.size(); other++)
    if (other != t && standsBefore(world, other, ObjectOp::RwlockWrite, now.object))
      return true;
    else if (other != t && standsBefore(world, other, ObjectOp::RwlockTimedWrite, now.object))
      return true;
  return false;
}

bool BruteSteps::standsBefore(const World& world, std::size_t t, ObjectOp operation, std::uint32_t object) const {
  if (!world.threads[t].created || world.threads[t].ended)
    return false;
  const Instruction& now = next(world, t);
  return now.op == Op::Object && now.operation == operation && now.object == object;
}

BruteSteps::Told BruteSteps::step(World& world, std::size_t t, int way) {
  m_told = {};
  const Instruction& now = next(world, t);
  BruteThread& thread = world.threads[t];
  thread.pc++;
  thread.sectionEvents++;
  thread.roundHasEvent |= thread.inRound;
  const bool isMisuse = misuses(world, now);
  const std::size_t event = thread.events.size();
  act(world, t, now, way);
  if (event < thread.events.size())
    thread.events[event].step = &now;
  if (isMisuse)
    world.end(t, "Error");
  if (!thread.ended)
    runLocal(world, t);
  return m_told;
}

void BruteSteps::act(World& world, std::size_t t, const Instruction& now, int way) {
  BruteThread& thread = world.threads[t];
  switch (now.op) {
  case Op::Load:
  case Op::Await:
    thread.registers[now.to] = world.memory[now.location].bytes[now.offset];
    return world.add(t, "Read", world.memory[now.location].writer, noSource, false, 0);
  case Op::Store:
    return store(world, t, now);
  case Op::EndLife:
    return endLife(world, t, now);
  case Op::Rmw:
    return update(world, t, now);
  case Op::Cas:
    return compareAndSwap(world, t, now, way);
  case Op::Object:
    return operate(world, t, now, way);
  case Op::Create:
    world.add(t, "Create");
    world.threads[now.child].created = true;
    world.threads[now.child].registers[0] = thread.get(now.a);
    return runLocal(world, now.child);
  case Op::Join:
    thread.registers[now.to] = world.threads[now.child].returned;
    return world.add(t, "Join");
  case Op::Fence:
    return world.add(t, "Fence");
  default:
    return;
  }
}

void BruteSteps::store(World& world, std::size_t t, const Instruction& now) {
  Cell& cell = world.memory[now.location];
  const Source self = world.here(t);
  const bool part = now.size != 0 || m_script.mortal.contains(now.location);
  world.add(t, part ? "Rmw" : "Write", part ? cell.writer : noSource, cell.writer, false, 0);
  put(cell, now, world.threads[t].get(now.a), self);
}

void BruteSteps::endLife(World& world, std::size_t t, const Instruction& now) {
  Cell& cell = world.memory[now.location];
  const Source self = world.here(t);
  world.add(t, "Write", noSource, cell.writer, false, 0);
  for (Datum& byte : cell.bytes)
    byte = {};
  cell.writer = self;
  cell.stored = true;
  cell.over = true;
}

void BruteSteps::update(World& world, std::size_t t, const Instruction& now) {
  BruteThread& thread = world.threads[t];
  Cell& cell = world.memory[now.location];
  const Source self = world.here(t);
  const Datum old = cell.bytes[now.offset];
  const Datum result = m_values.combine(now.rmw, old, thread.get(now.a));
  const bool stores = !thread.inRound || result.number != old.number;
  if (thread.inRound)
    addUpdate(world, t, "Rmw", cell.writer, stores);
  else
    world.add(t, "Rmw", cell.writer, cell.writer, false, 0);
  if (!now.blind)
    thread.registers[now.to] = old;
  if (stores)
    put(cell, now, result, self);
}

// One that may fail for no reason is not asked for one where its value depends on an input.
void BruteSteps::compareAndSwap(World& world, std::size_t t, const Instruction& now, int way) {
  BruteThread& thread = world.threads[t];
  Cell& cell = world.memory[now.location];
  const Source self = world.here(t);
  const auto [holds, symbolic] = m_values.decide(cell.bytes[now.offset], thread.get(now.a), Compare::Eq);
  const bool equal = holds && way == 0;
  addUpdate(world, t, "Cas", cell.writer, equal, !equal && now.spurious && (holds || symbolic) ? 1 : 0);
  if (equal)
    put(cell, now, thread.get(now.b), self);
  thread.registers[now.to] = {equal, {}};
}

void BruteSteps::operate(World& world, std::size_t t, const Instruction& now, int way) {
  BruteThread& thread = world.threads[t];
  if (now.lockBatch != 0) {
    if (thread.lockBatch != now.lockBatch)
      thread.takenTogether.clear();
    thread.lockBatch = now.lockBatch;
    thread.takenTogether.insert(now.object);
  }
  bool wrong = false;
  const std::uint64_t result = world.objects.step(static_cast<int>(t), now, way, wrong);
  tellOperation(world, t, now, way, result);
  thread.events.back().misused = wrong;
  thread.registers[now.to] = {result, {}};
  if (wrong)
    world.end(t, "Error");
}

// Where the order of arrivals does not matter, an arrival has no place in the chain; the serial thread of its round is
// part of the pass. A pass has no place either.
void BruteSteps::tellOperation(World& world, std::size_t t, const Instruction& now, int way, std::uint64_t result) {
  const Source place = world.here(t);
  const bool passes = now.operation == ObjectOp::BarrierPass;
  const bool unordered = passes || (now.operation >= ObjectOp::BarrierInit &&
                                    now.operation <= ObjectOp::BarrierDestroy && !m_ordered.contains(now.object));
  const auto chain = world.chains.find(now.object);
  const Source before = unordered || chain == world.chains.end() ? noSource : chain->second;
  world.add(t, "Object", noSource, before, false, passes ? result : unordered ? 0 : static_cast<std::uint64_t>(way));
  world.threads[t].events.back().result = result;
  if (!unordered)
    world.chains[now.object] = place;
}

// Executes everything up to the next scheduled step.
void BruteSteps::runLocal(World& world, std::size_t t) {
  const std::vector<Instruction>& code = m_script.threads[t];
  BruteThread& thread = world.threads[t];
  const Instruction implicit;
  while (local(world, t, thread.pc < code.size() ? code[thread.pc] : implicit))
    thread.pc++;
}

// False: the instruction is a scheduled step, or the thread does nothing more.
bool BruteSteps::local(World& world, std::size_t t, const Instruction& now) {
  BruteThread& thread = world.threads[t];
  switch (now.op) {
  case Op::Input:
    thread.registers[now.to] = m_values.input(static_cast<int>(t), thread.inputs++, now.bits);
    return true;
  case Op::Round:
    thread.inRound = true;
    thread.roundHasEvent = thread.roundChanged = false;
    thread.atRound.assign(std::begin(thread.registers), std::end(thread.registers));
    return true;
  case Op::Again:
    return again(world, t, now);
  case Op::Set:
    thread.registers[now.to] = thread.get(now.a);
    return true;
  case Op::Add:
    thread.registers[now.to] = m_values.combine(RmwOp::Add, thread.get(now.a), thread.get(now.b));
    return true;
  case Op::Jump:
    thread.pc = now.target - 1;
    return true;
  case Op::AtomicBegin:
  case Op::AtomicEnd:
    thread.inSection = now.op == Op::AtomicBegin;
    thread.sectionEvents = 0;
    thread.readInSection.clear();
    thread.changedInSection.clear();
    return true;
  case Op::If:
  case Op::Assume:
    return decide(world, t, now);
  case Op::Enumerate:
    enumerate(world, t, now);
    return true;
  default:
    leave(world, t, now);
    return false;
  }
}

void BruteSteps::enumerate(World& world, std::size_t t, const Instruction& now) {
  BruteThread& thread = world.threads[t];
  const Datum value = thread.get(now.a);
  if (value.expr.valid())
    world.add(t, "Enumerate", noSource, noSource, false, value.number);
  thread.registers[now.to] = {value.number, {}};
}

// Ends the thread if the instruction does.
void BruteSteps::leave(World& world, std::size_t t, const Instruction& now) {
  if (now.op == Op::Fail)
    return world.end(t, "Error");
  if (now.op == Op::Exit)
    return world.end(t, "Exit");
  if (now.op == Op::Refuse)
    return world.end(t, "Unsupported");
  if (now.op != Op::Return)
    return;
  world.threads[t].returned = world.threads[t].get(now.a);
  world.end(t, "End");
}

// An If or an Assume. False: the thread does nothing more.
bool BruteSteps::decide(World& world, std::size_t t, const Instruction& now) {
  BruteThread& thread = world.threads[t];
  const auto [holds, symbolic] = m_values.decide(thread.get(now.a), thread.get(now.b), now.compare);
  if (symbolic)
    world.add(t, now.op == Op::If ? "Constraint" : "Assume", noSource, noSource, holds, 0);
  if (now.op == Op::If) {
    if (!holds)
      thread.pc = now.target - 1;
    return true;
  }
  if (holds)
    return true;
  if (symbolic && std::ranges::none_of(world.threads.begin() + 1, world.threads.end(), &BruteThread::created))
    m_told.isDropped = true;
  world.end(t, "Blocked");
  return false;
}

// At the end of a round. False: the thread does nothing more.
bool BruteSteps::again(World& world, std::size_t t, const Instruction& now) {
  BruteThread& thread = world.threads[t];
  const auto [holds, symbolic] = m_values.decide(thread.get(now.a), thread.get(now.b), now.compare);
  if (symbolic)
    world.add(t, "Constraint", noSource, noSource, holds, 0);
  thread.roundsDone += holds || thread.roundChanged;
  if (holds) {
    thread.inRound = thread.roundHasEvent = thread.roundChanged = false;
    thread.rounds = 0;
    return true;
  }
  if (!thread.roundChanged) {
    world.add(t, "AwaitFailed");
    m_told.roundFailed = true;
    return false;
  }
  if (++thread.rounds > now.argument) {
    world.end(t, "Cut");
    return false;
  }
  std::ranges::copy(thread.atRound, thread.registers);
  thread.pc = std::size_t{now.target} - 1;
  return true;
}

} // namespace revisit::test
