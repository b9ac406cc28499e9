#include "log/step_text.h"

#include "query/timeline/event_text.h"

#include <fmt/format.h>

namespace revisit {

namespace {

std::string placed(const LogEvent& event, const ThreadNames& threads) {
  const std::string place = placeText(*event.shown);
  return mention(event, threads) + (place.empty() ? "" : " at " + place);
}

std::string mentionOr(const std::optional<LogEvent>& event, const ThreadNames& threads, const char* otherwise) {
  return event ? mention(*event, threads) : otherwise;
}

// "(1,2) R x = 0, (1,3) W y = 1 and 3 more".
std::string listText(const std::vector<LogEvent>& events, const ThreadNames& threads) {
  constexpr std::size_t most = 5;
  const std::size_t shown = events.size() <= most + 1 ? events.size() : most;
  std::string text;
  for (std::size_t i = 0; i < shown; i++)
    text += (i == 0 ? "" : i + 1 == events.size() ? " and " : ", ") + mention(events[i], threads);
  return shown < events.size() ? text + fmt::format(" and {} more", events.size() - shown) : text;
}

bool isMemoryEvent(const LogEvent& event) {
  return isMemory(event.shown->kind);
}

std::string sourceText(const LogEvent& event) {
  return event.readsFrom ? fmt::format("({},{})", event.readsFrom->thread, event.readsFrom->index)
                         : fmt::format("the initial value of {}", event.shown->what);
}

std::string threadOf(const LogEvent& event, const ThreadNames& threads) {
  return threadText(threads, event.self.thread);
}

// How a thread ended.
std::string endText(LabelKind kind, const std::string& thread) {
  switch (endingOf(kind)) {
  case Ending::AwaitFailed:
    return fmt::format("A round of the waiting loop saw nothing that ends it: {} waits for a change.", thread);
  case Ending::Error:
    return fmt::format("{} ends with an error; the other threads continue.", thread);
  case Ending::Blocked:
    return fmt::format("{} ends, because its assumption is false; the other threads continue.", thread);
  case Ending::Cut:
    return fmt::format("{} ends at a bound; the other threads continue.", thread);
  case Ending::Unsupported:
    return fmt::format("{} ends, since what it does here is not supported; the others go on.", thread);
  case Ending::Returned:
  case Ending::Exit:
  case Ending::None:
    break;
  }
  return {};
}

// How an event was added by the default choice.
std::string defaultText(const LogEvent& event, const ThreadNames& threads) {
  const WitnessEvent& shown = *event.shown;
  switch (groupOf(shown.kind)) {
  case LabelGroup::Access:
    if (shown.reads)
      return fmt::format("It reads the newest write, {}{}.", sourceText(event),
                         shown.writes ? ", and is the newest from now on" : "");
    return shown.writes ? "It is the newest write there." : "";
  case LabelGroup::Object:
    return event.after ? fmt::format("It comes after the last operation there, ({},{}).", event.after->thread,
                                     event.after->index)
                       : "It is the first operation there.";
  case LabelGroup::Condition:
    return shown.holds == true ? "True comes first whenever the inputs allow it."
                               : "The inputs cannot make it true here.";
  case LabelGroup::Number:
    return "It is the smallest number that the inputs allow.";
  case LabelGroup::Ending:
    return endText(shown.kind, threadOf(event, threads));
  case LabelGroup::Fence:
  case LabelGroup::Thread:
    break;
  }
  return {};
}

std::string addedText(const Step& step, const ThreadNames& threads) {
  const std::string how = defaultText(*step.event, threads);
  return fmt::format("{} is added.{}{}", placed(*step.event, threads), how.empty() ? "" : " ", how);
}

// For an update that may only read: whether it stores.
const char* sideText(const WitnessEvent& event) {
  if (event.kind == LabelKind::Cas && event.writes)
    return " and stores";
  return (event.kind == LabelKind::Cas || event.kind == LabelKind::Rmw) && !event.writes ? " and does not store" : "";
}

std::string choseText(const Step& step, const ThreadNames& threads) {
  const std::string event = placed(*step.event, threads);
  const std::string other = mentionOr(step.other, threads, "nothing");
  switch (step.alternative) {
  case AlternativeKind::ReadFrom:
    return fmt::format("{} is added another way: it reads {}{}.", event, other, sideText(*step.event->shown));
  case AlternativeKind::PlaceAfter:
    return fmt::format("{} is added another way: right after {} in the coherence order, before newer writes.", event,
                       other);
  case AlternativeKind::Side:
    return fmt::format("{} is added: the other side.", event);
  case AlternativeKind::Number:
    return fmt::format("{} is added: the next larger number that the inputs allow.", event);
  case AlternativeKind::Turn:
    return fmt::format("{} is added: its thread goes first.", event);
  case AlternativeKind::Outcome:
  case AlternativeKind::Revisit:
  case AlternativeKind::RevisitAt:
  case AlternativeKind::Displace:
    return fmt::format("{} is added with another outcome, the one with number {}.", event, step.event->outcome);
  }
  return {};
}

std::string skippedText(const Step& step, const ThreadNames& threads) {
  const std::string event = mentionOr(step.event, threads, "The event");
  const std::string why = refusalText(step.refusal, "");
  switch (step.alternative) {
  case AlternativeKind::ReadFrom:
    return fmt::format("{} could read {} and go the other way, but {}.", event,
                       mentionOr(step.other, threads, "another write"), why);
  case AlternativeKind::Side:
    return fmt::format("{} could take the other side, but {}.", event, why);
  case AlternativeKind::Number:
    return fmt::format("{} could have a larger number, but {}.", event, why);
  case AlternativeKind::PlaceAfter:
  case AlternativeKind::Outcome:
  case AlternativeKind::Revisit:
  case AlternativeKind::RevisitAt:
  case AlternativeKind::Displace:
  case AlternativeKind::Turn:
    return fmt::format("{} could be read by {} in this way, but {}.", event,
                       mentionOr(step.other, threads, "an earlier read"), why);
  }
  return {};
}

// Describes a revisit: the write, the write that it reads from itself, and the read.
std::string revisitText(const Step& step, const ThreadNames& threads) {
  const std::string source = step.source ? fmt::format(", itself reading {},", mention(*step.source, threads)) : "";
  return fmt::format("{}{} could be read by {}, which was added before it.",
                     mentionOr(step.event, threads, "The next event"), source,
                     mentionOr(step.other, threads, "an earlier read"));
}

std::string displacementText(const Step& step, const ThreadNames& threads) {
  return fmt::format("{} does not depend on {} and could come in its place.",
                     mentionOr(step.event, threads, "The next operation"),
                     mentionOr(step.other, threads, "an earlier one"));
}

// Explains why a deletion is refused.
std::string deletionRefused(const Step& step, const ThreadNames& threads, const char* what) {
  const std::string culprit = mentionOr(step.culprit, threads, "One of them");
  switch (groupOf(step.refusal)) {
  case RefusalGroup::NotEnabled:
    return fmt::format(" But {}.", refusalText(step.refusal, culprit));
  case RefusalGroup::NotKnown:
    return fmt::format(
        " That would delete {}. Whether {} was added in the default way, {}: the {} is left out, and the "
        "result is incomplete.",
        listText(step.deleted, threads), culprit, refusalText(step.refusal, ""), what);
  case RefusalGroup::Forbidden:
    if (!step.cycle.text.empty())
      return fmt::format(" That would delete {}. But the memory model forbids it: {}.", listText(step.deleted, threads),
                         step.cycle.text);
    return fmt::format(" That would delete {}. But {}.", listText(step.deleted, threads),
                       refusalText(step.refusal, culprit));
  case RefusalGroup::NotMaximal:
    break;
  }
  return fmt::format(" That would delete {}. {} was not added in the default way ({}), so another execution already "
                     "covers this {}.",
                     listText(step.deleted, threads), culprit, refusalText(step.refusal, "it"), what);
}

std::string allowedText(const Step& step, const ThreadNames& threads) {
  const bool isAlone = step.deleted.size() == 1;
  return fmt::format("{} That deletes {}. {} in the default way, so this is the one execution that does it.",
                     revisitText(step, threads), isAlone ? "nothing else" : listText(step.deleted, threads),
                     isAlone ? "The read was added" : "All of them were added");
}

std::string revisitedText(const Step& step, const ThreadNames& threads) {
  std::string place;
  if (isMemoryEvent(*step.event) && !step.event->shown->reads)
    place = step.event->after ? fmt::format(", right after ({},{}) in the coherence order", step.event->after->thread,
                                            step.event->after->index)
                              : ", right after the initial value in the coherence order";
  return fmt::format("{} is added{}, and {} now reads from it: a revisit. {} went.", placed(*step.event, threads),
                     place, mentionOr(step.other, threads, "the read"),
                     step.deleted.size() == 1 ? "Nothing but the read as it was"
                                              : fmt::format("{} events", step.deleted.size()));
}

std::string finishedText(const Step& step, const ThreadNames& threads, const ExecutionSummary* finished) {
  return finished ? fmt::format("Execution {} is finished: {}", finished->number, endingText(*finished, threads))
                  : fmt::format("Execution {} is finished.", step.execution);
}

std::string abandonedText(const Step& step, const ThreadNames& threads) {
  return fmt::format("{}: {}. This graph is given up.", mentionOr(step.event, threads, "The next event"),
                     refusalText(step.refusal, ""));
}

} // namespace

std::string endingText(const ExecutionSummary& finished, const ThreadNames& threads) {
  std::string text;
  switch (finished.kind) {
  case ExecutionKind::Complete:
    text = "complete, nothing is wrong.";
    break;
  case ExecutionKind::Erroneous:
    text += "erroneous.";
    break;
  case ExecutionKind::Deadlocked:
    text += "threads wait for something that no thread will do.";
    break;
  case ExecutionKind::Blocked:
    text += "blocked, since something assumed is false.";
    break;
  case ExecutionKind::Cut:
    text += "cut, since a thread is not followed to its end.";
    break;
  }
  if (!finished.bug)
    return text;
  const BugPlace& bug = *finished.bug;
  text += fmt::format(" {}{}{} in {}", errorName(bug.kind), bug.message.empty() ? "" : ": ", bug.message,
                      threadText(threads, bug.thread));
  return bug.file.empty() ? text + '.' : fmt::format("{} at {}.", text, placeText({bug.file, bug.line, 0, ""}));
}

std::string stepText(const Step& step, const ThreadNames& threads, const ExecutionSummary* finished) {
  switch (step.kind) {
  case ActionKind::Began:
    return "An execution begins with the empty graph. Every choice is made in the default way: a read reads the newest "
           "write, a write is the newest, conditions are true.";
  case ActionKind::Added:
    return addedText(step, threads);
  case ActionKind::Chose:
    return choseText(step, threads);
  case ActionKind::SkippedChoice:
    return skippedText(step, threads);
  case ActionKind::RevisitAllowed:
    return allowedText(step, threads);
  case ActionKind::Revisited:
    return revisitedText(step, threads);
  case ActionKind::RevisitRefused:
    return revisitText(step, threads) + deletionRefused(step, threads, "revisit");
  case ActionKind::Displaced:
    return fmt::format("{} That deletes {}. All of them were added in the default way, so this is the one execution "
                       "that does it.",
                       displacementText(step, threads), listText(step.deleted, threads));
  case ActionKind::DisplaceRefused:
    return displacementText(step, threads) + deletionRefused(step, threads, "displacement");
  case ActionKind::Abandoned:
    return abandonedText(step, threads);
  case ActionKind::Finished:
    return finishedText(step, threads, finished);
  case ActionKind::BackedUp:
    return "Back to an earlier graph: the newest alternative that was kept is next.";
  case ActionKind::Restarted:
    break;
  }
  return "More memory is shared than was known: all results so far are void, and the exploration begins again.";
}

} // namespace revisit
