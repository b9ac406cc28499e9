// Writes a StateLog of what a stateful search tells. Thread rule: belongs to the exploration's thread.
#pragma once

#include "graph/event.h"
#include "log/state_log.h"

#include <functional>
#include <unordered_map>

namespace revisit {

class StateRecorder final : public SearchObserver {
public:
  using OnBegin = std::function<void(const std::shared_ptr<const StateLog>&)>;
  // `onBegin` receives the log of each search.
  StateRecorder(Program& program, std::uint64_t maxSteps, OnBegin onBegin)
      : m_program(program), m_maxSteps(maxSteps), m_onBegin(std::move(onBegin)) {}

  void began(const VisibleActions& actions) override;
  void leaves(StateIndex state) override;
  void passes(ThreadId thread, const Way& way, ProductState& product) override;
  void grows(StateIndex state, ThreadId explored, ThreadBits added, ActionId action,
             VisibleActions::Set later) override;
  void record(const SearchStep& step, ProductState& product) override;

  // An execution was shown for the state that was told of last.
  void showed(std::uint64_t execution);

private:
  // All that determines the description of an action.
  struct ActionKey {
    const Label* label = nullptr;
    std::uint64_t seen = 0, number = 0;
    std::uint32_t expression = 0, outcome = 0, thread = 0;
    std::uint8_t flags = 0;
    bool operator==(const ActionKey&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const ActionKey& key) const;
  };
  // The values in a state on the stack, by slot.
  struct Place {
    std::uint32_t state;
    std::vector<std::uint32_t> values;
  };

  bool isFull() const { return m_log->m_stepsLeftOut != 0; }
  std::uint32_t taken(ThreadId thread, const Way& way, ProductState& product);
  std::uint32_t nextOf(ThreadId thread, ProductState& product);
  template <class Make> std::uint32_t shown(const ActionKey& key, Make&& make);
  void nameThread(ThreadId thread);
  std::uint32_t wordOf(const VisibleActions::Action& action);
  void enter(const SearchStep& step, ProductState& product);
  void noteSummary(const SearchStep& step);
  void addStep(const SearchStep& step, StateStepKind kind, std::uint64_t execution);
  void noteValues(std::uint32_t parent, ProductState& product);
  std::uint32_t locationValue(LocationId location, ProductState& product);
  std::uint32_t objectValue(ObjectId object, const ProductState& product);
  std::uint32_t valueNamed(std::string text);
  std::vector<std::uint32_t> valuesOf(std::uint32_t state) const;

  Program& m_program;
  std::uint64_t m_maxSteps;
  OnBegin m_onBegin;
  std::shared_ptr<StateLog> m_log;
  const VisibleActions* m_actions = nullptr;
  std::vector<StateLog::StoredAction> m_passed; // on the edge that is being taken
  std::vector<StateLog::StoredGrowth> m_grown;  // since the last step
  std::vector<Place> m_stack;
  std::uint32_t m_last = noLogEntry; // the state that was told of last
  std::unordered_map<ActionKey, std::uint32_t, KeyHash> m_shown;
  std::unordered_map<std::string, std::uint32_t> m_valueNames;
  std::unordered_map<std::uint64_t, std::uint32_t> m_words;
  // By location: an access to the whole of it, whose type says how its values are written. By object: its last
  // operation, which says what kind of object it is.
  std::unordered_map<std::uint32_t, Label> m_accesses;
  std::unordered_map<std::uint32_t, ObjectKind> m_kinds;
  std::unordered_map<std::uint64_t, std::uint32_t> m_plainValues; // small values of locations
  std::size_t m_locations = 0;                                    // that are mentioned
};

} // namespace revisit
