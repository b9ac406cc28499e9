#include "check/progress/tree_estimator.h"

#include "check/worker/worker.h"
#include "explore/condpor/tree_sample.h"

#include <algorithm>
#include <new>

namespace revisit {

namespace {

// In seconds. Most explorations are over before the samples begin.
constexpr double secondsAlone = 0.2;
// How much of the exploration's time the samples may take: a share for ever, and more in the first seconds. That is all
// of a processor that no worker needs, otherwise a fifth of one.
constexpr double shareForEver = 0.05, maxAtFirst = 10.0, shareOfBusy = 0.2;
constexpr std::chrono::milliseconds nap(20);

// Passes double their width until it is this, and then widen by a quarter.
constexpr std::size_t firstWidth = 2, wide = 32;
// An estimate with this error, as a share, is good enough.
constexpr double goodEnough = 0.3;

CheckOptions alone(CheckOptions options) {
  options.observer = nullptr;
  options.log.reset();
  options.explore.timeoutSeconds = 0; // the exploration that is estimated has the bound
  return options;
}

} // namespace

TreeEstimator::TreeEstimator(const CheckOptions& options, const instrument::Image& image, const ExploreOptions& explore)
    : m_image(image), m_options(alone(options)), m_explore(explore),
      m_isPossible(options.estimates && options.search.algorithm == Algorithm::ConDpor),
      m_shareAtFirst(options.sharing.workers < std::thread::hardware_concurrency() ? 1 : shareOfBusy) {
  m_options.explore.cancelled = [this, &options] { return m_isStopped || options.isStopped(); };
  m_explore.cancelled = m_options.explore.cancelled;
  m_explore.keepGoing = true; // a tree with bugs is not smaller
  m_explore.timeoutSeconds = 0;
  m_explore.maxExecutions = 0;
  m_explore.checkDuplicates = false;
  m_explore.isNew = {};
  m_explore.byItems = false;
  m_explore.confirmEvery = 0;
}

TreeEstimator::~TreeEstimator() {
  m_isStopped = true;
}

void TreeEstimator::tick(double seconds) {
  m_seconds = seconds;
  if (m_isPossible && seconds > secondsAlone && !m_thread.joinable())
    m_thread = std::jthread([this] { run(); });
}

Estimate TreeEstimator::value(std::uint64_t found) const {
  const std::scoped_lock lock(m_mutex);
  return static_cast<double>(found) > m_value.executions ? Estimate() : m_value;
}

void TreeEstimator::run() {
  try {
    sample();
  } catch (const std::bad_alloc&) { // the exploration itself tells of that
    const std::scoped_lock lock(m_mutex);
    m_value = {};
  }
}

// Waits until the thread may work again. False: it has to end.
bool TreeEstimator::waitForTime() {
  while (!isStopped()) {
    const double seconds = m_seconds;
    const double allowed = shareForEver * seconds + m_shareAtFirst * std::min(seconds, maxAtFirst);
    if (std::chrono::duration<double>(m_busy).count() < allowed &&
        !(m_options.control && m_options.control->isPaused()))
      return true;
    std::this_thread::sleep_for(nap);
  }
  return false;
}

void TreeEstimator::sample() {
  Clock::time_point begun = Clock::now();
  Worker worker(m_options);
  if (!worker.launch(m_image)) // the exploration itself tells why
    return;
  worker.prepare(m_explore);
  m_busy += Clock::now() - begun;
  PieceExplorer& pieces = worker.pieces();
  bool isOver = false, beginsAgain = false;
  const auto expand = [&](const PieceItem& item, Piece& left) -> std::optional<bool> {
    if (!waitForTime())
      return std::nullopt;
    begun = Clock::now();
    const PieceEnd end = pieces.expandItem(item, left);
    m_busy += Clock::now() - begun;
    beginsAgain = end == PieceEnd::Restart;
    isOver = end == PieceEnd::Stopped || end == PieceEnd::NeedsOneWorker;
    return beginsAgain || isOver ? std::nullopt : std::optional(pieces.progress().counts.total() != 0);
  };
  const auto publish = [&](const Estimate& estimate) {
    const std::scoped_lock lock(m_mutex);
    m_value = estimate;
  };
  std::optional<TreeSample> tree(std::in_place, m_explore.seed);
  TreeEstimate estimate;
  for (std::size_t width = firstWidth; !isOver && !isStopped();) {
    const std::optional<double> executions = tree->pass(width, expand);
    if (beginsAgain) {
      tree.emplace(m_explore.seed);
      estimate.clear();
      width = firstWidth;
      publish({});
      continue;
    }
    if (!executions)
      break;
    estimate.add(width, *executions);
    width += width < wide ? width : width / 4;
    const Estimate value = estimate.value();
    publish(value);
    if (value.executions > 0 && value.error <= goodEnough * value.executions)
      return;
  }
  if (isOver)
    publish({});
}

} // namespace revisit
