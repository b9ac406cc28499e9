// Reports to a recorder the alternatives to an event. Nothing is decided here.
#include "explore/condpor/condpor_internal.h"

namespace revisit {

// An alternative that is kept for later.
void ConDpor::tellFiled(const Alternative& alternative) {
  Candidate candidate;
  candidate.kind = alternative.kind;
  candidate.thread = m_branchings.back().thread;
  candidate.other = alternative.first;
  candidate.source = alternative.second;
  candidate.way = alternative.way;
  m_recorder->consider(candidate, m_graph);
}

// Reports the writes that are coherence-before the oldest write that the thread's next event may read from or be placed
// after.
void ConDpor::reportForbidden(Kind kind, ThreadId thread, EventId oldest) {
  for (EventId w = m_graph.event(oldest).previous; w.valid(); w = m_graph.event(w).previous)
    m_recorder->consider({kind, Refusal::Inconsistent, thread, w, {}, oldest}, m_graph);
}

} // namespace revisit
