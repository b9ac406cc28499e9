// Makes the whole witness of an execution of a native program: describes it, runs the program to confirm it, and adds
// what a replay needs. Thread rule: belongs to the exploration's thread.
#pragma once

#include "check/report/check_report.h"
#include "explore/findings/findings.h"
#include "log/build_witness.h"
#include "program/behaviour_cache.h"
#include "target/native_oracle.h"

namespace revisit {

class NativeWitnesses {
public:
  // Keeps references to all arguments. `buildId` is the program's.
  NativeWitnesses(const CheckOptions& options, std::string buildId, NativeOracle& oracle, BehaviourCache& cache)
      : m_options(options), m_buildId(std::move(buildId)), m_oracle(oracle), m_cache(cache) {}

  // `bug`: one of bugsOf, or nothing when the execution has none. Runs the program twice. The exception is an execution
  // that leads on (leadsOn() in explore/waiting_rounds.h), because the program would not stop at its end. Fails when
  // the solver finds no inputs or the program does not do the same again.
  Result<Witness> make(const Execution& execution, const std::optional<Bug>& bug);

  // The witness of the execution in which a goal holds: it is about that, and says where. Otherwise as make.
  Result<Witness> makeOfGoal(const Execution& execution, const ShownGoal& goal);

  // The same without running the program: not confirmed, and without the data that only a run gives.
  Result<Witness> describe(const Execution& execution, const std::optional<Bug>& bug);
  // The error entry that the witness would have for this bug.
  WitnessError errorOf(const Execution& execution, const Bug& bug) const;

private:
  Result<Witness> finish(const Execution& execution, WitnessParts parts);
  // Restart: the run touched other memory behind the end of the execution, and the exploration has to begin again.
  Result<Learnt> runAgain(Witness& witness, const Plan& plan);
  void complete(Witness& witness) const;

  const CheckOptions& m_options;
  const std::string m_buildId;
  NativeOracle& m_oracle;
  BehaviourCache& m_cache;
};

} // namespace revisit
