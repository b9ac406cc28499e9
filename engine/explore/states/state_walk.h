// Where a search over states is: the state of the program, its control, and the path that has led there. Takes steps,
// each with the invisible ones after it, goes back to marks, and looks ahead. Thread rule: as the search.
#pragma once

#include "explore/states/explored_graph.h"
#include "explore/states/safe_sets.h"
#include "explore/states/search_context.h"

namespace revisit {

// Where a step has led.
enum class Arrival : std::uint8_t {
  State,
  Nowhere, // the program does not go on from there
  Cut,     // it does, but the search does not
  Stopped
};

// Is told of each step on the path, invisible ones too.
class StepListener {
public:
  virtual ~StepListener() = default;
  virtual void passes(ThreadId, const Label&) {}
};

class StateWalk {
public:
  explicit StateWalk(SearchContext& context)
      : m_context(context), m_product(context.product), m_slice(*context.slice), m_control(context.control),
        m_safeSets(context.product, *context.slice, context.options.safeSets) {}

  const SafeSets& safeSets() const { return m_safeSets; }
  void listen(StepListener* listener) { m_listener = listener; }

  // Goes to the initial state. False: the search stops.
  bool begin();
  // Takes the step, and what follows from it at once; then the invisible steps that can happen in one way only. There
  // is nothing to choose, so no state is stored in between.
  Arrival advance(ThreadId thread, const Way& way);
  Arrival settle();
  Arrival take(ThreadId thread, const Way& way) {
    const Arrival arrival = advance(thread, way);
    return arrival == Arrival::State ? settle() : arrival;
  }
  PathMark mark() const { return {m_product.mark(), m_control.mark(), m_path.size()}; }
  void undoTo(const PathMark& mark);
  // Goes to a state that was visited, on the path that led there first. False: the search stops.
  bool goTo(StateIndex state);

  const std::vector<PathStep>& path() const { return m_path; }
  // The threads whose next step is another one since beginStep(): those that took steps and those that were created;
  // and with summaries these steps.
  void beginStep();
  ThreadBits moved() const { return m_moved; }
  std::vector<PassedStep>& passed() { return m_passed; }

  // Makes the graph of the path. It has no place for rounds that failed; what they decided about inputs still holds.
  void rebuildGraph();
  // Whether the first way of the thread's step leads to a state that was visited, as far as that is known.
  bool leadsToVisited(ThreadId thread);
  // Takes each step of these threads from a state, with the invisible ones after it, and calls look(edge, isKnown) in
  // the state to which it leads; isKnown: no run of the program is needed for it. `edge.to` is valid if that state was
  // visited. Afterwards the product is at `from`.
  template <class Look> void lookAhead(StateIndex from, ThreadBits threads, Look&& look);

private:
  Arrival learn();
  Arrival learnControl();
  Arrival settleControl(PassedStep& passed);
  bool isCut(ThreadId thread);
  std::string whatGrows(ThreadId thread, const PathGraph::GrowingLoop& loop);
  ThreadId threadToSettle();
  bool stepKnown(ThreadId thread, const Way& way, Moves* moves);
  bool peek(ThreadId thread, const Way& way, Moves* moves);

  SearchContext& m_context;
  ProductState& m_product;
  Slice& m_slice;
  ControlState& m_control;
  SafeSets m_safeSets;
  StepListener* m_listener = nullptr;  // may be null
  ControlState::Mark m_initialControl; // before the first step on the stack
  std::vector<PathStep> m_path, m_initialPath;
  std::vector<PassedStep> m_passed;
  ThreadBits m_moved = 0;
  std::vector<Way> m_ways; // scratch
};

template <class Look> void StateWalk::lookAhead(StateIndex from, ThreadBits threads, Look&& look) {
  m_product.load(m_context.states[from].name);
  const ProductState::Mark here = m_product.mark();
  m_product.keepLoopsPassed(true);
  std::vector<Way> ways;
  for (threads &= m_product.able(); threads != 0; threads &= threads - 1) {
    const ThreadId thread = firstOf(threads);
    const Label& label = m_product.label(thread);
    m_product.ways(thread, ways);
    for (std::size_t way = 0; way < ways.size(); way++) {
      ExploredEdge edge{
          .thread = thread, .way = static_cast<std::uint16_t>(way), .action = m_context.actions.of(thread, label)};
      const bool isKnown = peek(thread, ways[way], &edge.moves);
      if (isKnown && m_product.label(thread).continuesSection && !label.continuesSection)
        edge.action = m_context.actions.ofSection(thread);
      if (isKnown && !m_product.isStuckInSection())
        edge.to = m_context.states.find(m_product.name());
      look(edge, isKnown);
      m_product.undoTo(here);
    }
  }
  m_product.keepLoopsPassed(false);
}

} // namespace revisit
