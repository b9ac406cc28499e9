// Names and values of memory in the program's terms: variables, fields, elements, heap blocks. Everything is looked up
// when it is first shown, and then cached. Thread rule: belongs to one worker.
#pragma once

#include "target/heap_blocks.h"
#include "target/names/descriptors.h"
#include "target/symbols.h"
#include "target/types/debug_types.h"
#include "target/types/places.h"
#include "target/types/tuples.h"

#include <algorithm>
#include <map>
#include <span>

namespace revisit {

class Variables {
public:
  Variables(Process& process, Symbols& symbols);

  // The name of the memory at an address: `window.count`, `main::total`, `Node#2.next`, `temporary @a.cpp:7`. `bytes`:
  // the size of the access.
  std::string nameOf(std::uint64_t address, std::uint64_t bytes = 1);
  // The name of the variable or block that contains the address.
  std::string wholeName(std::uint64_t address);
  // The same for a synchronisation object, without its internals.
  std::string objectName(std::uint64_t address);
  // A value according to the type at the address; empty when the type is not known.
  std::string valueText(std::uint64_t address, std::span<const std::uint8_t> bytes);

  // A value of this type.
  std::string valueText(TypeId type, std::span<const std::uint8_t> bytes);
  // The target of an untyped pointer: `&jobs[1]`, `"text"`; empty when it is not known.
  std::string addressText(std::uint64_t address);
  // The elements of the tuple that std::thread passes to a thread with this entry function.
  std::vector<TupleElement> threadState(std::uint64_t entry);
  TypeSource& types() { return m_types; }

  // A run begins: the notes about the heap are dropped.
  void beginRun();
  // A local variable comes to life in the innermost function of the record's chain. Its name stands at the record's
  // name address in the program's memory.
  void noteLocal(const RevisitRecord& record);
  // The end of the thread-local data of the thread in this slot.
  void noteThread(unsigned slot, std::uint64_t pointer) { m_threadPointers[slot] = pointer; }
  // The thread in this slot makes an event at an address. A place on a stack takes the name of the local variable that
  // is used there by other threads, or if there is none, by its own thread.
  void noteUse(std::uint64_t address, unsigned slot);
  // The heap blocks of this run.
  HeapBlocks& heap() { return m_heap; }
  Descriptors& descriptors() { return m_descriptors; }

private:
  struct Local {
    std::uint64_t end = 0;
    std::uint64_t nameAt = 0; // 0: several variables at different times
    std::uint32_t chain = 0;
    std::string name;                                                // as in the source; of several: of all of them
    bool isShared = false;                                           // another thread accesses it
    std::vector<std::pair<std::uint64_t, std::string>> several = {}; // the names' addresses, and how each is shown
    bool isNamed(std::uint64_t address) const {
      return std::ranges::any_of(several, [&](const auto& each) { return each.first == address; });
    }
  };
  using Locals = std::map<std::uint64_t, Local>; // by address; disjoint
  // The variable or block that contains an address.
  struct Holder {
    std::string name;
    std::uint64_t begin = 0;
    TypeId type;             // invalid: unknown
    std::uint64_t bytes = 0; // its size; 0: unknown
    std::string behind;      // the text after the path: " of T2"
    bool isArray = false;    // its elements are numbered even if there is only one
  };

  std::string shownName(const Local& local);
  void joinLocals(Locals::iterator known, std::uint64_t liveBegin, Local live, bool isShared);
  static Locals::iterator firstAbove(Locals& locals, std::uint64_t address);
  std::string textAt(std::uint64_t address, std::size_t longest) const; // of the program's constants
  std::optional<Holder> holderOf(std::uint64_t address);
  std::optional<Holder> localAt(std::uint64_t address);
  std::optional<Holder> blockAt(std::uint64_t address);
  std::string ownerOf(const HeapBlocks::Block& block);
  std::optional<Holder> threadLocalAt(std::uint64_t address);
  std::optional<Holder> globalAt(std::uint64_t address);
  PlaceInType placeIn(const Holder& holder, std::uint64_t offset, std::uint64_t bytes, bool isObject);
  std::string nameOf(std::uint64_t address, std::uint64_t bytes, bool isObject);
  std::string areaOf(std::uint64_t address);
  std::string nameInMachine(std::uint64_t address, std::uint64_t bytes, bool isObject);
  std::string nameOfFile(std::uint64_t address, std::uint64_t bytes, bool isObject);
  std::string constantText(std::uint64_t address);
  std::string pointerText(std::uint64_t address, const Type& pointer);

  Process& m_process;
  Symbols& m_symbols;
  DebugTypes m_types;
  unsigned m_ownerDepth = 0;
  std::map<unsigned, std::uint64_t> m_threadPointers; // by slot
  Locals m_live;                                      // in this run
  Locals m_locals;                                    // with events in any run
  HeapBlocks m_heap{m_symbols, m_types};
  Descriptors m_descriptors{m_symbols};
};

} // namespace revisit
