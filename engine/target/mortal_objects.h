// The synchronisation objects whose end is an event: those in memory that is freed while other threads use them, and
// the handles of threads that several threads join or detach. Also the read-write locks that one thread tries to read
// while another may wait to write, because the attempt may then fail for that reason; and the threads that are
// cancelled, or whose end is looked for. Thread rule: belongs to one worker.
#pragma once

#include "abi/channel.h"
#include "program/label.h"
#include "target/memory_knowledge.h"

#include <map>
#include <vector>

namespace revisit {

class MortalObjects {
public:
  // Notes an operation on an object, or that the thread freed memory.
  void use(std::uint64_t address, ObjectOp operation, std::uint16_t thread);
  void free(std::uint64_t address, std::uint64_t bytes, std::uint16_t thread);
  // An object in a local variable of main that is used after main's return. Returns whether it was unknown.
  bool endWithMain(std::uint64_t address);
  // Evaluates the notes. Returns whether there are more mortal objects than before.
  bool update();
  // Makes these mortal.
  void restore(const std::vector<RevisitObject>& objects);

  // Takes over what another one knew, whose threads have the same numbers.
  void join(const MemoryKnowledge& known);
  // Fills in what was used, and what is mortal.
  void tell(MemoryKnowledge& known) const;

  const std::vector<RevisitObject>& all() const { return m_all; } // sorted by address

private:
  static constexpr std::uint16_t several = MemoryKnowledge::several;
  struct Use {
    ObjectOp destruction;
    std::uint16_t thread; // the one that uses it, or several
  };
  struct Freed {
    std::uint64_t bytes;
    std::uint16_t thread;
  };
  bool insert(std::uint64_t address, ObjectOp destruction);
  void useHandle(std::uint64_t address, std::uint16_t thread);
  void useRwlock(std::uint64_t address, bool reads, std::uint16_t thread);

  std::map<std::uint64_t, Use> m_uses;
  std::map<std::uint64_t, std::uint16_t> m_handles; // the thread that joined or detached it
  struct Sides {
    // The threads that try to lock for reading, and those that may wait to lock for writing.
    std::vector<std::uint16_t> readers, writers;
  };
  std::map<std::uint64_t, Sides> m_rwlocks;
  std::map<std::uint64_t, Freed> m_freed; // since the last update
  std::vector<RevisitObject> m_all;
  std::size_t m_told = 0; // the number of them that the last update reported
};

} // namespace revisit
