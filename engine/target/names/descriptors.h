// Names of descriptors, of what they stand for, and of files, in the program's words: what it is, and where it was
// made. They do not change from run to run, unless a number stands for different things. Thread rule: belongs to one
// worker.
#pragma once

#include "target/symbols.h"

#include <map>
#include <string>
#include <vector>

namespace revisit {

class Descriptors {
public:
  explicit Descriptors(Symbols& symbols) : m_symbols(symbols) {}

  void beginRun();
  // A record REVISIT_DESCRIPTOR with its two texts.
  void note(const RevisitRecord& record, const std::string& what, const std::string& part);

  // "descriptor 64 (read end of pipe @loop.c:40)", "descriptor 3 (data.txt @a.c:7)". O(descriptors), as the others.
  std::string nameOf(int descriptor);
  // What has its state at this place: "pipe @loop.c:40". `kind`: what it is, if that is known; may be empty.
  std::string nameOfPlace(int place, const std::string& kind);
  // "data.txt".
  std::string nameOfFile(unsigned node);

  // A number in this run, from the call that gave it to its close. Records of the trace tell when and where.
  struct Life {
    int descriptor = 0;
    std::string what, part;
    int reads = 0, writes = 0;
    bool isCopy = false; // something else stood for the same when it was made
    const RevisitRecord* made = nullptr;
    const RevisitRecord* closed = nullptr;
  };
  const std::vector<Life>& lives() const { return m_lives; } // in the order in which they were made
  // The name of what it stands for: "pipe @loop.c:40", "data.txt".
  std::string nameOf(const Life& life);
  // The addresses of the objects that it reads and writes, as events have them; 0: none.
  static std::uint64_t readsOf(const Life& life);
  static std::uint64_t writesOf(const Life& life);

private:
  // What is known of a number: what it was first, and in other runs.
  struct Made {
    unsigned slot = 0; // of the thread
    std::string what, part;
    int reads = 0, writes = 0;
    std::uint32_t chain = 0;
    std::vector<std::string> labels; // different ones, without numbers
    bool isClosed = false;           // in this run
  };
  void noteLife(const RevisitRecord& record, const std::string& what, const std::string& part);
  std::string placeOf(std::uint32_t chain);
  std::string labelOf(const Made& made);
  std::string shownLabel(int descriptor, const Made& made, const std::string& label);
  const std::pair<const int, Made>* holderOf(int place) const;

  Symbols& m_symbols;
  std::map<int, Made> m_made;
  std::map<unsigned, std::vector<std::string>> m_files; // names of nodes
  std::vector<Life> m_lives;
};

} // namespace revisit
