// Rebuilds symbolic values by interpreting the program's own (instrumented) LLVM IR along one recorded path.
//
// Every hook call in the IR made one record, so the records of a thread correspond one to one to the hook calls reached
// while interpreting it. The caller walks the trace in its global order and, for each record of a thread, calls reach()
// and then, when the hook returned something, result(). Registers and unescaped allocas are kept here; the values of
// instrumented memory belong to the caller. Cost: linear in the instructions of the path. Thread rule: belongs to one
// worker, like its pool.
#pragma once

#include "abi/trace.h"
#include "program/recording.h"

#include <memory>
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

// The operands of the hook call, symbolic where the program's data is. Absent operands are a concrete zero.
struct HookOperands {
  Value value;    // stored value, operand of a read-modify-write, desired value, condition of an assume, fill byte
  Value expected; // compare-and-swap
  // A symbolic address or length has already been enumerated (see decisions): use the number in the record.
};

class PathInterpreter {
public:
  // `bitcode`: the sections that the wrapper embedded, one module each. Fails when one cannot be read.
  static Result<std::unique_ptr<PathInterpreter>> create(ExpressionPool& pool, std::vector<std::string> bitcode);
  virtual ~PathInterpreter() = default;

  // Forgets all threads, because a new run begins.
  virtual void reset() = 0;
  // Runs the record's thread up to the hook call that made this record. Decisions on the way are appended.
  virtual void reach(const RevisitRecord& record, std::vector<LocalDecision>& decisions, HookOperands& operands) = 0;
  // The hook's result: the value read by a load, the old value of a read-modify-write, the symbol of an input.
  virtual void result(const RevisitRecord& record, const Value& value) = 0;
  // The symbol has this value in this run.
  virtual void know(SymbolId symbol, std::uint64_t value) = 0;
  // Whether the thread, which has reached a hook or a foreign call, may still use a value that depends on inputs: one
  // in a register or in memory without hooks. Also true where that is not known.
  virtual bool holdsSymbols(unsigned thread) = 0;
  // Whether, since the last call, threads did something of which it is not certain that it is followed exactly: what
  // they hold may depend on symbols in ways that no expression says. Only while it is asked for; at first it is not.
  virtual bool takeInexact() = 0;
  virtual void judgeExactness(bool isAskedFor) = 0;
  // Imprecisions and failed self-checks since the last call.
  virtual std::vector<Incident> takeIncidents() = 0;
};

} // namespace revisit
