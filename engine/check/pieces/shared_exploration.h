// An exploration that several workers share, each in a thread of its own with its own program, or in other processes
// (remote_workers.h). They work on pieces of it (explore/pieces.h, piece_list.h), and the report is that of one worker.
//
// With a checkpoint file, it is kept from time to time and at the end, and goes on from there if the file exists.
//
// One worker begins. The others follow when it has explored for a while: most programs are done by then.
#pragma once

#include "check/report/check_report.h"
#include "check/report/piece_report.h"
#include "instrument/image.h"

namespace revisit {

// Whether the exploration with these options can be shared: by ConDpor, without an observer, and without a bound on the
// number of executions, which would be others each time.
bool canBeShared(const CheckOptions& options);

struct SharedResult {
  PieceReport report;
  SolverStats solver;
  std::uint64_t nativeRuns = 0;
  std::vector<CheckNote> warnings;             // of workers in other processes
  std::optional<Error> unstarted;              // the program did not reach its main function
  Budget::Reached bound = Budget::Reached::No; // with `unstarted`: whether that was because of a bound
  // The program has to be explored as a whole, by one worker, and nothing was explored. Atomic sections, and waiting
  // loops whose failed rounds store to memory or take mutexes.
  bool isWhole = false;
};

// Explores with options.sharing.workers workers and the options' remote ones. `explore`: as the workers' explorers take
// them. `tell` is called by this thread alone, a few times a second; it may be empty. Fails if the checkpoint cannot be
// read or written.
Result<SharedResult> exploreShared(const CheckOptions& options, const instrument::Image& image,
                                   const ExploreOptions& explore,
                                   const std::function<void(const CheckProgress&)>& tell);

} // namespace revisit
