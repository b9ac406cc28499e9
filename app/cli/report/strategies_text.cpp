#include "strategies_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::cli {
namespace {

using End = StrategyReport::End;

std::string systematicText(const StrategyReport& strategy) {
  if (strategy.end == End::Complete)
    return "every execution was explored";
  if (strategy.end == End::Limited)
    return "every execution was explored, as far as the reasons below allow";
  const double all = strategy.estimate.executions;
  if (all <= 0)
    return fmt::format("{} executions were explored; there is no estimate of how many there are", strategy.explored);
  const double share = std::min(1.0, static_cast<double>(strategy.explored) / all);
  return fmt::format("{} executions were explored, about {:.2g} % of about {:.3g} (+-{:.2g})", strategy.explored,
                     100 * share, all, strategy.estimate.error);
}

std::string preemptionsText(const StrategyReport& strategy) {
  const std::string different = fmt::format(" ({} different executions)", strategy.executions - strategy.duplicates);
  if (strategy.end == End::Complete)
    return "every schedule was explored, with any number of preemptions" + different;
  if (!strategy.preemptions)
    return "only some schedules without preemptions were explored" + different;
  const unsigned most = *strategy.preemptions;
  const std::string full =
      most == 0 ? "every schedule without preemptions was explored"
                : fmt::format("every schedule with at most {} preemption{} was explored", most, most == 1 ? "" : "s");
  return (strategy.end == End::Limited ? full + ", as far as the reasons below allow"
                                       : fmt::format("{}, some with {}", full, most + 1)) +
         different;
}

} // namespace

std::string nameText(const StrategyReport& strategy) {
  switch (strategy.algorithm) {
  case Algorithm::ConDpor:
    return strategy.continues ? "every execution once, continued" : "every execution once";
  case Algorithm::Preemptions:
    return "few preemptions first";
  case Algorithm::Pct:
    return "samples by priorities";
  default:
    return std::string(nameOf(strategy.algorithm));
  }
}

std::string coveredText(const StrategyReport& strategy) {
  if (strategy.end == End::LeftOut)
    return "";
  switch (strategy.algorithm) {
  case Algorithm::Preemptions:
    return preemptionsText(strategy);
  case Algorithm::Pct:
    return strategy.executions == 0 ? "no schedule was sampled" : strategy.sampled;
  default:
    return systematicText(strategy);
  }
}

std::string endText(const StrategyReport& strategy) {
  switch (strategy.end) {
  case End::Complete:
    return "nothing was left";
  case End::FirstBug:
    return "stopped at the first bug";
  case End::Time:
    return "its share of the time was over";
  case End::Memory:
    return "the memory was used up";
  case End::Limited:
    return "nothing was left within the bounds";
  case End::Cancelled:
    return "stopped by the user";
  case End::Failed:
    return "the tool failed";
  case End::LeftOut:
    break;
  }
  return "left out: " + strategy.whyLeftOut;
}

} // namespace revisit::cli
