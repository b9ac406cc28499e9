// Names the threads of a program: the name that the program gives it, or its function, and what tells it from the
// others that share the function. Names are made when they are asked for. Thread rule: belongs to one worker.
#pragma once

#include "target/content/shadow.h"
#include "target/variables.h"

#include <map>

namespace revisit {

class ThreadNaming {
public:
  ThreadNaming(Symbols& symbols, Variables& variables) : m_symbols(symbols), m_variables(variables) {}

  // A thread begins in a run; `memory`: what the run has stored.
  void begin(const RevisitRecord& record, Shadow& memory);
  // The program names the thread in this slot. What is no printable ASCII becomes '?'.
  void give(unsigned slot, std::string name);

  // `main`, `worker`, `worker(2)`, `worker(&jobs[1])`, `Engine::run`, `lambda at pool.h:31`; empty when the thread
  // never began.
  const std::string& nameOf(unsigned slot);

private:
  using Bytes = std::vector<std::uint8_t>;
  struct Start {
    std::uint64_t entry = 0;
    std::uint64_t argument = 0;
    std::uint64_t callable = 0; // where std::thread keeps a function pointer
    Bytes state;                // what std::thread hands over: a tuple; empty for other threads
    bool differs = false;       // from run to run: the argument tells nothing
    friend bool operator==(const Start&, const Start&) = default;
  };
  struct Thread {
    Start start;
    std::string given;         // by the program
    bool isGivenOther = false; // another name in another run
  };

  bool isLibraryThread(std::uint64_t entry);
  void makeNames();
  std::string shortNameOf(const Thread& thread);
  void tellApart(const std::vector<unsigned>& slots);
  std::vector<std::string> argumentsOf(const Thread& thread);
  std::string argumentText(std::uint64_t argument);

  Symbols& m_symbols;
  Variables& m_variables;
  std::map<unsigned, Thread> m_threads;      // by slot
  std::map<std::uint64_t, bool> m_isLibrary; // by entry
  std::map<unsigned, std::string> m_names;   // empty: they are to be made
};

} // namespace revisit
