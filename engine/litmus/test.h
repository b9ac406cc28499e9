// A litmus test as parsed: shared locations, threads, and a condition on the final state. Plain data.
#pragma once

#include "litmus/proposition.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace revisit::litmus {

// A place in the file, from 1.
struct Place {
  unsigned line = 1;
  unsigned column = 1;
};

// The type of a location or a register.
struct ValueType {
  std::string text = "int"; // as C has it
  unsigned bits = 32;
  bool isSigned = true;
  bool isAtomic = false;
  bool isPointer = false; // its values are locations: see Number
};

// A value of a location or a register: a number, sign- or zero-extended by its type. Of a pointer 0, n + 1 for the
// address of location n, or `unknownAddress`.
using Number = std::int64_t;
inline constexpr Number unknownAddress = 0xffff;

struct Location {
  std::string name;
  ValueType type;
  Number initial = 0;
  Place place; // of the first mention
};

struct Register {
  std::string name;
  ValueType type;
  Number initial = 0;
};

struct Parameter {
  std::string name; // also that of its location
  std::string type; // of the pointer, as C has it
  ValueType pointee;
  Place place;
};

struct Thread {
  Place place; // of its name
  Place bodyPlace, endPlace;
  std::vector<Parameter> parameters;
  std::vector<Register> registers;
  std::string body; // C, without braces; declarations of registers became assignments in the same columns
};

// What a final state consists of: a register or a location.
struct Item {
  std::optional<std::size_t> thread; // of a register
  std::size_t index = 0;             // in the thread's registers, or in the locations
  friend bool operator==(const Item&, const Item&) = default;
};

enum class Quantifier : std::uint8_t { Exists, NotExists, ForAll };

struct Test {
  std::string name;
  std::vector<Location> locations;
  std::vector<Thread> threads;
  std::vector<Item> items; // what the conditions and `locations` mention: registers first, in the order of threads
  Quantifier quantifier = Quantifier::Exists;
  Proposition condition;
  std::optional<Proposition> filter; // states in which it is false are not looked at
  Place conditionPlace;

  const ValueType& typeOf(const Item& item) const;
  // "0:r0" or "[x]".
  std::string nameOf(const Item& item) const;
  // The text of a value: a number, or the name of a location.
  std::string textOf(const Item& item, Number value) const;
};

// The number as a variable of this type holds it.
Number fitted(Number number, const ValueType& type);

} // namespace revisit::litmus
