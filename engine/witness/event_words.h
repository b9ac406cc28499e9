// The words for the kinds in a witness: what an event does, what came of it, and what a thread waits for. Only here are
// words made of them, for users; no code reads the words. Stateless.
#pragma once

#include "witness/witness.h"

#include <functional>
#include <string>

namespace revisit {

// "read", "free", "fetch add", "failed compare and swap", "lock", "branch", "end".
std::string operationWords(const WitnessEvent& event);

// The value, the operation's result or the side taken: "0 -> 1", "busy", "true"; may be empty.
std::string valueWords(const WitnessEvent& event);

// "lock of b, held by T2 (worker)"; `self` is the thread that waits, `nameOf` gives the function that a thread runs.
std::string awaitedWords(const Awaited& awaited, unsigned self, const std::function<std::string(unsigned)>& nameOf);
std::string awaitedWords(const Witness& witness, const WitnessWaiting& waiting);

} // namespace revisit
