// The stack of a depth-first search over states: the states on the present path, and which steps were explored from
// each. It knows no reductions; these fill in which threads are to be explored. Thread rule: as the search.
#pragma once

#include "explore/states/state_store.h"
#include "explore/summaries/control_state.h"

#include <array>

namespace revisit {

// A place on a path.
struct PathMark {
  ProductState::Mark product;
  ControlState::Mark control;
  std::size_t steps = 0; // of the path
};

// A state on the stack, in the words of the paper: `backtrack`, `current`, `done`.
struct Frame {
  StateIndex state;
  PathMark mark;
  ThreadBits able = 0, safe = 0, backtrack = 0, done = 0;
  ThreadBits idle = 0;    // threads whose step leads back to this state, or into a section that never ends
  ThreadBits covered = 0; // threads that count as explored because they sleep
  std::array<ThreadBits, maxThreadBits> current{};
  VisibleActions::Set later = 0; // the actions that can follow, as far as they are known
  bool closesCycle = false;      // a step leads to a state on the stack
  bool isCut = false;            // a step is not followed, because of a bound
  // The step that is being explored.
  ThreadId thread; // invalid: none
  const Label* label = nullptr;
  ActionId action;
  VisibleActions::Set laterOfStep = 0; // the actions that followed it
  bool isLive = false;                 // one of its ways leads somewhere
  std::size_t way = 0;
  std::vector<Way> ways;
};

class SearchStack {
public:
  std::size_t depth() const { return m_depth; }
  bool isEmpty() const { return m_depth == 0; }
  void clear() { m_depth = 0; }
  // By depth, from 0. A reference is valid until the next push().
  Frame& operator[](std::size_t depth) { return m_frames[depth]; }
  // Requires that the stack is not empty.
  Frame& top() { return m_frames[m_depth - 1]; }
  // The frame is that of no state yet.
  Frame& push() {
    if (m_depth == m_frames.size())
      m_frames.emplace_back();
    Frame& frame = m_frames[m_depth++];
    std::vector<Way> ways = std::move(frame.ways); // keeps its memory
    ways.clear();
    frame = {};
    frame.ways = std::move(ways);
    return frame;
  }
  void pop() { m_depth--; }

private:
  std::vector<Frame> m_frames; // the first m_depth are the stack
  std::size_t m_depth = 0;
};

} // namespace revisit
