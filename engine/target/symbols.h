// Names for addresses of one process: functions, source positions, globals, heap, stack and thread-local memory.
// Everything is looked up lazily and kept. Thread rule: belongs to one worker.
#pragma once

#include "program/program.h"
#include "target/process.h"

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
  std::string functionAt(std::uint64_t address);
  // A thread is named after the user's function or lambda. `callable`: where std::thread keeps a function pointer.
  std::string threadName(std::uint64_t entry, std::uint64_t callable);
  std::string nameOf(std::uint64_t address);

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

  Process& m_process;
  std::vector<Module> m_modules;
  std::unique_ptr<SourceLookup> m_lookup;
  std::unordered_map<std::uint64_t, std::vector<SourcePosition>> m_frames;
  std::unordered_map<std::uint32_t, std::vector<SourcePosition>> m_chains;
};

} // namespace revisit
