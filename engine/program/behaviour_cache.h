// The behaviours of a program's threads, learnt from runs: an automaton for each thread, whose edges are the observed
// values. Histories that left the thread in the same state, as its fingerprint tells, are one node. Without a
// fingerprint each history is a node of its own. One run adds to the automata of all threads, so most of an exploration
// does not run the program. Thread rule: belongs to one worker.
#pragma once

#include "base/interner.h"
#include "program/recording.h"
#include "program/second_model.h"
#include "program/state_cycles.h"

#include <memory>
#include <set>
#include <unordered_map>

namespace revisit {

struct CacheOptions {
  bool keep = true;     // false: forget everything before each run (for tests: the same results with more runs)
  bool merge = true;    // false: every history is a node of its own (for tests: the same results with more runs)
  bool general = false; // there is a withSymbolicReads(); the oracle must be able to give withReadSymbols()
  OtherInputs* otherInputs = nullptr; // for tests with a second model; null: there are none
};

class BehaviourCache final : public Program {
public:
  BehaviourCache(Oracle& oracle, ExpressionPool& pool, CacheOptions options = {});
  BehaviourCache(const BehaviourCache&) = delete;
  BehaviourCache& operator=(const BehaviourCache&) = delete;

  ExpressionPool& pool() override { return m_pool; }
  StateId initialState() override;
  StateId startState(const Label& create) override;
  const Label* next(StateId state) override;
  StateId advance(StateId state, const Observation& seen) override;
  std::uint64_t generation() const override { return m_generation; }
  StateClassId classOf(StateId state) const override;
  StateId representative(StateId state) const override { return canonical(state); }
  bool isOnCycle(StateId state) const override;
  LoopStepsId loopsBefore(StateId state) const override { return nodeAt(state).loops; }
  std::span<const LoopStep> loopSteps(LoopStepsId id) const override;
  const BlockFacts& blockFacts(StateId state) const override;
  Program* withSymbolicReads() override { return m_isGeneralWrong ? nullptr : m_general.get(); }
  std::uint32_t nextRead(StateId state) const override { return nodeAt(canonical(state)).nextRead; }
  Result<Learnt> learn(const Plan& plan) override;
  Result<Learnt> confirm(const Plan& plan) override;
  bool distrustStates(ThreadId thread) override;
  Result<Leaks> leaks(const Plan& plan) override;
  bool reportEndOf(LocationId location) override { return dropIf(m_oracle.reportEndOf(location)); }
  bool reportEndOf(ObjectId object) override { return dropIf(m_oracle.reportEndOf(object)); }
  unsigned locationSize(LocationId location) const override { return m_oracle.locationSize(location); }
  Value initialValue(LocationId location) const override { return m_oracle.initialValue(location); }
  const ProgramNames& names() const override { return m_oracle; }
  bool recyclesBlocks() const override { return m_oracle.recyclesBlocks(); }
  std::uint64_t markedBlock(LocationId location) const override { return m_oracle.markedBlock(location); }
  bool tellsThreadsApart() const override { return m_oracle.tellsThreadsApart(); }
  bool belongsToThread(std::uint64_t address) const override { return m_oracle.belongsToThread(address); }

  // All incidents of all runs so far, without duplicates, and one for each thread that is unmerged().
  std::vector<Incident> incidents() const;
  // The threads whose fingerprints are not used any more: runs did not do what merged states of theirs had told.
  const std::set<ThreadId>& unmerged() const { return m_unmerged; }
  // Adds such threads. Only before the first run.
  void leaveUnmerged(const std::set<ThreadId>& threads) { m_unmerged.insert(threads.begin(), threads.end()); }
  std::uint64_t runs() const { return m_runs + (m_general ? m_general->m_runs : 0); }
  // Histories that were found to be in a state that another history had reached.
  std::uint64_t merges() const { return m_merges; }

private:
  struct Node {
    Label label;
    bool known = false;
    std::vector<std::pair<Observation, StateId>> edges; // the first few; see advance()
    StateId same;                                       // the node for the same state, found later; invalid: this one
    StateClassId stateClass;                            // of this node, when it became known
    LoopStepsId loops;                                  // on the one edge that leads to this node
    BlockFactsId blocks;                                // invalid: there is nothing to say
    std::uint32_t nextRead = 0;                         // see Program
  };
  struct State {
    ThreadId thread;
    Fingerprint fingerprint;
    std::uint64_t label; // see hashOf
    bool operator==(const State&) const = default;
  };
  struct StateHash {
    std::size_t operator()(const State& state) const { return state.fingerprint.low ^ state.label; }
  };
  struct Edge {
    StateId from;
    Observation seen;
    bool operator==(const Edge&) const = default;
  };
  struct EdgeHash {
    std::size_t operator()(const Edge& edge) const;
  };

  // Two runs of a thread that do different things after the same observations.
  struct Contradiction {
    ThreadId thread;
    Error error;
  };

  // The withSymbolicReads() of a program.
  BehaviourCache(BehaviourCache& values, Oracle& oracle, ExpressionPool& pool, CacheOptions options);
  // Enters the oracle's last run into withSymbolicReads(). False: symbols do not tell what the program does, so that
  // from now on there is no withSymbolicReads(), and all states are void.
  bool generalise(const Plan& plan);
  // Runs the program with other inputs along the path of this run. False: all states are void.
  bool testInputs(const Plan& plan, const Recording& recording);
  void forget();
  bool dropIf(bool isVoid);
  // Drops everything after a restart. Called only when the exploration begins again, because until then its graph
  // refers to labels by address and to states.
  void dropVoid();
  // Runs the program. Nothing: all states are void.
  Result<std::optional<Recording>> runOnce(const Plan& plan);
  // Runs a whole explored execution again; fails on the first difference. Nothing: all states are void.
  Result<std::optional<Recording>> runAgain(const Plan& plan);
  // Enters every thread's steps into its automaton, up to the first contradiction. `strict`: all steps of the plan must
  // be known already.
  std::optional<Contradiction> ingest(const Recording& recording, bool strict, const Plan& plan);
  // What a program that is not deterministic shows: `known` before, `found` now.
  Contradiction unrepeated(ThreadId thread, const Label& known, const Label& found);
  // The program itself, of which this may be the withSymbolicReads().
  BehaviourCache& values() { return m_values ? *m_values : *this; }
  // "file:line" of the label's source position; empty when it is not known.
  std::string placeOf(const Label& label) const;
  StateId newNode();
  Node& nodeAt(StateId state) { return m_nodes[state.value() / chunkSize][state.value() % chunkSize]; }
  const Node& nodeAt(StateId state) const { return m_nodes[state.value() / chunkSize][state.value() % chunkSize]; }
  // The node that stands for this state.
  StateId canonical(StateId state) const;
  // The node for a state whose next step is this one: `at`, or the node of the same state in another history, which
  // then stands for both. `previous`: the last state of the thread before it that has a class.
  StateId merged(StateId at, const RecordedStep& step, StateClassId previous);
  // The node becomes known for the first time.
  void noteReached(StateId at, const RecordedStep& step, StateClassId previous);
  // The root of the thread's automaton. The first edges of a created thread are its function and its argument.
  StateId root(ThreadId thread);

  Oracle& m_oracle;
  ExpressionPool& m_pool;
  CacheOptions m_options;
  std::unique_ptr<BehaviourCache> m_general; // null: there is none
  std::optional<SecondModel> m_secondModel;
  BehaviourCache* m_values = nullptr; // of withSymbolicReads(): the program
  bool m_isGeneralWrong = false;
  bool m_void = false; // the nodes date from before a restart
  std::uint64_t m_generation = 0;
  // In chunks, because graphs refer to labels by address.
  static constexpr std::size_t chunkSize = 256;
  std::vector<std::unique_ptr<Node[]>> m_nodes;
  std::uint32_t m_nodeCount = 0;
  std::vector<StateId> m_roots;
  std::unordered_map<Edge, StateId, EdgeHash> m_edges; // of nodes with many
  std::unordered_map<State, StateClassId, StateHash> m_states;
  std::vector<StateId> m_standsFor; // by class: the node that stands for the others; invalid: none is known
  StateCycles m_cycles;
  Interner<LoopStepsId, std::vector<LoopStep>> m_loopSteps;
  Interner<BlockFactsId, BlockFacts> m_blockFacts;
  std::uint64_t m_merges = 0;
  std::set<ThreadId> m_merged, m_unmerged; // threads with merged states now; threads that have none any more
  std::vector<Incident> m_incidents;
  std::uint64_t m_runs = 0;
};

} // namespace revisit
