// A Script as a Program: every state is known at once, and no process is involved. Registers are 8 bits wide; loads of
// wider locations are not possible (use offset and size).
#pragma once

#include "program/program.h"
#include "script.h"

#include <deque>
#include <unordered_map>

namespace revisit {

class ScriptedProgram : public Program, public ProgramNames {
public:
  // `tellsLoops`: jumps backwards are rounds of loops, which have an exit where the jump is conditional.
  // `storesObserve`: a store observes whether the lifetime of its memory is over, as under sequential consistency.
  ScriptedProgram(Script script, ExpressionPool& pool, bool tellsLoops = false, bool storesObserve = true);

  ExpressionPool& pool() override { return m_pool; }
  StateId initialState() override { return startState({}, mainThread()); }
  // The argument is in the new thread's first register.
  StateId startState(const Label& create) override { return startState(create.value, create.child); }
  const Label* next(StateId state) override { return &m_states[state.value()].label; }
  StateId advance(StateId state, const Observation& seen) override;
  StateId representative(StateId state) const override { return m_states[state.value()].standsFor; }
  LoopStepsId loopsBefore(StateId state) const override { return LoopStepsId(state.value()); }
  std::span<const LoopStep> loopSteps(LoopStepsId id) const override { return m_states[id.value()].key.loops; }
  Program* withSymbolicReads() override { return this; }
  std::uint32_t nextRead(StateId state) const override;
  Result<Learnt> learn(const Plan&) override { return Learnt::More; }
  unsigned locationSize(LocationId location) const override;
  Value initialValue(LocationId location) const override;
  const ProgramNames& names() const override { return *this; }
  // A script numbers its threads itself: they count as main's children.
  std::vector<unsigned> threadPath(ThreadId thread) const override;
  std::string locationName(LocationId location) const override;
  std::string objectName(ObjectId object) const override;
  std::vector<SourcePosition> callChain(PositionId position) const override;

private:
  // In an atomic section without, or with, a scheduled event so far.
  enum class Section : std::uint8_t { None, Fresh, Begun };
  struct Key {
    std::uint32_t thread = 0;
    std::uint32_t pc = 0;
    std::uint32_t inputs = 0;
    Section section = Section::None;
    bool blocked = false; // after a false assume, a failed await or a misuse: the next label is terminal
    Label terminal;       // when blocked
    bool awaited = false; // an Await has read a symbol, and has not decided about it
    std::vector<Value> registers;
    // The round of a waiting loop that the thread is in.
    bool inRound = false, roundHasEvent = false, roundChanged = false;
    std::uint32_t rounds = 0; // earlier rounds that changed memory
    std::vector<Value> atRound;
    std::vector<LoopStep> loops; // on the way from the step before
    bool operator==(const Key& other) const;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  struct State {
    Key key;
    Label label;
    StateId standsFor;                                  // the same without `loops`
    std::vector<std::pair<Observation, StateId>> known; // what advance() has given
  };

  StateId startState(const Value& argument, ThreadId thread);
  StateId intern(Key key);
  StateId computeAfter(StateId state, const Observation& seen);
  bool runLocal(Key& key, Label& label);
  bool decide(Key& key, const Instruction& now, Label& label);
  void describe(const Key& key, const Instruction& now, Label& label);
  static void leaveRound(Key& key);
  void jump(Key& key, const Instruction& jump) const;
  bool endRound(Key& key, Label& label, const Instruction& again) const;
  Value valueOf(const Key& key, const Operand& operand) const;
  ExprId condition(const Key& key, const Instruction& instruction) const;

  Script m_script;
  std::vector<std::uint32_t> m_roots; // by thread: the first thread with the same code
  ExpressionPool& m_pool;
  bool m_tellsLoops, m_storesObserve;
  std::deque<State> m_states;
  std::unordered_map<Key, StateId, KeyHash> m_ids;
};

} // namespace revisit
