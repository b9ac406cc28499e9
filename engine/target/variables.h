// Names and values of memory, in the words of the program: variables, fields, elements, blocks of the heap. Everything
// is looked up when it is first shown, and kept. Thread rule: belongs to one worker.
#pragma once

#include "target/heap_blocks.h"
#include "target/symbols.h"
#include "target/types/debug_types.h"
#include "target/types/places.h"

#include <map>
#include <span>

namespace revisit {

class Variables {
public:
  Variables(Process& process, Symbols& symbols);

  // What stands at an address: `window.count`, `main::total`, `Node#2.next`, `stack of main+0x10`. `bytes`: of the
  // access.
  std::string nameOf(std::uint64_t address, std::uint64_t bytes = 1);
  // Of the variable or block that the address lies in.
  std::string wholeName(std::uint64_t address);
  // The same of a synchronisation object, whose inside is of no interest.
  std::string objectName(std::uint64_t address);
  // A value as the type of what is there writes it; empty when that is not known.
  std::string valueText(std::uint64_t address, std::span<const std::uint8_t> bytes);

  // A run begins; what was noted of the heap holds until then.
  void beginRun();
  // A local variable comes to life, whose name stands at `name` in the program's memory, in the function that the chain
  // ends in.
  void noteLocal(const RevisitRecord& record);
  // The thread in this slot touches memory: local variables are named by what other threads than their own touch.
  void noteUse(std::uint64_t address, unsigned slot);
  // The blocks of the heap that were handed out in this run.
  HeapBlocks& heap() { return m_heap; }

private:
  struct Local {
    std::uint64_t end = 0;
    std::uint64_t nameAt = 0; // 0: several, at different times: none gives its name
    std::uint32_t chain = 0;
    std::string name; // as the source has it
  };
  using Locals = std::map<std::uint64_t, Local>; // by address; disjoint
  // What holds an address.
  struct Holder {
    std::string name;
    std::uint64_t begin = 0;
    TypeId type;             // invalid: unknown
    std::uint64_t bytes = 0; // of all of it; 0: unknown
    std::string behind;      // what follows the path: " of T2"
    bool isArray = false;    // of elements that are counted even when there is but one
  };

  static Locals::iterator firstAbove(Locals& locals, std::uint64_t address);
  std::string textAt(std::uint64_t address, std::size_t longest) const; // of the program's constants
  std::optional<Holder> holderOf(std::uint64_t address);
  std::optional<Holder> localAt(std::uint64_t address);
  std::optional<Holder> blockAt(std::uint64_t address);
  std::string ownerOf(const HeapBlocks::Block& block);
  std::optional<Holder> globalAt(std::uint64_t address);
  PlaceInType placeIn(const Holder& holder, std::uint64_t offset, std::uint64_t bytes, bool isObject);
  std::string nameOf(std::uint64_t address, std::uint64_t bytes, bool isObject);
  std::string areaOf(std::uint64_t address);
  std::string pointerText(std::uint64_t address, const Type& pointer);

  Process& m_process;
  Symbols& m_symbols;
  DebugTypes m_types;
  unsigned m_ownerDepth = 0;
  Locals m_live;   // in this run
  Locals m_locals; // that other threads touched in any run
  HeapBlocks m_heap{m_symbols, m_types};
};

} // namespace revisit
