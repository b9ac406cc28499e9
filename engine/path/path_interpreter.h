// Rebuilds symbolic values by interpreting the program's own (instrumented) LLVM IR along one recorded path.
//
// Every hook call in the IR made one record, so the records of a thread correspond one to one to the hook calls reached
// while interpreting it. The caller walks the trace in its global order and, for each record of a thread, calls reach()
// and then, when the hook returned something, result(). Registers and unescaped allocas are kept here; the values of
// instrumented memory belong to the caller. Cost: linear in the instructions of the path. Thread rule: belongs to one
// worker, like its pool.
#pragma once

#include "abi/trace.h"
#include "path/losses.h"
#include "program/recording.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace revisit {

// A decision that a thread took between two hooks.
struct LocalDecision {
  LabelKind kind = LabelKind::Constraint; // Constraint or Enumerate
  ExprId expr;                            // the condition as the IR computes it, or the number to enumerate
  Observation seen;
  std::vector<SourcePosition> calls; // the chain of call sites, innermost first
};

// At most eight bytes of memory that the program wrote without an instruction. Their number in this run is absent where
// it is not known.
struct WrittenBytes {
  std::uint64_t address = 0;
  unsigned size = 0;
  std::optional<std::uint64_t> bits;
  Value value; // an expression if they depend on inputs
  LossId loss;
};

// The operands of the hook call, symbolic where the program's data is. Absent operands are a concrete zero.
struct HookOperands {
  Value value;    // stored value, operand of a read-modify-write, desired value, condition of an assume, fill byte
  Value expected; // compare-and-swap
  LostBytes lostValue, lostExpected;
  std::vector<WrittenBytes> written; // by a call, where the arguments are: variable ones, and copies of structures
  bool keepsLibrary = false;         // the call that returned changed no memory of a system library
  // A symbolic address or length has already been enumerated (see decisions): use the number in the record.
};

// The instrumented memory of the run, for calls of code that is not followed.
class PathMemory {
public:
  virtual ~PathMemory() = default;
  // At most eight bytes, as they are now.
  struct Content {
    Value value;
    LostBytes lost;
  };
  virtual Content contentOf(std::uint64_t address, unsigned bytes) = 0;
  // Whether a byte to which this pointer leads, directly or through other pointers, depends on the inputs.
  virtual bool leadsToInputs(std::uint64_t pointer) = 0;
  // Whether any byte depends on the inputs.
  virtual bool holdsInputs() = 0;
  // All bytes to which it leads may depend on the inputs from now on.
  virtual void lose(std::uint64_t pointer, LossId loss) = 0;
  // What these bytes were before does not matter any more.
  virtual void forget(std::uint64_t address, std::uint64_t bytes) = 0;
};

class PathInterpreter {
public:
  // `bitcode`: the sections that the wrapper embedded, one module each. Fails when one cannot be read.
  static Result<std::unique_ptr<PathInterpreter>> create(ExpressionPool& pool, std::vector<std::string> bitcode);
  virtual ~PathInterpreter() = default;

  // Until this is called, code that is not followed reaches no memory. Null: again.
  virtual void setMemory(PathMemory* memory) = 0;
  // Forgets all threads, because a new run begins.
  virtual void reset() = 0;
  // Runs the record's thread up to the hook call that made this record: the first of `records`. The others are its WIDE
  // records. Decisions on the way are appended.
  virtual void reach(std::span<const RevisitRecord> records, std::vector<LocalDecision>& decisions,
                     HookOperands& operands) = 0;
  // The hook's result: the value read by a load, the old value of a read-modify-write, the symbol of an input.
  virtual void result(const RevisitRecord& record, const Value& value, const LostBytes& lost = {}) = 0;
  // The call that the thread is in has read bytes that depend on the inputs, in code that is not followed. `lost`: the
  // loss of such a byte; invalid: it has an expression.
  virtual void calledCodeReads(unsigned thread, LossId lost) = 0;
  // The loss of what the call that the thread is in gives back or stores; invalid: that does not depend on the inputs.
  virtual LossId lossOfCall(unsigned thread) = 0;
  // The loss of what a system library has at this address for the thread (errno); invalid: it has none. `wasSymbolic`:
  // the program stored a value that depends on inputs there before the last call, which may have kept it.
  virtual LossId lossOfLibrary(unsigned thread, std::uint64_t address, bool wasSymbolic) = 0;
  // The program stores to this address, which belongs to a system library.
  virtual void storedToLibrary(unsigned thread, std::uint64_t address) = 0;
  // A value with this loss is used where that matters: `use` names it ("the value that is stored to 'x'").
  virtual void reportUse(unsigned thread, LossId loss, const std::string& use) = 0;
  // The symbol has this value in this run.
  virtual void know(SymbolId symbol, std::uint64_t value) = 0;
  // Whether the thread, which has reached a hook or a foreign call, may still use a value that depends on inputs: one
  // in a register or in memory without hooks. Also true where that is not known.
  virtual bool holdsSymbols(unsigned thread) = 0;
  // Whether, since the last call, threads did something of which it is not certain that it is followed exactly: what
  // they hold may depend on symbols in ways that no expression says. Only while it is asked for; at first it is not.
  virtual bool takeInexact() = 0;
  virtual void judgeExactness(bool isAskedFor) = 0;
  // For tests of what notices a lost input: in functions whose link name contains this text, in what they call, and in
  // calls of such functions that are not followed, nothing depends on the inputs. Before the first run.
  virtual void loseInputsIn(const std::string& text) = 0;
  // Whether the thread is in such a function.
  virtual bool losesInputs(unsigned thread) = 0;
  // A hash of the numbers and expressions that the thread's values were claimed to be: see SecondModel.
  virtual std::uint64_t claims(unsigned thread) = 0;
  // Imprecisions and failed self-checks since the last call.
  virtual std::vector<Incident> takeIncidents() = 0;
};

} // namespace revisit
