// Prunes a search: when a state is left, a predicate says where nothing can fail from it on, and a state in which one
// holds is left out (summaries.h). So is a state from which no thread can fail any more, whatever the order of the
// steps that are left (section 6.1 of the paper: nodes of type A). Thread rule: as the search.
#pragma once

#include "explore/states/search_context.h"
#include "explore/states/sleep_sets.h"
#include "explore/summaries/futures.h"
#include "explore/summaries/summaries.h"

namespace revisit {

// All functions are about the state at the top of the stack, where the product and the control are too, except after a
// way.
class StateSummaries {
public:
  StateSummaries(SearchContext& context, SleepSets& sleep, std::unique_ptr<Summaries> summaries)
      : m_predicates(summaries->predicates()), m_context(context), m_stack(context.stack), m_sleep(sleep),
        m_product(context.product), m_control(context.control), m_slice(*context.slice),
        m_summaries(std::move(summaries)), m_futures(context.program, context.actions) {}
  virtual ~StateSummaries() = default;

  // The search has come to the state. `isWhole`: it explores everything from there.
  void opened(bool isWhole);
  // Why nothing can fail from the state on. Empty: that is not known.
  std::optional<Summaries::Known> find();
  // A thread is about to be explored.
  void beginStep();
  // A way of its step was taken, by these steps, which this function takes over.
  void took(std::vector<PassedStep>& passed) { top().passed.swap(passed); }
  // That way was explored. It has led to this other state, where the product is; invalid: nowhere, or it is not
  // followed.
  void noteWay(StateIndex to);
  // All ways of the step were explored.
  void endStep();
  // The state was explored. `isEnd`: no thread can move there.
  void close(bool isEnd);
  // Whether the steps of the last way touch what the slice omits.
  bool passesOmitted();

  std::string text(PredicateId predicate) { return m_summaries->text(predicate); }
  // Fills in what is counted.
  void count(StateSpace& space) const;

protected:
  // Where nothing fails although the program ends here.
  virtual PredicateId holdsAtEnd();
  // Whether two threads may race in what is left of them.
  virtual bool mayRace(const std::vector<Futures::Future>& futures) const;

  Predicates& m_predicates;

private:
  // What is known of a state on the stack: where nothing can fail by the steps explored so far.
  struct Premise {
    PredicateId holds;
    PredicateId ofStep{};           // by the ways of the present step; invalid: none was explored
    const Label* label = nullptr;   // of that step, with symbols
    std::vector<PassedStep> passed; // its way, with the invisible steps after it
  };
  // Where nothing can fail from a state on that was left or left out.
  struct Safe {
    VectorTable::Id control = 0;   // of the path on which the state was left
    PredicateId holds, withValues; // Summaries::Known
  };

  Premise& top() { return m_premises[m_stack.depth() - 1]; }
  Safe& safeIn(StateIndex state);
  PredicateId safeAfter(StateIndex to);
  PredicateId withoutLaterInputs(PredicateId holds);
  PredicateId holdsWithoutRaces();
  std::optional<Summaries::Known> nothingLeftToFail();
  bool hasFuture(ThreadId thread, Futures::Future& future);
  bool mayWaitOrLeak(const std::vector<Futures::Future>& futures) const;

  SearchContext& m_context;
  SearchStack& m_stack;
  SleepSets& m_sleep;
  ProductState& m_product;
  ControlState& m_control;
  Slice& m_slice;
  std::unique_ptr<Summaries> m_summaries;
  Futures m_futures;               // with slicing
  std::vector<Premise> m_premises; // by depth
  std::vector<Safe> m_safe;        // by state
};

} // namespace revisit
