#include "witness/event_words.h"

#include "program/choices.h"
#include "program/objects/objects.h"
#include "program/objects/streams.h"
#include "program/step_words.h"
#include "witness/descriptor_wait.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace revisit {
namespace {

std::string conditionWords(std::uint64_t found) {
  if (found == 0)
    return "nothing";
  std::vector<const char*> words;
  if ((found & StreamReadable) != 0)
    words.push_back("readable");
  if ((found & (StreamWritable | StreamHasPage | StreamTakenTo)) != 0)
    words.push_back("writable");
  if ((found & StreamEnded) != 0)
    words.push_back("no writer");
  if ((found & StreamBroken) != 0)
    words.push_back("no reader");
  return fmt::format("{}", fmt::join(words, ", "));
}

// What an operation on a stream or counter has done. Requires that it has done something.
std::string partWords(ObjectOp operation, std::uint64_t result) {
  const bool takes = roleOf(operation) == ObjectRole::Take;
  if (kindOf(operation) == ObjectKind::Counter)
    return takes ? fmt::format("{}", countOf(result & (nearMaxCount | 0xffffffff))) : "";
  if (roleOf(operation) == ObjectRole::Shut || roleOf(operation) == ObjectRole::Watch)
    return "";
  const StreamPart part = StreamPart::of(result);
  return takes && part.units == 0 ? "the end" : fmt::format("{}", part.units);
}

// What a result with the number of an error, or of another special case, means.
std::string specialWords(ObjectOp operation, std::uint64_t result) {
  switch (result) {
  case object_result::ok:
    return rowOf(operation).success;
  case object_result::busy:
    return "busy";
  case object_result::brokenPipe:
    return "no reader";
  case object_result::badDescriptor:
    return "closed meanwhile";
  case object_result::again:
    return roleOf(operation) == ObjectRole::Put         ? "no room"
           : kindOf(operation) == ObjectKind::Rwlock    ? "too many locks for reading"
           : kindOf(operation) == ObjectKind::Condition ? "cancelled, woken before"
                                                        : "none left";
  case object_result::noMemory:
    return "none left";
  case object_result::mustRun:
    return "runs it";
  case object_result::serialThread:
    return "serial thread";
  case object_result::invalid:
    return "for no thread";
  case object_result::deadlock:
    return "would deadlock";
  case object_result::notPermitted:
    return "not permitted";
  case object_result::timedOut:
    return "timed out";
  case object_result::cancelled:
    return "cancelled";
  case object_result::ownerDead:
    return "its owner has ended";
  case object_result::notRecoverable:
    return "not recoverable";
  case object_result::misuse:
  case object_result::notHeld:
    return "not held by it";
  case object_result::destroyed:
    return "was destroyed";
  case object_result::inUse:
    return "in use";
  case object_result::uninitialised:
    return "never initialised";
  case object_result::freed:
    return "its memory was freed";
  case object_result::spent:
    return "joined or detached before";
  case object_result::initialised:
    return "initialised before";
  case object_result::spurious:
    return "ends";
  case object_result::otherMutex:
    return "others wait with another mutex";
  default:
    return fmt::format("{}", result);
  }
}

std::string resultWords(ObjectOp operation, std::uint64_t result) {
  if (roleOf(operation) == ObjectRole::LookFor)
    return conditionWords(result);
  if (operation == ObjectOp::CancelRequest)
    return result == object_result::ok ? "" : result == anywhere ? "anywhere" : "where it may wait";
  if (StreamPart::holds(result))
    return partWords(operation, result);
  if (operation == ObjectOp::AskSystem && (result & isTransfer) != 0)
    return fmt::format("only {}", result & ~isTransfer);
  if (operation == ObjectOp::AskSystem && (result & isChoice) != 0)
    return fmt::format("number {}", result & ~isChoice);
  if (operation == ObjectOp::BlockTake)
    return result == 0 ? "a new block" : fmt::format("its block {} again", result);
  if (roleOf(operation) == ObjectRole::Look && !isMisuse(result))
    return fmt::format("{}", result & ~object_result::counted);
  return specialWords(operation, result);
}

const char* writeWords(Lifetime lifetime) {
  return lifetime == Lifetime::Ends       ? "free"
         : lifetime == Lifetime::Begins   ? "allocate"
         : lifetime == Lifetime::Destroys ? "destroy"
                                          : "write";
}

// A read-modify-write in a waiting loop may be a read.
std::string rmwWords(const WitnessEvent& event) {
  return event.rmw ? std::string(wordsOf(*event.rmw)) + (event.writes ? "" : " without change") : "";
}

using ThreadWords = std::function<std::string(unsigned)>;

std::string operationAwaited(const Awaited& awaited, unsigned self, const ThreadWords& threadWords) {
  const ObjectOp operation = *awaited.operation;
  const std::string text = fmt::format("{} of {}", wordsOf(operation), awaited.name);
  if (awaited.arrived)
    return fmt::format("{}, where {} of {} threads are", text, awaited.arrived->first, awaited.arrived->second);
  if (awaited.writer)
    return fmt::format("{}, where {} waits to write", text, threadWords(*awaited.writer));
  std::vector<std::string> holders;
  for (const unsigned holder : awaited.holders)
    holders.push_back(threadWords(holder) + (holder == self ? " itself" : ""));
  return holders.empty() ? text
                         : fmt::format("{}, {} by {}", text, kindOf(operation) == ObjectKind::Once ? "run" : "held",
                                       fmt::join(holders, " and "));
}

} // namespace

std::string operationWords(const WitnessEvent& event) {
  switch (event.kind) {
  case LabelKind::Read:
    return "read";
  case LabelKind::Write:
    return writeWords(event.lifetime);
  case LabelKind::Rmw:
    return rmwWords(event);
  case LabelKind::Cas:
    return event.writes ? "compare and swap" : event.spurious ? "swap fails for no reason" : "failed compare and swap";
  case LabelKind::Fence:
    return "fence";
  case LabelKind::Object:
    return event.objectOp ? wordsOf(*event.objectOp) : "";
  case LabelKind::Create:
    return "create";
  case LabelKind::Join:
    return "join";
  case LabelKind::Constraint:
    return "branch";
  case LabelKind::Assume:
    return "assume";
  case LabelKind::Enumerate:
    return "choose";
  case LabelKind::End:
    return "end";
  case LabelKind::Exit:
    return "exit";
  case LabelKind::Error:
    return "error";
  case LabelKind::Blocked:
    return "assume is false";
  case LabelKind::AwaitFailed:
    return "waits";
  case LabelKind::Unsupported:
    return "not supported";
  case LabelKind::Cut:
    break;
  }
  return "cut";
}

std::string valueWords(const WitnessEvent& event) {
  if (event.objectOp)
    return event.seen ? resultWords(*event.objectOp, *event.seen) + (event.spurious ? " for no reason" : "") : "";
  return event.holds ? (*event.holds ? "true" : "false") : event.value;
}

std::string awaitedWords(const Awaited& awaited, unsigned self, const std::function<std::string(unsigned)>& nameOf) {
  const auto threadWords = [&](unsigned thread) { return threadText(ThreadId(thread), nameOf(thread)); };
  switch (awaited.kind) {
  case AwaitedKind::ThreadEnd:
    return fmt::format("the end of {}", threadWords(awaited.thread.value_or(0)));
  case AwaitedKind::Change:
    return fmt::format("{} to change", awaited.name);
  case AwaitedKind::Operation:
    return awaited.operation ? operationAwaited(awaited, self, threadWords) : awaited.name;
  case AwaitedKind::Nothing:
    return "something that no thread will do, in a loop that reads nothing that another thread could change";
  case AwaitedKind::Turn:
    return "its turn";
  case AwaitedKind::LoopEnd:
    return fmt::format("the end of its loop (its last {} events repeat for ever, as those of the other threads do)",
                       awaited.events);
  case AwaitedKind::Unseen:
    break;
  }
  return "something that was not seen";
}

std::string awaitedWords(const Witness& witness, const WitnessWaiting& waiting) {
  if (const std::optional<DescriptorWait> wait = descriptorWaitOf(witness, waiting); wait && !wait->operation)
    return descriptorWords(*wait);
  return awaitedWords(waiting.what, waiting.thread, [&](unsigned thread) {
    return thread < witness.threads.size() ? witness.threads[thread].name : std::string();
  });
}

} // namespace revisit
