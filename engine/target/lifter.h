// Converts the trace of one run to a Recording: walks the records in order, tracks the content of memory, lets the path
// interpreter rebuild symbolic values, and describes every scheduled or terminal step by a label. Thread rule: belongs
// to one worker, like its pool.
#pragma once

#include "abi/handlers.h"
#include "path/path_interpreter.h"
#include "program/handler_facts.h"
#include "target/address_table.h"
#include "target/content/input_reach.h"
#include "target/content/past_contents.h"
#include "target/content/shadow.h"
#include "target/names/thread_names.h"
#include "target/owner_map.h"
#include "target/variables.h"

#include <array>
#include <map>
#include <set>
#include <span>

namespace revisit {

// What a memory record says about the lifetime of its memory, and where it stands in the past: RevisitPlanStep::back.
inline Lifetime lifetimeOf(const RevisitRecord& record) {
  return static_cast<Lifetime>(record.extra & 0xff);
}
inline std::uint32_t backOf(const RevisitRecord& record) {
  return record.extra >> 8;
}
inline bool flagged(const RevisitRecord& record, unsigned flag) {
  return (record.flags & flag) != 0;
}
// Whether this store ends the lifetime of its memory, or of the object in it.
inline bool endsLife(const RevisitRecord& record) {
  return lifetimeOf(record) == Lifetime::Ends || lifetimeOf(record) == Lifetime::Destroys;
}

class Lifter final : private PathMemory {
public:
  // `interpreter` may be null: then every value is concrete.
  Lifter(Process& process, ExpressionPool& pool, PathInterpreter* interpreter, const OwnerMap& owners,
         AddressTable& addresses, Symbols& symbols, Variables& variables, ThreadNaming& threadNames,
         Budget* budget = nullptr);
  ~Lifter() override;

  // The objects that were linked into the program without instrumentation.
  void nameUnseen(std::vector<std::string> objects) { m_unseenObjects = std::move(objects); }

  // Lifts the trace in the channel; only a part of it when a bound of the budget is reached. `waitStatus` is the wait
  // status of the child.
  Recording lift(int waitStatus);
  // The same trace once more, with what threads read as symbols: Oracle::withReadSymbols.
  Recording liftWithSymbols(int waitStatus);
  // The program's own message about the error at this position; empty when there is none.
  std::string message(PositionId position) const;
  // The unsupported operation at this position; empty when it is not known.
  std::string unsupportedAt(PositionId position) const;
  // Whether the unsupported operation is a limit of the tool.
  bool isLimit(PositionId position) const { return m_limits.contains(position); }
  // Since when the state of the thread in this slot was not known, in the first such run: "its call of f (a.c:12)".
  // Empty: it always was, or that is not known.
  std::string unknownSince(unsigned slot) const;
  // The call sites of a decision's position; null when the position belongs to a record (a chain of the trace).
  const std::vector<SourcePosition>* decisionCalls(PositionId position) const;

private:
  // The bytes of a memory record and of the WIDE records after it.
  struct Access {
    const RevisitRecord* record = nullptr;
    std::uint64_t address = 0;
    unsigned size = 0;
    std::array<std::uint8_t, 256> before{}, after{}, expected{}, operand{};
  };
  // Handlers that came between two steps of a thread, of signals that were delivered together.
  struct Handlers {
    std::uint64_t place = REVISIT_HANDLER_ELSEWHERE;
    std::uint32_t chain = 0;  // of what they interrupt
    std::uint32_t signal = 0; // whose handler runs
  };
  struct ThreadState {
    std::vector<Handlers> handlers; // that have not returned, the outer ones first
    bool inRound = false;
    bool roundHasEvent = false;
    bool done = false;
    bool inSection = false;       // in an atomic section
    bool sectionHasEvent = false; // the section has a scheduled event
    enum class Bulk : std::uint8_t { None, Copy, Fill } bulk = Bulk::None;
    Value moved; // the value of the current piece of a bulk copy, or the byte of a fill
    LostBytes lostOfMoved;
    ExprId input; // the expression that the runtime's next store writes: an unknown input or a symbolic result
    Value result; // the thread's return value
    // Its own memory that depends on inputs, by address.
    struct SymbolicPart {
      std::uint64_t size = 0; // bytes
      ExprId expr;
      bool hasLoss = false;
    };
    std::map<std::uint64_t, SymbolicPart> symbolic;
    std::set<std::uint64_t> stored; // memory of system libraries (errno) that it stored to since it was in them
    bool isTorn = false;            // a part of such memory was overwritten
    Fingerprint fingerprint;        // of its state before its next scheduled step
    std::vector<LoopStep> loops;    // since its last step
    std::uint64_t claims = 0;       // of what it stored to its own memory: RecordedStep::claims
    std::uint32_t lastChain = 0;
    std::uint64_t blocks = 0;      // see Label::argument
    std::set<std::uint64_t> taken; // the blocks of that sum, where blocks are taken again
    BlockFacts blockFacts;         // of its state before its next scheduled step
    // With symbols: the number of the next one, now and at the beginning of the round; whether the thread is followed.
    std::uint32_t nextRead = 0, nextReadAtRound = 0;
    bool isFollowed = true;
  };
  struct Leak { // all leaks of one place
    ThreadId thread;
    std::uint64_t blocks = 0, bytes = 0;
    std::uint64_t followingBlocks = 0, followingBytes = 0; // blocks and bytes that are only reachable from them
  };

  Content contentOf(std::uint64_t address, unsigned bytes) override;
  bool leadsToInputs(std::uint64_t pointer) override;
  bool holdsInputs() override { return m_shadow.dependsOnInputs(); }
  void lose(std::uint64_t pointer, LossId loss) override;
  void forget(std::uint64_t address, std::uint64_t bytes) override;
  Recording liftTrace(int waitStatus);
  void checkFollowed(ThreadState& thread, std::size_t stepsBefore);
  void noteExactness(const RevisitRecord& record);
  void leaveSymbols(const RevisitRecord& record);
  void visit(std::size_t index);
  void fillWith(ThreadState& thread, const HookOperands& byte);
  void fillWhole(const ThreadState& thread, const RevisitRecord& record);
  // The record and the WIDE records that belong to it.
  std::span<const RevisitRecord> withWide(const RevisitRecord& record) const;
  // Each visits records of its kinds; false for others.
  bool visitThread(const RevisitRecord& record);
  bool visitMemory(std::size_t index);
  bool visitRound(const RevisitRecord& record);
  void endThread(const RevisitRecord& record, LabelKind kind, const Value& result);
  void join(std::size_t index);
  void load(const Access& access);
  void store(const Access& access, const HookOperands& operands);
  void claimOwn(const RevisitRecord& record, const Value& value);
  void reportShared(const Access& access, const LostBytes& lost);
  bool isBlind(const Access& access, const Label& update) const;
  void update(const Access& access, const HookOperands& operands);
  void compareAndSwap(const Access& access, const HookOperands& operands);
  void object(const RevisitRecord& record);
  void takeBlock(const RevisitRecord& record);
  void freeBlock(const RevisitRecord& record);
  void noteBlock(const RevisitBlockNote& note);
  LocationId markOf(std::uint64_t block);
  void assume(const RevisitRecord& record, const HookOperands& operands);
  void input(const RevisitRecord& record);
  void handler(const RevisitRecord& record);
  HandlerFacts handlerFacts(const RevisitRecord& access);
  void awaitBack(const RevisitRecord& record);
  void unsupported(const RevisitRecord& record);
  void error(const RevisitRecord& record);
  void crash(int waitStatus);
  // ", by THREAD at FILE:LINE" for the thread that made the record.
  std::string whoAndWhere(const RevisitRecord& record);
  // The same for the thread that ended, or began, the lifetime of the memory of this error.
  std::string whereLifeEnded(const RevisitRecord& error);
  // The same for the thread that destroyed the synchronisation object of this error; empty if none did.
  std::string whereDestroyed(const RevisitRecord& error);
  std::string whereHandleSpent(const RevisitRecord& error); // for the thread that joined or detached the thread before
  // The same for the thread that closed the descriptor, and what that was.
  std::string whereClosed(const RevisitRecord& error);
  std::string whereLifeBegan(const RevisitRecord& error);
  std::string whatIsUninitialised(const RevisitRecord& error);
  std::uint64_t copiedFrom(const RevisitRecord& error) const;
  // The last allocation before the record that contains the address; null when there is none.
  const RevisitRecord* allocationOf(std::uint64_t address, const RevisitRecord& before) const;
  void external(const RevisitRecord& record);
  void noteUnknownStates();
  std::string originOf(std::uint64_t code) const;
  void leak(const RevisitRecord& record);
  void tellLeaks();
  void tellUntried();

  Access gather(std::size_t index) const;
  Value constantOf(const std::uint8_t* bytes, unsigned size);
  // The memory's value before the access, and the losses of its bytes. Reports bytes that differ from the last recorded
  // store.
  struct Seen {
    Value value;
    LostBytes lost;
  };
  Seen seen(const Access& access);
  Value seenInPast(const Access& access, const RevisitRange& location);
  // The access stores these bytes. A store of an event may land in the past.
  void write(const Access& access, const Value& value, const LostBytes& lost = {});
  // The same, with what follows of it for the thread's own memory. A loss of an event's value is reported.
  void storeValue(const Access& access, const Value& value, const LostBytes& lost);
  // The thread's own memory has this content, of which no access told.
  void writeUnseen(const RevisitRecord& record, const WrittenBytes& part);
  // The location of an event, if the contents of the past are kept; otherwise null.
  const RevisitRange* locationInPast(const Access& access) const;
  // What the thread sees of this value, which its event reads.
  Value observed(const Access& access, RecordedStep& made, const Value& value);
  // The symbol of the record's thread for what it has read, which has this value in this run.
  ExprId newSymbol(const RevisitRecord& record, unsigned bytes, std::uint64_t value);
  void hiddenWrite(const RevisitRecord& record);
  HookOperands reach(const RevisitRecord& record);
  void returned(const RevisitRecord& record, const Value& value, const LostBytes& lost = {});
  // Notes whether the thread's own memory at the address now depends on inputs.
  void noteOwn(const RevisitRecord& record, std::uint64_t size, const Value& value, const LostBytes& lost = {});
  // The fingerprint of the thread's state: that of the runtime, which saw the values of inputs in this run only, and
  // the expressions in its own memory. A state with expressions elsewhere has none.
  Fingerprint fingerprintOf(unsigned thread);

  // Appends a step of the record's thread. For memory labels it fills in the position within the location.
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
  ThreadNaming& m_threadNames;
  Budget* m_budget;
  Shadow m_shadow;
  InputReach m_reach;
  PastContents m_past;
  bool m_withSymbols = false;
  std::span<const RevisitRecord> m_records;
  std::vector<ThreadState> m_threads;
  std::vector<LocalDecision> m_decisions;

  // Decisions are made between records: their positions have separate numbers, above those of chains.
  static constexpr std::uint32_t firstDecision = 1u << 30;
  PositionId positionOf(const std::vector<SourcePosition>& calls);
  std::map<std::string, PositionId> m_decisionIds;
  std::vector<std::vector<SourcePosition>> m_decisionCalls;
  std::vector<std::string> m_unseenObjects;
  std::string m_lastExternal; // the last call that left instrumented code, in any thread
  std::map<PositionId, std::string> m_messages, m_unsupported;
  std::map<unsigned, std::string> m_unknownSince; // by slot
  std::set<PositionId> m_limits;                  // positions of m_unsupported that are limits of the tool
  std::map<PositionId, Leak> m_leaks;
  Recording m_recording;
};

} // namespace revisit
