// The heap blocks of one run: allocation size, allocation site and number. Thread rule: belongs to one worker.
#pragma once

#include "target/symbols.h"
#include "target/types/debug_types.h"

#include <map>

namespace revisit {

class HeapBlocks {
public:
  HeapBlocks(Symbols& symbols, DebugTypes& types) : m_symbols(symbols), m_types(types) {}

  // Allocated types known to the compiler, as in section .revisit.allocations (instrument/section.h).
  void setNotes(const std::vector<std::string>& notes);

  void beginRun();
  void note(const RevisitRecord& allocation);

  struct Block {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
    std::uint32_t chain = 0;
    unsigned slot = 0; // of the thread that allocated it
  };
  // Notes that a pointer was stored at address `at`. The last place where the address of a block's first byte was
  // stored may own the block.
  void noteStored(std::uint64_t pointer, std::uint64_t at);
  // The address of the pointer that owns the block; 0: none.
  std::uint64_t ownerOf(const Block& block) const;
  // The newest block that contains the address. O(log n).
  const Block* find(std::uint64_t address) const;
  // "Node#2": the second one that main allocated; "Node#T1.2": the second of T1; "Job[]#1" for an array;
  // "coroutine@count#1" for what a coroutine keeps; "block@queue.c:41#2" for a block of unknown type. O(1), but O(n) at
  // the first call in a run.
  std::string nameOf(const Block& block);
  // The type of one element; invalid: unknown.
  TypeId typeOf(const Block& block) { return siteOf(block).type; }

private:
  struct Site {
    TypeId type;
    std::string what; // "Node", "block@queue.c:41"
  };
  const Site& siteOf(const Block& block);
  Site makeSite(const Block& block);
  Site frameOfCoroutine(const Block& block);
  std::string typeNameOf(const std::vector<SourcePosition>& chain) const;
  std::string labelOf(const Block& block);
  std::string labelOf(TypeId type);
  void number();

  Symbols& m_symbols;
  DebugTypes& m_types;
  std::map<std::string, std::string> m_notes; // types by "file:line:column:template", with the file name only
  std::map<std::uint64_t, Block> m_blocks;
  std::map<std::uint64_t, std::uint64_t> m_owners; // of blocks, by address
  std::map<std::uint64_t, unsigned> m_numbers;     // of blocks, by address; empty until a name is needed
  std::map<std::uint32_t, Site> m_sites;           // by chain
};

} // namespace revisit
