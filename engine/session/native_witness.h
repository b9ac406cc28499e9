// From an execution of a native program to its whole witness: described, done again by the program, and completed with
// what a replay needs. Thread rule: belongs to the exploration's thread.
#pragma once

#include "explore/findings.h"
#include "program/behaviour_cache.h"
#include "session/check.h"
#include "target/native_oracle.h"

namespace revisit {

class NativeWitnesses {
public:
  // Keeps references to all of these. `buildId` is the program's.
  NativeWitnesses(const CheckOptions& options, std::string buildId, NativeOracle& oracle, BehaviourCache& cache)
      : m_options(options), m_buildId(std::move(buildId)), m_oracle(oracle), m_cache(cache) {}

  // `bug`: what is wrong with the execution, if anything is; one of bugsOf. Runs the program twice, except for an
  // execution that leads on (explore/ending.h): the program would not stop there. Fails when the solver finds no inputs
  // or the program does not do the same again.
  Result<Witness> make(const Execution& execution, const std::optional<Bug>& bug);

  // The same without running the program: not confirmed, and without what only a run tells.
  Result<Witness> describe(const Execution& execution, const std::optional<Bug>& bug);
  // What the witness would say of this bug.
  WitnessError errorOf(const Execution& execution, const Bug& bug) const;

private:
  Status runAgain(Witness& witness, const Plan& plan);
  void complete(Witness& witness) const;

  const CheckOptions& m_options;
  const std::string m_buildId;
  NativeOracle& m_oracle;
  BehaviourCache& m_cache;
};

} // namespace revisit
