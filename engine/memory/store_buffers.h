// Models of processors with store buffers: TSO (x86; Owens, Sarkar and Sewell, "A better x86 memory model: x86-TSO",
// TPHOLs 2009) and PSO (SPARC), in axiomatic form:
//
//   ppo u implied u rfe u co u fr u object chains u creation u join  is acyclic, and po; eco? is irreflexive
//
// ppo, the preserved program order, is po without the pairs of a write and a later read; under PSO also without the
// pairs of writes to different locations, unless the later one is a release store or a release fence lies between.
// `implied` orders everything with a full fence between: a seq_cst fence, a read-modify-write (also a compare-and-swap
// that fails), what follows a seq_cst store, every operation on a synchronisation object, creation and join. Plain
// accesses are ordinary moves.
//
// There are no clocks: what comes before an event is no beginning of a thread here. A choice is checked by a search
// from the coherence-later writes onwards.
#pragma once

#include "memory/model.h"
#include "program/store_order.h"

namespace revisit {

class StoreBuffers final : public MemoryModel {
public:
  using Kind = StoreBufferKind;
  explicit StoreBuffers(Kind kind) : m_kind(kind) {}

  void reset() override {}
  void appended(const ExecutionGraph&, EventId) override {}
  bool isMultiCopyAtomic() const override { return true; }
  // O(events) where there is a choice.
  EventId coherenceFloor(ExecutionGraph& graph, const Access& access) const override;
  std::span<const std::uint32_t> prefix(const ExecutionGraph& graph, EventId event) const override {
    return graph.clock(event);
  }

private:
  Kind m_kind;
};

} // namespace revisit
