#include "check/strategies/budgeted.h"

#include "check/pieces/shared_exploration.h"
#include "check/strategies/joined_reports.h"

#include <fmt/format.h>

#include <stdlib.h> // NOLINT(modernize-deprecated-headers): mkdtemp

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <new>
#include <optional>
#include <utility>

namespace revisit {

namespace {

using Clock = std::chrono::steady_clock;
using Progress = std::function<void(const CheckProgress&)>;
using End = StrategyReport::End;

// When a strategy ends, and the time that it has at least, because the one before it ended late. As shares of the whole
// time. What is left is for ConDpor again.
struct Share {
  double end;
  double least;
};
constexpr Share condporShare{0.4, 0.4}, preemptionsShare{0.6, 0.1}, pctShare{0.75, 0.05}, restShare{1, 0};
// A strategy with less time than this would only start the program. In seconds.
constexpr double fewestSeconds = 0.05;

// A file in a folder of its own, which is removed at the end.
class ScratchFile {
public:
  ScratchFile() {
    std::error_code error;
    std::string folder = (std::filesystem::temp_directory_path(error) / "revisit-budget-XXXXXX").string();
    if (!error && mkdtemp(folder.data()))
      m_folder = folder;
  }
  ~ScratchFile() {
    std::error_code ignored;
    if (!m_folder.empty())
      std::filesystem::remove_all(m_folder, ignored);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  // Empty if the folder could not be made.
  std::string path() const { return m_folder.empty() ? "" : m_folder + "/exploration"; }

private:
  std::string m_folder;
};

bool wasStoppedBy(const CheckReport& report, IncompleteReason::Kind kind) {
  return std::ranges::find(report.exploration.incomplete, kind, &IncompleteReason::kind) !=
         report.exploration.incomplete.end();
}

End endOf(const CheckReport& report) {
  using Kind = IncompleteReason::Kind;
  if (report.failure)
    return End::Failed;
  if (wasStoppedBy(report, Kind::StoppedAtBug))
    return End::FirstBug;
  if (wasStoppedBy(report, Kind::Cancelled))
    return End::Cancelled;
  if (wasStoppedBy(report, Kind::Memory))
    return End::Memory;
  if (wasStoppedBy(report, Kind::Timeout))
    return End::Time;
  return report.reasons.empty() ? End::Complete : End::Limited;
}

// Whether no strategy can add anything after one that ended so.
bool isLast(End end) {
  return end != End::Time && end != End::Memory && end != End::LeftOut;
}

class Budgeted {
public:
  Budgeted(const CheckOptions& options, const Progress& progress) : m_options(options), m_progress(progress) {
    m_options.search.algorithm = Algorithm::ConDpor;
    m_options.estimates = true;
    if (m_options.sharing.checkpoint.empty() && canBeShared(m_options) && !options.explore.checkDuplicates) {
      m_scratch.emplace();
      m_options.sharing.checkpoint = m_scratch->path();
      m_options.sharing.checkpointSeconds = options.bounds.budgetSeconds * 2 + 60; // only at the end
    }
  }

  Result<CheckReport> run() {
    const bool isSc = m_options.search.model == ModelKind::Sc;
    if (const Status status = search(Algorithm::ConDpor, isSc ? condporShare : restShare); !status)
      return status.error();
    const bool goesOn = m_isKept && !isLast(m_strategies.front().end) && m_strategies.front().end != End::Memory;
    for (const auto& [algorithm, share] :
         {std::pair(Algorithm::Preemptions, preemptionsShare), std::pair(Algorithm::Pct, pctShare)})
      if (!isSc)
        leaveOut(algorithm, "it explores sequentially consistent executions only");
      else if (const bool takesRest = algorithm == Algorithm::Pct && !goesOn; !isOver())
        if (const Status status = search(algorithm, takesRest ? restShare : share); !status)
          return status.error();
    if (isSc && goesOn && !isOver())
      if (const Status status = search(Algorithm::ConDpor, restShare); !status)
        return status.error();
    return conclude();
  }

private:
  double secondsLeft() const {
    return m_options.bounds.budgetSeconds - std::chrono::duration<double>(Clock::now() - m_start).count();
  }

  bool isOver() const { return isLast(m_strategies.back().end) || m_options.isStopped(); }

  void leaveOut(Algorithm algorithm, std::string why) {
    StrategyReport strategy;
    strategy.algorithm = algorithm;
    strategy.continues = !m_strategies.empty() && algorithm == Algorithm::ConDpor;
    strategy.whyLeftOut = std::move(why);
    m_leftOut.push_back(std::move(strategy));
  }

  // Adds a strategy with this share of the time. Fails if it could not begin, and there is no report at all.
  Status search(Algorithm algorithm, const Share& share) {
    const double all = m_options.bounds.budgetSeconds, left = secondsLeft();
    const double seconds = std::min(left, std::max(share.least * all, left - (1 - share.end) * all));
    if (!m_strategies.empty() && seconds < fewestSeconds) {
      leaveOut(algorithm, "no time was left");
      return Done{};
    }
    StrategyReport strategy;
    strategy.algorithm = algorithm;
    strategy.continues = !m_strategies.empty() && algorithm == Algorithm::ConDpor;
    const Clock::time_point begun = Clock::now();
    Result<CheckReport> explored = explore(algorithm, std::max(seconds, fewestSeconds), strategy.estimate);
    strategy.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    if (!explored && m_strategies.empty())
      return explored.error();
    CheckReport report;
    if (explored)
      report = std::move(*explored);
    else
      report = failed(explored.error());
    if (m_scratch) // nobody asked for that file
      std::erase_if(report.warnings, [](const CheckNote& warning) { return warning.kind == "checkpoint"; });
    describe(report, strategy);
    m_isKept = m_isKept || report.isKept;
    strategy.newErrors = m_reports.add(std::move(report), strategy.continues && explored);
    m_strategies.push_back(std::move(strategy));
    return Done{};
  }

  Result<CheckReport> explore(Algorithm algorithm, double seconds, Estimate& estimate) {
    CheckOptions options = m_options;
    options.bounds.budgetSeconds = 0;
    options.search.algorithm = algorithm;
    options.explore.timeoutSeconds = seconds;
    if (algorithm != Algorithm::ConDpor) {
      options.sharing.checkpoint.clear();
      options.explore.equivalence = {};
      options.explore.preemptions = std::numeric_limits<unsigned>::max();
    }
    try {
      return runCheck(options, [&](const CheckProgress& progress) {
        estimate = progress.estimate;
        if (m_progress)
          m_progress(progress);
      });
    } catch (const std::bad_alloc&) {
      return Error{ErrorCode::Interrupted, "", "there is no memory left"};
    }
  }

  static CheckReport failed(const Error& error) {
    CheckReport report;
    report.failure = error;
    report.reasons.push_back({"failure", error.what, error.where, 0});
    return report;
  }

  void describe(const CheckReport& report, StrategyReport& strategy) const {
    const ExplorationCounts& counts = report.exploration.counts;
    strategy.end = endOf(report);
    strategy.executions = counts.total();
    strategy.duplicates = counts.duplicate;
    strategy.preemptions = report.exploration.preemptions;
    for (const IncompleteReason& reason : report.exploration.incomplete)
      if (reason.kind == IncompleteReason::Kind::Sampling)
        strategy.sampled = reason.detail;
    if (strategy.algorithm != Algorithm::ConDpor)
      return;
    strategy.explored = counts.total();
    if (strategy.continues)
      strategy.executions -= std::min(strategy.executions, m_strategies.front().executions);
    const bool isRefuted = strategy.estimate.executions < static_cast<double>(strategy.explored);
    if (strategy.end == End::Complete || strategy.end == End::Limited || isRefuted)
      strategy.estimate = {};
  }

  Result<CheckReport> conclude() {
    const End end = m_strategies.back().end;
    const bool isComplete = end == End::Complete;
    std::optional<CheckNote> reason;
    if (end == End::Time)
      reason = CheckNote{"budget",
                         fmt::format("the time was over before everything was explored (--budget {:g})",
                                     m_options.bounds.budgetSeconds),
                         "", 0};
    CheckReport report = m_reports.joined(isComplete, reason);
    report.exploration.seconds = m_options.bounds.budgetSeconds - secondsLeft();
    report.strategies = std::move(m_strategies);
    std::ranges::move(m_leftOut, std::back_inserter(report.strategies));
    return report;
  }

  CheckOptions m_options;
  const Progress& m_progress;
  std::optional<ScratchFile> m_scratch; // for the checkpoint, unless the user named one
  const Clock::time_point m_start = Clock::now();
  bool m_isKept = false; // ConDpor can go on where it stopped
  JoinedReports m_reports;
  std::vector<StrategyReport> m_strategies; // in the order in which they were done
  std::vector<StrategyReport> m_leftOut;
};

} // namespace

Result<CheckReport> runBudgeted(const CheckOptions& options, const Progress& progress) {
  return Budgeted(options, progress).run();
}

} // namespace revisit
