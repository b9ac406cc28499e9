// Outcomes and what stands against them, in words. Stateless.
#pragma once

#include "sideways/sideways.h"

#include <string>

namespace revisit {

// "possible", "same value, another execution", "the same execution", "impossible here", "not known".
std::string verdictWords(const Judgement& judgement);
// Why: "another write must come between them". Empty where there is nothing to say.
std::string obstacleWords(Obstacle obstacle);
// Why a move did not lead to an execution.
std::string whyNot(const Taken& taken);
// What the event sees or does then: "0", "reading + 1", "0 -> 1". Empty where nothing is known. Directly after judge().
std::string seenWords(ExplorationState& state, const Label& label, const EventName& name, const Judgement& judgement);

} // namespace revisit
