// Lifts memory records.
#include "target/lifter.h"

#include "abi/copies.h"
#include "abi/heap.h"
#include "abi/services.h"
#include "base/mixing.h"
#include "program/read_symbols.h"
#include "program/value_ops.h"

#include <cstring>
#include <fmt/format.h>

namespace revisit {

namespace {

bool isEvent(const RevisitRecord& record) {
  return (record.flags & REVISIT_FLAG_EVENT) != 0;
}

// Memory of which unrecorded changes are expected. A frame on the thread's own stack may have the address of an
// uninstrumented local variable. A library's changes to the thread's own heap depend on the thread alone.
bool isOwnMemory(const RevisitRecord& record) {
  const auto within = [&](std::uint64_t base, std::uint64_t stride) {
    const std::uint64_t begin = base + record.thread * stride;
    return record.address >= begin && record.address < begin + stride;
  };
  return within(REVISIT_STACK_ADDRESS, REVISIT_STACK_STRIDE) || within(REVISIT_HEAP_ADDRESS, REVISIT_HEAP_STRIDE) ||
         within(REVISIT_BLOCK_ADDRESS, REVISIT_BLOCK_STRIDE);
}

// Uninitialised bytes of a local variable: the hook that fills them makes no record.
bool isFreshLocal(std::uint64_t address, const std::uint8_t* before, const std::uint8_t* known, unsigned size) {
  if (!isOnStacks(address))
    return false;
  for (unsigned i = 0; i < size; i++)
    if (before[i] != known[i] && before[i] != REVISIT_FRESH_BYTE)
      return false;
  return true;
}

void put(std::array<std::uint8_t, 256>& bytes, std::uint64_t at, std::uint64_t value) {
  if (at < bytes.size())
    std::memcpy(bytes.data() + at, &value, std::min<std::size_t>(8, bytes.size() - at));
}

} // namespace

Lifter::Access Lifter::gather(std::size_t index) const {
  Access access;
  const RevisitRecord& record = m_records[index];
  access.record = &record;
  access.address = record.address;
  access.size = record.size;
  const bool isRmw = record.kind == REVISIT_RMW;
  put(access.before, 0, record.before);
  put(access.after, 0, record.after);
  put(access.expected, 0, record.extra64);
  put(access.operand, 0, isRmw ? record.extra64 : record.operand);
  for (std::size_t i = index + 1; i < m_records.size() && m_records[i].kind == REVISIT_WIDE; i++) {
    const RevisitRecord& wide = m_records[i];
    put(access.before, wide.address, wide.before);
    put(access.after, wide.address, wide.after);
    put(access.expected, wide.address, wide.extra64);
    put(access.operand, wide.address, isRmw ? wide.extra64 : wide.operand);
  }
  return access;
}

Value Lifter::constantOf(const std::uint8_t* bytes, unsigned size) {
  std::vector<std::uint64_t> words((size + 7) / 8, 0);
  std::memcpy(words.data(), bytes, size);
  return size <= 8 ? Value::concrete(words[0]) : Value::of(m_pool.wideConstant(8 * size, words));
}

void Lifter::hiddenWrite(const RevisitRecord& record) {
  if (!isOwnMemory(record))
    incident(Incident::Kind::HiddenWrite,
             fmt::format("{} changed without an instrumented write{}", m_variables.nameOf(record.address),
                         m_lastExternal.empty() ? "" : fmt::format(", after the call of {}", m_lastExternal)),
             record.chain);
}

Lifter::Seen Lifter::seen(const Access& access) {
  const bool isForeign = (access.record->flags & REVISIT_FLAG_FOREIGN) != 0;
  if (isForeign && !stateOf(*access.record).stored.contains(access.address)) {
    leaveSymbols(*access.record);
    const bool wasSymbolic = m_shadow.dependsOnInputs(access.address, access.size);
    const LossId loss =
        m_interpreter ? m_interpreter->lossOfLibrary(access.record->thread, access.address, wasSymbolic) : LossId();
    return {constantOf(access.before.data(), access.size), LostBytes(loss.valid() ? access.size : 0, loss)};
  }
  if ((access.record->flags & REVISIT_FLAG_HIDDEN) != 0) {
    hiddenWrite(*access.record);
    leaveSymbols(*access.record);
    return {constantOf(access.before.data(), access.size), {}};
  }
  if (const RevisitRange* location = backOf(*access.record) != 0 ? locationInPast(access) : nullptr)
    return {seenInPast(access, *location), {}};
  std::array<std::uint8_t, 256> expected;
  m_shadow.readBytes(access.address, expected.data(), access.size);
  if (std::memcmp(expected.data(), access.before.data(), access.size) != 0) {
    if (isForeign) {
      leaveSymbols(*access.record);
      return {constantOf(access.before.data(), access.size), {}};
    }
    if (!isFreshLocal(access.address, access.before.data(), expected.data(), access.size)) {
      hiddenWrite(*access.record);
      leaveSymbols(*access.record); // the code that wrote may have been given a symbol
    }
    m_shadow.correctBytes(access.address, access.before.data(), access.size);
  }
  if (m_interpreter && m_interpreter->losesInputs(access.record->thread))
    return {constantOf(access.before.data(), access.size), {}};
  return {m_shadow.read(access.address, access.size), m_shadow.lostBytes(access.address, access.size)};
}

const RevisitRange* Lifter::locationInPast(const Access& access) const {
  return isEvent(*access.record) && m_process.channel().keepPast != 0 ? m_owners.find(access.address) : nullptr;
}

Value Lifter::seenInPast(const Access& access, const RevisitRange& location) {
  const Value value = readPart(m_pool, m_past.at(location, backOf(*access.record)),
                               static_cast<unsigned>(location.end - location.begin),
                               static_cast<unsigned>(access.address - location.begin), access.size);
  const Value recorded = constantOf(access.before.data(), access.size);
  const ExprId isSame = equalValues(m_pool, value, recorded, access.size);
  if (!m_pool.isZero(isSame))
    return value;
  hiddenWrite(*access.record);
  return recorded;
}

void Lifter::write(const Access& access, const Value& value, const LostBytes& lost) {
  const RevisitRange* location = locationInPast(access);
  if (const std::uint32_t back = backOf(*access.record); location && back != 0)
    return m_past.store(*location, back, access.address, access.size, value);
  if (location)
    m_past.begin(*location);
  m_shadow.write(access.address, access.after.data(), access.size, value, lost);
  if (location)
    m_past.stored(*location);
}

void Lifter::writeUnseen(const RevisitRecord& record, const WrittenBytes& part) {
  std::array<std::uint8_t, 8> bytes;
  if (part.bits)
    std::memcpy(bytes.data(), &*part.bits, sizeof bytes);
  else
    m_shadow.readBytes(part.address, bytes.data(), part.size);
  const LostBytes lost(part.loss.valid() ? part.size : 0, part.loss);
  m_shadow.write(part.address, bytes.data(), part.size, part.value, lost);
  RevisitRecord there = record;
  there.address = part.address;
  if (part.bits && lost.empty())
    claimOwn(there, part.value.isExpr() ? part.value : Value::concrete(*part.bits));
  noteOwn(there, part.size, part.value, lost);
}

RecordedStep& Lifter::memoryStep(const Access& access, LabelKind kind) {
  RecordedStep& made = step(*access.record, kind);
  Label& label = made.label;
  label.order = static_cast<MemoryOrder>(access.record->order);
  if (label.order == MemoryOrder::Plain && stateOf(*access.record).inSection)
    label.order = MemoryOrder::SeqCst; // accesses inside sections do not race
  if (const RevisitRange* range = m_owners.find(access.address)) {
    label.location = m_addresses.location(*range);
    const bool whole = range->begin == access.address && range->end == access.address + access.size;
    label.offset = whole ? 0 : static_cast<std::uint16_t>(access.address - range->begin);
    label.size = whole ? 0 : static_cast<std::uint16_t>(access.size);
    const bool observesLife = range->mortal != 0 && isGivenBack(range->begin) &&
                              !changesLife(lifetimeOf(*access.record)) && m_process.channel().weakMemory == 0;
    if (kind == LabelKind::Write && (label.size != 0 || observesLife)) {
      label.kind = LabelKind::Rmw;
      label.rmw = RmwOp::Insert;
    }
  }
  label.lifetime = lifetimeOf(*access.record);
  label.isOfSystem = kind == LabelKind::Read && access.address >= REVISIT_SIGNALS_ADDRESS &&
                     access.address < REVISIT_SERVICES_ADDRESS + REVISIT_SERVICES_BYTES;
  label.isOfSystem |= kind == LabelKind::Read && (access.record->failure & REVISIT_IMAGE) != 0;
  const unsigned life = access.record->flags & REVISIT_FLAG_DESTROYED;
  made.seen.memory = life == 0                        ? MemoryLife::Alive
                     : life == REVISIT_FLAG_OVER      ? MemoryLife::Over
                     : life == REVISIT_FLAG_DESTROYED ? MemoryLife::Destroyed
                                                      : MemoryLife::Fresh;
  label.argument = handlerFacts(*access.record).bits();
  ThreadState& thread = stateOf(*access.record);
  if (thread.inRound) {
    label.awaits = true;
    label.awaitStart = !thread.roundHasEvent;
    thread.roundHasEvent = true;
  }
  return made;
}

Value Lifter::observed(const Access& access, RecordedStep& made, const Value& value) {
  // What the runtime reads for itself decides in ways that the interpreter does not see.
  stateOf(*access.record).isFollowed &= !m_withSymbols || (access.record->flags & REVISIT_FLAG_SERVICE) == 0;
  std::uint64_t bits = 0;
  std::memcpy(&bits, access.before.data(), std::min<std::size_t>(access.size, sizeof bits));
  const bool isSymbol = m_withSymbols && readsSymbol(made.label, access.size);
  return made.seen.value = isSymbol ? Value::of(newSymbol(*access.record, access.size, bits)) : value;
}

void Lifter::load(const Access& access) {
  const RevisitRecord& record = *access.record;
  Seen found = seen(access);
  if (isEvent(record)) {
    reportShared(access, found.lost);
    found = {observed(access, memoryStep(access, LabelKind::Read), found.value), {}};
  }
  const bool isSymbolic = found.value.isExpr() && !m_pool.isConstant(found.value.expr);
  const bool isServices = (record.flags & REVISIT_FLAG_SERVICE) != 0 &&
                          stateOf(record).bulk == ThreadState::Bulk::None; // copies are followed
  if (m_interpreter && isServices && (isSymbolic || firstLoss(found.lost).valid())) {
    m_interpreter->calledCodeReads(record.thread, firstLoss(found.lost));
    leaveSymbols(record); // nobody knows what the runtime does with it
  }
  returned(record, found.value, found.lost);
  if (ThreadState& thread = stateOf(record); thread.bulk == ThreadState::Bulk::Copy) {
    thread.moved = found.value;
    thread.lostOfMoved = std::move(found.lost);
  }
}

// Values with a loss are not followed through shared memory.
void Lifter::reportShared(const Access& access, const LostBytes& lost) {
  if (lost.empty())
    return;
  if (const LossId loss = firstLoss(lost); loss.valid() && m_interpreter)
    m_interpreter->reportUse(
        access.record->thread, loss,
        fmt::format("a value in shared memory ({})", m_variables.nameOf(access.address, access.size)));
}

// What the thread's own memory contains is a claim: states that have merged must agree in it.
void Lifter::claimOwn(const RevisitRecord& record, const Value& value) {
  ThreadState& thread = stateOf(record);
  const std::uint64_t content = value.isExpr() ? ~std::uint64_t{value.expr.value()} : value.bits;
  thread.claims = mixed(mixed(thread.claims * 3 + record.address) + content);
}

void Lifter::storeValue(const Access& access, const Value& value, const LostBytes& lost) {
  const bool isShared = isEvent(*access.record);
  if (isShared)
    reportShared(access, lost);
  else if (m_interpreter && lost.empty())
    claimOwn(*access.record, value);
  write(access, value, isShared ? LostBytes() : lost);
  noteOwn(*access.record, access.size, value, lost);
}

void Lifter::store(const Access& access, const HookOperands& operands) {
  ThreadState& thread = stateOf(*access.record);
  Value value = constantOf(access.after.data(), access.size);
  LostBytes lost = operands.lostValue;
  const bool hidden = (access.record->flags & REVISIT_FLAG_HIDDEN) != 0;
  if (hidden) {
    hiddenWrite(*access.record);
  } else if (thread.bulk == ThreadState::Bulk::Copy && m_interpreter) {
    value = thread.moved;
    lost = thread.lostOfMoved;
  } else if (thread.bulk == ThreadState::Bulk::Fill) {
    lost = LostBytes(thread.lostOfMoved.empty() ? 0 : access.size, firstLoss(thread.lostOfMoved));
    if (thread.moved.isExpr()) {
      const ExprId byte = m_pool.extract(thread.moved.expr, 0, 8);
      ExprId all = byte;
      for (unsigned i = 1; i < access.size; i++)
        all = m_pool.concat(byte, all);
      value = asValue(m_pool, all);
    }
  } else if (thread.input.valid()) {
    value = Value::of(thread.input);
    thread.input = {};
  } else if (m_interpreter && (access.record->flags & REVISIT_FLAG_SERVICE) != 0) {
    if (const LossId loss = m_interpreter->lossOfCall(access.record->thread); loss.valid())
      lost = LostBytes(access.size, loss);
  } else if (operands.value.isExpr()) {
    value = asValue(m_pool, operands.value.expr);
  }
  if (isEvent(*access.record)) {
    RecordedStep& made = memoryStep(access, LabelKind::Write);
    made.label.value = value;
    made.label.uninitialised = (access.record->failure & REVISIT_UNINITIALISED) != 0;
  }
  if (access.size == sizeof(std::uint64_t) && inHeap(access.record->after))
    m_variables.heap().noteStored(access.record->after, access.address);
  if ((access.record->flags & REVISIT_FLAG_FOREIGN) != 0) {
    for (ThreadState& other : m_threads) // errno has one address for all
      other.stored.erase(access.address);
    thread.stored.insert(access.address);
    if (m_interpreter)
      m_interpreter->storedToLibrary(access.record->thread, access.address);
  }
  storeValue(access, value, lost);
}

// Whether the thread observes nothing of the update (Label::blind). The lifetime of memory that may end is observed.
bool Lifter::isBlind(const Access& access, const Label& update) const {
  const RevisitRange* const range = m_owners.find(access.address);
  return (access.record->failure & REVISIT_BLIND) != 0 && commute(update.rmw, update.rmw) && !update.awaits &&
         !update.inUnboundedLoop && update.size == 0 && update.lifetime == Lifetime::Observed && range &&
         range->mortal == 0;
}

void Lifter::update(const Access& access, const HookOperands& operands) {
  const auto op = static_cast<RmwOp>(access.record->op);
  auto [old, lost] = seen(access);
  const Value operand = operands.value.isExpr() ? operands.value : constantOf(access.operand.data(), access.size);
  if (isEvent(*access.record)) {
    reportShared(access, operands.lostValue);
    RecordedStep& made = memoryStep(access, LabelKind::Rmw);
    made.label.rmw = op;
    made.label.inUnboundedLoop = (access.record->failure & REVISIT_REPEATS) != 0;
    made.label.unlessSame = (access.record->failure & REVISIT_UNLESS_SAME) != 0;
    made.label.value = operand;
    made.label.blind = isBlind(access, made.label);
    if (!made.label.blind)
      old = observed(access, made, old);
    const bool stored = std::memcmp(access.before.data(), access.after.data(), access.size) != 0;
    made.seen.taken = mayOnlyRead(made.label) && stored;
    if (mayOnlyRead(made.label) && !stored)
      return returned(*access.record, old);
  }
  const bool symbolic = old.isExpr() || operand.isExpr();
  const Value stored =
      symbolic ? applyRmw(m_pool, op, old, operand, access.size) : constantOf(access.after.data(), access.size);
  LossId loss = firstLoss(operands.lostValue);
  if (op != RmwOp::Exchange && !loss.valid())
    loss = firstLoss(lost);
  storeValue(access, stored, LostBytes(loss.valid() ? access.size : 0, loss));
  returned(*access.record, old, lost);
}

void Lifter::compareAndSwap(const Access& access, const HookOperands& operands) {
  const RevisitRecord& record = *access.record;
  const bool stored = (record.flags & REVISIT_FLAG_STORED) != 0;
  auto [old, lost] = seen(access);
  for (const LossId loss : {firstLoss(lost), firstLoss(operands.lostExpected)})
    if (loss.valid() && m_interpreter)
      m_interpreter->reportUse(record.thread, loss, "a compare-and-swap");
  const Value expected =
      operands.expected.isExpr() ? operands.expected : constantOf(access.expected.data(), access.size);
  const Value desired = operands.value.isExpr() ? operands.value : constantOf(access.operand.data(), access.size);
  bool onlyReads = false;
  if (isEvent(record)) {
    reportShared(access, operands.lostValue);
    RecordedStep& made = memoryStep(access, LabelKind::Cas);
    made.label.failureOrder = static_cast<MemoryOrder>(record.failure & ~(REVISIT_REPEATS | REVISIT_WEAK));
    made.label.inUnboundedLoop = (record.failure & REVISIT_REPEATS) != 0;
    made.label.expected = expected;
    made.label.value = desired;
    old = observed(access, made, old);
    onlyReads = neverStores(made.label);
    // A round of a waiting loop that fails for no reason changes nothing, and the next one is the same again.
    made.label.weak = (record.failure & REVISIT_WEAK) != 0 && !made.label.awaits && !onlyReads;
    made.seen.taken = stored && !onlyReads;
  }
  const bool isSide = isEvent(record) && !onlyReads; // of the event
  if (const ExprId equal = equalValues(m_pool, old, expected, access.size); !isSide && !m_pool.isConstant(equal))
    condition(record, LabelKind::Constraint, equal, stored);
  if (stored && !onlyReads) {
    storeValue(access, desired, operands.lostValue);
  }
  returned(record, old, lost);
}

} // namespace revisit
