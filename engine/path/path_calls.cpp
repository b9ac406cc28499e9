// Frames, and calls of uninstrumented code.
#include "path/path_machine.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Module.h>

#include <array>

namespace revisit {

namespace {

// How a library function treats a symbolic argument.
enum class Foreign {
  Condition, // its argument is the condition of an assumption
  // Some of its arguments are sizes, counts or addresses: they become concrete, and all alternatives are explored.
  Sized,
  Silent, // its arguments have no effect that the program can observe
  Unknown
};

struct ForeignKind {
  Foreign kind = Foreign::Unknown;
  std::array<unsigned, 3> indices{}; // of Sized
  unsigned count = 0;
};

ForeignKind sized(std::initializer_list<unsigned> indices) {
  ForeignKind kind;
  kind.kind = Foreign::Sized;
  for (unsigned index : indices)
    kind.indices[kind.count++] = index;
  return kind;
}

ForeignKind kindOf(llvm::StringRef name) {
  if (name.starts_with("printf") || name.starts_with("_ZNSo"))
    return {Foreign::Silent, {}, 0};
  for (const char* family : {"pthread_", "sem_", "thrd_", "mtx_", "cnd_", "tss_", "call_once", "revisit_barrier_"})
    if (name.starts_with(family))
      return sized({0, 1, 2});
  if (name.starts_with("revisit_symbolic"))
    return sized({0, 1});
  return llvm::StringSwitch<ForeignKind>(name)
      .Cases("revisit_assume", "__VERIFIER_assume", "__VERIFIER_assert", {Foreign::Condition, {}, 0})
      .Cases("malloc", "_Znwm", "_Znam", "valloc", sized({0}))
      .Cases("_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t", "_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", sized({0}))
      .Cases("calloc", "realloc", "aligned_alloc", "memalign", sized({0, 1}))
      .Cases("posix_memalign", "reallocarray", "memcpy", "memmove", "memset", sized({0, 1, 2}))
      .Cases("free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", sized({0}))
      .Cases("puts", "putchar", "fputs", "fputc", "putc", "fprintf", "write", "perror", "fflush",
             {Foreign::Silent, {}, 0})
      .Cases("revisit_progress", "exit", "_exit", "_Exit", "quick_exit", "usleep", "sleep", {Foreign::Silent, {}, 0})
      .Default({});
}

// Functions that keep, or move, the content of memory or what they are given, whatever their kind.
bool mayKeep(llvm::StringRef name) {
  return name.starts_with("_ZNSo") || llvm::StringSwitch<bool>(name)
                                          .Cases("realloc", "reallocarray", "memcpy", "memmove", true)
                                          .Cases("write", "fputs", "fputc", "putc", "fprintf", true)
                                          .Default(false);
}

// What they print is given to a function with variable arguments, and is read from memory with hooks before.
bool prints(llvm::StringRef name) {
  return name == "vprintf" || name == "vfprintf" || name == "vdprintf";
}

llvm::StringRef nameOf(const llvm::CallBase& call) {
  const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  return callee ? callee->getName() : "";
}

} // namespace

void PathMachine::push(const PathFunction& function, const llvm::CallBase* call) {
  PathFrame frame;
  frame.function = &function;
  frame.registers.resize(function.registers.size());
  frame.next = function.function->getEntryBlock().begin();
  const bool isFirst = m_thread->frames.empty();
  for (const llvm::Argument& argument : function.function->args()) {
    Datum value = unknown(argument.getType());
    if (call && argument.getArgNo() < call->arg_size())
      value = valueOf(call->getArgOperand(argument.getArgNo()));
    else if (isFirst && argument.getArgNo() == 0 && m_thread->startArgument && value.size() == 1)
      value.front() = *m_thread->startArgument;
    if (argument.hasByValAttr()) {
      const std::uint64_t bytes = m_program.layout().getTypeAllocSize(argument.getParamByValType());
      LocalObject* copy = frame.objects.emplace_back(std::make_unique<LocalObject>(bytes)).content.get();
      const Scalar& source = value.front(); // a private slot of the caller
      if (source.object)
        copy->copyFrom(*source.object, source.bits, 0, bytes);
      value.front() = m_arithmetic.number(64, 0);
      value.front().object = copy;
    }
    if (value.size() == unknown(argument.getType()).size())
      frame.registers[function.registers.at(&argument)] = std::move(value);
  }
  if (call)
    for (unsigned i = static_cast<unsigned>(function.function->arg_size()); i < call->arg_size(); ++i)
      frame.variadic.push_back(
          {scalarOf(call->getArgOperand(i)), call->getArgOperand(i)->getType()->isFloatingPointTy()});
  m_thread->startArgument.reset();
  m_thread->frames.push_back(std::move(frame));
}

void PathMachine::pop() {
  m_thread->frames.pop_back();
  std::erase_if(m_thread->lists, [this](const PathVariadicList& l) { return l.depth > m_thread->frames.size(); });
}

PathStop PathMachine::returnFrom(const llvm::ReturnInst& instruction) {
  Datum value;
  if (const llvm::Value* returned = instruction.getReturnValue())
    value = valueOf(returned);
  for (Scalar& leaf : value) // the objects are deleted with the frame
    if (leaf.object)
      leaf = Scalar::unknown(leaf.width);
  pop();
  if (m_thread->frames.empty()) {
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
  const ForeignKind kind = kindOf(name);
  if (kind.kind != Foreign::Condition && !prints(name))
    m_isInexact |= mayKeep(name) || !isExactCall(call, std::span(kind.indices).first(kind.count),
                                                     kind.kind == Foreign::Silent);
  if (kind.kind == Foreign::Condition && call.arg_size() > 0) {
    if (m_record->kind == REVISIT_ASSUME) {
      const Scalar given = scalarOf(call.getArgOperand(0));
      const Scalar holds =
          m_arithmetic.complement(m_arithmetic.binary(ExprOp::Eq, given, m_arithmetic.number(given.width, 0)));
      operands.value = m_arithmetic.isSymbolic(holds) ? Value::of(holds.expr) : Value::concrete(m_record->before != 0);
    }
    return;
  }
  if (m_record->kind == REVISIT_CREATE && (name == "pthread_create" || name == "thrd_create")) {
    const Scalar given = scalarOf(call.getArgOperand(call.arg_size() - 1));
    m_startArguments.insert_or_assign(m_record->extra, given);
    if (m_arithmetic.isSymbolic(given))
      operands.value = Value::of(given.expr);
  }
  if (!isFirst)
    return;
  if (m_record->kind != REVISIT_ENTER) // otherwise it has returned
    enumerateCallee(call);
  if (kind.kind == Foreign::Sized)
    return enumerateArguments(call, std::span(kind.indices).first(kind.count));
  if (kind.kind == Foreign::Silent)
    return;
  for (const llvm::Use& argument : call.args())
    for (const Scalar& leaf : valueOf(argument.get()))
      if (m_arithmetic.isSymbolic(leaf))
        return report(Incident::Kind::Imprecise, "a value that depends on the inputs was given to '" +
                                                     (name.empty() ? std::string("an unknown function") : name.str()) +
                                                     "', which is not modelled");
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
  if (!m_arithmetic.isSymbolic(number) || number.width > 64)
    return;
  decide(LabelKind::Enumerate, number.expr, {Value::concrete(number.bits), false});
}

void PathMachine::endForeign() {
  PathFrame& frame = top();
  const auto& call = llvm::cast<llvm::CallBase>(*frame.next);
  Datum value = unknown(call.getType());
  if (frame.foreignResult && value.size() == 1)
    value.front() = m_arithmetic.resized(*frame.foreignResult, value.front().width);
  frame.foreignResult.reset();
  frame.inForeign = false;
  finishCall(value);
}

} // namespace revisit
