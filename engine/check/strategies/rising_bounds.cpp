#include "check/strategies/rising_bounds.h"

#include <algorithm>
#include <chrono>

namespace revisit {

namespace {

using Clock = std::chrono::steady_clock;
using Rising = CheckBounds::Rising;

constexpr unsigned firstWatchdogMs = 250;
constexpr unsigned factor = 8;
constexpr unsigned maxRounds = 1 << 24;
constexpr unsigned firstTimeOuts = 2, factorOfTimeOuts = 4, maxTimeOuts = 32;
constexpr std::uint64_t manyExecutions = 100; // with more, time-outs are not followed further
constexpr double leastSeconds = 0.05;         // with less time, an exploration would only start the program

// In seconds; 0: there is none.
double& timeBound(CheckOptions& options) {
  return options.bounds.budgetSeconds > 0 ? options.bounds.budgetSeconds : options.explore.timeoutSeconds;
}

bool isCutBy(const CheckReport& report, CutBy bound) {
  return std::ranges::any_of(report.exploration.incomplete,
                             [&](const IncompleteReason& reason) { return reason.bound == bound; });
}

// Whether nothing but bounds that rise kept the exploration from being complete.
bool isLimited(const CheckReport& report, const Rising& rising) {
  const std::vector<IncompleteReason>& reasons = report.exploration.incomplete;
  return report.verdict == CheckVerdict::Incomplete && reasons.size() == report.reasons.size() &&
         std::ranges::all_of(reasons, [&](const IncompleteReason& reason) {
           const bool isOfRounds = reason.bound == CutBy::Loop || reason.bound == CutBy::States;
           return reason.kind == IncompleteReason::Kind::Bound &&
                  ((rising.unroll && isOfRounds) || (rising.timeOuts && reason.bound == CutBy::TimeOuts) ||
                   (rising.watchdog && reason.bound == CutBy::Computation));
         });
}

// The options with larger bounds where this exploration reached them. None: they do not rise any more.
std::optional<CheckOptions> raised(const CheckOptions& now, const CheckReport& report, unsigned watchdogMs) {
  CheckOptions next = now;
  if (isCutBy(report, CutBy::Computation))
    next.bounds.watchdogMs = watchdogMs;
  if (isCutBy(report, CutBy::Loop) || isCutBy(report, CutBy::States))
    next.bounds.unroll = std::min(now.bounds.unroll * factor, maxRounds);
  if (isCutBy(report, CutBy::TimeOuts) && report.exploration.counts.total() <= manyExecutions)
    next.bounds.timeOuts = std::min(now.bounds.timeOuts * factorOfTimeOuts, maxTimeOuts);
  if (next.bounds.watchdogMs == now.bounds.watchdogMs && next.bounds.unroll == now.bounds.unroll &&
      next.bounds.timeOuts == now.bounds.timeOuts)
    return std::nullopt;
  return next;
}

} // namespace

bool mayRise(const CheckOptions& options) {
  return (options.bounds.rising.unroll || options.bounds.rising.timeOuts || options.bounds.rising.watchdog) &&
         !options.observer && !options.log && !options.control && !options.sharing.remote && options.only.empty() &&
         options.sharing.checkpoint.empty();
}

Result<CheckReport> runRising(const CheckOptions& options,
                              const std::function<Result<CheckReport>(const CheckOptions&)>& run) {
  const Clock::time_point begun = Clock::now();
  CheckOptions now = options;
  now.bounds.rising = {}; // a strategy may run a check of its own
  const double bound = timeBound(now);
  const Rising rising{.unroll = options.bounds.rising.unroll && bound > 0,
                      .timeOuts = options.bounds.rising.timeOuts,
                      .watchdog = options.bounds.rising.watchdog};
  if (rising.timeOuts)
    now.bounds.timeOuts = firstTimeOuts;
  if (rising.watchdog && (options.bounds.watchdogMs == 0 || options.bounds.watchdogMs > firstWatchdogMs))
    now.bounds.watchdogMs = firstWatchdogMs;
  Result<CheckReport> best = run(now);
  while (best && isLimited(*best, rising) && !options.isStopped()) {
    std::optional<CheckOptions> next = raised(now, *best, options.bounds.watchdogMs);
    const double left = bound - std::chrono::duration<double>(Clock::now() - begun).count();
    if (!next || (bound > 0 && left < leastSeconds))
      break;
    if (bound > 0)
      timeBound(*next) = left;
    Result<CheckReport> report = run(*next);
    if (!report)
      return report;
    const bool isWorse = report->verdict == CheckVerdict::Incomplete && !isLimited(*report, rising) &&
                         (next->bounds.unroll != now.bounds.unroll || next->bounds.timeOuts != now.bounds.timeOuts);
    CheckReport& kept = isWorse ? *best : *report;
    const CheckReport& other = isWorse ? *report : *best;
    kept.solver.add(other.solver);
    kept.nativeRuns += other.nativeRuns;
    kept.exploration.seconds += other.exploration.seconds;
    if (isWorse)
      break;
    now = std::move(*next);
    best = std::move(report);
  }
  if (best && now.bounds.unroll != options.bounds.unroll)
    best->risenUnroll = now.bounds.unroll;
  return best;
}

} // namespace revisit
