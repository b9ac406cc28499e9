// The partial SC order of RC11 (Lahav, Vafeiadis, Kang, Hur and Dreyer, "Repairing sequential consistency in C/C++11",
// PLDI 2017, section 3): psc = psc_base u psc_F must be acyclic, where
//
//   scb      = po u po!=loc; hb; po!=loc u hb|loc u co u fr
//   psc_base = ([SC] u [Fsc]; hb?); scb; ([SC] u hb?; [Fsc])
//   psc_F    = [Fsc]; (hb u hb; eco; hb); [Fsc]
//
// SC are the seq_cst accesses, Fsc the seq_cst fences; together they are called SC events here. An event that is added
// last has no successors but coherence-later writes (by co or fr). So it closes a cycle exactly if psc leads from one
// of these back to what comes before it in its thread. The search goes onwards from them. Since po between SC events is
// part of psc, what it has reached of a thread are all SC events from one on.
#pragma once

#include "memory/model.h"

#include <vector>

namespace revisit {

class PartialScOrder {
public:
  // For an access that is to be added; `before`: the clock of what happens before it.
  PartialScOrder(const ExecutionGraph& graph, const HappensBeforeClocks& clocks, const Access& access,
                 std::span<const std::uint32_t> before);

  // Whether the order stays acyclic if this write is coherence-later than the access, as are all writes that were asked
  // about before. O(events * threads) over all calls.
  bool allows(EventId write);

private:
  // The cycle leads through the access as an SC event, or through the inside of a step from an SC fence that happens
  // before it. The two ways have other ends, so each has a search of its own.
  struct Search {
    bool fromAccess = false;
    std::vector<std::size_t> from; // by thread: the index of the first SC event that was reached
    std::vector<EventId> open;
    bool closed = false;
  };

  void run(Search& search);
  void reach(Search& search, EventId event);
  void reachLast(Search& search, EventId event);
  void reachFences(Search& search, EventId event);
  void expand(Search& search, EventId event);
  void expandLocation(Search& search, EventId event, bool withReaders);
  void expandAccess(Search& search, EventId event);
  void expandFence(Search& search, EventId fence);
  bool leadsToAccess(EventId event) const;
  bool happensBeforeStart(EventId event, ThreadId thread) const;

  bool isSc(const Event& event) const { return isScFence(event) || isScAccess(event); }
  bool isScFence(const Event& event) const {
    return event.label->kind == LabelKind::Fence && event.label->order == MemoryOrder::SeqCst;
  }
  bool isScAccess(const Event& event) const {
    return isMemory(event.label->kind) && HappensBeforeClocks::orderOf(event) == MemoryOrder::SeqCst;
  }
  // Neither has the other's location; an event without location has none.
  static bool elsewhere(const Event& one, LocationId location) {
    return !isMemory(one.label->kind) || one.location != location;
  }
  // The first event of the thread that the event happens before, as an index; the number of events if there is none.
  std::size_t firstAfter(EventId event, ThreadId thread) const;

  const ExecutionGraph& m_graph;
  const HappensBeforeClocks& m_clocks;
  const Access m_access;
  std::span<const std::uint32_t> m_before;
  bool m_isSc = false, m_hasFence = false;
  Search m_asAccess, m_inFence;
};

} // namespace revisit
