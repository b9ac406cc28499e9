// Functions, source positions and global variables behind addresses of one process, and the names of its threads.
// Everything is looked up lazily and kept. Thread rule: belongs to one worker.
#pragma once

#include "program/program.h"
#include "target/process.h"

#include <memory>
#include <optional>
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
  // The call instruction that the node stands for; 0 for no node.
  std::uint64_t codeOf(std::uint32_t node) const;
  // Empty when it has no name.
  std::string functionAt(std::uint64_t address);
  // The file that the code or data at this address was loaded from; empty when it is from none.
  std::string fileOf(std::uint64_t address) const;
  // A thread is named after the user's function or lambda. `callable`: where std::thread keeps a function pointer.
  std::string threadName(std::uint64_t entry, std::uint64_t callable);
  // The global variable around the address, and where it begins; null when there is none.
  const std::string* globalAt(std::uint64_t address, std::uint64_t& begin);
  // The file that code or data is loaded from, and what to take off an address to get one of the file's.
  struct InFile {
    std::string path;
    std::uint64_t base = 0;
  };
  std::optional<InFile> inFile(std::uint64_t address) const;
  // The files that are loaded and no part of the system, the program first.
  std::vector<std::string> files() const;

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

  struct Global {
    std::string name; // empty: the address is in none
    std::uint64_t begin = 0;
  };

  Process& m_process;
  std::vector<Module> m_modules;
  std::unique_ptr<SourceLookup> m_lookup;
  std::unordered_map<std::uint64_t, Global> m_globals; // by address that was asked about
  std::unordered_map<std::uint64_t, std::vector<SourcePosition>> m_frames;
  std::unordered_map<std::uint32_t, std::vector<SourcePosition>> m_chains;
};

} // namespace revisit
