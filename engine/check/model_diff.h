// Compares what a program can do under two memory models. Behaviours are executions up to coherence: what the threads
// observe, and from which writes. Stateless.
#pragma once

#include "check/check.h"

namespace revisit {

// A behaviour that only the second model allows.
struct ModelDifference {
  std::string execution; // its id, as --only takes it
  ExecutionKind kind = ExecutionKind::Complete;
  std::shared_ptr<const Witness> witness; // null: it could not be made
  // The number of the first event in the witness's schedule whose choice the first model forbids, with the same events
  // before it; 0: each single choice is allowed, but another model's coherence is not.
  std::size_t forbidden = 0;
};

struct ModelDiff {
  struct Side {
    ModelKind model = ModelKind::Sc;
    std::uint64_t executions = 0, behaviours = 0;
  };
  Side first, second;
  std::uint64_t onlySecond = 0;             // behaviours
  std::vector<ModelDifference> differences; // with a witness: the first ones
  std::vector<CheckNote> reasons;           // why not everything was compared
  double seconds = 0;
};

inline constexpr std::size_t maxDifferences = 20;

// Explores the program under both models, as `options` say otherwise. Errors do not end an exploration. Fails when the
// program cannot be run.
Result<ModelDiff> compareModels(const CheckOptions& options, ModelKind first, ModelKind second,
                                const std::function<void(const CheckProgress&)>& progress);

} // namespace revisit
