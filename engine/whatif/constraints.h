// Questions about the path condition of a witness, answered by Z3: which earlier conditions force a condition, and
// whether the path allows an additional one. A separate library (revisit_whatif), so that only its users link Z3.
// Thread rule: belongs to one thread at a time.
#pragma once

#include "query/timeline/path_condition.h"
#include "solver/solver.h"

#include <memory>

namespace revisit {

struct ConstraintAnswer {
  // Whether the question's condition is possible. Unknown: the timeout was reached or Z3 gave up.
  Sat possible = Sat::Unknown;
  // For No: the events whose conditions together rule it out, by number. Empty when the question contradicts itself.
  std::vector<EventNumber> core;
  // For No: the condition divides by zero for inputs of this path and therefore has no value there. If it does so for
  // all of them, `core` are the conditions that force the division by zero.
  bool dividesByZero = false;
  // For No: whether the condition becomes possible when any one event of `core` is left out. False when that could not
  // be decided in time.
  bool coreIsMinimal = false;
  // For Yes: inputs that satisfy it; irrelevant inputs keep the witness's values.
  std::vector<InputValue> inputs;
  // For Unknown: Z3's explanation.
  std::string unknownBecause;
};

class Constraints {
public:
  // `timeoutMs` limits each Z3 query; a core takes one query per condition in Z3's first core. Keeps no reference to
  // the timeline. Fails with BadFormat, naming the event, when a condition is not a Boolean term over the inputs.
  static Result<Constraints> make(const Timeline& timeline, unsigned timeoutMs = 5000);
  Constraints(Constraints&&) noexcept;
  Constraints& operator=(Constraints&&) noexcept;
  ~Constraints();

  const std::vector<PathCondition>& conditions() const;
  // The witness's inputs.
  std::vector<InputValue> model() const;

  // Can the condition of this event be different, given the conditions before it? If not, `core` are those that force
  // it. Fails with BadUsage when the event has no condition.
  Result<ConstraintAnswer> core(EventNumber event);
  // Can `term` hold in addition to the whole path condition? Fails with BadUsage when it is not a Boolean SMT-LIB term
  // over the inputs; conditionTerm makes one. With `hasValue`, from conditionHasValue, a No can say that a division by
  // zero is the reason.
  Result<ConstraintAnswer> ask(const std::string& term, const std::string& hasValue = "");

private:
  struct Impl;
  explicit Constraints(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> m_impl;
};

} // namespace revisit
