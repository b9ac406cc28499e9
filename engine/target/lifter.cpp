#include "target/lifter.h"

#include "abi/frame_state.h"
#include "abi/machine.h"
#include "abi/services.h"
#include "base/mixing.h"
#include "program/cut.h"
#include "program/objects/objects.h"
#include "program/read_symbols.h"
#include "program/value_ops.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

#include <utility>

namespace revisit {

namespace {

bool isPath(const RevisitRecord& record) {
  return record.kind >= REVISIT_ENTER && record.kind <= REVISIT_LANDED;
}

} // namespace

Lifter::Lifter(Process& process, ExpressionPool& pool, PathInterpreter* interpreter, const OwnerMap& owners,
               AddressTable& addresses, Symbols& symbols, Variables& variables, ThreadNaming& threadNames,
               Budget* budget)
    : m_process(process), m_pool(pool), m_interpreter(interpreter), m_owners(owners), m_addresses(addresses),
      m_symbols(symbols), m_variables(variables), m_threadNames(threadNames), m_budget(budget), m_shadow(process, pool),
      m_reach(m_shadow, variables.heap()), m_past(pool, m_shadow) {
  if (m_interpreter)
    m_interpreter->setMemory(this);
}

Lifter::~Lifter() {
  if (m_interpreter)
    m_interpreter->setMemory(nullptr);
}

Recording Lifter::lift(int waitStatus) {
  m_withSymbols = false;
  return liftTrace(waitStatus);
}

Recording Lifter::liftWithSymbols(int waitStatus) {
  m_withSymbols = true;
  return liftTrace(waitStatus);
}

Recording Lifter::liftTrace(int waitStatus) {
  const RevisitChannel& channel = m_process.channel();
  m_recording = Recording{};
  m_records = {channel.records, std::min(channel.recordCount, channel.recordLimit)};
  m_threads.assign(channel.slotCount, {});
  const RevisitPrint* print = channel.prints;
  std::uint32_t prints = std::min<std::uint32_t>(channel.printCount, REVISIT_MAX_STEPS);
  const RevisitBlockNote* note = channel.blockNotes;
  std::uint32_t notes = std::min<std::uint32_t>(channel.blockNoteCount, REVISIT_MAX_STEPS);
  m_shadow.reset();
  m_reach.beginRun();
  m_past.reset();
  m_lastExternal.clear();
  m_variables.beginRun();
  if (m_interpreter) {
    m_interpreter->reset();
    m_interpreter->judgeExactness(m_withSymbols);
  }
  constexpr std::size_t often = 1024;
  for (std::size_t i = 0; i < m_records.size(); i++) {
    if (m_budget && i % often == often - 1 && m_budget->reached() != Budget::Reached::No)
      break;
    const std::size_t before = m_recording.steps.size();
    for (; prints != 0 && print->record <= i; print++, prints--)
      if (print->thread < m_threads.size())
        m_threads[print->thread].fingerprint = {print->low, print->high};
    for (; notes != 0 && note->record <= i; note++, notes--)
      noteBlock(*note);
    if (m_records[i].kind != REVISIT_WIDE && m_records[i].thread < m_threads.size())
      visit(i);
    if (m_withSymbols && m_records[i].thread < m_threads.size())
      checkFollowed(m_threads[m_records[i].thread], before);
    for (std::size_t step = before; step < m_recording.steps.size(); step++)
      m_recording.steps[step].record = static_cast<std::uint32_t>(i);
  }
  if (channel.outcome == REVISIT_OUTCOME_NONE && !m_withSymbols) // nobody knows which values a crash depends on
    crash(waitStatus);
  tellLeaks();
  tellUntried();
  noteUnknownStates();
  if (m_interpreter)
    for (Incident& incident : m_interpreter->takeIncidents())
      m_recording.incidents.push_back(std::move(incident));
  m_recording.output = m_process.output();
  return std::move(m_recording);
}

// Where something about the values of a thread is not known, its symbols do not tell what it does from there on.
void Lifter::checkFollowed(ThreadState& thread, std::size_t stepsBefore) {
  std::vector<Incident> incidents = std::exchange(m_recording.incidents, {});
  if (m_interpreter)
    std::ranges::move(m_interpreter->takeIncidents(), std::back_inserter(incidents));
  thread.isFollowed &= std::ranges::all_of(incidents, &Incident::warningOnly);
  if (!thread.isFollowed)
    m_recording.steps.resize(stepsBefore);
}

void Lifter::visit(std::size_t index) {
  const RevisitRecord& record = m_records[index];
  if (record.chain != 0 && record.kind != REVISIT_LOOP_BACK)
    stateOf(record).lastChain = record.chain;
  if (flagged(record, REVISIT_FLAG_EVENT))
    m_variables.noteUse(record.address, record.thread);
  if (visitThread(record) || visitMemory(index) || visitRound(record))
    return;
  switch (record.kind) {
  case REVISIT_OBJECT:
    if (!flagged(record, REVISIT_FLAG_SILENT))
      reach(record);
    object(record);
    break;
  case REVISIT_CREATE: {
    const Value start = reach(record).value;
    RecordedStep& create = step(record, LabelKind::Create);
    create.label.child = ThreadId(record.extra);
    create.label.value = start;
    create.label.argument = record.operand;
    break;
  }
  case REVISIT_JOIN:
    join(index);
    break;
  case REVISIT_ASSUME:
    assume(record, reach(record));
    break;
  case REVISIT_INPUT:
    input(record);
    break;
  case REVISIT_EXTERNAL:
    external(record);
    break;
  case REVISIT_DESCRIPTOR:
    m_variables.descriptors().note(record, text(record.extra), text(static_cast<std::uint32_t>(record.extra64)));
    break;
  case REVISIT_HANDLER:
    reach(record);
    handler(record);
    break;
  default:
    if (record.kind == REVISIT_ALLOCA)
      m_reach.noteLocal(record.address, record.before);
    if (isPath(record)) {
      const bool staysIn = record.kind != REVISIT_RETURNED && record.kind != REVISIT_LANDED;
      const HookOperands operands = reach(record);
      if (!operands.keepsLibrary && !staysIn)
        stateOf(record).stored.clear();
      for (const WrittenBytes& part : operands.written)
        writeUnseen(record, part);
    }
    break;
  }
}

void Lifter::handler(const RevisitRecord& record) {
  std::vector<Handlers>& handlers = stateOf(record).handlers;
  switch (record.op) {
  case REVISIT_HANDLER_BEGIN:
    handlers.push_back({record.before, record.chain, 0});
    break;
  case REVISIT_HANDLER_SIGNAL:
    if (!handlers.empty())
      handlers.back().signal = record.extra;
    break;
  case REVISIT_HANDLER_END:
    if (!handlers.empty())
      handlers.pop_back();
    break;
  default:
    handlers.clear();
  }
}

HandlerFacts Lifter::handlerFacts(const RevisitRecord& access) {
  const auto isIn = [&](std::uint64_t begin, std::uint64_t bytes) {
    return access.address >= begin && access.address < begin + bytes;
  };
  const ThreadState& thread = stateOf(access);
  HandlerFacts facts;
  facts.isVolatile =
      (access.kind == REVISIT_LOAD || access.kind == REVISIT_STORE) && (access.failure & REVISIT_VOLATILE) != 0;
  facts.isInternal = flagged(access, REVISIT_FLAG_FOREIGN) || isIn(REVISIT_SERVICES_ADDRESS, REVISIT_SERVICES_BYTES) ||
                     isIn(REVISIT_MACHINE_ADDRESS, REVISIT_MACHINE_BYTES);
  facts.isInCopy = thread.bulk != ThreadState::Bulk::None;
  if (thread.handlers.empty())
    return facts;
  facts.place = static_cast<HandlerFacts::Place>(thread.handlers.back().place);
  facts.signal = static_cast<std::uint8_t>(thread.handlers.back().signal);
  facts.at = thread.handlers.back().chain;
  facts.depth = static_cast<std::uint8_t>(std::min<std::size_t>(thread.handlers.size(), 255));
  return facts;
}

// The begin and the end of a thread.
bool Lifter::visitThread(const RevisitRecord& record) {
  ThreadState& thread = stateOf(record);
  switch (record.kind) {
  case REVISIT_THREAD_BEGIN:
    reach(record);
    m_threadNames.begin(record, m_shadow);
    m_variables.noteThread(record.thread, record.operand);
    return true;
  case REVISIT_THREAD_NAME:
    m_threadNames.give(static_cast<unsigned>(record.address), text(record.extra));
    return true;
  case REVISIT_THREAD_END:
    thread.result = reach(record).value;
    endThread(record, LabelKind::End, thread.result);
    return true;
  case REVISIT_EXIT:
    endThread(record, LabelKind::Exit, reach(record).value);
    return true;
  case REVISIT_ERROR:
    reach(record);
    error(record);
    return true;
  case REVISIT_CUT:
    if (static_cast<CutBy>(record.op) == CutBy::Loop) // other bounds may be reached anywhere between two hooks
      reach(record);
    step(record, LabelKind::Cut).label.argument = record.op;
    m_recording.steps.back().pending = static_cast<CutBy>(record.op) == CutBy::Loop; // it could go on
    thread.done = true;
    return true;
  case REVISIT_UNSUPPORTED:
    unsupported(record);
    return true;
  default:
    return false;
  }
}

void Lifter::endThread(const RevisitRecord& record, LabelKind kind, const Value& result) {
  ThreadState& thread = stateOf(record);
  RecordedStep& end = step(record, kind);
  end.label.value = result;
  end.label.argument = thread.blocks;
  thread.done = true;
}

// Accesses, allocations and local variables.
bool Lifter::visitMemory(std::size_t index) {
  const RevisitRecord& record = m_records[index];
  ThreadState& thread = stateOf(record);
  switch (record.kind) {
  case REVISIT_LOAD:
    reach(record);
    load(gather(index));
    return true;
  case REVISIT_STORE:
    store(gather(index), reach(record));
    return true;
  case REVISIT_RMW:
    update(gather(index), reach(record));
    return true;
  case REVISIT_CAS:
    compareAndSwap(gather(index), reach(record));
    return true;
  case REVISIT_FENCE:
    reach(record);
    if (flagged(record, REVISIT_FLAG_EVENT))
      step(record, LabelKind::Fence).label.order = static_cast<MemoryOrder>(record.order);
    return true;
  case REVISIT_COPY:
    reach(record);
    thread.bulk = ThreadState::Bulk::Copy;
    return true;
  case REVISIT_FILL:
    fillWith(thread, reach(record));
    if (record.op != 0) // without records for the pieces
      fillWhole(thread, record);
    return true;
  case REVISIT_COPY_END:
    reach(record);
    thread.bulk = ThreadState::Bulk::None;
    return true;
  case REVISIT_VARIADIC:
    for (const WrittenBytes& part : reach(record).written)
      writeUnseen(record, part);
    return true;
  case REVISIT_MALLOC:
    reach(record);
    m_variables.heap().note(record);
    takeBlock(record);
    return true;
  case REVISIT_FREE:
    reach(record);
    freeBlock(record);
    return true;
  case REVISIT_LEAK:
    leak(record);
    return true;
  case REVISIT_LOCAL:
    m_variables.noteLocal(record);
    return true;
  default:
    return false;
  }
}

// The record stands for all bytes of the fill.
void Lifter::fillWhole(const ThreadState& thread, const RevisitRecord& record) {
  const auto byte = static_cast<std::uint8_t>(record.before);
  for (std::uint64_t at = 0; at < record.extra64; at++)
    m_shadow.write(record.address + at, &byte, 1, thread.moved, thread.lostOfMoved);
  noteOwn(record, record.extra64, thread.moved, thread.lostOfMoved);
  if (thread.lostOfMoved.empty())
    claimOwn(record, thread.moved);
}

void Lifter::fillWith(ThreadState& thread, const HookOperands& byte) {
  thread.bulk = ThreadState::Bulk::Fill;
  thread.moved = byte.value;
  thread.lostOfMoved = byte.lostValue;
}

// Rounds of waiting loops, and atomic sections.
void Lifter::join(std::size_t index) {
  const RevisitRecord& record = m_records[index];
  ThreadState& thread = stateOf(record);
  reach(record);
  RecordedStep& join = step(record, LabelKind::Join);
  join.label.child = ThreadId(record.extra);
  join.pending = flagged(record, REVISIT_FLAG_PENDING);
  if (join.pending)
    return;
  if (record.extra < m_threads.size())
    join.seen.value = m_threads[record.extra].result;
  // The runtime then stores the input where the program asked for it, if it asked for that.
  const auto later = m_records.subspan(index + 1);
  const auto next = std::ranges::find(later, record.thread, &RevisitRecord::thread);
  const bool isStored = next != later.end() && next->kind == REVISIT_STORE && flagged(*next, REVISIT_FLAG_SERVICE);
  if (m_withSymbols && readsSymbol(m_pool, join.seen.value))
    join.seen.value = Value::of(newSymbol(record, m_pool.width(join.seen.value.expr) / 8, isStored ? next->after : 0));
  if (join.seen.value.isExpr() && isStored)
    thread.input = 8u * next->size < m_pool.width(join.seen.value.expr)
                       ? m_pool.extract(join.seen.value.expr, 0, 8 * next->size)
                       : join.seen.value.expr;
}

ExprId Lifter::newSymbol(const RevisitRecord& record, unsigned bytes, std::uint64_t value) {
  ThreadState& thread = stateOf(record);
  const ExprId symbol = ReadSymbols::of(m_pool, ThreadId(record.thread), thread.nextRead++, bytes);
  if (m_interpreter)
    m_interpreter->know(m_pool.symbolOf(symbol), value);
  return symbol;
}

RecordedStep& Lifter::step(const RevisitRecord& record, LabelKind kind) {
  RecordedStep& result = m_recording.steps.emplace_back();
  result.thread = ThreadId(record.thread);
  result.label.kind = kind;
  ThreadState& thread = stateOf(record);
  result.label.continuesSection = thread.sectionHasEvent;
  if (isScheduled(kind)) {
    result.before = fingerprintOf(record.thread);
    result.blocks = std::exchange(thread.blockFacts, {});
    result.blocks.mayHoldAny |= m_process.channel().blockNoteCount >= REVISIT_MAX_STEPS; // notes are missing
  } else if (m_process.channel().recycleBlocks != 0 && !isTerminal(kind)) {
    result.blocks.mayHoldAny = true; // a decision between two steps
  }
  result.nextRead = thread.nextRead;
  result.claims = m_interpreter ? thread.claims ^ m_interpreter->claims(record.thread) : 0;
  if (isScheduled(kind) || isTerminal(kind))
    result.loops = std::exchange(thread.loops, {});
  thread.sectionHasEvent |= thread.inSection && isScheduled(kind);
  // The end of a thread outside the program's own code is placed at its last step in that code.
  const std::uint32_t chain = record.chain != 0 || !isTerminal(kind) ? record.chain : stateOf(record).lastChain;
  if (chain != 0)
    result.label.position = PositionId(chain);
  return result;
}

void Lifter::object(const RevisitRecord& record) {
  RecordedStep& made = step(record, LabelKind::Object);
  made.label.operation = static_cast<ObjectOp>(record.op);
  made.label.object = m_addresses.object(record.address);
  made.label.argument = record.extra64;
  made.label.lockBatch = static_cast<std::uint16_t>(record.after);
  made.pending = flagged(record, REVISIT_FLAG_PENDING);
  if (!made.pending)
    made.seen.value = Value::concrete(record.before);
  ThreadState& thread = stateOf(record);
  if (!thread.inRound)
    return;
  made.label.awaits = true;
  made.label.awaitStart = !std::exchange(thread.roundHasEvent, true);
  if (made.label.operation == ObjectOp::CancelPoint)
    thread.inRound = record.before != object_result::cancelled; // the thread leaves the loop
}

void Lifter::input(const RevisitRecord& record) {
  reach(record);
  if (!m_interpreter)
    return incident(Incident::Kind::Imprecise,
                    fmt::format("the input '{}' is fixed: the program has no embedded bitcode", text(record.extra)),
                    record.chain);
  const unsigned width = record.op != 0 ? record.op : 8u * record.size;
  const InputType type = record.order <= static_cast<std::uint8_t>(InputType::Bool)
                             ? static_cast<InputType>(record.order)
                             : InputType::Unknown;
  const SymbolId symbol = m_pool.symbol(ThreadId(record.thread), static_cast<std::uint32_t>(record.extra64), width,
                                        text(record.extra), type);
  const ExprId expr = m_pool.symbolExpr(symbol);
  m_recording.inputs.emplace_back(symbol, record.before);
  if (record.address != 0)
    stateOf(record).input = width == 8u * record.size ? expr : m_pool.zext(expr, 8u * record.size);
  returned(record, Value::of(expr));
}

std::string Lifter::text(std::uint32_t offset) const {
  const RevisitChannel& channel = m_process.channel();
  if (offset == 0 || offset >= REVISIT_MAX_STRING_BYTES)
    return {};
  return {channel.strings + offset, strnlen(channel.strings + offset, REVISIT_MAX_STRING_BYTES - offset)};
}

} // namespace revisit
