#include "explore/sections/section_dpor.h"

#include "explore/sections/reversals.h"
#include "explore/sections/step_run.h"

#include <xxhash.h>

#include <algorithm>
#include <set>

namespace revisit {

namespace {

class SectionDpor {
public:
  SectionDpor(ExplorationState& state, ExplorationLedger& ledger, const Explorer::OnExecution& onExecution,
              Recorder* recorder)
      : m_state(state), m_graph(state.graph()), m_ledger(ledger), m_onExecution(onExecution), m_recorder(recorder) {}

  void explore() {
    m_state.reset();
    record({.kind = ActionKind::Began});
    m_places.emplace_back().mark = m_state.mark();
    bool isNew = tryThread(m_places.back(), {});
    if (isNew)
      m_places.push_back(behind(m_places.back()));
    while (!m_places.empty() && !stop()) {
      if (m_ledger.limitReached())
        return;
      if (!isNew) {
        isNew = advance();
      } else if (choose(m_places.back(), false)) {
        m_places.push_back(behind(m_places.back()));
      } else if (!stop()) {
        m_isStopped = !finish();
        m_places.pop_back();
        isNew = false;
      }
    }
  }

private:
  // A sequence by its threads and choices: a hash of 128 bits.
  using Key = std::pair<std::uint64_t, std::uint64_t>;

  // A graph to continue from, and what is left to try there.
  struct Place {
    ExplorationState::Mark mark;
    Sleepers sleepers;
    WakeupTree tree;
    std::vector<Sequence> reversals;       // found after it, not examined yet
    std::set<Key> seen;                    // those found so far
    std::optional<StepRun> run;            // the step that is being explored
    TakenStep step;                        // in its present variant
    Sequence variants;                     // those taken so far, including the present one, and those that sleep
    std::size_t variantCount = 0;          // so far
    bool sticks = false;                   // some variant of it does not complete
    std::vector<WakeupTree::Node> planned; // after it
  };

  bool stop() const {
    return m_state.failure() || m_state.needsRestart() || m_state.facts().has("sections_wait") || m_isStopped;
  }
  void record(const Action& action) { tell(m_recorder, action, m_graph); }

  void added(ThreadId thread, EventId event) {
    m_ledger.exploration().work.eventsAdded++;
    if (!m_isTelling)
      return;
    record({.kind = m_isNext ? ActionKind::Chose : ActionKind::Added,
            .alternative = AlternativeKind::Turn,
            .thread = thread,
            .event = event});
    m_isNext = false;
  }

  // Takes the next step from the place: a planned one, otherwise a step of the lowest thread that can continue. False:
  // there is none.
  bool choose(Place& place, bool onlyPlanned) {
    while (!place.tree.empty()) {
      const ThreadId thread = place.tree.next();
      place.planned = place.tree.takeOut(thread);
      if (canBegin(thread) && tryThread(place, thread))
        return true;
      if (stop())
        return false;
    }
    m_inVain = place.sleepers.coverAll();
    if (onlyPlanned || m_inVain)
      return false;
    for (const ThreadId thread : m_graph.going()) {
      place.planned.clear();
      if (canBegin(thread) && !stop() && tryThread(place, thread))
        return true;
      if (stop())
        return false;
    }
    return false;
  }

  // Whether the thread's next step is enabled, judged by its first event.
  bool canBegin(ThreadId thread) {
    if (!m_graph.created(thread) || m_graph.ended(thread))
      return false;
    const Label* label = m_state.nextLabel(thread);
    return label && !label->continuesSection && m_state.steps().enabled(thread, *label) &&
           !(label->awaits && m_state.wouldFail(thread, *label));
  }

  // Takes the thread's next step in its first variant that completes. False: there is none, and the graph is unchanged.
  bool tryThread(Place& place, ThreadId thread) {
    place.variants.clear();
    place.variantCount = 0;
    place.sticks = false;
    place.run.emplace(m_state, thread, m_added);
    if (takeVariant(place, place.run->begin()))
      return true;
    if (stop())
      return false;
    m_state.undoTo(place.mark);
    record({.kind = ActionKind::BackedUp});
    place.run.reset();
    return false;
  }

  // Goes on to the next variant that completes; `end` is the result of the present variant.
  bool takeVariant(Place& place, std::optional<StepRun::End> end) {
    for (; end && *end != StepRun::End::Failed; end = place.run->nextVariant()) {
      if (stop())
        return false;
      if (*end == StepRun::End::Infeasible)
        continue;
      if (*end == StepRun::End::Stuck) {
        place.sticks = true;
        noteWaiting(*place.run);
        continue;
      }
      place.step = takenStep(*place.run, true);
      place.variantCount++;
      const bool isAsleep = place.sleepers.contains(place.step.thread, place.step.ways);
      const bool isTaken = !isAsleep && !isCovered(place);
      if (isTaken || isAsleep)
        place.variants.push_back(std::make_shared<const PlannedStep>(place.step));
      if (isTaken)
        return true;
      m_inVain = true;
    }
    return false;
  }

  // Whether nothing that begins with the present variant of the place's step needs to be explored: a step in the sleep
  // set covers it, except for what is planned after it.
  bool isCovered(const Place& place) const {
    const Place next = behind(place);
    return next.tree.empty() && next.sleepers.coverAll();
  }

  Place behind(const Place& place) const {
    Place next;
    next.mark = m_state.mark();
    next.sleepers = place.sleepers.behind(place.step.thread, place.step.footprint);
    next.tree = WakeupTree::behind(place.planned, place.step.ways);
    return next;
  }

  // Continues from the newest place: with the next variant of its step, or with its next step; otherwise leaves it.
  // Whether there is a new place.
  bool advance() {
    Place& place = m_places.back();
    record({.kind = ActionKind::BackedUp});
    m_isNext = true;
    if (takeVariant(place, place.run->nextVariant())) {
      m_places.push_back(behind(place));
      return true;
    }
    if (stop())
      return false;
    if (place.sticks)
      m_state.facts().note("sections_wait"); // in some variants only
    m_state.undoTo(place.mark);
    place.sleepers.add(place.variants, place.variantCount);
    place.run.reset();
    plan();
    if (!stop() && choose(place, true)) {
      m_places.push_back(behind(place));
      return true;
    }
    if (!stop())
      m_places.pop_back();
    return false;
  }

  // A section that waits in the middle may withhold from other threads what it took before. It can then neither be done
  // as a whole nor be left out. A section that is stuck only in some variants would have to be followed both ways at
  // every later place.
  void noteWaiting(const StepRun& run) {
    if (run.waits())
      m_state.facts().note("sections_wait");
  }

  TakenStep takenStep(StepRun& run, bool isTaken) const {
    TakenStep step{{run.thread(), run.ways(), run.footprint()}};
    step.isTaken = isTaken;
    if (!run.thread().valid())
      return step;
    const auto events = m_graph.events(run.thread());
    step.begin = run.firstEvent();
    step.end = events.size();
    step.mayWait = run.isSection();
    for (const EventId id : events.subspan(step.begin)) {
      const Label& label = *m_graph.event(id).label;
      step.mayWait |= label.kind == LabelKind::Object || label.awaits;
    }
    return step;
  }

  // Called when no thread can continue. False: stop exploring.
  bool finish() {
    std::vector<TakenStep> steps = path();
    const bool isInVain = m_inVain;
    addWaiting(steps);
    if (stop())
      return false;
    // Their number grows with the square of a long execution, so the bounds hold here too.
    eachReversal(m_graph, steps, 1, [&](Reversal reversal) {
      note(reversal.at, std::move(reversal.sequence));
      return !m_ledger.limitReached();
    });
    if (isInVain) {
      m_ledger.exploration().work.discarded++;
      record({.kind = ActionKind::Abandoned, .refusal = Refusal::MetBefore});
      return true;
    }
    return m_ledger.finish(m_state, m_onExecution, m_recorder);
  }

  // Adds what the threads that cannot continue still do, so that an observer sees it: failed rounds of waiting loops,
  // and the part of a section that can be done. Nothing follows such a part. Where a part conflicts with a round or
  // with another part, both of their orders would have to be explored.
  void addWaiting(std::vector<TakenStep>& steps) {
    std::vector<Footprint> parts, rounds;
    for (std::uint32_t t = 0; t < m_graph.threadCount(); t++) {
      const ThreadId thread(t);
      if (!m_graph.created(thread) || m_graph.ended(thread))
        continue;
      const Label* label = m_state.nextLabel(thread);
      if (!label)
        return;
      const std::size_t next = m_graph.events(thread).size();
      if (!m_state.steps().enabled(thread, *label)) {
        steps.push_back({{thread, {}, footprintOf(*label)}, next, next, true, false});
        continue;
      }
      StepRun run(m_state, thread, m_added);
      const StepRun::End end = run.begin();
      if (stop())
        return;
      TakenStep& step = steps.emplace_back(takenStep(run, false));
      step.mayWait = true;
      const auto isAlone = [&](const std::vector<Footprint>& among) {
        return std::ranges::none_of(among, [&](const Footprint& other) { return conflict(step.footprint, other); });
      };
      if (end == StepRun::End::Done && isAlone(parts)) {
        rounds.push_back(step.footprint);
        continue;
      }
      noteWaiting(run);
      if (!isAlone(parts) || !isAlone(rounds)) {
        m_state.facts().note("sections_wait");
        return;
      }
      parts.push_back(step.footprint);
      if (!run.addEnding())
        return;
    }
  }

  // The steps that led to the newest place.
  std::vector<TakenStep> path() const {
    std::vector<TakenStep> steps;
    for (std::size_t i = 0; i + 1 < m_places.size(); i++)
      steps.push_back(m_places[i].step);
    return steps;
  }

  Key keyOf(const Sequence& sequence) {
    std::vector<std::uint64_t> words;
    for (const SharedStep& step : sequence) {
      words.push_back(step->thread.value());
      words.push_back(step->ways.size());
      for (const Way& way : step->ways)
        words.insert(words.end(), {std::uint64_t{way.taken}, std::uint64_t{way.outcome}, way.number});
    }
    const XXH128_hash_t hash = XXH3_128bits(words.data(), words.size() * sizeof(std::uint64_t));
    return {hash.low64, hash.high64};
  }

  // Notes a sequence that must be examined before the place is left.
  void note(std::size_t at, Sequence sequence) {
    Place& place = m_places[at];
    if (place.seen.insert(keyOf(sequence)).second)
      place.reversals.push_back(std::move(sequence));
  }

  // Plans the reversals found after the newest place that no explored sequence contains.
  void plan() {
    m_isTelling = false;
    for (Place& place = m_places.back(); !place.reversals.empty() && !stop();) {
      const Sequence reversal = std::move(place.reversals.back());
      place.reversals.pop_back();
      if (place.sleepers.begin(reversal))
        continue;
      for (Sequence& sequence : measure(reversal))
        if (!place.sleepers.cover(sequence))
          place.tree.insert(std::move(sequence));
      if (!stop())
        m_state.undoTo(place.mark);
    }
    m_isTelling = true;
  }

  // Tries the sequence from the newest place, in all variants of its last step, which may act differently there than
  // where it came later. Returns the possible ones, each step with its footprint there.
  std::vector<Sequence> measure(const Sequence& sequence) {
    std::vector<TakenStep> before;
    Sequence measured;
    for (std::size_t i = 0; i + 1 < sequence.size(); i++) {
      const PlannedStep& step = *sequence[i];
      if (!canBegin(step.thread))
        return {};
      StepRun run(m_state, step.thread, m_added);
      if (run.begin(step.ways) != StepRun::End::Done)
        return {};
      before.push_back(takenStep(run, true));
      measured.push_back(std::make_shared<const PlannedStep>(before.back()));
    }
    const ThreadId last = sequence.back()->thread;
    if (!canBegin(last))
      return {};
    std::vector<Sequence> found;
    StepRun run(m_state, last, m_added);
    for (std::optional<StepRun::End> end = run.begin(); end && !stop(); end = run.nextVariant())
      if (*end == StepRun::End::Done) {
        found.push_back(measured);
        found.back().push_back(std::make_shared<const PlannedStep>(PlannedStep{last, run.ways(), run.footprint()}));
      } else if (*end == StepRun::End::Stuck) {
        noteWaiting(run);
        noteStuck(before, measured, run);
      }
    return found;
  }

  // A section that cannot complete after these steps from the newest place: it may complete if it comes before those
  // steps that conflict with its accesses.
  void noteStuck(const std::vector<TakenStep>& before, const Sequence& measured, StepRun& run) {
    std::vector<TakenStep> steps = path();
    const std::size_t here = steps.size();
    steps.insert(steps.end(), before.begin(), before.end());
    steps.push_back(takenStep(run, false));
    steps.back().mayWait = true;
    eachReversal(m_graph, steps, steps.size() - 1, [&](Reversal reversal) {
      if (reversal.at < here) {
        note(reversal.at, std::move(reversal.sequence));
      } else {
        Sequence sequence(measured.begin(), measured.begin() + static_cast<std::ptrdiff_t>(reversal.at - here));
        sequence.insert(sequence.end(), reversal.sequence.begin(), reversal.sequence.end());
        note(here, std::move(sequence));
      }
      return !m_ledger.limitReached();
    });
  }

  ExplorationState& m_state;
  ExecutionGraph& m_graph;
  ExplorationLedger& m_ledger;
  const Explorer::OnExecution& m_onExecution;
  Recorder* m_recorder;
  bool m_isStopped = false;
  bool m_inVain = false;   // every step that could be chosen last is covered
  bool m_isTelling = true; // off while events are only tried: then they are not reported
  bool m_isNext = false;   // the next reported event is an alternative
  std::vector<Place> m_places;
  const StepRun::Added m_added = [this](ThreadId thread, EventId event) { added(thread, event); };
};

} // namespace

void exploreSections(ExplorationState& state, ExplorationLedger& ledger, const Explorer::OnExecution& onExecution,
                     Recorder* recorder) {
  SectionDpor(state, ledger, onExecution, recorder).explore();
}

} // namespace revisit
