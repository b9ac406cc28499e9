#include "check/options/witness_options.h"

#include "program/outside_signals.h"

namespace revisit {

void takeOptions(const Witness& witness, CheckOptions& options) {
  const WitnessOptions& of = witness.options;
  options.program.arguments = witness.program.arguments;
  options.program.standardInput = witness.program.standardInput;
  options.search.model = of.memoryModel;
  options.search.algorithm = algorithmNamed(of.algorithm).value_or(Algorithm::ConDpor);
  options.search.allAccesses = of.allAccesses;
  options.search.reuseMemory = of.reuseMemory;
  options.bounds.unroll = of.unroll;
  options.spurious = contains(of.permitted, Permitted::WakeUp);
  options.faults = faultsIn(of.permitted) | (of.permitted & bitOf(Permitted::Lowest)) |
                   withOutsideSignals(outsideSignalsIn(of.permitted));
  if (!of.findFreshReads)
    options.explore.errors.treat(ErrorKind::Uninitialised, Treatment::Ignored);
}

} // namespace revisit
