// A program written as a few lines of data: tests use it instead of a process. Registers and locations hold bytes.
#pragma once

#include "program/label.h"

#include <set>
#include <string>
#include <vector>

namespace revisit {

struct Operand {
  bool isRegister = false;
  std::uint64_t value = 0; // a constant, or the register's number
  static Operand constant(std::uint64_t v) { return {false, v}; }
  static Operand reg(std::uint64_t r) { return {true, r}; }
  friend bool operator==(const Operand&, const Operand&) = default;
};

enum class Compare : std::uint8_t { Eq, Ne, Ult, Ule };

struct Instruction {
  enum class Op : std::uint8_t {
    Load,      // r[to] = location[offset, size]
    Store,     // location[offset, size] = a
    EndLife,   // ends the location's lifetime: a later access to it is an error
    Rmw,       // r[to] = location unless blind; location = rmw(location, a)
    Cas,       // r[to] = (location == a); then location = b
    Await,     // repeat r[to] = location until r[to] <compare> a
    Round,     // begins a round of a waiting loop; up to its Again memory is only read or updated
    Again,     // unless a <compare> b: to the Round at `target`, with the registers as at that Round; a round that
               // changed memory counts, and more than `argument` such rounds cut the thread
    Object,    // r[to] = operation(object, argument)
    Input,     // r[to] = a fresh unknown of `bits` bits
    Set,       // r[to] = a
    Add,       // r[to] = a + b
    If,        // unless a <compare> b: jump to `target`
    Jump,      // to `target`
    Assume,    // a <compare> b
    Enumerate, // r[to] = one of the possible values of a
    Create,    // thread `child`, which has a in its r0
    Join,      // r[to] = the return value of thread `child`
    Fence,
    AtomicBegin, // up to AtomicEnd no other thread has an event
    AtomicEnd,
    Fail,   // an error of kind `error`
    Exit,   // the process ends
    Refuse, // something unsupported: the thread ends
    Return  // the thread ends with a
  };
  Op op = Op::Return;
  std::uint32_t to = 0;
  Operand a, b;
  Compare compare = Compare::Eq;
  RmwOp rmw = RmwOp::Add;
  MemoryOrder order = MemoryOrder::SeqCst;        // of accesses and fences
  MemoryOrder failureOrder = MemoryOrder::SeqCst; // of a Cas that fails
  ObjectOp operation = ObjectOp::MutexLock;
  ErrorKind error = ErrorKind::Assertion;
  std::uint32_t location = 0;
  std::uint16_t offset = 0, size = 0; // 0: the whole location
  std::uint32_t object = 0;
  std::uint64_t argument = 0;
  std::uint16_t lockBatch = 0; // Object: Label::lockBatch
  std::uint32_t child = 0;
  std::uint32_t target = 0;
  unsigned bits = 2;
  bool blind = false; // Rmw: r[to] stays as it is
  // Cas, attempts: it may fail for no reason. CondWait: it may end for no reason, with the result 2.
  bool spurious = false;
  friend bool operator==(const Instruction&, const Instruction&) = default;
};

struct Script {
  static constexpr unsigned registers = 6;
  std::vector<std::vector<Instruction>> threads; // thread 0 is main; the others run once created
  std::vector<unsigned> locationSizes;           // bytes, at most 8
  std::vector<std::uint64_t> initialValues;
  std::set<std::uint32_t> mortal; // locations whose lifetime some thread may end; stores observe that
  // Locations like uninitialised memory from malloc: reading one before a store is an error.
  std::set<std::uint32_t> blank;
};

// One line per instruction, for failure reports.
std::string scriptText(const Script& script);

// By thread: the first thread with the same code.
std::vector<std::uint32_t> rootsOf(const Script& script);

} // namespace revisit
