// The blocks of the heap in one run: what each was asked for, where, and its number. Thread rule: belongs to one
// worker.
#pragma once

#include "target/symbols.h"
#include "target/types/debug_types.h"

#include <map>

namespace revisit {

class HeapBlocks {
public:
  HeapBlocks(Symbols& symbols, DebugTypes& types) : m_symbols(symbols), m_types(types) {}

  // What the compiler knew of allocations: "file TAB line TAB column TAB type" of each place (instrument/section.h).
  void setNotes(const std::vector<std::string>& notes);

  void beginRun();
  void note(const RevisitRecord& allocation);

  struct Block {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
    std::uint32_t chain = 0;
    unsigned slot = 0; // of the thread that asked for it
  };
  // A pointer was stored at an address. The last place that the begin of a block was stored in may own it.
  void noteStored(std::uint64_t pointer, std::uint64_t at);
  // 0: there is none.
  std::uint64_t ownerOf(const Block& block) const;
  // The last block that was handed out around the address. O(log n).
  const Block* find(std::uint64_t address) const;
  // "Node#2": the second one that main asked for; of T1 "Node#T1.2"; of an array "Job[]#1", without a type
  // "block@queue.c:41#2". O(1), after the first one of a run O(n).
  std::string nameOf(const Block& block);
  // Of one element; invalid: unknown.
  TypeId typeOf(const Block& block) { return siteOf(block).type; }

private:
  struct Site {
    TypeId type;
    std::string what; // "Node", "block@queue.c:41"
  };
  const Site& siteOf(const Block& block);
  Site makeSite(std::uint32_t chain);
  std::string typeNameOf(const std::vector<SourcePosition>& chain) const;
  std::string labelOf(const Block& block);
  void number();

  Symbols& m_symbols;
  DebugTypes& m_types;
  std::map<std::string, std::string> m_notes; // type by "file:line:column", the file without its folder
  std::map<std::uint64_t, Block> m_blocks;
  std::map<std::uint64_t, std::uint64_t> m_owners; // of blocks, by address
  std::map<std::uint64_t, unsigned> m_numbers;     // of blocks, by address; empty until a name is asked for
  std::map<std::uint32_t, Site> m_sites;           // by chain
};

} // namespace revisit
