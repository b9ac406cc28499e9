#include "orders/orders.h"

#include "check/worker/launch.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {

namespace {

using Outcome = OrderTrial::Outcome;
using Verdict = OrdersReport::Verdict;

class Finder {
public:
  Finder(OrderTrials& trials, OrdersReport& report) : m_trials(trials), m_report(report) {}

  Status find() {
    const OrderTrial& first = m_trials.run({});
    if (first.broken)
      return *first.broken;
    if (first.outcome == Outcome::Unknown) {
      note(first);
    } else if (first.outcome == Outcome::Fails) {
      m_report.failure = first.failure;
      repair();
    } else {
      m_report.verdict = Verdict::Passes;
      weakenEach();
      weakenTogether();
    }
    m_report.sites = m_trials.sites().all();
    if (m_report.verdict == Verdict::Passes) // others are only reached when orders are weaker
      m_report.sites.resize(m_report.alone.size());
    return Done{};
  }

private:
  void note(const OrderTrial& trial) {
    for (const CheckNote& reason : trial.reasons) {
      const auto isSame = [&](const CheckNote& other) {
        return other.kind == reason.kind && other.detail == reason.detail && other.file == reason.file &&
               other.line == reason.line;
      };
      if (std::ranges::none_of(m_report.reasons, isSame))
        m_report.reasons.push_back(reason);
    }
  }

  // Explores the cheapest orders that what has failed so far allows, until none are left.
  void repair() {
    while (true) {
      const OrderProblem problem{m_trials.sites().kinds(), m_trials.sites().now(), m_trials.clauses(),
                                 m_report.repairs};
      OrderSearch search = cheapest(problem);
      if (search.gaveUp)
        m_report.reasons.push_back({"limit", "there are too many combinations of orders to look at", "", 0});
      if (!search.found)
        break;
      if (m_report.repairs.size() == maxRepairs) {
        m_report.moreRepairs = true;
        break;
      }
      const OrderTrial& trial = m_trials.run(*search.found);
      if (trial.outcome == Outcome::Unknown) {
        note(trial);
        m_report.unproven = std::move(search.found);
        break;
      }
      if (trial.outcome == Outcome::Passes)
        m_report.repairs.push_back(std::move(*search.found));
    }
    m_report.moreRepairs |= !m_report.reasons.empty();
    m_report.verdict = !m_report.repairs.empty()  ? Verdict::Repaired
                       : m_report.reasons.empty() ? Verdict::Unrepairable
                                                  : Verdict::Unknown;
  }

  // Whether it passes; nothing: that is not known.
  std::optional<bool> passes(const OrderAssignment& levels) {
    const OrderTrial& trial = m_trials.run(levels);
    if (trial.outcome == Outcome::Unknown) {
      note(trial);
      return std::nullopt;
    }
    return trial.outcome == Outcome::Passes;
  }

  void weakenEach() {
    const std::size_t count = m_trials.sites().all().size();
    for (std::size_t site = 0; site < count; site++) {
      const OrderSite at = m_trials.sites().all()[site];
      OrdersReport::Weakest& weakest = m_report.alone.emplace_back();
      for (const OrderLevel level : levelsOf(at.kind)) {
        const auto isWeaker = [&](OrderLevel found) { return isAtMost(found, level); };
        if (level == at.now || !isAtMost(level, at.now) || std::ranges::any_of(weakest.levels, isWeaker))
          continue;
        OrderAssignment levels = m_trials.sites().now();
        levels[site] = level;
        const std::optional<bool> isEnough = passes(levels);
        weakest.isKnown &= isEnough.has_value();
        if (isEnough.value_or(false))
          weakest.levels.push_back(level);
      }
      if (weakest.levels.empty())
        weakest.levels.push_back(at.now);
    }
  }

  // One site after the other. An order that is needed now is needed when others have become weaker, too: so one round
  // is enough.
  void weakenTogether() {
    OrderAssignment levels = m_trials.sites().now();
    levels.resize(m_report.alone.size());
    for (std::size_t site = 0; site < levels.size(); site++) {
      const OrderSite at = m_trials.sites().all()[site];
      for (const OrderLevel level : levelsOf(at.kind)) {
        if (level == at.now || !isAtMost(level, at.now))
          continue;
        levels[site] = level;
        if (passes(levels).value_or(false))
          break;
        levels[site] = at.now;
      }
    }
    m_report.together = std::move(levels);
  }

  OrderTrials& m_trials;
  OrdersReport& m_report;
};

// Whether the memory orders of accesses mean anything under this model.
bool readsOrders(ModelKind model) {
  switch (model) {
  case ModelKind::Tso:
  case ModelKind::Pso:
  case ModelKind::Rc11:
    return true;
  case ModelKind::Sc:
  case ModelKind::Sra:
  case ModelKind::Ra:
    break;
  }
  return false;
}

Status refuse(const CheckOptions& options) {
  if (options.search.algorithm != Algorithm::ConDpor)
    return Error{ErrorCode::BadUsage, "--algorithm",
                 fmt::format("orders are found with complete explorations by condpor, not by '{}'",
                             nameOf(options.search.algorithm))};
  if (!readsOrders(options.search.model))
    return Error{ErrorCode::BadUsage, fmt::format("--model {}", nameOf(options.search.model)),
                 "memory orders mean nothing under this model: use rc11, tso or pso"};
  return Done{};
}

} // namespace

Result<OrdersReport> findOrders(const CheckOptions& given, const std::function<void(const CheckProgress&)>& progress) {
  if (const Status status = refuse(given); !status)
    return status.error();
  const Result<instrument::Image> image = openInstrumented(given.program.path);
  if (!image)
    return image.error();
  CheckOptions options = given;
  options.only.clear();
  options.observer = nullptr;
  OrderTrials trials(options, image.value(), progress);
  OrdersReport report;
  report.model = options.search.model;
  if (const Status launched = trials.launch(); !launched) {
    if (launched.error().code != ErrorCode::Interrupted && launched.error().code != ErrorCode::Killed)
      return launched.error();
    report.reasons.push_back({"bound", launched.error().what, "", 0});
    return report;
  }
  if (const Status found = Finder(trials, report).find(); !found)
    return found.error();
  report.explorations = trials.explorations();
  report.executions = trials.executions();
  report.seconds = trials.seconds();
  return report;
}

} // namespace revisit
