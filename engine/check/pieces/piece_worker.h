// A worker of a shared exploration: takes pieces from a source, explores them and gives back what they showed. Thread
// rule: belongs to one thread.
#pragma once

#include "check/pieces/piece_list.h"
#include "check/worker/collector.h"
#include "check/worker/worker.h"

#include <chrono>

namespace revisit {

class PieceWorker {
public:
  struct Surroundings {
    // Called while the worker explores or waits, at least several times a second. May be empty.
    std::function<void()> tick;
    std::function<double()> secondsLeft; // until the bound on time; 0: no bound
    std::function<void()> launched;      // the program was launched for the first time. May be empty
  };
  // Keeps the references. `explore`: as the explorer takes it, but for what the worker fills in.
  PieceWorker(PieceSource& source, unsigned number, const CheckOptions& options, const instrument::Image& image,
              const ExploreOptions& explore, Surroundings surroundings);

  // Explores pieces until there are no more. Fails when the program did not reach its main function; then the piece was
  // given back. `bound`: whether that was because of a bound.
  Status work(Budget::Reached& bound);

  // Of all programs that it launched.
  const SolverStats& solver() const { return m_solver; }
  std::uint64_t nativeRuns() const { return m_nativeRuns; }

private:
  using Clock = std::chrono::steady_clock;

  Status start(const Knowledge* known);
  void leave();
  PieceResult explore(const PieceTask& task);
  bool isStopped();

  PieceSource& m_source;
  const unsigned m_number;
  const instrument::Image& m_image;
  const ExploreOptions& m_explore;
  const Surroundings m_surroundings;
  CheckOptions m_options; // the worker keeps a reference
  std::unique_ptr<Worker> m_worker;
  std::optional<Collector> m_collector;
  bool m_isNew = false;         // what it knows was not told yet
  std::size_t m_factsTold = 0;  // how many facts were known when it was told last, and
  std::uint64_t m_runsTold = 0; // how often the program had run
  bool m_wasLaunched = false;
  Clock::time_point m_told = Clock::now();
  SolverStats m_solver;
  std::uint64_t m_nativeRuns = 0;
};

} // namespace revisit
