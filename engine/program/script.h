// A program written as a few lines of data: the tests' stand-in for a process. Registers and locations hold bytes.
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
};

enum class Compare : std::uint8_t { Eq, Ne, Ult, Ule };

struct Instruction {
  enum class Op : std::uint8_t {
    Load,      // r[to] = location[offset, size]
    Store,     // location[offset, size] = a
    EndLife,   // who touches the location from now on makes an error
    Rmw,       // r[to] = location; location = rmw(location, a)
    Cas,       // r[to] = (location == a); then location = b
    Await,     // repeat r[to] = location until r[to] <compare> a
    Round,     // one round of a waiting loop begins; up to its Again only memory is read or updated
    Again,     // unless a <compare> b: to the Round at `target`, with the registers as they were there; a round that
               // changed memory counts, and more than `argument` of them cut the thread
    Object,    // r[to] = operation(object, argument)
    Input,     // r[to] = a fresh unknown of `bits` bits
    Set,       // r[to] = a
    Add,       // r[to] = a + b
    If,        // unless a <compare> b: jump to `target`
    Jump,      // to `target`
    Assume,    // a <compare> b
    Enumerate, // r[to] = one of the numbers that a can be
    Create,    // thread `child`, which has a in its r0
    Join,      // r[to] = what thread `child` returned
    Fence,
    AtomicBegin, // up to AtomicEnd no event of another thread comes between the thread's events
    AtomicEnd,
    Fail,   // an error of kind `error`
    Exit,   // the process ends
    Refuse, // what is not supported: the thread ends
    Return  // the thread ends with a
  };
  Op op = Op::Return;
  std::uint32_t to = 0;
  Operand a, b;
  Compare compare = Compare::Eq;
  RmwOp rmw = RmwOp::Add;
  MemoryOrder order = MemoryOrder::SeqCst; // of accesses
  ObjectOp operation = ObjectOp::MutexLock;
  ErrorKind error = ErrorKind::Assertion;
  std::uint32_t location = 0;
  std::uint16_t offset = 0, size = 0; // 0: the whole location
  std::uint32_t object = 0;
  std::uint64_t argument = 0;
  std::uint16_t together = 0; // Object: Label::together
  std::uint32_t child = 0;
  std::uint32_t target = 0;
  unsigned bits = 2;
};

struct Script {
  static constexpr unsigned registers = 6;
  std::vector<std::vector<Instruction>> threads; // thread 0 is main; the others run once created
  std::vector<unsigned> locationSizes;           // bytes, at most 8
  std::vector<std::uint64_t> initialValues;
  std::set<std::uint32_t> mortal; // locations whose life some thread may end: stores see whether it has
  std::set<std::uint32_t> blank;  // locations like memory fresh from malloc: to read before a store is an error
};

// One line per instruction, to be pasted into a report of a failure.
std::string scriptText(const Script& script);

} // namespace revisit
