// The functions, source positions and global variables of addresses in one process, and the names of its threads.
// Everything is looked up on demand and cached. Thread rule: belongs to one worker.
#pragma once

#include "program/program.h"
#include "target/process.h"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace revisit {

class SourceLookup; // debug information; the only part that uses LLVM

class Symbols {
public:
  explicit Symbols(Process& process);
  ~Symbols();

  // The chain of call sites of a node in the channel's chain area, innermost first, including inlined frames.
  const std::vector<SourcePosition>& chain(std::uint32_t node);
  // The innermost position outside system headers and libraries.
  SourcePosition shownPosition(std::uint32_t node);
  // The innermost call with source, of the node and its callers; 0: there is none.
  std::uint32_t withSource(std::uint32_t node);
  // The address of the call instruction of the node; 0 for no node.
  std::uint64_t codeOf(std::uint32_t node) const;
  // Empty when it has no name.
  std::string functionAt(std::uint64_t address);
  // The file from which the code or data at this address was loaded; empty when it was not loaded from a file.
  std::string fileOf(std::uint64_t address) const;
  // A thread is named after the user's function or lambda. `callable`: the address at which std::thread keeps a
  // function pointer.
  std::string threadName(std::uint64_t entry, std::uint64_t callable);
  // The global variable that contains the address, and its begin; null when there is none.
  const std::string* globalAt(std::uint64_t address, std::uint64_t& begin);
  // The file from which code or data was loaded, and the difference between an address in the process and in the file.
  struct InFile {
    std::string path;
    std::uint64_t base = 0;
  };
  std::optional<InFile> inFile(std::uint64_t address) const;
  // How much thread-local data of its own a program has; they end at each thread's pointer.
  std::uint64_t threadLocalBytes(const std::string& program);
  // The loaded files that do not belong to the system, the program first.
  std::vector<std::string> files() const;

private:
  struct Module {
    std::string path;
    std::uint64_t base = 0;  // load address
    std::uint64_t begin = 0; // of the mapped part
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
  std::unordered_map<std::string, std::uint64_t> m_threadLocalBytes; // by file
};

} // namespace revisit
