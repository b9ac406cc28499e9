// Which synchronisation objects lie in memory that is freed while other threads use them: their end is an event then.
// Thread rule: belongs to one worker.
#pragma once

#include "program/label.h"
#include "runtime/abi/channel.h"

#include <map>
#include <vector>

namespace revisit {

class MortalObjects {
public:
  // An operation on an object; the thread freed memory.
  void use(std::uint64_t address, ObjectOp operation, std::uint16_t thread);
  void free(std::uint64_t address, std::uint64_t bytes, std::uint16_t thread);
  // Takes in what was noted. Returns whether there are more mortal objects than before.
  bool update();
  // Makes these mortal.
  void restore(const std::vector<RevisitObject>& objects);

  const std::vector<RevisitObject>& all() const { return m_all; } // sorted by address

private:
  static constexpr std::uint16_t several = 0xffff;
  struct Use {
    ObjectOp destruction;
    std::uint16_t thread; // the one that uses it, or several
  };
  struct Freed {
    std::uint64_t bytes;
    std::uint16_t thread;
  };
  std::map<std::uint64_t, Use> m_uses;
  std::map<std::uint64_t, Freed> m_freed; // since the last update
  std::vector<RevisitObject> m_all;
};

} // namespace revisit
