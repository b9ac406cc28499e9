// The operands and results of hook calls.
#include "path/path_machine.h"

#include "expression/bits.h"

#include <llvm/ADT/StringSwitch.h>

namespace revisit {

namespace {

// The kind of record that the hook makes; 0 when unknown.
unsigned recordKind(llvm::StringRef hook) {
  return llvm::StringSwitch<unsigned>(hook.drop_front(sizeof "__revisit_" - 1))
      .Cases("load", "load_wide", REVISIT_LOAD)
      .Cases("store", "store_wide", REVISIT_STORE)
      .Cases("rmw", "rmw_wide", REVISIT_RMW)
      .Cases("cas", "cas_wide", REVISIT_CAS)
      .Case("fence", REVISIT_FENCE)
      .Case("copy", REVISIT_COPY)
      .Case("fill", REVISIT_FILL)
      .Case("await_head", REVISIT_AWAIT_HEAD)
      .Case("await_back", REVISIT_AWAIT_BACK)
      .Case("await_end", REVISIT_AWAIT_END)
      .Case("loop_back", REVISIT_CUT)
      .Case("try_again", REVISIT_TRY_AGAIN)
      .Case("enter", REVISIT_ENTER)
      .Case("argument", REVISIT_ARGUMENT)
      .Case("alloca", REVISIT_ALLOCA)
      .Case("branch", REVISIT_BRANCH)
      .Case("returned", REVISIT_RETURNED)
      .Case("landed", REVISIT_LANDED)
      .Case("variadic", REVISIT_VARIADIC)
      .Case("unsupported", REVISIT_UNSUPPORTED)
      .Cases("bounds", "overlap", "arithmetic", REVISIT_ERROR)
      .Default(0);
}

const llvm::Value* withoutCasts(const llvm::Value* value) {
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value))
    value = cast->getOperand(0);
  return value;
}

// A number that only the record tells.
Scalar recordedNumber(Arithmetic& arithmetic, const Scalar& unknown, std::uint64_t recorded) {
  return arithmetic.withLoss(arithmetic.number(unknown.width, recorded), arithmetic.lossOf(unknown));
}

// Whether the call that returned only told where errno is.
bool isOfErrno(const llvm::CallBase& returned) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(withoutCasts(returned.getArgOperand(0)));
  const auto* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == "__errno_location";
}

std::string hex(std::uint64_t bits) {
  char text[2 + 16 + 1];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
  return text;
}

} // namespace

namespace {

template <class Operand> void give(Operand operand, Value& value, LostBytes& lost) {
  value = operand.value;
  lost = std::move(operand.lost);
}

} // namespace

// Consumes the current hook call for the current record. For an error record too: the hook's operands matter.
void PathMachine::atHook(const llvm::CallBase& hook, HookOperands& operands) {
  unsigned kind = recordKind(hook.getCalledFunction()->getName());
  if (kind == REVISIT_AWAIT_BACK && m_record->kind == REVISIT_AWAIT_AGAIN)
    kind = REVISIT_AWAIT_AGAIN;
  const bool isError = m_record->kind == REVISIT_ERROR || m_record->kind == REVISIT_UNSUPPORTED;
  if (kind != m_record->kind && !isError)
    return lose("the trace does not have the record of '" + hook.getCalledFunction()->getName().str() + "'");
  const auto given = [&](unsigned index) { return scalarOf(hook.getArgOperand(index)); };
  m_thread->hook = &hook;
  m_isInexact = m_isInexact || (m_judgesExactness && !isError && !isExactHook(hook));
  switch (kind) {
  case REVISIT_LOAD:
  case REVISIT_STORE:
  case REVISIT_RMW:
  case REVISIT_CAS:
    address(given(0), isError ? given(0).bits : m_record->address);
    break;
  case REVISIT_COPY:
    address(given(0), isError ? given(0).bits : m_record->address);
    address(given(1), isError ? given(1).bits : m_record->before);
    address(given(2), isError ? given(2).bits : m_record->extra64);
    break;
  case REVISIT_FILL:
    address(given(0), isError ? given(0).bits : m_record->address);
    address(given(2), isError ? given(2).bits : m_record->extra64);
    if (!isError)
      give(operand(given(1), 1, m_record->before), operands.value, operands.lostValue);
    break;
  case REVISIT_BRANCH:
    if (!isError)
      branchHook();
    return;
  case REVISIT_ERROR: // the first three of bounds are addresses and a size, those of an overlap too
    for (unsigned index = 0; index < 3 && hook.arg_size() >= 3; index++)
      address(given(index), given(index).bits);
    break;
  case REVISIT_ALLOCA:
    announceSlot(hook);
    break;
  case REVISIT_ARGUMENT:
    argumentHook(operands.written);
    break;
  case REVISIT_RETURNED:
    returnedHook(hook);
    operands.keepsLibrary = isOfErrno(hook);
    break;
  case REVISIT_VARIADIC:
    variadicHook(operands.written);
    break;
  default:
    break;
  }
  if (isError)
    return;
  takeValues(hook, kind, operands);
  ++top().next;
}

// The values that the hook is given and gives back.
void PathMachine::takeValues(const llvm::CallBase& hook, unsigned kind, HookOperands& operands) {
  const auto given = [&](unsigned index) { return scalarOf(hook.getArgOperand(index)); };
  const unsigned bytes = m_record->size;
  const bool isWide = hook.getCalledFunction()->getName().ends_with("_wide");
  switch (kind) {
  case REVISIT_LOAD:
    if (!isWide)
      set(hook, {m_arithmetic.number(64, m_record->before)});
    break;
  case REVISIT_STORE:
    if ((m_record->failure & REVISIT_UNINITIALISED) != 0)
      break; // the runtime has stored other bytes than were given
    give(isWide ? wideOperand(given(3), bytes, &RevisitRecord::after) : operand(given(1), bytes, m_record->after),
         operands.value, operands.lostValue);
    break;
  case REVISIT_RMW:
    give(isWide ? wideOperand(given(1), bytes, &RevisitRecord::extra64) : operand(given(1), bytes, m_record->extra64),
         operands.value, operands.lostValue);
    if (!isWide)
      set(hook, {m_arithmetic.number(64, m_record->before)});
    break;
  case REVISIT_AWAIT_BACK:
  case REVISIT_AWAIT_AGAIN:
    set(hook, {m_arithmetic.number(32, kind == REVISIT_AWAIT_AGAIN)});
    break;
  case REVISIT_TRY_AGAIN:
    set(hook, {m_arithmetic.number(32, m_record->before)});
    break;
  case REVISIT_CAS:
    give(isWide ? wideOperand(given(1), bytes, &RevisitRecord::extra64) : operand(given(1), bytes, m_record->extra64),
         operands.expected, operands.lostExpected);
    give(isWide ? wideOperand(given(2), bytes, &RevisitRecord::operand) : operand(given(2), bytes, m_record->operand),
         operands.value, operands.lostValue);
    set(hook, {isWide ? m_arithmetic.number(32, (m_record->flags & REVISIT_FLAG_STORED) != 0)
                      : m_arithmetic.number(64, m_record->before)});
    break;
  default:
    break;
  }
}

void PathMachine::result(const RevisitRecord& record, const Value& value, const LostBytes& lost) {
  m_record = &record;
  m_thread = &m_threads[record.thread];
  if (record.kind == REVISIT_INPUT && value.isExpr() && m_arithmetic.pool().op(value.expr) == ExprOp::Symbol)
    m_inputs.set(m_arithmetic.pool().symbolOf(value.expr), record.before);
  if (m_thread->lost || m_thread->frames.empty() || m_thread->inBulk)
    return;
  if (record.kind == REVISIT_INPUT) {
    if (record.address == 0 && top().inForeign)
      top().foreignResult =
          fromValue(value, value.isExpr() ? m_arithmetic.pool().width(value.expr) : 64, record.before);
    return;
  }
  const llvm::StringRef name =
      inForeign() || !m_thread->hook ? llvm::StringRef() : m_thread->hook->getCalledFunction()->getName();
  if (name.empty() || recordKind(name) != record.kind) { // nobody takes it
    m_isInexact |= value.isExpr() && !m_arithmetic.pool().isConstant(value.expr);
    return;
  }
  const llvm::CallBase& hook = *m_thread->hook;
  if (name == "__revisit_load_wide")
    wideResult(scalarOf(hook.getArgOperand(3)), record.size, value, record.before, lost);
  else if (name == "__revisit_rmw_wide")
    wideResult(scalarOf(hook.getArgOperand(2)), record.size, value, record.before, lost);
  else if (name == "__revisit_cas_wide")
    wideResult(scalarOf(hook.getArgOperand(1)), record.size, value, record.before, lost);
  else if (name == "__revisit_load" || name == "__revisit_rmw" || name == "__revisit_cas")
    set(hook, {fromValue(value, 64, record.before, lost)});
}

Scalar PathMachine::fromValue(const Value& value, unsigned width, std::uint64_t recorded, const LostBytes& lost) {
  if (firstLoss(lost).valid()) {
    LocalObject parts(width / 8);
    parts.store(m_arithmetic, 0, fromValue(value, width, recorded));
    loseBytes(m_arithmetic, parts, 0, lost);
    return parts.load(m_arithmetic, 0, width);
  }
  if (!value.isExpr())
    return m_arithmetic.number(width, recorded);
  const unsigned own = m_arithmetic.pool().width(value.expr);
  const Scalar scalar = m_arithmetic.of(value.expr, recorded);
  if (own <= 64 && m_arithmetic.isSymbolic(scalar))
    check(scalar, recorded & maskOf(own), "value read");
  return m_arithmetic.resized(scalar, width);
}

// A wide value is stored in the buffer that was passed to the hook.
void PathMachine::wideResult(const Scalar& buffer, unsigned bytes, const Value& value, std::uint64_t recorded,
                             const LostBytes& lost) {
  if (!buffer.object)
    return;
  if (value.isExpr())
    buffer.object->store(m_arithmetic, buffer.bits, fromValue(value, 8 * bytes, recorded));
  else if (bytes <= 8)
    buffer.object->store(m_arithmetic, buffer.bits, m_arithmetic.number(8 * bytes, recorded));
  else
    buffer.object->forget(buffer.bits, bytes);
  loseBytes(m_arithmetic, *buffer.object, buffer.bits, lost);
}

void PathMachine::check(const Scalar& value, std::uint64_t recorded, const char* what) {
  if (value.width > 64)
    return;
  const std::uint64_t rebuilt =
      m_arithmetic.isSymbolic(value) ? m_arithmetic.pool().evaluate(value.expr, m_inputs) : value.bits;
  if (rebuilt == recorded && value.bits == recorded)
    return;
  report(Incident::Kind::SelfCheck,
         std::string("the ") + what + " was " + hex(recorded) + ", rebuilt as " + hex(rebuilt) +
             (m_arithmetic.isSymbolic(value) ? " from " + m_arithmetic.pool().text(value.expr) : std::string()));
}

// A pointer into an object of unknown address, given its native value.
Scalar PathMachine::resolved(const Scalar& value, std::uint64_t native) {
  if (!value.isBased())
    return value;
  Scalar offset = value;
  offset.object = nullptr;
  offset.global = nullptr;
  return m_arithmetic.binary(ExprOp::Add, offset, m_arithmetic.number(value.width, native - value.bits));
}

void PathMachine::address(const Scalar& pointer, std::uint64_t native) {
  if (!pointer.known)
    return reportUse(m_arithmetic.lossOf(pointer), "an address");
  const Scalar number = resolved(pointer, native);
  claim(number);
  if (m_arithmetic.isSymbolic(number) || !pointer.isBased())
    check(number, native, "address");
  enumerate(number);
}

// Bytes that are unknown or have a loss have the values of the record.
PathMachine::Operand PathMachine::operand(const Scalar& value, unsigned bytes, std::uint64_t recorded) {
  if (value.loss.valid())
    return {Value::concrete(recorded), LostBytes(bytes, value.loss)};
  if (!value.known && !value.parts)
    return {Value::concrete(recorded), {}};
  const Scalar whole =
      value.parts ? value.parts->loadOver(m_arithmetic, 0, value.width, std::span(&recorded, 1)) : value;
  LostBytes lost = value.parts ? value.parts->lostBytes(m_arithmetic, 0, bytes) : LostBytes();
  const Scalar plain = bytes >= 8 ? resolved(whole, recorded) : whole;
  if (plain.isBased())
    return {Value::concrete(recorded), std::move(lost)};
  const unsigned width = std::min(8 * bytes, plain.width);
  const Scalar part = m_arithmetic.extract(plain, 0, width);
  check(part, recorded & maskOf(width), "value given");
  return {m_arithmetic.isSymbolic(part) ? Value::of(part.expr) : Value::concrete(recorded), std::move(lost)};
}

PathMachine::Operand PathMachine::wideOperand(const Scalar& buffer, unsigned bytes, RecordWord word) {
  std::vector<std::uint64_t> recorded((bytes + 7) / 8, 0);
  recorded.front() = m_record->*word;
  for (const RevisitRecord& further : m_wide)
    if (further.address / 8 < recorded.size())
      recorded[further.address / 8] = further.*word;
  if (!buffer.object)
    return {Value::concrete(recorded.front()), LostBytes(buffer.loss.valid() ? bytes : 0, buffer.loss)};
  const Scalar whole = buffer.object->loadOver(m_arithmetic, buffer.bits, 8 * bytes, recorded);
  for (unsigned at = 0; at < bytes; at += 8)
    check(m_arithmetic.extract(whole, 8 * at, 8 * std::min(8u, bytes - at)),
          recorded[at / 8] & maskOf(8 * std::min(8u, bytes - at)), "value given");
  return {m_arithmetic.isSymbolic(whole) || bytes > 8 ? Value::of(m_arithmetic.expr(whole))
                                                      : Value::concrete(recorded.front()),
          buffer.object->lostBytes(m_arithmetic, buffer.bits, bytes)};
}

// The next branch goes to the recorded successor. It is a decision if its condition depends on the inputs.
void PathMachine::branchHook() {
  const llvm::Instruction& end = *top().next->getParent()->getTerminator();
  const unsigned successor = m_record->extra;
  if (successor >= end.getNumSuccessors())
    return lose("a branch has no such successor");
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end)) {
    const Scalar condition = scalarOf(branch->getCondition());
    reportUse(m_arithmetic.lossOf(condition), "a branch");
    claim(condition);
    if (condition.isPlain())
      check(condition, successor == 0, "branch condition");
    if (m_arithmetic.isSymbolic(condition))
      decide(LabelKind::Constraint, condition.expr, {{}, successor == 0});
  } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) {
    const Scalar condition = scalarOf(choice->getCondition());
    reportUse(m_arithmetic.lossOf(condition), "a switch");
    claim(condition);
    if (m_arithmetic.isSymbolic(condition)) {
      // The cases in order are 0, 1, ...; the default comes last.
      const unsigned count = choice->getNumCases();
      Scalar index = m_arithmetic.number(32, count);
      for (unsigned i = count; i-- > 0;) {
        const llvm::Value* constant = (choice->case_begin() + i)->getCaseValue();
        const Scalar matches = m_arithmetic.binary(ExprOp::Eq, condition, scalarOf(constant));
        index = m_arithmetic.choose(matches, m_arithmetic.number(32, i), index);
      }
      check(index, successor == 0 ? count : successor - 1, "case of the switch");
      enumerate(index);
    }
  } else if (const auto* jump = llvm::dyn_cast<llvm::IndirectBrInst>(&end)) {
    enumerate(scalarOf(jump->getAddress()));
  }
  claim(successor);
  top().successor = successor;
  ++top().next;
}

void PathMachine::announceSlot(const llvm::CallBase& hook) {
  if (const auto* slot = llvm::dyn_cast<llvm::AllocaInst>(withoutCasts(hook.getArgOperand(0))))
    set(*slot, {m_arithmetic.number(64, m_record->address)});
  address(scalarOf(hook.getArgOperand(1)), m_record->before);
}

// Arguments passed by uninstrumented code are known only from the record.
void PathMachine::argumentHook(std::vector<WrittenBytes>& written) {
  const llvm::Function& function = *top().function->function;
  if (m_record->extra >= function.arg_size())
    return lose("an argument is announced that the function does not have");
  const llvm::Argument& argument = *function.getArg(m_record->extra);
  Datum now = valueOf(&argument);
  if (now.size() == 1 && !now.front().known && m_thread->returned && now.front().width == 64)
    if (const std::optional<Scalar> value = takeThreadValue(m_record->before))
      set(argument, now = {*value});
  if (now.size() == 1 && !now.front().known)
    set(argument, {recordedNumber(m_arithmetic, now.front(), m_record->before)});
  if (argument.hasByValAttr() && now.size() == 1 && now.front().object)
    writeOut(*now.front().object, m_record->before, written);
}

// The result of an uninstrumented call is known only from the record.
void PathMachine::returnedHook(const llvm::CallBase& hook) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(withoutCasts(hook.getArgOperand(0)));
  if (!call)
    return;
  const Datum now = valueOf(call);
  if (now.size() != 1)
    return;
  if (isOfErrno(hook))
    m_thread->errnoAddress = m_record->before;
  if (now.front().isPlain())
    check(m_arithmetic.resized(now.front(), 64), m_record->before, "result of the call");
  else if (!now.front().known)
    set(*call, {recordedNumber(m_arithmetic, now.front(), m_record->before)});
}

} // namespace revisit
