// All executions of a Script under a memory model: reads-from times coherence, of which those remain that the axioms
// allow. Slow and literal. Written without the explorer and its memory models: the reference for what an exploration
// must find. It takes the steps of threads and objects from the brute force.
//
// Events are added one by one, by any thread that can continue. A read may read from every write that is already there,
// a write may be placed anywhere in coherence, an operation comes last on its object. An inconsistent beginning has no
// consistent continuation in any of the models, so it is left out at once. A round of a waiting loop that fails is part
// of an execution only if the thread waits for ever, which means that everything it read is the newest write of
// its location; an execution with a failed round that read something older is none, since its thread goes on.
// Whether memory is alive at an access is decided by its place in coherence.
#pragma once

#include "brute_force.h"
#include "weak_axioms.h"

namespace revisit::test {

struct WeakOracleResult {
  std::map<std::string, std::string> executions; // canonical text -> how it ended, as in BruteForceResult
  std::map<std::string, std::string> outcomes;   // canonical text -> how it ended, and what each thread returned
  std::set<std::string> endStates;               // as in BruteForceResult; with the newest writes of all locations
  bool exceeded = false;
  bool races = false; // in some consistent execution, or in a beginning of one: see hasRace
  // The same for lifetimes: see hasLifetimeRace. A use after free that is found so need not show in any text.
  bool lifetimeRaces = false;
  std::size_t states = 0;
};

struct WeakOracleOptions {
  // Looks for inconsistencies only when all threads have ended. Slower.
  bool checkOnlyAtEnd = false;
  // Under sequential consistency, TSO and PSO too, an update that changes nothing, in a waiting loop, is a write unless
  // its round fails; see WeakState. The texts differ from those of the brute force and of the explorer then.
  bool silentStores = false;
};

// Requires that weakOracleRefuses gives nothing; otherwise an exception. `limit`: of beginnings of executions.
WeakOracleResult weakOracle(const Script& script, WeakModel model, std::size_t limit,
                            const WeakOracleOptions& options = {});

// What in the script the oracle cannot judge under the model.
std::optional<std::string> weakOracleRefuses(const Script& script, WeakModel model);

} // namespace revisit::test
