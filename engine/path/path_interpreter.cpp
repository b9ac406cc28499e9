// Finds the place in the code for each record of the trace.
#include "path/path_machine.h"

#include "abi/handlers.h"
#include "base/mixing.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <ranges>

namespace revisit {

namespace {

class Interpreter final : public PathInterpreter {
public:
  Interpreter(ExpressionPool& pool, std::unique_ptr<PathProgram> program)
      : m_program(std::move(program)), m_machine(pool, *m_program) {}

  void setMemory(PathMemory* memory) override { m_machine.setMemory(memory); }
  void reset() override { m_machine.reset(); }
  void reach(std::span<const RevisitRecord> records, std::vector<LocalDecision>& decisions,
             HookOperands& operands) override {
    m_machine.reach(records, decisions, operands);
  }
  void result(const RevisitRecord& record, const Value& value, const LostBytes& lost) override {
    m_machine.result(record, value, lost);
  }
  void calledCodeReads(unsigned thread, LossId lost) override { m_machine.calledCodeReads(thread, lost); }
  LossId lossOfCall(unsigned thread) override { return m_machine.lossOfCall(thread); }
  LossId lossOfLibrary(unsigned thread, std::uint64_t address, bool wasSymbolic) override {
    return m_machine.lossOfLibrary(thread, address, wasSymbolic);
  }
  void storedToLibrary(unsigned thread, std::uint64_t address) override { m_machine.storedToLibrary(thread, address); }
  void reportUse(unsigned thread, LossId loss, const std::string& use) override {
    m_machine.reportUse(thread, loss, use);
  }
  void know(SymbolId symbol, std::uint64_t value) override { m_machine.know(symbol, value); }
  bool holdsSymbols(unsigned thread) override { return m_machine.holdsSymbols(thread); }
  void loseInputsIn(const std::string& text) override { m_program->loseInputsIn(text); }
  bool losesInputs(unsigned thread) override { return m_machine.losesInputs(thread); }
  std::uint64_t claims(unsigned thread) override { return m_machine.claims(thread); }
  bool takeInexact() override { return m_machine.takeInexact(); }
  void judgeExactness(bool isAskedFor) override { m_machine.judgeExactness(isAskedFor); }
  std::vector<Incident> takeIncidents() override { return m_machine.takeIncidents(); }

private:
  std::unique_ptr<PathProgram> m_program;
  PathMachine m_machine;
};

// Whether the pass inserted the call. Headers of the C++ library call some functions of the runtime with such a name.
bool isHook(const llvm::CallBase& call) {
  const llvm::StringRef name = call.getCalledFunction() ? call.getCalledFunction()->getName() : "";
  return name.starts_with("__revisit_") && !name.starts_with("__revisit_address_") &&
         name != "__revisit_locks_together";
}

PathHook hookNamed(llvm::StringRef hook) {
  if (hook == "__revisit_bounds" || hook == "__revisit_overlap")
    return PathHook::Check;
  if (hook == "__revisit_uses" || hook == "__revisit_was_given")
    return PathHook::Use;
  if (hook == "__revisit_loop_back")
    return PathHook::LoopBack;
  if (hook == "__revisit_carried" || hook.starts_with("__revisit_given"))
    return PathHook::Flag;
  constexpr llvm::StringRef silent[] = {"__revisit_external",   "__revisit_main_returns", "__revisit_discards",
                                        "__revisit_loop_enter", "__revisit_object_end",   "__revisit_gives",
                                        "__revisit_local_",     "__revisit_frame_"};
  const auto isNamed = [&](llvm::StringRef prefix) { return hook.starts_with(prefix); };
  return std::ranges::any_of(silent, isNamed) ? PathHook::Silent : PathHook::Recorded;
}

bool isUninitialised(const RevisitRecord& record) {
  return record.kind == REVISIT_ERROR && static_cast<ErrorKind>(record.op) == ErrorKind::Uninitialised;
}

// Whether the record was made by a runtime function that the program called, not by a hook call.
bool isService(const RevisitRecord& record) {
  switch (record.kind) {
  case REVISIT_OBJECT:
  case REVISIT_CREATE:
  case REVISIT_JOIN:
  case REVISIT_ASSUME:
  case REVISIT_INPUT:
  case REVISIT_MALLOC:
  case REVISIT_FREE:
  case REVISIT_EXTERNAL:
  case REVISIT_SECTION:
    return true;
  default:
    return (record.flags & REVISIT_FLAG_SERVICE) != 0;
  }
}

} // namespace

Result<std::unique_ptr<PathInterpreter>> PathInterpreter::create(ExpressionPool& pool,
                                                                 std::vector<std::string> bitcode) {
  auto program = PathProgram::read(bitcode);
  if (!program)
    return program.error();
  return std::unique_ptr<PathInterpreter>(std::make_unique<Interpreter>(pool, std::move(program.value())));
}

void PathMachine::reset() {
  m_threads.clear();
  m_startArguments.clear();
  m_inputs = {};
  m_incidents.clear();
  m_losses.clear();
  m_isInexact = false;
}

void PathMachine::reach(std::span<const RevisitRecord> records, std::vector<LocalDecision>& decisions,
                        HookOperands& operands) {
  const RevisitRecord& record = records.front();
  m_record = &record;
  m_wide = records.subspan(1);
  m_decisions = &decisions;
  m_thread = &m_threads[record.thread];
  switch (record.kind) {
  case REVISIT_THREAD_BEGIN:
    *m_thread = {};
    if (const auto given = m_startArguments.find(record.thread); given != m_startArguments.end())
      m_thread->startArgument = given->second;
    return;
  case REVISIT_WIDE:
    return;
  case REVISIT_HANDLER:
    m_thread->isInHandler = record.op != REVISIT_HANDLER_LAST;
    return;
  case REVISIT_COPY_END:
    m_thread->inBulk = false;
    return;
  default:
    break;
  }
  if (m_thread->inBulk || m_thread->lost)
    return;
  switch (record.kind) {
  case REVISIT_THREAD_END:
  case REVISIT_EXIT:
    return finish(operands);
  case REVISIT_ENTER:
    return enter();
  case REVISIT_LANDED:
    runToForeign(operands); // what throws, or longjmp
    land();
    return runToHook(operands);
  case REVISIT_ERROR:
  case REVISIT_UNSUPPORTED:
    if (!inForeign() && run() == PathStop::Call)
      beginForeign(*llvm::cast<llvm::CallBase>(&*top().next), operands);
    else if (!inForeign() && llvm::isa<llvm::CallBase>(*top().next))
      atHook(*llvm::cast<llvm::CallBase>(&*top().next), operands);
    return;
  default:
    break;
  }
  if (isService(record))
    runToForeign(operands);
  else
    runToHook(operands);
  if (record.kind == REVISIT_COPY || record.kind == REVISIT_FILL)
    m_thread->inBulk = true;
}

// The thread's function returned, or it called exit or pthread_exit: the operand is its result.
void PathMachine::finish(HookOperands& operands) {
  if (!inForeign() && run() == PathStop::Call)
    beginForeign(*llvm::cast<llvm::CallBase>(&*top().next), operands);
  Scalar given = Scalar::unknown(64);
  if (m_thread->frames.empty() || (m_thread->returned && m_record->kind == REVISIT_THREAD_END)) {
    if (m_thread->returned && m_thread->returned->size() == 1)
      given = m_thread->returned->front();
  } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&*top().next); call && call->arg_size() == 1) {
    given = scalarOf(call->getArgOperand(0));
  }
  reportUse(m_arithmetic.lossOf(given), "the result of a thread");
  m_isInexact |= !given.known;
  operands.value =
      m_arithmetic.isSymbolic(given) ? operand(given, 8, m_record->before).value : Value::concrete(m_record->before);
}

// The thread's next function: called by the current code, or from inside an uninstrumented call.
void PathMachine::enter() {
  const PathFunction* entered = m_program.byId(m_record->address);
  if (!entered)
    return lose("a function was entered that no embedded bitcode has");
  const llvm::CallBase* caller = nullptr;
  const PathStop stop = inForeign() ? PathStop::Foreign : run();
  const bool interrupts = stop == PathStop::Hook && m_thread->isInHandler; // before what the hook does
  if (stop != PathStop::Foreign && !interrupts) {
    if (stop != PathStop::Call)
      return lose("a function was entered where none is called");
    caller = llvm::cast<llvm::CallBase>(&*top().next);
    enumerateCallee(*caller);
    const auto* named = llvm::dyn_cast<llvm::Function>(caller->getCalledOperand()->stripPointerCastsAndAliases());
    if (named ? !m_program.reaches(*named, *entered) : caller->arg_size() < entered->function->arg_size()) {
      HookOperands none;
      beginForeign(*caller, none); // it calls back into instrumented code
      caller = nullptr;
    }
  }
  push(*entered, caller);
  top().interrupts = interrupts;
  if (run() != PathStop::Hook)
    return lose("a function does not announce itself");
  top().address = m_record->before;
  ++top().next;
}

void PathMachine::runToForeign(HookOperands& operands) {
  if (!inForeign()) {
    if (run() == PathStop::Call) // otherwise the runtime called it
      beginForeign(*llvm::cast<llvm::CallBase>(&*top().next), operands);
    return;
  }
  // A later record of the same call.
  if (!m_thread->frames.empty() && (m_record->kind == REVISIT_ASSUME || m_record->kind == REVISIT_CREATE))
    beginForeign(*llvm::cast<llvm::CallBase>(&*top().next), operands);
}

void PathMachine::runToHook(HookOperands& operands) {
  if (m_thread->frames.empty())
    return; // code of the runtime itself
  if (top().inForeign)
    endForeign();
  for (;;) {
    switch (run()) {
    case PathStop::Hook:
      return atHook(*llvm::cast<llvm::CallBase>(&*top().next), operands);
    case PathStop::Call: {
      HookOperands none;
      beginForeign(*llvm::cast<llvm::CallBase>(&*top().next), none);
      endForeign();
      break;
    }
    case PathStop::Foreign:
      if (m_thread->frames.empty())
        return lose("a hook was called after the thread's function had returned");
      endForeign();
      break;
    case PathStop::Stuck:
      return lose("the code ends before the next hook");
    }
  }
}

// Control arrived at a landing pad, or at setjmp for the second time: the inner frames are gone.
void PathMachine::land() {
  m_isInexact = true; // whoever went here may have brought something
  auto& frames = m_thread->frames;
  const LossId given = frames.empty() ? LossId() : frames.back().foreignLoss; // to longjmp
  const std::optional<Scalar> jumpValue = valueOfJump();
  while (!frames.empty() &&
         (frames.back().address != m_record->before || frames.back().function->id != m_record->address))
    pop();
  if (frames.empty())
    return lose("control landed in a function that was not entered");
  PathFrame& frame = frames.back();
  if (m_record->extra >= frame.function->blocks.size())
    return lose("control landed in a block that is not there");
  llvm::BasicBlock& target = *frame.function->blocks[m_record->extra];
  const bool isSecondReturn = frame.next->getParent() == &target && !target.isLandingPad();
  if (!target.isLandingPad() && (!isSecondReturn || !frame.inForeign)) {
    // After a second return of setjmp, execution continues after the call that reports it.
    frame.inForeign = false;
    const llvm::CallBase* twice = nullptr;
    for (auto it = target.begin(); it != target.end(); ++it)
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&*it)) {
        if (!isHook(*call)) {
          twice = call->hasFnAttr(llvm::Attribute::ReturnsTwice) ? call : twice;
        } else if (twice && call->getCalledFunction()->getName() == "__revisit_landed") {
          set(*twice, {jumpValue.value_or(Scalar::unknown(32, given))}); // its first result is void
          frame.next = it;
          return;
        }
      }
    return lose("control landed where it is not announced");
  }
  frame.inForeign = false;
  frame.foreignLoss = isSecondReturn ? given : LossId();
  if (isSecondReturn)
    return endForeign();
  jump(target);
}

// What setjmp returns, if the thread is about to call longjmp.
std::optional<Scalar> PathMachine::valueOfJump() {
  if (m_thread->frames.empty() || (!inForeign() && run() != PathStop::Call))
    return std::nullopt;
  const auto& call = llvm::cast<llvm::CallBase>(*top().next);
  if (call.arg_size() != 2 || foreignKindOf(nameOf(call)).kind != Foreign::Jump)
    return std::nullopt;
  const Scalar given = scalarOf(call.getArgOperand(1));
  const Scalar isZero = m_arithmetic.binary(ExprOp::Eq, given, m_arithmetic.number(given.width, 0));
  return m_arithmetic.choose(isZero, m_arithmetic.number(given.width, 1), given);
}

PathHook PathMachine::hookOf(const llvm::CallBase& call) {
  const auto [known, isNew] = m_hooks.try_emplace(call.getCalledFunction(), PathHook::None);
  if (isNew && isHook(call))
    known->second = hookNamed(call.getCalledFunction()->getName());
  return known->second;
}

PathStop PathMachine::run() {
  // Whether the current error belongs to this check. If two checks follow each other, the first may have passed.
  const auto failsAt = [this](const llvm::CallBase& check) {
    if (m_record->kind != REVISIT_ERROR || m_record->before == 0)
      return false;
    const auto given = [&](unsigned index) { return scalarOf(check.getArgOperand(index)); };
    const bool isBounds = check.arg_size() > 3;
    const Scalar at = given(0), base = given(isBounds ? 2 : 1), bytes = given(isBounds ? 1 : 2);
    if (!at.known || !base.known || !bytes.known || at.object != base.object || at.global != base.global)
      return true; // cannot be excluded
    const std::uint64_t apart = at.bits - base.bits;
    if (!isBounds)
      return apart != 0 && (apart < bytes.bits || -apart < bytes.bits);
    const Scalar size = given(3);
    return !size.known || apart > size.bits || bytes.bits > size.bits - apart;
  };
  while (!m_thread->frames.empty()) {
    llvm::Instruction& instruction = *top().next;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (const PathHook hook = hookOf(*call); hook != PathHook::None) {
        if (hook == PathHook::Flag) // only hooks are given its result
          set(*call, {m_arithmetic.number(32, 0)});
        else if (hook == PathHook::Recorded || (hook == PathHook::Check && failsAt(*call)) ||
                 (hook == PathHook::Use && isUninitialised(*m_record)) ||
                 (hook == PathHook::LoopBack && m_record->kind == REVISIT_CUT))
          return PathStop::Hook;
        ++top().next;
        continue;
      }
      if (!call->isInlineAsm() && !llvm::isa<llvm::IntrinsicInst>(call))
        return PathStop::Call;
    }
    m_isInexact = m_isInexact || (m_judgesExactness && !isExact(instruction));
    if (const auto* back = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
      if (returnFrom(*back) == PathStop::Foreign)
        return PathStop::Foreign;
      continue;
    }
    if (llvm::isa<llvm::UnreachableInst, llvm::ResumeInst>(instruction))
      return PathStop::Stuck;
    if (instruction.isTerminator()) {
      const bool isChoice = instruction.getNumSuccessors() > 1;
      if (isChoice && !top().successor)
        return PathStop::Stuck;
      jump(*instruction.getSuccessor(isChoice ? *std::exchange(top().successor, std::nullopt) : 0));
      continue;
    }
    execute(instruction);
  }
  return PathStop::Foreign;
}

bool PathMachine::losesInputs(unsigned thread) {
  const auto found = m_threads.find(thread);
  return found != m_threads.end() && !found->second.frames.empty() && found->second.frames.back().losesInputs;
}

bool PathMachine::holdsSymbols(unsigned thread) {
  const auto found = m_threads.find(thread);
  if (found == m_threads.end() || found->second.lost)
    return true;
  const PathThread& state = found->second;
  const auto isSymbolic = [&](const Scalar& scalar) { return m_arithmetic.dependsOnInputs(scalar); };
  const auto holds = [&](const PathFrame& frame) {
    // A function that is not instrumented may still use what it was given: exit() does, after its handlers.
    const PathPlace place{&*frame.next, !frame.inForeign && &frame != &state.frames.back()};
    return frame.foreignLoss.valid() || (frame.foreignResult && isSymbolic(*frame.foreignResult)) ||
           std::ranges::any_of(
               frame.variadic,
               [&](const PathVariadic& given) { return given.content.dependsOnInputs(m_arithmetic); }) ||
           std::ranges::any_of(frame.objects,
                               [&](const PathObject& object) {
                                 return object.content->dependsOnInputs(m_arithmetic) &&
                                        (!object.variable || m_liveness.isReadFrom(*object.variable, place));
                               }) ||
           std::ranges::any_of(std::views::iota(std::size_t{0}, frame.registers.size()), [&](std::size_t at) {
             return std::ranges::any_of(frame.registers[at], isSymbolic) &&
                    m_liveness.isUsedFrom(*frame.function->values[at], place);
           });
  };
  return state.lossOfErrno.valid() || state.lossOfFlags.valid() ||
         (state.startArgument && isSymbolic(*state.startArgument)) ||
         (state.returned && std::ranges::any_of(*state.returned, isSymbolic)) ||
         std::ranges::any_of(state.specific, [&](const auto& entry) { return isSymbolic(entry.second); }) ||
         std::ranges::any_of(state.frames, holds);
}

} // namespace revisit
