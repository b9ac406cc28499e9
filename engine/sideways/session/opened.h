// A running program, and the state of an execution of it. Only the session's own sources include this.
#pragma once

#include "check/worker/worker.h"
#include "explore/exploration_state.h"
#include "sideways/sideways.h"

#include <functional>
#include <memory>
#include <span>

namespace revisit {

// The options of the exploration that made the witness, as far as a move needs them.
CheckOptions optionsOf(const Witness& witness, double timeoutSeconds);

class Opened {
public:
  // Starts the program. `witness`: its shared memory and its threads are known from there; null: from the runs only.
  // Fails as a check does, and when the program is another build than the witness's.
  static Result<std::unique_ptr<Opened>> open(CheckOptions options, const Witness* witness);

  const CheckOptions& options() const { return m_options; }
  Worker& worker() { return m_worker; }
  ExplorationState& state() { return *m_state; }
  // A state at the same address that has not failed. What was learnt of the program stays.
  void renew();
  // True: what runs ends as soon as it can.
  void stopWhen(std::function<bool()> stop) { m_stop = std::move(stop); }

  // Judges the full execution in the state's graph. Not called for a graph that no order of execution has.
  void judge(const std::function<void(const Execution&)>& then);
  // Its witness. `preferred`: the bug that it is of, if it has one of this kind; otherwise its first one. Fails when
  // nothing can be said of it.
  Result<Witness> describe(ErrorKind preferred = ErrorKind::None);
  // The same, and its schedule begins with these events, in this order as far as the graph lets it. `first`: how many
  // events of the schedule are done then.
  Result<Witness> describe(std::span<const EventId> order, std::size_t& first);
  // Makes the state's graph the witness's execution, which `sideways`, which stands on the state, adopts. What the
  // program shows meanwhile may make more of its memory shared: then `onGrown` is called, and it is done again. One run
  // tells all steps if `learnsPlan`: not if more memory is shared by now than the witness says.
  Status follow(Sideways& sideways, const Witness& witness, bool learnsPlan, const std::function<void()>& onGrown);

private:
  explicit Opened(CheckOptions options);
  void makeState();

  std::function<bool()> m_stop;
  const CheckOptions m_options;
  std::unique_ptr<MemoryModel> m_model;
  Worker m_worker;
  std::optional<ExplorationState> m_state;
};

} // namespace revisit
