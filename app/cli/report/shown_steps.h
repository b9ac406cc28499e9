// The steps of an exploration for `revisit steps`, whatever its algorithm: those of executions, or those of a search
// over states. Reads the log one step after the other, because it may be long.
#pragma once

#include "log/exploration_log.h"

#include <nlohmann/json_fwd.hpp>

namespace revisit::cli {

struct ShownStep {
  std::uint64_t number = 0;
  std::uint32_t depth = 0;
  std::string text;
  std::vector<std::string> details;
};

class ShownSteps {
public:
  virtual ~ShownSteps() = default;
  virtual std::uint64_t count() const = 0;
  virtual std::uint64_t leftOut() const = 0; // steps that the log has no room for
  // The step that finished or showed the execution; 0: none did.
  virtual std::uint64_t stepOf(std::uint64_t execution) const = 0;
  virtual std::vector<std::string> threadNames() const = 0;
  virtual ShownStep step(std::uint64_t number) const = 0;
  virtual nlohmann::ordered_json stepToJson(std::uint64_t number) const = 0;
};

// Keeps the reference.
std::unique_ptr<ShownSteps> shownSteps(const ExplorationLog& log);

} // namespace revisit::cli
