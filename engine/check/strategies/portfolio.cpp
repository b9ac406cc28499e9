#include "check/strategies/portfolio.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>

namespace revisit {

namespace {

using Clock = std::chrono::steady_clock;
using Progress = std::function<void(const CheckProgress&)>;

// From worst to best.
enum class Rank : std::uint8_t {
  Failed,  // the tool failed
  Stopped, // a bound on time, memory or executions, or the user, ended the search
  Cut,     // everything was explored up to some bound of the program's executions
  Partial, // there is a bug, but not everything was explored, as was asked for
  Answer
};

bool isStop(const IncompleteReason& reason) {
  using Kind = IncompleteReason::Kind;
  return reason.kind == Kind::MaxExecutions || reason.kind == Kind::Timeout || reason.kind == Kind::Cancelled ||
         reason.kind == Kind::Memory;
}

Rank rankOf(const Result<CheckReport>& result, const CheckOptions& options) {
  if (!result)
    return Rank::Failed;
  const CheckReport& report = result.value();
  if (report.onlyFound || report.verdict == CheckVerdict::Safe)
    return Rank::Answer;
  if (report.verdict == CheckVerdict::Bug)
    return report.reasons.empty() || !options.explore.keepGoing ? Rank::Answer : Rank::Partial;
  if (report.failure)
    return Rank::Failed;
  return std::ranges::any_of(report.exploration.incomplete, isStop) ? Rank::Stopped : Rank::Cut;
}

class Portfolio {
public:
  Portfolio(const CheckOptions& options, bool usesInputs, const Progress& progress)
      : m_options(options), m_progress(progress), m_choices(portfolioOf(options, usesInputs)) {}

  Result<CheckReport> run() {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < std::min(atOnce(), m_choices.size()); i++)
      others.emplace_back([this] { searchOn({}); });
    searchOn(m_progress);
    others.clear(); // waits for them
    if (*m_best) {  // the first search always begins
      (*m_best)->answeredBy = m_chosen;
      (*m_best)->searches = m_begun;
    }
    return std::move(*m_best);
  }

private:
  std::size_t atOnce() const {
    return m_options.sharing.searches != 0 ? m_options.sharing.searches
                                           : std::max(2U, std::thread::hardware_concurrency());
  }

  // Seconds that are left of the bound on the whole portfolio.
  double secondsLeft() const {
    return m_options.explore.timeoutSeconds - std::chrono::duration<double>(Clock::now() - m_start).count();
  }

  // The next search to begin; none: there is no other, or the portfolio is over.
  std::optional<SearchChoice> next() {
    const std::scoped_lock lock(m_mutex);
    const bool isLate = m_options.explore.timeoutSeconds > 0 && secondsLeft() <= 0;
    if (m_begun == m_choices.size() || m_isOver || (m_begun > 0 && (isLate || m_options.isStopped())))
      return std::nullopt;
    return m_choices[m_begun++];
  }

  // Does one search after the other.
  void searchOn(const Progress& progress) {
    while (const std::optional<SearchChoice> choice = next())
      keep(*choice, search(*choice, progress));
  }

  Result<CheckReport> search(const SearchChoice& choice, const Progress& progress) {
    CheckOptions options = m_options;
    options.search.algorithm = choice.algorithm;
    options.search.order.clear();
    options.search.threadOrder = choice.order;
    options.explore.seed = choice.seed;
    options.explore.cancelled = [this] { return m_isOver || m_options.isStopped(); };
    options.observer = nullptr;
    if (options.explore.timeoutSeconds > 0)
      options.explore.timeoutSeconds = std::max(secondsLeft(), 0.01);
    try {
      return runCheck(options, progress);
    } catch (const std::bad_alloc&) {
      return Error{ErrorCode::Interrupted, "", "there is no memory left"};
    }
  }

  void keep(const SearchChoice& choice, Result<CheckReport> report) {
    const std::scoped_lock lock(m_mutex);
    const Rank rank = rankOf(report, m_options);
    if (m_isOver || (m_best && rank <= m_rank))
      return;
    m_best.emplace(std::move(report));
    m_rank = rank;
    m_chosen = choice;
    m_isOver = rank == Rank::Answer;
  }

  const CheckOptions& m_options;
  const Progress& m_progress;
  const std::vector<SearchChoice> m_choices;
  const Clock::time_point m_start = Clock::now();
  std::atomic<bool> m_isOver = false; // there is an answer
  std::mutex m_mutex;                 // of what follows
  std::size_t m_begun = 0;
  std::optional<Result<CheckReport>> m_best;
  Rank m_rank = Rank::Failed;
  SearchChoice m_chosen;
};

} // namespace

std::vector<SearchChoice> portfolioOf(const CheckOptions& options, bool usesInputs) {
  // Orders are mixed, because a bug that one order meets late another one may meet soon. ConDpor comes first with
  // inputs, since it carries the models of path conditions along.
  const std::uint64_t seed = options.explore.seed;
  std::vector<SearchChoice> choices = {
      {Algorithm::DlSPor, ThreadOrder::Sequential, seed}, {Algorithm::SPor, ThreadOrder::Reverse, seed},
      {Algorithm::DlSPor, ThreadOrder::Random, seed},     {Algorithm::DlSPor, ThreadOrder::Reverse, seed},
      {Algorithm::SPor, ThreadOrder::Sequential, seed},   {Algorithm::SPor, ThreadOrder::Random, seed + 1},
      {Algorithm::DlSPor, ThreadOrder::Random, seed + 2}};
  const SearchChoice condpor{Algorithm::ConDpor, ThreadOrder::Sequential, seed};
  choices.insert(choices.begin() + (usesInputs ? 0 : 2), condpor);
  if (usesInputs) // summaries tell paths apart only by what matters
    choices.insert(choices.begin() + 1, {Algorithm::Ag, ThreadOrder::Sequential, seed});
  return choices;
}

Result<CheckReport> runPortfolio(const CheckOptions& options, bool usesInputs, const Progress& progress) {
  return Portfolio(options, usesInputs, progress).run();
}

} // namespace revisit
