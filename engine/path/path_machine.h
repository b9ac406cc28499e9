// Executes one thread's IR between two hooks: registers, frames, local memory, decisions. The records of the trace
// determine which branches it takes; path_interpreter.h has the contract. Thread rule: belongs to one worker, like its
// pool.
#pragma once

#include "path/foreign_calls.h"
#include "path/path_interpreter.h"
#include "path/path_liveness.h"
#include "path/path_memory.h"
#include "path/path_program.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>
#include <optional>

namespace revisit {

// An argument after the named ones.
struct PathVariadic {
  llvm::Type* type = nullptr;
  std::uint64_t alignment = 0;
  bool inMemory = false; // passed by value as a whole, never in registers
  LocalObject content{0};
};

// Memory of a frame that has no hooks.
struct PathObject {
  std::unique_ptr<LocalObject> content;
  const llvm::AllocaInst* variable = nullptr; // null: it is none
};

struct PathFrame {
  const PathFunction* function = nullptr;
  std::vector<Datum> registers;
  llvm::BasicBlock::iterator next;     // the instruction to execute
  std::uint64_t address = 0;           // of the native frame
  std::optional<unsigned> successor;   // the successor of the current block, once its branch was recorded
  bool losesInputs = false;            // its function does, or one that called it
  bool interrupts = false;             // a handler that came just before the hook at `next` of the frame below
  bool inForeign = false;              // inside the call at `next`, which is not instrumented
  LossId foreignLoss;                  // of what that call gives back
  std::optional<Scalar> foreignResult; // the result of that call, if it is an input or known otherwise
  std::vector<PathObject> objects;
  std::vector<PathVariadic> variadic;
};

struct PathThread {
  std::vector<PathFrame> frames;
  const llvm::CallBase* hook = nullptr; // the hook call of the last record
  bool inBulk = false;                  // inside a copy or fill
  bool isInHandler = false;             // of a signal, which came between two steps
  bool lost = false;                    // the path could not be followed
  std::optional<Scalar> startArgument;  // passed by the creator
  // Of what calls may have stored to errno, unless the thread stored to it since; errno's address, once it asked for
  // it.
  LossId lossOfErrno;
  std::uint64_t errnoAddress = 0;
  LossId lossOfFlags; // of the processor's floating-point flags
  std::uint64_t claims = 0;
  std::optional<Datum> returned;            // by its function, or given to pthread_exit; handlers of its end come later
  std::map<std::uint64_t, Scalar> specific; // its values by their keys
};

// The reason why execution stopped.
enum class PathStop { Hook, Call, Foreign, Stuck };

// What the interpreter makes of a call that the pass inserted.
enum class PathHook : std::uint8_t {
  None,     // it did not
  Recorded, // it has a record
  Silent,   // it has none, or one that only names the function and is not used here
  Check,    // it checks an access before it is made, and has a record only if the check fails
  Use,      // it has only a record of an error, a use of uninitialised memory
  LoopBack, // it has only a record of a bound
  Flag      // silent, with a result
};

class PathMachine final : private LossSource {
public:
  PathMachine(ExpressionPool& pool, PathProgram& program) : m_program(program), m_arithmetic(pool, m_inputs, *this) {}

  void setMemory(PathMemory* memory) { m_memory = memory; }
  void reset();
  void reach(std::span<const RevisitRecord> records, std::vector<LocalDecision>& decisions, HookOperands& operands);
  void result(const RevisitRecord& record, const Value& value, const LostBytes& lost);
  void calledCodeReads(unsigned thread, LossId lost);
  LossId lossOfCall(unsigned thread);
  LossId lossOfLibrary(unsigned thread, std::uint64_t address, bool wasSymbolic);
  void storedToLibrary(unsigned thread, std::uint64_t address);
  void reportUse(unsigned thread, LossId loss, const std::string& use);
  void know(SymbolId symbol, std::uint64_t value) { m_inputs.set(symbol, value); }
  bool holdsSymbols(unsigned thread);
  bool losesInputs(unsigned thread);
  std::uint64_t claims(unsigned thread) { return m_threads[thread].claims; }
  bool takeInexact() { return std::exchange(m_isInexact, false) && m_judgesExactness; }
  void judgeExactness(bool isAskedFor) { m_judgesExactness = isAskedFor; }
  std::vector<Incident> takeIncidents() { return std::exchange(m_incidents, {}); }

private:
  PathProgram& m_program;
  Assignment m_inputs;
  Arithmetic m_arithmetic;
  std::map<unsigned, PathThread> m_threads;
  std::map<unsigned, Scalar> m_startArguments; // of threads that were created but have not begun
  std::vector<Incident> m_incidents;
  Losses m_losses;
  PathMemory* m_memory = nullptr;
  bool m_judgesExactness = false, m_isInexact = false;
  std::unordered_map<const llvm::Constant*, Datum> m_constants;
  std::unordered_map<const llvm::Value*, ForeignKind> m_kinds; // by called function
  std::unordered_map<const llvm::Function*, PathHook> m_hooks; // the same; null: a function that is not known
  PathLiveness m_liveness;

  // The thread of the current record.
  PathThread* m_thread = nullptr;
  const RevisitRecord* m_record = nullptr;
  std::span<const RevisitRecord> m_wide; // its WIDE records
  std::vector<LocalDecision>* m_decisions = nullptr;

  // path_interpreter.cpp: from records to places in the code
  PathFrame& top() { return m_thread->frames.back(); }
  bool inForeign() const { return m_thread->frames.empty() || m_thread->frames.back().inForeign; }
  void enter();
  void finish(HookOperands& operands);
  void runToForeign(HookOperands& operands);
  void runToHook(HookOperands& operands);
  void land();
  std::optional<Scalar> valueOfJump();
  PathStop run();
  PathHook hookOf(const llvm::CallBase& call);
  void lose(const std::string& why);
  void decide(LabelKind kind, ExprId expr, const Observation& seen);
  std::vector<SourcePosition> calls() const;
  void report(Incident::Kind kind, const std::string& detail);
  // Claims that this is the number with all inputs of this path, or that it is this expression.
  void claim(const Scalar& scalar);
  void claim(std::uint64_t number);
  LossId lossBy(const std::string& what);
  LossId lossHere() override;
  void reportUse(LossId loss, std::string_view use);

  // path_calls.cpp: frames and foreign calls
  void push(const PathFunction& function, const llvm::CallBase* call);
  void pop();
  PathStop returnFrom(const llvm::ReturnInst& instruction);
  void beginForeign(const llvm::CallBase& call, HookOperands& operands);
  const ForeignKind& kindOf(const llvm::CallBase& call);
  void passInputs(const llvm::CallBase& call, const ForeignKind& kind);
  void startThread(const llvm::CallBase& call, HookOperands& operands);
  void passThreadValue(const llvm::CallBase& call);
  std::optional<Scalar> takeThreadValue(std::uint64_t bits);
  void endForeign();
  void finishCall(const Datum& value);
  void enumerate(const Scalar& number);
  void enumerateCallee(const llvm::CallBase& call);
  void enumerateArguments(const llvm::CallBase& call, std::span<const unsigned> indices);

  // path_hooks.cpp: operands and results of hooks
  void atHook(const llvm::CallBase& hook, HookOperands& operands);
  void takeValues(const llvm::CallBase& hook, unsigned kind, HookOperands& operands);
  void branchHook();
  void announceSlot(const llvm::CallBase& hook);
  void argumentHook(std::vector<WrittenBytes>& written);
  void returnedHook(const llvm::CallBase& hook);
  void address(const Scalar& pointer, std::uint64_t native);
  using RecordWord = std::uint64_t RevisitRecord::*; // the field that has the value
  struct Operand {
    Value value;
    LostBytes lost;
  };
  Operand operand(const Scalar& value, unsigned bytes, std::uint64_t recorded);
  Operand wideOperand(const Scalar& buffer, unsigned bytes, RecordWord word);
  Scalar fromValue(const Value& value, unsigned width, std::uint64_t recorded, const LostBytes& lost = {});
  void wideResult(const Scalar& buffer, unsigned bytes, const Value& value, std::uint64_t recorded,
                  const LostBytes& lost);
  Scalar resolved(const Scalar& value, std::uint64_t native);
  void check(const Scalar& value, std::uint64_t recorded, const char* what);

  // path_instructions.cpp: single instructions; each sets its register
  void execute(llvm::Instruction& instruction);
  Datum compute(const llvm::Instruction& instruction);
  Datum operation(const llvm::BinaryOperator& instruction);
  Datum comparison(const llvm::CmpInst& instruction);
  Scalar numberOf(unsigned width, std::optional<std::uint64_t> bits, LossId loss);
  Datum cast(const llvm::CastInst& instruction);
  Datum choice(const llvm::SelectInst& instruction);
  Datum element(const llvm::Instruction& instruction);
  Datum shuffle(const llvm::ShuffleVectorInst& instruction);
  Scalar divide(const llvm::Instruction& instruction, ExprOp op, const Scalar& a, const Scalar& b);
  Scalar integer(const llvm::Instruction& instruction, unsigned opcode, const Scalar& a, const Scalar& b);
  void jump(llvm::BasicBlock& target);
  void set(const llvm::Value& instruction, Datum value);
  Datum valueOf(const llvm::Value* value);
  Datum withoutInputs(Datum value);
  Scalar scalarOf(const llvm::Value* value);
  Datum unknown(llvm::Type* type, LossId loss = {});
  LossId lossOfOperands(const llvm::User& instruction);

  // path_addresses.cpp: constants, addresses, memory without hooks
  Datum constant(const llvm::Constant& value);
  Datum computeConstant(const llvm::Constant& value);
  Scalar elementAddress(const llvm::User& getElementPointer);
  LocalObject& newObject(std::uint64_t bytes, const llvm::AllocaInst* variable = nullptr);
  LossId lossOfUnknownMemory(const Scalar& pointer);
  Datum loadLocal(const Scalar& pointer, llvm::Type* type);
  void storeLocal(const Scalar& pointer, llvm::Type* type, const Datum& value);
  Datum loadConstant(const Scalar& pointer, llvm::Type* type);
  Datum localAtomic(const llvm::Instruction& instruction);
  // The bytes behind a pointer to a private slot or to memory with hooks, which code copies without a hook.
  void copyBehind(const Scalar& pointer, std::uint64_t bytes, LocalObject& to);
  void copyLocal(const Scalar& to, const Scalar& from, std::uint64_t bytes);

  // path_variadic.cpp: variable arguments
  PathVariadic variadic(const llvm::CallBase& call, unsigned index);
  void variadicHook(std::vector<WrittenBytes>& written);
  // The object has this native address: its content is what an access with a hook finds there.
  void writeOut(const LocalObject& content, std::uint64_t address, std::vector<WrittenBytes>& written);
  // path_exactness.cpp: what is followed for certain; `isFollowed`: it is no value of which nothing is known
  bool isExact(const llvm::Instruction& instruction);
  bool isExactCall(const llvm::CallBase& call, std::span<const unsigned> enumerated, bool isSilent);
  bool isExactHook(const llvm::CallBase& hook);
  bool isFollowed(const llvm::Value* value);
  bool isFollowed(const Scalar& value) const;
  bool isLocal(const llvm::Value* pointer);

  // path_intrinsics.cpp
  Datum intrinsic(const llvm::IntrinsicInst& call);
  // An inline assembler statement that the processor executed: on registers and private copies of memory.
  Datum assembly(const llvm::CallBase& call);
  Datum integerIntrinsic(const llvm::IntrinsicInst& call);
  Datum overflowing(const llvm::IntrinsicInst& call);
  Scalar reversed(const Scalar& number, unsigned unit);
  std::optional<Scalar> laneOf(const llvm::IntrinsicInst& call, std::size_t lane);
  Datum reduction(const llvm::IntrinsicInst& call);
  Datum machineIntrinsic(const llvm::IntrinsicInst& call);
  Datum withCarry(const llvm::IntrinsicInst& call, ExprOp op);
  Datum shiftedLanes(const llvm::IntrinsicInst& call, ExprOp op);
  Scalar saturating(llvm::Intrinsic::ID id, const Scalar& a, const Scalar& b);
  Scalar countBits(llvm::Intrinsic::ID id, const Scalar& a);
  Scalar funnelShift(llvm::Intrinsic::ID id, const Scalar& high, const Scalar& low, const Scalar& count);
  void memoryIntrinsic(const llvm::IntrinsicInst& call);
};

// The leaves of a type, in order.
struct PathLeaf {
  unsigned width;
  std::uint64_t offset; // bytes
  llvm::Type* type;
};
std::vector<PathLeaf> leavesOf(llvm::Type* type, const llvm::DataLayout& layout);

// The name of the called function; empty if that is not known.
llvm::StringRef nameOf(const llvm::CallBase& call);

// Floating-point numbers as bit patterns.
std::optional<std::uint64_t> floatOperation(unsigned opcode, unsigned width, std::uint64_t a, std::uint64_t b);
std::optional<bool> floatComparison(llvm::CmpInst::Predicate predicate, unsigned width, std::uint64_t a,
                                    std::uint64_t b);
std::optional<std::uint64_t> floatCast(const llvm::CastInst& cast, std::uint64_t bits);

} // namespace revisit
