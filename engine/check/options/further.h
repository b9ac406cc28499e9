// How to explore what an incomplete exploration left out: the same options with one bound raised.
#pragma once

#include "check/report/check_report.h"

#include <optional>
#include <string>

namespace revisit {

struct Further {
  CheckOptions check;
  std::string words; // on a button: "Explore up to 30 executions"
};

// What removes the first of the reasons that an option can remove. Nothing: no option removes any of them.
std::optional<Further> further(const CheckOptions& check, const Exploration& exploration);

} // namespace revisit
