// Predicate summaries: why nothing can fail from a state on, as a predicate over the memory and the inputs that its
// future depends on. A state with the same control (threads, objects) that satisfies a summary is not explored.
//
// After Guo, Kusano, Wang, Yang and Gupta, "Assertion guided symbolic execution of multithreaded programs" (ESEC/FSE
// 2015), sections 4 and 5, on top of a stateful search: states/DESIGN.md, Summaries, names the corrections. Thread
// rule: belongs to one worker.
#pragma once

#include "explore/product/visible_actions.h"
#include "explore/summaries/control_state.h"
#include "explore/summaries/predicates.h"

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace revisit {

class Summaries {
public:
  Summaries(Program& program, ProductState& product, ControlState& control, PathConditions& conditions)
      : m_pool(program.pool()), m_program(program), m_product(product), m_control(control), m_conditions(conditions),
        m_predicates(program) {}
  virtual ~Summaries() = default;

  Predicates& predicates() { return m_predicates; }

  // The weakest precondition of the predicate under these steps, taken one after the other.
  virtual PredicateId before(std::span<const PassedStep> steps, PredicateId after);
  // The same for all ways of a step together. `so far`: of the ways before this one; invalid: it is the first.
  PredicateId together(const Label& label, PredicateId soFar, PredicateId way);
  // What holds of all ways together holds before the step.
  PredicateId ofAllWays(const Label& label, PredicateId ways);

  // From the present state of the program on nothing can fail where the predicate holds.
  struct Known {
    PredicateId predicate;         // with the symbols of the control
    PredicateId withValues;        // for threads that have read the same
    VisibleActions::Set later = 0; // the actions that can follow
    ThreadBits asleep = 0;         // nothing is said of executions that these threads begin
  };
  // Forgets the oldest of too many.
  void add(const Known& summary);
  // The summary that holds in the present state, where these threads sleep: one, or several together. Empty: nothing is
  // known. A solver that gives up counts as a no.
  virtual std::optional<Known> find(VisibleActions& actions, ThreadBits asleep);
  // The predicate for threads that have read the same as those of the present state; the opposite.
  PredicateId withValues(PredicateId predicate);
  virtual PredicateId onlyWithValues(PredicateId predicate);
  // For users: Predicates::text, with the names of what threads have read.
  std::string text(PredicateId predicate);

  std::uint64_t count() const { return m_count; }
  std::uint64_t conditions() const { return m_conditionCount; } // of all summaries that were made
  std::size_t bytes() const;

protected:
  // The present control, with the states of the threads.
  virtual ProductState::Name valuesControl() { return m_product.control(); }

private:
  struct One {
    PredicateId predicate;
    VisibleActions::Set later;
    ThreadBits asleep;
    ExprId refuted{}; // the condition that was false when it was asked for lately: most likely it is again
  };
  struct NameHash {
    std::size_t operator()(const ProductState::Name& name) const { return name.hash(); }
  };
  using Table = std::unordered_map<ProductState::Name, std::vector<One>, NameHash>;

  // What is left of the summary's predicate in the present state; empty: it does not hold.
  std::optional<std::vector<ExprId>> leftIn(Substitution& state, One& summary);
  PredicateId beforeAccess(const PassedStep& step, PredicateId after);
  void add(Table& table, const ProductState::Name& control, const One& summary);
  std::optional<One> find(Table& table, const ProductState::Name& control, VisibleActions& actions, ThreadBits asleep);
  ProductState::Name control(); // with those of the symbols

  ExpressionPool& m_pool;
  Program& m_program;
  ProductState& m_product;
  ControlState& m_control;
  PathConditions& m_conditions;
  Predicates m_predicates;
  Table m_known, m_knownOfValues;
  std::uint64_t m_count = 0, m_conditionCount = 0;
};

} // namespace revisit
