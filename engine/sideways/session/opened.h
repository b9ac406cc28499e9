// The running program of a session, and what follows it. Only the session's own sources include this.
#pragma once

#include "memory/make_model.h"
#include "sideways/session/sideways_session.h"

namespace revisit {

// The options of the exploration that made the witness, as far as a move needs them.
CheckOptions optionsOf(const Witness& witness, double timeoutSeconds);

struct SidewaysSession::Opened {
  explicit Opened(CheckOptions checkOptions)
      : options(std::move(checkOptions)), model(makeModel(options.search.model)), worker(options) {}
  const CheckOptions options;
  std::unique_ptr<MemoryModel> model;
  Worker worker;
  std::optional<ExplorationState> state;
  std::optional<Sideways> sideways;
};

} // namespace revisit
