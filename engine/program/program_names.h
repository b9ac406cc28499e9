// What users and other processes know the parts of a program by: names, places in the source, creation paths of
// threads, addresses. Of these, explorations depend on addresses only. Thread rule: as Program.
#pragma once

#include "program/label.h"

#include <span>
#include <string>
#include <vector>

namespace revisit {

struct SourcePosition {
  std::string file; // as the compiler knew it; empty when unknown
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
};

class ProgramNames {
public:
  virtual ~ProgramNames() = default;

  // The thread's creation path: for [0, 2], the third child of the first child of main. Main's path is empty.
  virtual std::vector<unsigned> threadPath(ThreadId thread) const = 0;
  // T and its number, unless the program gives it a better one.
  virtual std::string threadName(ThreadId thread) const { return "T" + std::to_string(thread.value()); }
  virtual std::string locationName(LocationId location) const = 0;
  virtual std::string objectName(ObjectId object) const = 0;
  // The part of the location that an access touches: a field, an element. Requires a memory label.
  virtual std::string accessName(const Label& access) const { return locationName(access.location); }
  // A value of the accessed bytes, lowest word first, formatted by the program's types; empty when the type is not
  // known.
  virtual std::string typedText(const Label&, std::span<const std::uint64_t>) const { return {}; }
  // Since when the thread's state is not known, in the executions so far: "its call of f (a.c:12)"; empty: it is known,
  // or nobody can say.
  virtual std::string unknownSince(ThreadId) const { return {}; }
  // The chain of call sites, innermost first.
  virtual std::vector<SourcePosition> callChain(PositionId position) const = 0;
  // The address in the running program; 0 for a script, which has no memory.
  virtual std::uint64_t locationAddress(LocationId) const { return 0; }
  virtual std::uint64_t objectAddress(ObjectId) const { return 0; }
};

} // namespace revisit
