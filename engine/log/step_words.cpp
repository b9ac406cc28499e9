// The names of steps for programs, and the reasons of refusals for users.
#include "log/step_text.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace revisit {

namespace {

constexpr std::array<std::string_view, 13> actionNames = {
    "began",     "added",           "chose",     "skipped-choice",   "revisit-allowed",
    "revisited", "revisit-refused", "displaced", "displace-refused", "abandoned",
    "finished",  "backed-up",       "restarted"};
static_assert(actionNames.size() == static_cast<std::size_t>(ActionKind::Restarted) + 1);

struct RefusalWords {
  std::string_view name;
  std::string_view clause; // {} stands for the culprit
};

constexpr std::array<RefusalWords, 21> refusals = {{
    {"none", "the rules allow it"},
    {"old-read", "{} reads an older write"},
    {"reads-revisitor", "{} reads from a write that was added later, by a revisit"},
    {"write-not-latest", "{} is placed before a newer write"},
    {"write-is-read", "{} is read by an event that was there without it"},
    {"operation-displaced", "{} took the place of another operation"},
    {"other-outcome", "{} does not have its first outcome"},
    {"false-side", "{} took the false side, although the inputs allow the true one"},
    {"larger-number", "{} has a larger number than the inputs require"},
    {"not-enabled", "in that place it would have to wait"},
    {"inconsistent", "the memory model forbids it: {} is newer and comes before"},
    {"comes-before", "it is one of the causes of this event"},
    {"already-updated", "{} updates that write already, and nothing may come between the two"},
    {"infeasible", "no inputs lead to this"},
    {"shows-nothing", "a false assumption shows nothing while there is no other thread"},
    {"stale-round", "this round of a waiting loop read an old write, and the thread would read again"},
    {"section-broken", "another thread's event would come between those of an atomic section"},
    {"no-writer-waits", "{} failed because of a waiting writer, but no writer can be waiting then"},
    {"met-before", "a schedule with fewer preemptions than this round is for; an earlier round explored it"},
    {"no-silent-order", "the memory model allows no order of the updates that store what they read"},
    {"solver-unknown", "the solver could not decide"},
}};
static_assert(refusals.size() == static_cast<std::size_t>(Refusal::SolverUnknown) + 1);

constexpr std::array<std::string_view, 9> alternativeNames = {
    "read-from", "place-after", "side", "number", "outcome", "revisit", "revisit-at", "displace", "turn"};
static_assert(alternativeNames.size() == static_cast<std::size_t>(AlternativeKind::Turn) + 1);

constexpr std::array<std::string_view, 8> outcomeNames = {"open",    "complete", "erroneous", "deadlocked",
                                                          "blocked", "cut",      "refused",   "abandoned"};
static_assert(outcomeNames.size() == static_cast<std::size_t>(NodeOutcome::Abandoned) + 1);

// Why an event that was added in the default way was added so.
const char* maximalText(const WitnessEvent& event) {
  switch (groupOf(event.kind)) {
  case LabelGroup::Access:
    return event.reads && event.writes ? "it reads the newest write, and is the newest"
           : event.writes              ? "it is the newest write"
                                       : "it reads the newest write";
  case LabelGroup::Object:
    return "it comes last in its order";
  case LabelGroup::Condition:
    return event.holds == true ? "true comes first" : "the inputs cannot make it true";
  case LabelGroup::Number:
    return "no smaller number is possible";
  case LabelGroup::Fence:
  case LabelGroup::Thread:
  case LabelGroup::Ending:
    break;
  }
  return "there is one way to add it";
}

} // namespace

std::string_view nameOf(ActionKind kind) {
  return actionNames[static_cast<std::size_t>(kind)];
}

std::string_view nameOf(Refusal refusal) {
  return refusals[static_cast<std::size_t>(refusal)].name;
}

std::string_view nameOf(AlternativeKind kind) {
  return alternativeNames[static_cast<std::size_t>(kind)];
}

std::string_view nameOf(NodeOutcome outcome) {
  return outcomeNames[static_cast<std::size_t>(outcome)];
}

std::optional<NodeOutcome> nodeOutcomeNamed(std::string_view name) {
  const auto found = std::ranges::find(outcomeNames, name);
  if (found == outcomeNames.end())
    return std::nullopt;
  return static_cast<NodeOutcome>(found - outcomeNames.begin());
}

std::string mention(const LogEvent& event, const ThreadNames& threads) {
  if (event.presence == LogEvent::Presence::Initial)
    return fmt::format("the initial value of {}", event.shown->what);
  return fmt::format("({},{}) {}", event.self.thread, event.self.index, eventText(*event.shown, threads));
}

std::string verdictText(const Step& step, std::size_t which) {
  const std::optional<Refusal> verdict = step.verdicts[which];
  if (!verdict)
    return "not asked: one that is not maximal is enough";
  if (*verdict == Refusal::None)
    return fmt::format("maximal: {}", maximalText(*step.deleted[which].shown));
  return fmt::format("{}: {}", *verdict == Refusal::SolverUnknown ? "unknown" : "not maximal",
                     refusalText(*verdict, "it"));
}

std::string refusalText(Refusal refusal, const std::string& culprit) {
  return fmt::format(fmt::runtime(refusals[static_cast<std::size_t>(refusal)].clause), culprit);
}

RefusalGroup groupOf(Refusal refusal) {
  switch (refusal) {
  case Refusal::NotEnabled:
    return RefusalGroup::NotEnabled;
  case Refusal::SolverUnknown:
    return RefusalGroup::NotKnown;
  case Refusal::AlreadyUpdated:
  case Refusal::Inconsistent:
    return RefusalGroup::Forbidden;
  case Refusal::None:
  case Refusal::OldRead:
  case Refusal::ReadsRevisitor:
  case Refusal::WriteNotLatest:
  case Refusal::WriteIsRead:
  case Refusal::OperationDisplaced:
  case Refusal::OtherOutcome:
  case Refusal::FalseSide:
  case Refusal::LargerNumber:
  case Refusal::ComesBefore:
  case Refusal::Infeasible:
  case Refusal::ShowsNothing:
  case Refusal::StaleRound:
  case Refusal::SectionBroken:
  case Refusal::NoWriterWaits:
  case Refusal::MetBefore:
  case Refusal::NoSilentOrder:
    break;
  }
  return RefusalGroup::NotMaximal;
}

} // namespace revisit
