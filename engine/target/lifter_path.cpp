// What the lifter and the interpreter of paths tell each other: the place of a record, values, the content of memory,
// decisions on inputs, and what of a thread's state depends on inputs.
#include "target/lifter.h"

#include "base/mixing.h"
#include "program/value_ops.h"

#include <algorithm>
#include <utility>

namespace revisit {

PathMemory::Content Lifter::contentOf(std::uint64_t address, unsigned bytes) {
  return {m_shadow.read(address, bytes), m_shadow.lostBytes(address, bytes)};
}

bool Lifter::leadsToInputs(std::uint64_t pointer) {
  if (!m_shadow.dependsOnInputs())
    return false;
  const auto extents = m_reach.from(pointer);
  return m_reach.isCutOff() || std::ranges::any_of(extents, [this](const InputReach::Extent& extent) {
           return m_shadow.dependsOnInputs(extent.begin, extent.bytes);
         });
}

void Lifter::lose(std::uint64_t pointer, LossId loss) {
  for (const InputReach::Extent& extent : m_reach.from(pointer))
    m_shadow.lose(extent.begin, extent.bytes, loss);
  if (m_reach.isCutOff())
    incident(Incident::Kind::Imprecise, "a call was passed more memory than is looked at for inputs", 0);
}

void Lifter::forget(std::uint64_t address, std::uint64_t bytes) {
  std::vector<std::uint8_t> content(bytes);
  m_shadow.readBytes(address, content.data(), static_cast<unsigned>(bytes));
  m_shadow.writeBytes(address, content.data(), static_cast<unsigned>(bytes));
}

HookOperands Lifter::reach(const RevisitRecord& record) {
  HookOperands operands;
  operands.value = Value::concrete(record.kind == REVISIT_STORE ? record.after
                                   : record.kind == REVISIT_RMW ? record.extra64
                                   : record.kind == REVISIT_CAS ? record.operand
                                                                : record.before);
  operands.expected = Value::concrete(record.extra64);
  const bool isPiece =
      (record.kind == REVISIT_LOAD || record.kind == REVISIT_STORE) && stateOf(record).bulk != ThreadState::Bulk::None;
  if (!m_interpreter || isPiece)
    return operands;
  m_decisions.clear();
  HookOperands rebuilt;
  m_interpreter->reach(withWide(record), m_decisions, rebuilt);
  for (const LocalDecision& decision : m_decisions) {
    RecordedStep& made = step(record, decision.kind);
    made.label.value = Value::of(decision.expr);
    made.label.position = positionOf(decision.calls);
    made.seen = decision.seen;
  }
  noteExactness(record);
  if (rebuilt.value.isExpr())
    operands.value = rebuilt.value;
  if (rebuilt.expected.isExpr())
    operands.expected = rebuilt.expected;
  operands.lostValue = std::move(rebuilt.lostValue);
  operands.lostExpected = std::move(rebuilt.lostExpected);
  operands.written = std::move(rebuilt.written);
  operands.keepsLibrary = rebuilt.keepsLibrary;
  return operands;
}

std::span<const RevisitRecord> Lifter::withWide(const RevisitRecord& record) const {
  const auto begin = static_cast<std::size_t>(&record - m_records.data());
  std::size_t end = begin + 1;
  while (end < m_records.size() && m_records[end].kind == REVISIT_WIDE)
    end++;
  return m_records.subspan(begin, end - begin);
}

void Lifter::returned(const RevisitRecord& record, const Value& value, const LostBytes& lost) {
  if (m_interpreter && !flagged(record, REVISIT_FLAG_SERVICE) && stateOf(record).bulk == ThreadState::Bulk::None)
    m_interpreter->result(record, value, lost);
  noteExactness(record);
}

void Lifter::noteExactness(const RevisitRecord& record) {
  if (m_interpreter && m_interpreter->takeInexact())
    leaveSymbols(record);
}

// Something was done that is not followed for certain. If the thread may still depend on symbols, nobody knows on which
// from here on.
void Lifter::leaveSymbols(const RevisitRecord& record) {
  ThreadState& thread = stateOf(record);
  thread.isFollowed &= !m_withSymbols || thread.nextRead == 0;
}

Fingerprint Lifter::fingerprintOf(unsigned thread) {
  ThreadState& state = m_threads[thread];
  Fingerprint found = std::exchange(state.fingerprint, {});
  if (!m_interpreter || !found.valid())
    return found;
  const auto hasLoss = [](const auto& entry) { return entry.second.hasLoss; };
  if (state.isTorn || state.input.valid() || m_interpreter->holdsSymbols(thread) ||
      std::ranges::any_of(state.symbolic, hasLoss))
    return {};
  if (state.symbolic.empty())
    state.nextRead = 0; // nothing depends on those before
  for (const auto& [address, part] : state.symbolic) {
    const std::uint64_t one = summandOf(address ^ part.size << 56) ^ (std::uint64_t{part.expr.value()} + 1);
    found.low += summandOf(one);
    found.high += summandOf(~one) << 1; // stays valid
  }
  found.low += state.nextRead == 0 ? 0 : summandOf(state.nextRead);
  return found;
}

void Lifter::noteOwn(const RevisitRecord& record, std::uint64_t size, const Value& value, const LostBytes& lost) {
  ThreadState& thread = stateOf(record);
  const bool hasLoss = firstLoss(lost).valid();
  const bool isSymbolic = hasLoss || (value.isExpr() && !m_pool.isConstant(value.expr));
  if (flagged(record, REVISIT_FLAG_EVENT) || (thread.symbolic.empty() && !isSymbolic))
    return;
  const std::uint64_t begin = record.address, end = begin + size;
  std::erase_if(thread.symbolic, [&](const auto& entry) {
    const auto& [address, part] = entry;
    if (address >= end || address + part.size <= begin)
      return false;
    thread.isTorn |= address < begin || address + part.size > end;
    return true;
  });
  if (isSymbolic)
    thread.symbolic[begin] = {size, value.expr, hasLoss};
}

void Lifter::condition(const RevisitRecord& record, LabelKind kind, ExprId expr, bool taken) {
  RecordedStep& made = step(record, kind);
  made.label.value = Value::of(expr);
  made.seen.taken = taken;
}

void Lifter::assume(const RevisitRecord& record, const HookOperands& operands) {
  const bool isAssertion = record.op != 0;
  const Value& value = operands.value;
  if (value.isExpr() && !m_pool.isConstant(value.expr)) {
    const ExprId zero = m_pool.constant(m_pool.width(value.expr), 0);
    condition(record, isAssertion ? LabelKind::Constraint : LabelKind::Assume,
              m_pool.bitNot(m_pool.eq(value.expr, zero)), record.before != 0);
  }
  if (record.before != 0 || isAssertion)
    return;
  step(record, LabelKind::Blocked);
  stateOf(record).done = true;
}

PositionId Lifter::positionOf(const std::vector<SourcePosition>& calls) {
  std::string key;
  for (const SourcePosition& place : calls)
    key += fmt::format("{}:{}:{};", place.file, place.line, place.column);
  const auto [it, isNew] =
      m_decisionIds.try_emplace(key, PositionId(firstDecision + static_cast<std::uint32_t>(m_decisionCalls.size())));
  if (isNew)
    m_decisionCalls.push_back(calls);
  return it->second;
}

const std::vector<SourcePosition>* Lifter::decisionCalls(PositionId position) const {
  return position.valid() && position.value() >= firstDecision ? &m_decisionCalls[position.value() - firstDecision]
                                                               : nullptr;
}

} // namespace revisit
