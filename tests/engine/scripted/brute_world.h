// The state of the brute force between two steps.
#pragma once

#include "brute_objects.h"
#include "expression/expression.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace revisit::test {

// A number with the expression that gave it: the enumerator computes with the number; the expression only tells whether
// a condition depends on an input.
struct Datum {
  std::uint64_t number = 0;
  ExprId expr; // invalid: concrete
};

// An event: its thread and its position there. Thread -1: the initial value of a location.
struct Source {
  int thread = -1;
  int index = 0;
  friend auto operator<=>(const Source&, const Source&) = default;
};
constexpr Source noSource{-9, 0};

struct Cell {
  Datum bytes[8];
  Source writer;
  bool over = false;   // its lifetime
  bool stored = false; // in the present lifetime
};

// An event as the canonical text tells it.
struct BruteEvent {
  const char* kind = "";
  Source source, predecessor;
  bool decision = false;
  std::uint64_t number = 0;
  std::string text;                  // of all of this; see retell
  std::uint64_t result = 0;          // of an object operation; not part of the text
  bool misused = false;              // an object operation that is an error
  const Instruction* step = nullptr; // of a scheduled step

  void retell();
};

struct BruteThread {
  bool created = false, ended = false;
  std::size_t pc = 0;
  Datum registers[Script::registers];
  Datum returned;
  int inputs = 0;
  std::string how; // how it ended
  // An atomic section: inside one, how many steps it has, and what they touched.
  bool inSection = false;
  int sectionEvents = 0;
  std::set<std::string> readInSection, changedInSection;
  bool stuck = false; // inside a section and cannot continue
  // The round of a waiting loop: whether the thread is in one, whether it has events, and how many earlier rounds
  // changed memory.
  bool inRound = false, roundHasEvent = false, roundChanged = false;
  std::uint64_t rounds = 0, roundsDone = 0; // roundsDone: those of all loops that did not fail
  std::vector<Datum> atRound;
  int lockBatch = 0; // the group of locks that it took last, and those of them that it holds
  std::set<std::uint32_t> takenTogether;
  std::vector<BruteEvent> events;

  Datum get(const Operand& operand) const {
    return operand.isRegister ? registers[operand.value] : Datum{operand.value & 0xff, {}};
  }
};

struct World {
  explicit World(const Script& script);

  // Adds an event of the thread, with the text of eventText.
  void add(std::size_t thread, const char* kind, Source source, Source predecessor, bool decision,
           std::uint64_t number);
  void add(std::size_t thread, const char* kind) { add(thread, kind, noSource, noSource, false, 0); }
  // Ends the thread by an event of this kind.
  void end(std::size_t thread, const char* kind);
  // The thread's next event.
  Source here(std::size_t thread) const;
  // All events, thread by thread.
  std::string text() const;

  std::vector<BruteThread> threads;
  std::vector<Cell> memory;
  std::map<std::uint32_t, Source> chains; // by object: its last operation
  BruteObjects objects;
};

// The text of an event in canonical texts.
std::string eventText(const char* kind, Source source, Source predecessor, bool decision, std::uint64_t number);

} // namespace revisit::test
