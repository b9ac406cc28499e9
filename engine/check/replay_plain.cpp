// Runs a witness again without a debugger, and judges how the run ended.
#include "check/check.h"
#include "check/worker/launch.h"
#include "explore/waiting_rounds.h"
#include "program/positions.h"
#include "target/restore_witness.h"
#include "witness/environment.h"
#include "witness/witness_plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>

#include <fmt/format.h>

namespace revisit {

namespace {

using instrument::Image;

// One thing that went wrong in a recording.
struct EndOfRun {
  ErrorKind kind;
  PositionId position;
};

// The number of events of the failed round with which the witness leaves this thread, if the round was found by states;
// 0: it does not end so.
unsigned failedRoundOf(const Witness& witness, ThreadId thread) {
  const auto last =
      std::ranges::find(witness.schedule.rbegin(), witness.schedule.rend(), thread.value(), &WitnessEvent::thread);
  return last == witness.schedule.rend() ? 0 : last->round;
}

// A thread in a waiting loop: what its last round saw, and where it ended.
struct Spin {
  Label seen;
  PositionId position;
  bool isToldAtOnce = false; // as explore/waiting_rounds.h
};

// The steps of one thread that a recording contains.
std::vector<const RecordedStep*> stepsOf(const Recording& recording, ThreadId thread) {
  std::vector<const RecordedStep*> steps;
  for (const RecordedStep& step : recording.steps)
    if (step.thread == thread && !step.pending)
      steps.push_back(&step);
  return steps;
}

// The last step of a round that observes something. A round that observes nothing waits for nothing, where it ended.
const RecordedStep& lastSeenIn(std::span<const RecordedStep* const> round) {
  const auto seen =
      std::find_if(round.rbegin(), round.rend(), [](const RecordedStep* step) { return observes(step->label); });
  return seen == round.rend() ? *round.back() : **seen;
}

// Whether the thread, after the failed round with which the witness leaves it, only did the events of such rounds
// again.
std::optional<Spin> spinOf(const Witness& witness, const Recording& recording, ThreadId thread) {
  const std::size_t round = failedRoundOf(witness, thread);
  const auto events =
      static_cast<std::size_t>(std::ranges::count(witness.schedule, thread.value(), &WitnessEvent::thread));
  if (round == 0 || round >= events)
    return std::nullopt;
  const std::size_t end = events - 1, begin = end - round; // the last event is the AwaitFailed
  const std::vector<const RecordedStep*> steps = stepsOf(recording, thread);
  if (steps.size() < end)
    return std::nullopt;
  const std::span<const RecordedStep* const> all(steps), failed = all.subspan(begin, round);
  const auto isAgain = [&](const RecordedStep* step) {
    return std::ranges::any_of(failed, [&](const RecordedStep* known) { return sameStep(known->label, step->label); });
  };
  if (!std::ranges::all_of(all.subspan(end), isAgain))
    return std::nullopt;
  return Spin{lastSeenIn(failed).label, failed.back()->label.position,
              std::ranges::any_of(failed, [](const auto* step) { return isToldAtOnce(step->label, step->seen); })};
}

// The threads that go round together for ever, and the number of their events in one turn.
std::map<ThreadId, std::size_t> jointRounds(const Witness& witness) {
  std::map<ThreadId, std::size_t> rounds;
  for (const WitnessWaiting& waiting : witness.error.waiting)
    if (waiting.what.kind == AwaitedKind::LoopEnd)
      rounds.emplace(ThreadId(waiting.thread), waiting.what.events);
  return rounds;
}

// Where the livelock shows of a witness that ends with a turn that threads do together: the plan has this turn twice.
// Nothing when the second turn is not the first one again.
std::optional<EndOfRun> secondTurn(const Witness& witness, const Recording& recording) {
  std::optional<EndOfRun> found;
  for (const auto& [thread, round] : jointRounds(witness)) {
    const auto end =
        static_cast<std::size_t>(std::ranges::count(witness.schedule, thread.value(), &WitnessEvent::thread)) - 1;
    const std::vector<const RecordedStep*> steps = stepsOf(recording, thread);
    if (round > end || steps.size() < end + round)
      return std::nullopt;
    for (std::size_t i = end - round; i < end; i++)
      if (!sameStep(steps[i]->label, steps[i + round]->label) || !(steps[i]->seen == steps[i + round]->seen))
        return std::nullopt;
    if (thread.value() == witness.error.thread)
      found = EndOfRun{ErrorKind::Livelock, lastSeenIn(std::span(steps).subspan(end - round, round)).label.position};
  }
  return found;
}

// All errors of a recording, by the same rules with which an exploration names its findings. Threads that still wait
// when the process exits count only if the witness is about such an error.
std::vector<EndOfRun> endsOf(const Witness& witness, const Recording& recording, const NativeOracle& oracle) {
  std::vector<EndOfRun> ends;
  std::map<ThreadId, Label> waiting;    // the operation that each blocked thread waits for
  std::map<ThreadId, Label> lastSeen;   // in the present round of a waiting loop
  std::map<ThreadId, PositionId> loops; // the loops in which threads wait
  bool mayWait = false, asksAgain = false;
  for (const RecordedStep& step : recording.steps) {
    if (step.label.kind == LabelKind::Error)
      ends.push_back({step.label.error, step.label.position});
    if (step.pending && step.label.kind == LabelKind::Cut && failedRoundOf(witness, step.thread) != 0)
      continue; // the run left it in its waiting loop
    mayWait |= step.label.kind == LabelKind::Exit || step.label.kind == LabelKind::Blocked ||
               step.label.kind == LabelKind::Cut || step.label.kind == LabelKind::Unsupported;
    waiting.erase(step.thread);
    loops.erase(step.thread);
    if (step.label.awaitStart)
      lastSeen.erase(step.thread);
    if (step.pending)
      waiting[step.thread] = step.label;
    else if (step.label.kind == LabelKind::AwaitFailed) {
      const auto seen = lastSeen.find(step.thread); // a round that observed nothing waits where it ended
      waiting[step.thread] = seen == lastSeen.end() ? step.label : seen->second;
      if (!step.label.isOfSystem)
        loops[step.thread] = step.label.position;
    } else if (readsMemory(step.label.kind) ? step.label.awaits : observes(step.label))
      lastSeen[step.thread] = step.label;
  }
  for (std::uint32_t t = 0; t < witness.threads.size(); t++)
    if (const std::optional<Spin> spin = spinOf(witness, recording, ThreadId(t))) {
      waiting[ThreadId(t)] = spin->seen;
      loops[ThreadId(t)] = spin->position;
      asksAgain |= spin->isToldAtOnce;
    }
  if (witness.error.kind == ErrorKind::Stranded)
    for (const auto& [thread, label] : waiting)
      ends.push_back({ErrorKind::Stranded, label.position});
  if (!ends.empty() || mayWait || waiting.empty())
    return ends;
  const auto named =
      std::ranges::find_if(waiting, [](const auto& entry) { return entry.second.kind != LabelKind::Join; });
  const bool spins = asksAgain || std::ranges::any_of(loops, [&](const auto& loop) {
                       return !isLibraryCode(oracle.callChain(loop.second));
                     });
  const Label& label = named != waiting.end() ? named->second : waiting.begin()->second;
  ends.push_back({spins ? ErrorKind::Livelock : ErrorKind::Deadlock, label.position});
  return ends;
}

// Whether each thread did what the witness says. A thread may have continued from the failed round of a waiting loop,
// because it reads again.
bool doTheSame(const Witness& witness, const Recording& recording) {
  std::vector<std::vector<LabelKind>> done(witness.threads.size());
  for (const RecordedStep& step : recording.steps)
    if (!step.pending && step.thread.value() < done.size())
      done[step.thread.value()].push_back(step.label.kind);
  std::vector<std::size_t> at(witness.threads.size(), 0);
  return std::ranges::all_of(witness.schedule, [&](const WitnessEvent& event) {
    if (event.kind == LabelKind::Cut || event.round != 0)
      return true; // nothing of the run: the exploration did not follow the thread further
    const std::size_t next = at[event.thread]++;
    return next < done[event.thread].size() && done[event.thread][next] == event.kind;
  });
}

// The program of the witness; it knows the threads and the shared memory from the witness.
Result<std::unique_ptr<NativeOracle>> launch(const Witness& witness, ExpressionPool& pool) {
  const Result<Image> image = openInstrumented(witness.program.path);
  if (!image)
    return image.error();
  if (const Status status = witness.checkAgainst(image.value().buildId()); !status)
    return status.error();
  NativeOptions native;
  native.unroll = witness.options.unroll;
  native.recursion = witness.options.recursion;
  native.recordLimit = witness.options.runSteps + REVISIT_LAST_RECORDS;
  native.allAccesses = witness.options.allAccesses;
  native.reuseMemory = witness.options.reuseMemory;
  native.weakMemory = witness.options.memoryModel != ModelKind::Sc;
  native.recycleBlocks = witness.options.recycleBlocks;
  native.permitted = witness.options.permitted;
  native.findFreshReads = witness.options.findFreshReads;
  native.standardInput = witness.program.standardInput;
  native.environment = launchEnvironment(witness.program);
  Result<std::unique_ptr<NativeOracle>> oracle =
      launchOracle(pool, image.value(), witness.program.path, witness.program.arguments, native);
  if (!oracle)
    return oracle.error();
  if (const Status status = restoreFrom(witness, *oracle.value()); !status)
    return status.error();
  return oracle;
}

// Lets the threads that go round together do another turn.
void addTurn(const Witness& witness, Plan& plan) {
  std::map<ThreadId, std::size_t> left; // scheduled events of the turn
  for (const auto& [thread, round] : jointRounds(witness)) {
    std::vector<LabelKind> kinds;
    for (const WitnessEvent& event : witness.schedule)
      if (event.thread == thread.value())
        kinds.push_back(event.kind);
    kinds.pop_back(); // the AwaitFailed
    if (round <= kinds.size())
      left[thread] = static_cast<std::size_t>(
          std::count_if(kinds.end() - static_cast<std::ptrdiff_t>(round), kinds.end(), isScheduled));
  }
  std::vector<Plan::Step> turn;
  for (std::size_t i = plan.steps.size(); i-- > 0;)
    if (const auto found = left.find(plan.steps[i].thread); found != left.end() && found->second > 0) {
      turn.push_back(plan.steps[i]);
      found->second--;
    }
  plan.steps.insert(plan.steps.end(), turn.rbegin(), turn.rend());
}

// The step of the thread's event with this index; none when the run did not get that far.
std::optional<std::size_t> stepOf(const Recording& recording, unsigned thread, unsigned index) {
  unsigned met = 0;
  for (std::size_t i = 0; i < recording.steps.size(); i++)
    if (recording.steps[i].thread.value() == thread && !recording.steps[i].pending && met++ == index)
      return i;
  return std::nullopt;
}

// Whether the thread waits to lock for writing the read-write lock that this step locks for reading.
bool standsToWrite(const Recording& recording, std::size_t step, unsigned thread) {
  const Label& read = recording.steps[step].label;
  const auto later = std::span(recording.steps).subspan(step);
  const auto next = std::ranges::find(later, ThreadId(thread), &RecordedStep::thread);
  return isOperation(read, ObjectOp::RwlockRead) && next != later.end() &&
         isOperation(next->label, ObjectOp::RwlockWrite) && next->label.object == read.object;
}

// An error that is not an event: the run shows it if it did the events of the error in their order.
std::optional<EndOfRun> foundIn(const Recording& recording, const WitnessError& error, const NativeOracle& oracle) {
  const std::optional<std::size_t> at = error.index ? stepOf(recording, error.thread, *error.index) : std::nullopt;
  if (!at)
    return std::nullopt;
  const Label& label = recording.steps[*at].label;
  if (error.kind == ErrorKind::ExitStatus && label.kind == LabelKind::Exit)
    return EndOfRun{error.kind, label.position};
  if (isOfWaiting(error.kind) && error.waiting.size() == 2 && standsToWrite(recording, *at, error.waiting[1].thread))
    return EndOfRun{error.kind, label.position};
  if (!error.other || !isMemory(label.kind))
    return std::nullopt;
  const std::optional<std::size_t> other = stepOf(recording, error.other->thread, error.other->index);
  if (!other || (*other > *at && error.kind == ErrorKind::Race) || !isMemory(recording.steps[*other].label.kind))
    return std::nullopt;
  const auto chain = oracle.callChain(recording.steps[*other].label.position);
  const SourcePosition* const place = shownPosition(chain);
  const bool isThere =
      place ? place->file == error.other->file && place->line == error.other->line : error.other->file.empty();
  return isThere ? std::optional(EndOfRun{error.kind, label.position}) : std::nullopt;
}

ReplayOutcome judge(const Witness& witness, const Recording& recording, const NativeOracle& oracle) {
  ReplayOutcome outcome;
  outcome.output = recording.output;
  std::vector<EndOfRun> ends;
  if (jointRounds(witness).empty())
    ends = endsOf(witness, recording, oracle);
  else if (const std::optional<EndOfRun> found = secondTurn(witness, recording))
    ends.push_back(*found);
  if (const std::optional<EndOfRun> found = foundIn(recording, witness.error, oracle))
    ends.push_back(*found);
  for (const LeakedMemory& leak : recording.leaks)
    ends.push_back({ErrorKind::Leak, leak.position});
  if (ends.empty()) {
    outcome.sameEnding = witness.error.kind == ErrorKind::None && doTheSame(witness, recording);
    outcome.found = outcome.sameEnding || witness.error.kind != ErrorKind::None ? "no error" : "other events";
  }
  for (const EndOfRun& end : ends) {
    const auto chain = oracle.callChain(end.position);
    const SourcePosition place = chain.empty() ? SourcePosition{} : *shownPosition(chain);
    outcome.found = fmt::format("{} at {}:{}", errorName(end.kind), place.file, place.line);
    outcome.sameEnding =
        end.kind == witness.error.kind && place.file == witness.error.file && place.line == witness.error.line;
    if (outcome.sameEnding)
      break;
  }
  return outcome;
}

} // namespace

Result<ReplayOutcome> replayPlain(const Witness& witness) {
  ExpressionPool pool;
  const Result<std::unique_ptr<NativeOracle>> oracle = launch(witness, pool);
  if (!oracle)
    return oracle.error();
  Plan plan = planOf(witness, pool);
  plan.findLeaks = witness.error.kind == ErrorKind::Leak;
  addTurn(witness, plan);
  const Result<Recording> recording = oracle.value()->run(plan);
  if (!recording)
    return recording.error();
  return judge(witness, recording.value(), *oracle.value());
}

} // namespace revisit
