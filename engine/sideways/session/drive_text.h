// Threads of a program driven by hand, as text and as JSON. Stateless.
#pragma once

#include "sideways/session/drive_session.h"

#include <nlohmann/json_fwd.hpp>

namespace revisit {

// A row for each thread, with what it does next or waits for, and one for each way of its step.
std::string drivenText(const std::vector<DrivenThread>& threads);
nlohmann::ordered_json drivenJson(std::size_t steps, const std::vector<DrivenThread>& threads);

} // namespace revisit
