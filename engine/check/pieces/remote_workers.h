// Workers of a shared exploration that are in other processes, as the exploration sees them; check/distributed has
// them. They have the numbers after those of this process. Thread rule: all functions are called by one thread.
#pragma once

#include "check/pieces/piece_list.h"

namespace revisit {

class RemoteWorkers {
public:
  virtual ~RemoteWorkers() = default;

  // How many there are, lost ones included. Known before they begin.
  virtual unsigned count() const = 0;
  // They begin to take pieces of the list, which is kept, as do the options. `first`: the number of the first of them.
  // `explore`: as the explorers of all workers take them. `secondsLeft`: until the bound on time; 0: no bound.
  virtual void begin(PieceList& list, unsigned first, const CheckOptions& options, const ExploreOptions& explore,
                     double secondsLeft) = 0;
  // Hands out pieces, and takes what was found. To be called again and again; waits a little where nothing happens.
  virtual void serve() = 0;
  // Whether none of them works any more. They end when the list gives them nothing; those that did not begin do not
  // work.
  virtual bool haveEnded() const = 0;
  // They are needed no more. To be called once, before the report is made.
  virtual void end() = 0;

  struct Outcome {
    SolverStats solver;
    std::uint64_t nativeRuns = 0;
    std::vector<CheckNote> warnings; // workers that were lost, or did not begin
  };
  virtual Outcome outcome() const = 0;
};

} // namespace revisit
