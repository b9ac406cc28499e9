// Questions about the path condition of a witness, answered by Z3: which earlier conditions force one, and whether the
// path allows an extra one. Its own library (revisit_constraints), so that only its users link Z3.
// Thread rule: belongs to one thread at a time.
#pragma once

#include "session/path_condition.h"
#include "symbolic/solver.h"

#include <memory>

namespace revisit {

struct ConstraintAnswer {
  // Is what was asked for possible? Unknown: the time was over, or Z3 gave up; it says neither yes nor no.
  Sat possible = Sat::Unknown;
  // No: events whose conditions together rule it out, by number. Empty when it contradicts itself.
  std::vector<EventNumber> core;
  // No: it divides by zero for inputs of this path, and so has no value there. When it does for all of them, `core` are
  // the conditions that make it so.
  bool dividesByZero = false;
  // No: leaving out any event of `core` makes it possible. False when that could not be decided in time.
  bool coreIsMinimal = false;
  // Yes: inputs that do it; those that do not matter keep the witness's values.
  std::vector<InputValue> inputs;
  // Unknown: in Z3's words.
  std::string unknownBecause;
};

class Constraints {
public:
  // `timeoutMs` limits each Z3 query; a core takes one query per condition in Z3's first core. Keeps nothing of the
  // timeline. Fails with BadFormat when a condition is no Boolean term over the inputs; says whose.
  static Result<Constraints> make(const Timeline& timeline, unsigned timeoutMs = 5000);
  Constraints(Constraints&&) noexcept;
  Constraints& operator=(Constraints&&) noexcept;
  ~Constraints();

  const std::vector<PathCondition>& conditions() const;
  // The witness's inputs.
  std::vector<InputValue> model() const;

  // May the condition of this event be otherwise, given those before it? If not, `core` are the ones that force it.
  // Fails with BadUsage when the event has no condition.
  Result<ConstraintAnswer> core(EventNumber event);
  // May `term` hold in addition to the whole path? Fails with BadUsage when it is no Boolean SMT-LIB term over the
  // inputs; conditionTerm makes one. `hasValue`, of conditionHasValue, lets a No say that a division by zero is why.
  Result<ConstraintAnswer> ask(const std::string& term, const std::string& hasValue = "");

private:
  struct Impl;
  explicit Constraints(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> m_impl;
};

} // namespace revisit
