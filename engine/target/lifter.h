// From the trace of one run to a Recording: walks the records in order, keeps what memory holds, lets the path
// interpreter rebuild symbolic values, and says every scheduled or terminal step in the words of labels.
// Thread rule: belongs to one worker, like its pool.
#pragma once

#include "symbolic/path_interpreter.h"
#include "target/address_table.h"
#include "target/owner_map.h"
#include "target/shadow.h"
#include "target/variables.h"

#include <array>
#include <map>
#include <set>
#include <span>

namespace revisit {

// Whether this store is the end of its memory's life, or a new beginning.
inline bool endsLife(const RevisitRecord& record) {
  return record.extra == static_cast<std::uint32_t>(Lifetime::Ends);
}
inline bool beginsLife(const RevisitRecord& record) {
  return record.extra == static_cast<std::uint32_t>(Lifetime::Begins);
}

class Lifter {
public:
  // `interpreter` may be null: then every value is concrete.
  Lifter(Process& process, ExpressionPool& pool, PathInterpreter* interpreter, const OwnerMap& owners,
         AddressTable& addresses, Symbols& symbols, Variables& variables, Budget* budget = nullptr);

  // What was linked into the program without being instrumented.
  void nameUnseen(std::vector<std::string> objects) { m_unseenObjects = std::move(objects); }

  // The trace in the channel; only a part of it when a bound of the budget is reached. `waitStatus` is how the child
  // ended.
  Recording lift(int waitStatus);
  // What the program said about the error at this position; empty when it said nothing.
  std::string message(PositionId position) const;
  // What the program did at this position that is not supported; empty when it is not known.
  std::string unsupportedAt(PositionId position) const;
  // Whether that is a limit of the tool.
  bool isLimit(PositionId position) const { return m_limits.contains(position); }
  // The call sites of a decision's position; null when the position is that of a record (a chain of the trace).
  const std::vector<SourcePosition>* decisionCalls(PositionId position) const;

private:
  // The bytes of a memory record and of the WIDE records behind it.
  struct Access {
    const RevisitRecord* record = nullptr;
    std::uint64_t address = 0;
    unsigned size = 0;
    std::array<std::uint8_t, 256> before{}, after{}, expected{}, operand{};
  };
  struct ThreadState {
    bool inRound = false;
    bool roundHasEvent = false;
    bool done = false;
    bool inSection = false;       // atomic
    bool sectionHasEvent = false; // a scheduled one
    enum class Bulk : std::uint8_t { None, Copy, Fill } bulk = Bulk::None;
    Value moved;  // what the piece of a bulk copy carries, or the byte of a fill
    ExprId input; // what the next store of the runtime puts into memory: an unknown, a symbolic result
    Value result; // what the thread returned
    std::uint32_t lastChain = 0;
    std::uint64_t blocks = 0; // see Label::argument
  };
  struct Leak { // of one place
    ThreadId thread;
    std::uint64_t blocks = 0, bytes = 0;
    std::uint64_t followingBlocks = 0, followingBytes = 0; // that only they lead to
  };

  void visit(std::size_t index);
  void load(const Access& access, const HookOperands& operands);
  void store(const Access& access, const HookOperands& operands);
  void update(const Access& access, const HookOperands& operands);
  void compareAndSwap(const Access& access, const HookOperands& operands);
  void object(const RevisitRecord& record);
  void assume(const RevisitRecord& record, const HookOperands& operands);
  void input(const RevisitRecord& record);
  void awaitBack(const RevisitRecord& record);
  void unsupported(const RevisitRecord& record);
  void error(const RevisitRecord& record);
  void crash(int waitStatus);
  // ", by THREAD at FILE:LINE": who did what the record says; who ended, or began, the life of the memory that this
  // error is about.
  std::string whoAndWhere(const RevisitRecord& record);
  std::string whereLifeEnded(const RevisitRecord& error);
  std::string whereHandleSpent(const RevisitRecord& error); // who joined or detached the thread before
  std::string whereLifeBegan(const RevisitRecord& error);
  // The last allocation before a record that the address is in; null when there is none.
  const RevisitRecord* allocationOf(std::uint64_t address, const RevisitRecord& before) const;
  void external(const RevisitRecord& record);
  std::string originOf(std::uint64_t code) const;
  void leak(const RevisitRecord& record);
  void tellLeaks();

  Access gather(std::size_t index) const;
  Value constantOf(const std::uint8_t* bytes, unsigned size);
  // The memory's value before the access; reports bytes that no recorded store has left there.
  Value seen(const Access& access);
  void hiddenWrite(const RevisitRecord& record);
  HookOperands reach(const RevisitRecord& record);
  void returned(const RevisitRecord& record, const Value& value);

  // A step of the record's thread; memory labels get their place in a location.
  RecordedStep& step(const RevisitRecord& record, LabelKind kind);
  RecordedStep& memoryStep(const Access& access, LabelKind kind);
  void condition(const RevisitRecord& record, LabelKind kind, ExprId expr, bool taken);
  void incident(Incident::Kind kind, std::string detail, std::uint32_t chain, bool warningOnly = false);
  std::string text(std::uint32_t offset) const;
  ThreadState& stateOf(const RevisitRecord& record) { return m_threads[record.thread]; }

  Process& m_process;
  ExpressionPool& m_pool;
  PathInterpreter* m_interpreter;
  const OwnerMap& m_owners;
  AddressTable& m_addresses;
  Symbols& m_symbols;
  Variables& m_variables;
  Budget* m_budget;
  Shadow m_shadow;
  std::span<const RevisitRecord> m_records;
  std::vector<ThreadState> m_threads;
  std::vector<LocalDecision> m_decisions;

  // Decisions are made between records: their positions have numbers of their own, above those of chains.
  static constexpr std::uint32_t firstDecision = 1u << 30;
  PositionId positionOf(const std::vector<SourcePosition>& calls);
  std::map<std::string, PositionId> m_decisionIds;
  std::vector<std::vector<SourcePosition>> m_decisionCalls;
  std::vector<std::string> m_unseenObjects;
  std::string m_lastExternal; // the last call out of instrumented code, by any thread
  std::map<PositionId, std::string> m_messages, m_unsupported;
  std::set<PositionId> m_limits; // positions of m_unsupported
  std::map<PositionId, Leak> m_leaks;
  Recording m_recording;
};

} // namespace revisit
