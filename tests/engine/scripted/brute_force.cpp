#include "brute_force.h"

#include "brute_endings.h"
#include "brute_sections.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

namespace revisit::test {

namespace {

using Op = Instruction::Op;

class Enumerator {
public:
  Enumerator(const Script& script, std::size_t limit, const BruteForceOptions& options,
             const std::set<std::uint32_t>& ordered, BruteForceResult& result)
      : m_script(script), m_limit(limit), m_failing(options.failing), m_preemptions(options.preemptions),
        m_keepEvents(options.keepEvents), m_follow(options.follow), m_steps(script, options.failing, ordered),
        m_result(result) {}

  // Barriers whose arrivals turned out to need an order in the texts.
  const std::set<std::uint32_t>& crowded() const { return m_crowded; }

  void runAll() {
    for (std::size_t t = 0; t < m_script.threads.size(); t++) {
      int index = 0;
      for (const Instruction& now : m_script.threads[t])
        if (now.op == Op::Input)
          m_inputs.push_back({static_cast<int>(t), index++, now.bits});
    }
    chooseInputs(0);
  }

private:
  struct Input {
    int thread, index;
    unsigned bits;
  };

  void chooseInputs(std::size_t at);
  void explore(const World& world, std::size_t running, unsigned preemptions, unsigned followed);
  bool isNew(const World& world, std::size_t running, unsigned preemptions, unsigned followed);
  int waysOf(const World& world, std::size_t t) const { return isGoing(world.threads[t]) ? m_steps.ways(world, t) : 0; }
  bool hasRace(const World& world) const;
  void noteBehindWriters(const World& world);
  void standStill(const World& world, std::size_t reader, std::size_t writer, std::set<std::string>& seen);
  std::optional<World> allInVain(World world);
  void tellVainRounds(World& world) const;
  void finish(World world);

  const Script& m_script;
  std::size_t m_limit;
  bool m_failing;
  std::optional<unsigned> m_preemptions;
  bool m_keepEvents;
  const decltype(BruteForceOptions::follow)& m_follow;
  BruteSteps m_steps;
  BruteForceResult& m_result;
  std::set<std::uint32_t> m_crowded;
  std::vector<Input> m_inputs;
  std::unordered_set<std::string> m_seen;
  std::size_t m_states = 0;
};

void Enumerator::chooseInputs(std::size_t at) {
  if (at < m_inputs.size()) {
    for (std::uint64_t v = 0; v < (1u << m_inputs[at].bits); v++) {
      m_steps.setInput(m_inputs[at].thread, m_inputs[at].index, v);
      chooseInputs(at + 1);
    }
    return;
  }
  m_seen.clear();
  World world(m_script);
  if (!m_steps.begin(world).isDropped)
    explore(world, 0, 0, 0);
}

// `running` took the last step; `preemptions` is the number so far (counted only when they are bounded). `followed`:
// what BruteForceOptions::follow said of the state before.
void Enumerator::explore(const World& world, std::size_t running, unsigned preemptions, unsigned followed) {
  if (m_follow)
    followed = m_follow(followed, world, m_steps);
  if (!isNew(world, running, preemptions, followed))
    return;
  m_result.races |= hasRace(world);
  noteBehindWriters(world);
  if (const std::optional<World> last = allInVain(world))
    return finish(*last);
  bool moved = false;
  const int alone = onlyInSection(world);
  for (std::size_t t = 0; t < world.threads.size(); t++) {
    const int ways = alone >= 0 && alone != static_cast<int>(t) ? 0 : waysOf(world, t);
    const unsigned after = preemptions + (m_preemptions && t != running && waysOf(world, running) > 0 ? 1 : 0);
    for (int way = 0; way < ways; way++) {
      moved = true;
      if (m_preemptions && after > *m_preemptions)
        continue;
      if (world.threads[t].stuck || comesAfterStuck(world, m_steps, t, way))
        continue;
      World next = world;
      noteTouched(next, m_steps, t, way);
      const BruteSteps::Told told = m_steps.step(next, t, way);
      noteStuck(next, m_steps);
      // A failed round is not an event: whatever comes after it also comes without it.
      if (!told.isDropped && !told.roundFailed && !someStuckGoesOn(next, m_steps))
        explore(next, t, after, followed);
    }
  }
  if (!moved)
    finish(world);
}

// Whether this state is new and must be explored.
bool Enumerator::isNew(const World& world, std::size_t running, unsigned preemptions, unsigned followed) {
  std::string key = m_preemptions ? fmt::format("{} {} ", running, preemptions) : std::string();
  if (m_follow)
    key += fmt::format("{} ", followed);
  key += world.text() + world.objects.undecided();
  for (const BruteThread& thread : world.threads)
    key += thread.stuck ? 's' : '-';
  if (m_result.exceeded || !m_seen.insert(key).second)
    return false;
  m_result.exceeded = ++m_states > m_limit;
  return !m_result.exceeded;
}

// Two threads whose next steps can directly follow each other.
bool Enumerator::hasRace(const World& world) const {
  std::vector<std::pair<const Instruction*, bool>> accesses; // with whether it writes
  for (std::size_t t = 0; t < world.threads.size(); t++) {
    if (!isGoing(world.threads[t]))
      continue;
    const Instruction& now = m_steps.next(world, t);
    const bool finds = now.op == Op::Cas && (m_failing || world.memory[now.location].bytes[now.offset].number ==
                                                              world.threads[t].get(now.a).number);
    if (now.op == Op::Load || now.op == Op::Store || now.op == Op::Rmw || now.op == Op::Cas)
      accesses.push_back({&now, now.op == Op::Store || now.op == Op::Rmw || finds});
  }
  for (std::size_t i = 0; i < accesses.size(); i++)
    for (std::size_t j = 0; j < i; j++) {
      const auto [a, aWrites] = accesses[i];
      const auto [b, bWrites] = accesses[j];
      const bool touch = a->location == b->location && (a->size == 0 || b->size == 0 || a->offset == b->offset);
      if (touch && (aWrites || bWrites) && (a->order == MemoryOrder::Plain || b->order == MemoryOrder::Plain))
        return true;
    }
  return false;
}

void Enumerator::noteBehindWriters(const World& world) {
  for (std::size_t r = 0; r < world.threads.size(); r++)
    for (std::size_t w = 0; w < world.threads.size(); w++) {
      const Instruction* const read = nextOperation(world, m_steps, r);
      if (r == w || read == nullptr || read->operation != ObjectOp::RwlockRead || !world.objects.isRead(read->object) ||
          !m_steps.standsBefore(world, w, ObjectOp::RwlockWrite, read->object))
        continue;
      std::set<std::string> seen;
      standStill(world, r, w, seen);
    }
}

// All that the other threads can do while these two wait for each other. No new reader gets the lock, because a writer
// waits for it.
void Enumerator::standStill(const World& world, std::size_t reader, std::size_t writer, std::set<std::string>& seen) {
  if (!seen.insert(world.text()).second)
    return;
  bool moved = false;
  for (std::size_t t = 0; t < world.threads.size(); t++) {
    const bool isKept = t == reader || t == writer ||
                        (isGoing(world.threads[t]) &&
                         m_steps.standsBefore(world, t, ObjectOp::RwlockRead, m_steps.next(world, reader).object));
    const int ways = isKept ? 0 : waysOf(world, t);
    for (int way = 0; way < ways; way++) {
      World next = world;
      moved = true;
      if (!m_steps.step(next, t, way).isDropped)
        standStill(next, reader, writer, seen);
    }
  }
  const auto someEnded = [&](const char* how) {
    return std::ranges::any_of(world.threads, [&](const BruteThread& thread) { return thread.how == how; });
  };
  // For reading, by a thread that still runs; otherwise the writer waits for ever, but not because of a reader.
  bool isKept = false;
  for (std::size_t t = 0; t < world.threads.size(); t++)
    isKept |=
        isGoing(world.threads[t]) && world.objects.readsOf(m_steps.next(world, reader).object, static_cast<int>(t)) > 0;
  if (!moved && isKept && !someEnded("Error") && !someEnded("Blocked"))
    m_result.behindWriters.insert(
        fmt::format("{}.{}{}", reader, world.here(reader).index, someEnded("Exit") ? " stranded" : ""));
}

// When every thread waits, some of them in rounds that fail: the state with these rounds.
std::optional<World> Enumerator::allInVain(World world) {
  bool some = false;
  for (std::size_t t = 0; t < world.threads.size(); t++) {
    const BruteThread& thread = world.threads[t];
    if (waysOf(world, t) == 0)
      continue;
    if (!thread.inRound || thread.roundHasEvent)
      return std::nullopt;
    const std::uint64_t done = thread.roundsDone;
    for (bool roundFailed = false; !roundFailed;) {
      const BruteSteps::Told told = m_steps.step(world, t, 0);
      roundFailed = told.roundFailed;
      if (told.isDropped || thread.ended || thread.roundChanged || thread.roundsDone != done)
        return std::nullopt;
    }
    some = true;
  }
  return some ? std::optional(world) : std::nullopt;
}

// Adds the failed rounds of threads that wait for ever.
void Enumerator::tellVainRounds(World& world) const {
  for (std::size_t t = 0; t < world.threads.size(); t++) {
    if (!isGoing(world.threads[t]) || world.threads[t].inRound)
      continue;
    const Instruction& now = m_steps.next(world, t);
    if (now.op != Op::Await)
      continue;
    world.add(t, "Read", world.memory[now.location].writer, noSource, false, 0);
    world.add(t, "AwaitFailed");
  }
}

void Enumerator::finish(World world) {
  tellVainRounds(world);
  m_crowded.merge(world.objects.crowded());
  const std::string text = world.text();
  m_result.events.erase(text);
  m_result.executions[text] = endingOf(world, m_steps);
  m_result.outcomes[text] = outcomeOf(world, m_steps);
  if (m_keepEvents)
    for (const BruteThread& thread : world.threads)
      m_result.events[text].push_back(thread.events);
  m_result.endStates.insert(endStateOf(world, m_steps, m_script));
}

} // namespace

BruteForceResult bruteForce(const Script& script, std::size_t limit, const BruteForceOptions& options) {
  std::set<std::uint32_t> ordered = options.ordered;
  while (true) {
    BruteForceResult result;
    Enumerator enumerator(script, limit, options, ordered, result);
    enumerator.runAll();
    if (result.exceeded || std::ranges::includes(ordered, enumerator.crowded()))
      return result;
    ordered.insert(enumerator.crowded().begin(), enumerator.crowded().end());
  }
}

} // namespace revisit::test
