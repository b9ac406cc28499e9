// Frames, and calls of uninstrumented code.
#include "path/path_machine.h"

#include <llvm/IR/Module.h>

#include <algorithm>

namespace revisit {

llvm::StringRef nameOf(const llvm::CallBase& call) {
  const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  return callee ? callee->getName() : "";
}

void PathMachine::push(const PathFunction& function, const llvm::CallBase* call) {
  PathFrame frame;
  frame.function = &function;
  frame.registers.resize(function.registers.size());
  frame.next = function.function->getEntryBlock().begin();
  frame.losesInputs = function.losesInputs || (!m_thread->frames.empty() && top().losesInputs);
  const bool isFirst = m_thread->frames.empty();
  const LossId lossOfCaller = call || isFirst ? LossId() : top().foreignLoss; // of code that calls back
  for (const llvm::Argument& argument : function.function->args()) {
    Datum value = unknown(argument.getType(), lossOfCaller);
    if (call && argument.getArgNo() < call->arg_size())
      value = valueOf(call->getArgOperand(argument.getArgNo()));
    else if (isFirst && argument.getArgNo() == 0 && m_thread->startArgument && value.size() == 1)
      value.front() = *m_thread->startArgument;
    if (argument.hasByValAttr()) {
      const std::uint64_t bytes = m_program.layout().getTypeAllocSize(argument.getParamByValType());
      LocalObject* copy = frame.objects.emplace_back(std::make_unique<LocalObject>(bytes)).content.get();
      if (call)
        copyBehind(value.front(), bytes, *copy);
      value.front() = m_arithmetic.number(64, 0);
      value.front().object = copy;
    }
    if (value.size() == unknown(argument.getType()).size())
      frame.registers[function.registers.at(&argument)] = std::move(value);
  }
  if (call)
    for (unsigned i = static_cast<unsigned>(function.function->arg_size()); i < call->arg_size(); ++i)
      frame.variadic.push_back(variadic(*call, i));
  m_thread->startArgument.reset();
  m_thread->frames.push_back(std::move(frame));
}

void PathMachine::pop() {
  m_thread->frames.pop_back();
}

PathStop PathMachine::returnFrom(const llvm::ReturnInst& instruction) {
  Datum value;
  if (const llvm::Value* returned = instruction.getReturnValue())
    value = valueOf(returned);
  for (Scalar& leaf : value) // the objects are deleted with the frame
    if (leaf.object)
      leaf = Scalar::unknown(leaf.width, leaf.loss);
  const bool hasInterrupted = top().interrupts;
  pop();
  if (hasInterrupted) // the hook is still to come
    return PathStop::Hook;
  if (m_thread->frames.empty()) {
    if (!m_thread->returned)
      m_thread->returned = std::move(value);
    return PathStop::Foreign;
  }
  if (top().inForeign)
    return PathStop::Foreign;
  finishCall(value);
  return PathStop::Hook;
}

// The current call is complete: its register gets the value, and execution continues after it.
void PathMachine::finishCall(const Datum& value) {
  const auto& call = llvm::cast<llvm::CallBase>(*top().next);
  const Datum shape = unknown(call.getType());
  m_isInexact |= !value.empty() && value.size() != shape.size();
  set(call, value.size() == shape.size() ? value : shape);
  if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call))
    jump(*invoke->getNormalDest());
  else
    ++top().next;
}

void PathMachine::beginForeign(const llvm::CallBase& call, HookOperands& operands) {
  const bool isFirst = !top().inForeign;
  top().inForeign = true;
  const llvm::StringRef name = nameOf(call);
  const ForeignKind& kind = kindOf(call);
  if (m_judgesExactness && kind.kind != Foreign::Condition && kind.kind != Foreign::EndsThread && !printsList(name))
    m_isInexact |=
        mayKeep(name) || !isExactCall(call, std::span(kind.indices).first(kind.count), kind.kind == Foreign::Silent);
  if (kind.kind == Foreign::Condition && call.arg_size() > 0) {
    if (m_record->kind == REVISIT_ASSUME) {
      const Scalar given = scalarOf(call.getArgOperand(0));
      const Scalar holds =
          m_arithmetic.complement(m_arithmetic.binary(ExprOp::Eq, given, m_arithmetic.number(given.width, 0)));
      operands.value = m_arithmetic.isSymbolic(holds) ? Value::of(holds.expr) : Value::concrete(m_record->before != 0);
      reportUse(m_arithmetic.lossOf(holds), "the condition of '" + name.str() + "'");
    }
    return;
  }
  if (m_record->kind == REVISIT_CREATE && (name == "pthread_create" || name == "thrd_create"))
    startThread(call, operands);
  if (!isFirst)
    return;
  if (m_record->kind != REVISIT_ENTER) // otherwise it has returned
    enumerateCallee(call);
  if (kind.kind == Foreign::EndsThread || kind.kind == Foreign::ThreadValue)
    return passThreadValue(call);
  if (kind.kind == Foreign::Sized)
    return enumerateArguments(call, std::span(kind.indices).first(kind.count));
  if (kind.kind == Foreign::Jump)
    return;
  if (name == "fetestexcept")
    top().foreignLoss = m_thread->lossOfFlags;
  passInputs(call, kind);
}

const ForeignKind& PathMachine::kindOf(const llvm::CallBase& call) {
  const auto [known, isNew] = m_kinds.try_emplace(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (isNew)
    known->second = foreignKindOf(nameOf(call));
  return known->second;
}

void PathMachine::startThread(const llvm::CallBase& call, HookOperands& operands) {
  const Scalar given = scalarOf(call.getArgOperand(call.arg_size() - 1));
  m_startArguments.insert_or_assign(m_record->extra, given);
  if (m_arithmetic.isSymbolic(given))
    operands.value = Value::of(given.expr);
  reportUse(m_arithmetic.lossOf(given), "the argument of a thread");
}

// A pointer that the runtime keeps for the program and gives back as it is: the result of a thread, or its value of a
// key.
void PathMachine::passThreadValue(const llvm::CallBase& call) {
  const Scalar first = scalarOf(call.getArgOperand(0));
  if (foreignKindOf(nameOf(call)).kind == Foreign::EndsThread) {
    const bool isOfFrame = first.object != nullptr; // it is deleted with the frame
    m_thread->returned = Datum{isOfFrame ? Scalar::unknown(64, first.loss) : m_arithmetic.resized(first, 64, true)};
    return;
  }
  enumerate(first);
  if (call.arg_size() == 1) {
    if (const auto known = m_thread->specific.find(first.bits);
        known != m_thread->specific.end() && m_arithmetic.dependsOnInputs(known->second))
      top().foreignResult = known->second;
    return;
  }
  Scalar given = scalarOf(call.getArgOperand(1));
  if (given.object) {
    enumerate(given);
    given = Scalar::unknown(64, given.loss);
  }
  reportUse(m_arithmetic.lossOf(given), "the value of a key");
  if (m_arithmetic.isSymbolic(given)) { // a null pointer has no destructor
    const Scalar isNull = m_arithmetic.binary(ExprOp::Eq, given, m_arithmetic.number(given.width, 0));
    if (m_arithmetic.isSymbolic(isNull))
      decide(LabelKind::Constraint, isNull.expr, {{}, isNull.bits != 0});
  }
  m_thread->specific.insert_or_assign(first.bits, given);
}

// The value that the runtime passes to the destructor of a key: one that the thread has for a key, but nobody says for
// which. Nothing: it does not depend on inputs.
std::optional<Scalar> PathMachine::takeThreadValue(std::uint64_t bits) {
  std::vector<decltype(m_thread->specific)::iterator> candidates;
  for (auto at = m_thread->specific.begin(); at != m_thread->specific.end(); ++at)
    if (!at->second.known || at->second.bits == bits)
      candidates.push_back(at);
  if (std::ranges::none_of(candidates, [&](auto at) { return m_arithmetic.dependsOnInputs(at->second); }))
    return std::nullopt;
  const Scalar value = candidates.front()->second;
  if (std::ranges::any_of(candidates, [&](auto at) {
        return !at->second.known || at->second.expr != value.expr || at->second.loss.valid();
      }))
    return Scalar::unknown(64, lossBy("the destructor of a thread's value"));
  m_thread->specific.erase(candidates.front());
  return value;
}

// What depends on the inputs after a call of code that is not followed. What a pure function gives back has a loss;
// other code may also act on what it is given, which is reported at once.
void PathMachine::passInputs(const llvm::CallBase& call, const ForeignKind& kind) {
  bool isGiven = false, isBehind = false, isOfGlobal = false;
  LossId loss;
  std::vector<std::uint64_t> pointers;
  for (const llvm::Use& argument : call.args()) {
    const bool isPointer = argument->getType()->isPointerTy();
    for (const Scalar& leaf : valueOf(argument.get())) {
      Scalar content = leaf;
      if (const unsigned index = call.getArgOperandNo(&argument); leaf.object && call.isByValArgument(index)) {
        const std::uint64_t bytes = m_program.layout().getTypeAllocSize(call.getParamByValType(index));
        content = leaf.object->load(m_arithmetic, leaf.bits, static_cast<unsigned>(8 * bytes));
      }
      claim(content);
      // The result goes there: the call does not look at what was there before.
      if (const unsigned index = call.getArgOperandNo(&argument);
          m_memory && leaf.isPlain() && call.paramHasAttr(index, llvm::Attribute::StructRet))
        m_memory->forget(leaf.bits, m_program.layout().getTypeAllocSize(call.getParamStructRetType(index)));
      isGiven |= m_arithmetic.dependsOnInputs(content);
      if (!loss.valid())
        loss = m_arithmetic.lossOf(content);
      if (isPointer && leaf.isPlain() && leaf.bits != 0)
        pointers.push_back(leaf.bits);
      const auto* variable = llvm::dyn_cast_if_present<llvm::GlobalVariable>(leaf.global);
      isOfGlobal |= variable && !variable->isConstant();
    }
  }
  const llvm::StringRef name = nameOf(call);
  if (m_program.losesInputs(name))
    return;
  const bool mayRead = kind.kind == Foreign::Reads || kind.kind == Foreign::Converts || kind.kind == Foreign::Unknown;
  if (m_memory && mayRead)
    isBehind = std::ranges::any_of(pointers, [this](std::uint64_t at) { return m_memory->leadsToInputs(at); });
  // The address of a global is not known here, nor what a list of variable arguments has.
  if (m_memory && ((mayRead && isOfGlobal) || (kind.kind == Foreign::Silent && printsList(name))))
    isBehind |= m_memory->holdsInputs();
  if (!isGiven && !isBehind)
    return;
  const std::string called = name.empty() ? std::string("an unknown function") : "'" + name.str() + "'";
  top().foreignLoss = loss.valid() ? loss : lossBy("the call of " + called);
  if (kind.kind != Foreign::Silent) // output fails, or not, whatever is printed
    m_thread->lossOfErrno = top().foreignLoss;
  const bool isFollowed = kind.kind == Foreign::Silent || kind.kind == Foreign::Pure || kind.kind == Foreign::Reads;
  if (m_memory && !isFollowed)
    for (const std::uint64_t pointer : pointers)
      m_memory->lose(pointer, top().foreignLoss);
  if (kind.kind == Foreign::Neutral || kind.kind == Foreign::Unknown)
    report(Incident::Kind::Imprecise, (isGiven ? "a value that depends on the inputs was given to "
                                               : "memory that depends on the inputs was passed to ") +
                                          called + ", which is not modelled");
}

void PathMachine::calledCodeReads(unsigned thread, LossId lost) {
  m_thread = &m_threads[thread];
  if (m_thread->lost || m_thread->frames.empty() || !top().inForeign || top().foreignLoss.valid())
    return;
  const llvm::StringRef name = nameOf(llvm::cast<llvm::CallBase>(*top().next));
  if (m_program.losesInputs(name))
    return;
  top().foreignLoss = lost.valid() ? lost : lossBy("the call of '" + name.str() + "'");
  if (const Foreign kind = foreignKindOf(name).kind; kind == Foreign::Unknown || kind == Foreign::Neutral)
    report(Incident::Kind::Imprecise,
           "memory that depends on the inputs was passed to '" + name.str() + "', which is not modelled");
}

LossId PathMachine::lossOfCall(unsigned thread) {
  const PathThread& of = m_threads[thread];
  return of.frames.empty() || !of.frames.back().inForeign ? LossId() : of.frames.back().foreignLoss;
}

LossId PathMachine::lossOfLibrary(unsigned thread, std::uint64_t address, bool wasSymbolic) {
  m_thread = &m_threads[thread];
  if (address == m_thread->errnoAddress && m_thread->lossOfErrno.valid())
    return m_thread->lossOfErrno;
  return wasSymbolic ? lossBy("a call that may change errno") : LossId();
}

void PathMachine::storedToLibrary(unsigned thread, std::uint64_t address) {
  if (PathThread& of = m_threads[thread]; address == of.errnoAddress)
    of.lossOfErrno = {};
}

// Determines the function that is called through a pointer.
void PathMachine::enumerateCallee(const llvm::CallBase& call) {
  if (nameOf(call).empty())
    enumerate(scalarOf(call.getCalledOperand()));
}

void PathMachine::enumerateArguments(const llvm::CallBase& call, std::span<const unsigned> indices) {
  for (unsigned index : indices)
    if (index < call.arg_size())
      for (const Scalar& leaf : valueOf(call.getArgOperand(index)))
        enumerate(leaf);
}

// A number that must become concrete here. It is a decision if it depends on the inputs. An offset into an object of
// unknown address stands for the address.
void PathMachine::enumerate(const Scalar& number) {
  reportUse(m_arithmetic.lossOf(number), "an address, a size or an argument that has to be one number");
  if (!m_arithmetic.isSymbolic(number) || number.width > 64)
    return;
  decide(LabelKind::Enumerate, number.expr, {Value::concrete(number.bits), false});
}

void PathMachine::endForeign() {
  PathFrame& frame = top();
  const auto& call = llvm::cast<llvm::CallBase>(*frame.next);
  Datum value = unknown(call.getType(), std::exchange(frame.foreignLoss, LossId()));
  if (frame.foreignResult && value.size() == 1)
    value.front() = m_arithmetic.resized(*frame.foreignResult, value.front().width);
  frame.foreignResult.reset();
  frame.inForeign = false;
  finishCall(value);
}

} // namespace revisit
