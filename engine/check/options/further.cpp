#include "check/options/further.h"

#include <fmt/format.h>

namespace revisit {
namespace {

constexpr unsigned more = 2, muchMore = 10;

std::string raiseBound(CutBy bound, CheckBounds& bounds) {
  switch (bound) {
  case CutBy::Loop:
    bounds.unroll *= more;
    return fmt::format("Follow loops for {} rounds", bounds.unroll);
  case CutBy::States:
    bounds.unroll = bounds.roundsWithNewStates() * more;
    return fmt::format("Follow loops for {} rounds", bounds.unroll);
  case CutBy::TimeOuts:
    bounds.timeOuts *= more;
    return fmt::format("Follow {} time-outs", bounds.timeOuts);
  case CutBy::Recursion:
    bounds.recursion *= muchMore;
    return fmt::format("Follow {} nested calls", bounds.recursion);
  case CutBy::Steps:
    bounds.runSteps *= muchMore;
    return "Allow longer runs";
  case CutBy::Computation:
    bounds.watchdogMs *= muchMore;
    return fmt::format("Wait {:g} s for a thread", bounds.watchdogMs / 1000.0);
  case CutBy::Events:
  case CutBy::Memory:
    break;
  }
  return {};
}

std::string remove(const IncompleteReason& reason, CheckOptions& check) {
  switch (reason.kind) {
  case IncompleteReason::Kind::MaxExecutions:
    check.explore.maxExecutions *= muchMore;
    return fmt::format("Explore up to {} executions", check.explore.maxExecutions);
  case IncompleteReason::Kind::Timeout:
    check.explore.timeoutSeconds *= muchMore;
    return fmt::format("Explore for {:g} s", check.explore.timeoutSeconds);
  case IncompleteReason::Kind::Bound:
    return raiseBound(reason.bound, check.bounds);
  case IncompleteReason::Kind::Preemptions:
    check.explore.preemptions++;
    return fmt::format("Allow {} preemptions", check.explore.preemptions);
  case IncompleteReason::Kind::Sampling:
    check.search.algorithm = Algorithm::ConDpor;
    return "Explore all executions";
  case IncompleteReason::Kind::StoppedAtBug:
    check.explore.keepGoing = true;
    return "Go on after the bug";
  case IncompleteReason::Kind::Memory:
    check.bounds.memoryMiB *= more;
    return check.bounds.memoryMiB == 0 ? "" : fmt::format("Allow {} MiB", check.bounds.memoryMiB);
  case IncompleteReason::Kind::Cancelled:
  case IncompleteReason::Kind::StoppedAtGoal:
  case IncompleteReason::Kind::SolverUnknown:
  case IncompleteReason::Kind::Unsupported:
  case IncompleteReason::Kind::Limit:
    break;
  }
  return {};
}

} // namespace

std::optional<Further> further(const CheckOptions& check, const Exploration& exploration) {
  for (const IncompleteReason& reason : exploration.incomplete) {
    Further found{check, {}};
    found.words = remove(reason, found.check);
    if (!found.words.empty())
      return found;
  }
  return std::nullopt;
}

} // namespace revisit
