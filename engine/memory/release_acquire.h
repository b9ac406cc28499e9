// Release-acquire consistency, RA, and its strong form, SRA (Lahav, Giannarakis and Vafeiadis, "Taming release-acquire
// consistency", POPL 2016). Every atomic access counts as release and acquire.
//
// RA: with hb = (po u sw)+ and eco = (rf u co u fr)+, hb; eco? is irreflexive. An event that is added last has no
// hb-successors. So the only writes that are too old for it are those before a write that happens before it, or before
// the source of a read that happens before it.
//
// SRA: hb u co is acyclic as well. Only a write adds edges of co, so only writes are checked: no coherence-later write
// may lead, by hb and co, to an event that happens before the new one.
#pragma once

#include "memory/model.h"

namespace revisit {

// Whether coherence forbids that an access with this hb-prefix is placed before the write, or reads an older one.
// O(readers of the write).
bool isKnown(const ExecutionGraph& graph, EventId write, std::span<const std::uint32_t> happenedBefore);

// What happens before the next event of a thread: the clock of the event that it follows. Empty: nothing.
std::span<const std::uint32_t> beforeNext(const ExecutionGraph& graph, const HappensBeforeClocks& clocks,
                                          ThreadId thread);

class ReleaseAcquire final : public MemoryModel {
public:
  enum class Strength : std::uint8_t { Ra, Sra };
  explicit ReleaseAcquire(Strength strength) : m_strength(strength) {}

  void reset() override {}
  void appended(const ExecutionGraph& graph, EventId event) override;
  EventId coherenceFloor(ExecutionGraph& graph, const Access& access) const override;
  std::span<const std::uint32_t> prefix(const ExecutionGraph& graph, EventId event) const override {
    return graph.clock(event);
  }

private:
  Strength m_strength;
  HappensBeforeClocks m_happensBefore;
};

} // namespace revisit
