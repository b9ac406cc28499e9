// Names for addresses of one process: functions, source positions, globals, heap, stack and thread-local memory.
// Everything is looked up lazily and kept. Thread rule: belongs to one worker.
#pragma once

#include "program/program.h"
#include "target/process.h"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace revisit {

class SourceLookup; // debug information; the only part that knows LLVM

class Symbols {
public:
  explicit Symbols(Process& process);
  ~Symbols();

  // The chain of call sites behind a node of the channel's chain area, innermost first, inlined frames included.
  const std::vector<SourcePosition>& chain(std::uint32_t node);
  // The innermost position that is neither in a system header nor in a library.
  SourcePosition shownPosition(std::uint32_t node);
  // Empty when it has no name.
  std::string functionAt(std::uint64_t address);
  // The file that the code or data at this address was loaded from; empty when it is from none.
  std::string fileOf(std::uint64_t address) const;
  // A thread is named after the user's function or lambda. `callable`: where std::thread keeps a function pointer.
  std::string threadName(std::uint64_t entry, std::uint64_t callable);
  std::string nameOf(std::uint64_t address);
  // Local variables are named by what other threads than their own touch. A run begins; one comes to life, whose name
  // stands at `name` in the program's memory; the thread in this slot touches memory. Where others touched several, at
  // different times, none gives its name.
  void beginRun() { m_live.clear(); }
  void noteLocal(std::uint64_t address, std::uint64_t bytes, std::uint64_t name);
  void noteUse(std::uint64_t address, unsigned slot);

private:
  struct Module {
    std::string path;
    std::uint64_t base = 0;  // load address
    std::uint64_t begin = 0; // of what is mapped
    std::uint64_t end = 0;
  };
  void loadModules();
  const Module* moduleOf(std::uint64_t address) const;
  const std::vector<SourcePosition>& framesAt(std::uint64_t returnAddress);

  struct Local {
    std::uint64_t end;
    std::uint64_t nameAt; // 0: several
    std::string name;
  };
  using Locals = std::map<std::uint64_t, Local>; // by address; disjoint
  std::string localName(std::uint64_t address);
  static Locals::iterator firstAbove(Locals& locals, std::uint64_t address);
  std::string textAt(std::uint64_t address) const; // of the program's constants

  Process& m_process;
  std::vector<Module> m_modules;
  std::unique_ptr<SourceLookup> m_lookup;
  Locals m_live;   // in this run
  Locals m_locals; // that other threads touched in any run
  std::unordered_map<std::uint64_t, std::vector<SourcePosition>> m_frames;
  std::unordered_map<std::uint32_t, std::vector<SourcePosition>> m_chains;
};

} // namespace revisit
