// Tests what a run claims about the values of a program with inputs. Another run along the same path with other inputs
// must make the same claims: the same steps, and the same numbers and expressions in comparisons, branches, addresses,
// calls and memory of the threads' own. A number that differs although no expression says so depends on an input that
// was lost. Thread rule: belongs to one worker.
#pragma once

#include "program/recording.h"

#include <optional>
#include <unordered_set>

namespace revisit {

// Finds other inputs that lead along the path of a run.
class OtherInputs {
public:
  virtual ~OtherInputs() = default;
  // Values for the inputs of this run that differ from its own in as many bits as can be found, and satisfy the
  // conditions of its path. None: it has no inputs, or no others are known.
  virtual std::optional<Assignment> of(const Recording& recording) = 0;
};

class SecondModel {
public:
  SecondModel(Oracle& oracle, OtherInputs& inputs) : m_oracle(oracle), m_inputs(inputs) {}

  // Tests the run that this plan gave, unless it shows nothing new or too many runs were tests: at most one for ten of
  // the `runs` of the program so far, and the first one. The oracle's last run is another one then.
  struct Difference {
    ThreadId thread;
    Label before; // the step before which the claims differ
  };
  std::optional<Difference> test(const Plan& plan, const Recording& recording, std::uint64_t runs);
  // A test run found that more is shared: all states are void.
  bool needsRestart() const { return m_needsRestart; }
  std::uint64_t runs() const { return m_runs; }
  // Everything is learnt anew.
  void reset();

private:
  bool isNew(const Recording& recording);

  Oracle& m_oracle;
  OtherInputs& m_inputs;
  std::unordered_set<std::uint64_t> m_tested; // the claims of a thread's whole history
  std::uint64_t m_runs = 0;
  bool m_needsRestart = false;
};

} // namespace revisit
