// RC11 (Lahav, Vafeiadis, Kang, Hur and Dreyer, "Repairing sequential consistency in C/C++11", PLDI 2017), with the
// release sequences of C++20:
//
//   hb; eco? is irreflexive, psc is acyclic, po u rf is acyclic, read-modify-writes are atomic
//
// The last two hold by the way in which graphs are built. The first one is checked with happens-before clocks
// (memory/happens_before_clocks.h, ByOrder), as under release-acquire: see memory/release_acquire.h. The second one is
// checked where SC events exist: see memory/partial_sc_order.h.
#pragma once

#include "memory/model.h"

namespace revisit {

class Rc11 final : public MemoryModel {
public:
  void reset() override {}
  void appended(const ExecutionGraph& graph, EventId event) override;
  // O(writes + readers) without SC events that matter, O(events * threads) with them.
  EventId coherenceFloor(ExecutionGraph& graph, const Access& access) const override;
  std::span<const std::uint32_t> prefix(const ExecutionGraph& graph, EventId event) const override {
    return graph.clock(event);
  }
  Synchronizing synchronizing() const override { return Synchronizing::ByOrder; }

private:
  HappensBeforeClocks m_happensBefore{Synchronizing::ByOrder};
};

} // namespace revisit
