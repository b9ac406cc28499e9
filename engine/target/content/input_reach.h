// Which memory of a run code can reach through a pointer: the heap block, local variable or part of a global that
// contains its target, and what the pointers in there lead to. Thread rule: belongs to one worker.
#pragma once

#include "target/content/shadow.h"
#include "target/heap_blocks.h"

#include <map>
#include <optional>
#include <vector>

namespace revisit {

class InputReach {
public:
  InputReach(Shadow& shadow, const HeapBlocks& heap) : m_shadow(shadow), m_heap(heap) {}

  void beginRun() { m_locals.clear(); }
  // A local variable that other functions may access. It stays known until another one has its address.
  void noteLocal(std::uint64_t address, std::uint64_t bytes) { m_locals[address] = bytes; }

  struct Extent {
    std::uint64_t begin = 0, bytes = 0;
  };
  // The memory that the pointer leads to, without repetition. Linear in its bytes; at most a fixed number of them.
  std::vector<Extent> from(std::uint64_t pointer);
  // Whether that was not all, because there is too much.
  bool isCutOff() const { return m_isCutOff; }

private:
  std::optional<Extent> around(std::uint64_t address) const;

  Shadow& m_shadow;
  const HeapBlocks& m_heap;
  std::map<std::uint64_t, std::uint64_t> m_locals;
  bool m_isCutOff = false;
};

} // namespace revisit
