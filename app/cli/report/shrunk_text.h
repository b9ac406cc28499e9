// What `revisit shrink` and `check --shrink` say of a witness that was made smaller.
#pragma once

#include "sideways/session/sideways_session.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace revisit::cli {

// "preemptions: 5 -> 1, no schedule with fewer shows it\nevents: 33 -> 22, ...\n".
std::string shrunkText(const Shrinking& sizes);
nlohmann::ordered_json shrunkJson(const Shrinking& sizes);

} // namespace revisit::cli
