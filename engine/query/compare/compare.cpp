#include "query/compare/compare.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

namespace revisit {

namespace {

using Path = std::vector<unsigned>;

class Comparer {
public:
  Comparer(const Timeline& a, const Timeline& b) : m_a(a), m_b(b), m_common(a.size() + 1, 0) {}

  Comparison run() {
    m_result.sameBuild = m_a.witness().program.buildId == m_b.witness().program.buildId;
    pairThreads();
    for (EventNumber number = 1; number <= m_a.size(); number++)
      compareEvent(number);
    m_result.first = !m_result.ofRelations.empty() ? m_result.ofRelations.front() : m_missing ? m_missing : stepOfB();
    collectRows();
    compareInputs();
    return std::move(m_result);
  }

private:
  void pairThreads() {
    std::map<Path, unsigned> ofB;
    for (unsigned t = 0; t < m_b.witness().threads.size(); t++)
      ofB.emplace(m_b.witness().threads[t].path, t);
    for (unsigned t = 0; t < m_a.witness().threads.size(); t++) {
      const auto found = ofB.find(m_a.witness().threads[t].path);
      m_threads.push_back(found == ofB.end() ? std::nullopt : std::optional(found->second));
      if (found != ofB.end())
        ofB.erase(found);
    }
    for (const auto& [path, thread] : ofB)
      m_onlyB.push_back(thread);
  }

  bool isCommon(EventNumber a, EventNumber b) const { return a != 0 && m_common[a] == b; }
  // Whether two causes correspond; two missing causes do.
  bool correspond(std::optional<EventNumber> a, std::optional<EventNumber> b) const {
    return a.has_value() == b.has_value() && (!a || isCommon(*a, *b));
  }

  // Whether the thread did the same until here, so that the event is worth comparing.
  bool sameBefore(EventNumber a) const {
    const std::optional<EventNumber> before = m_a.previousOfThread(a);
    const std::optional<EventNumber> cause = before ? before : m_a.creationOf(m_a.event(a).thread);
    return !cause || m_common[*cause] != 0;
  }

  // Of one execution more of the stack may be known than of the other one: a witness has all of it.
  static bool samePlace(const WitnessEvent& x, const WitnessEvent& y) {
    const std::size_t known = std::min(x.calls.size(), y.calls.size());
    return std::ranges::equal(std::span(x.calls).first(known), std::span(y.calls).first(known));
  }

  bool sameStep(EventNumber a, EventNumber b) const {
    const WitnessEvent &x = m_a.event(a), &y = m_b.event(b);
    if (x.kind != y.kind || x.what != y.what || x.address != y.address || x.size != y.size || !samePlace(x, y))
      return false;
    const std::optional<unsigned> childX = m_a.childOf(a), childY = m_b.childOf(b);
    return childX.has_value() == childY.has_value() && (!childX || m_threads[*childX] == childY);
  }

  // Whether both events made the same decision, apart from what follows from their causes and from the inputs.
  static bool sameDecision(const WitnessEvent& x, const WitnessEvent& y) {
    switch (groupOf(x.kind)) {
    case LabelGroup::Access: // an update in a waiting loop
      return x.writes == y.writes;
    case LabelGroup::Object:
      return x.seen == y.seen;
    case LabelGroup::Condition:
      return x.holds == y.holds;
    case LabelGroup::Number:
      return x.value == y.value;
    case LabelGroup::Fence:
    case LabelGroup::Thread:
    case LabelGroup::Ending:
      break;
    }
    return true;
  }

  bool sameEnd(EventNumber a, EventNumber b) const {
    if (m_a.event(a).kind != LabelKind::Join || !m_a.childOf(a))
      return true;
    return isCommon(m_a.eventsOf(*m_a.childOf(a)).back(), m_b.eventsOf(*m_b.childOf(b)).back());
  }

  void differ(DifferenceKind kind, EventNumber a, EventNumber b, std::optional<EventNumber> otherA = {},
              std::optional<EventNumber> otherB = {}) {
    m_result.ofRelations.push_back({kind, a, b, otherA, otherB});
  }

  void compareEvent(EventNumber a) {
    if (!sameBefore(a))
      return;
    const WitnessEvent& event = m_a.event(a);
    const std::optional<unsigned> thread = m_threads[event.thread];
    const std::optional<EventNumber> b = thread ? m_b.numberOf(*thread, event.index) : std::nullopt;
    if (!b || !sameStep(a, *b)) {
      if (!m_missing)
        m_missing = Difference{DifferenceKind::Step, a, b, {}, {}};
      return;
    }
    if (const auto x = m_a.readsFrom(a), y = m_b.readsFrom(*b); !correspond(x, y))
      return differ(DifferenceKind::ReadsFrom, a, *b, x, y);
    if (const auto x = m_a.chainPrevious(a), y = m_b.chainPrevious(*b); !correspond(x, y))
      return differ(DifferenceKind::Chain, a, *b, x, y);
    if (!sameDecision(event, m_b.event(*b)))
      return differ(DifferenceKind::Decision, a, *b);
    if (!sameEnd(a, *b))
      return;
    m_common[a] = *b;
    m_result.common++;
    if (event.writes)
      compareCoherence(a);
  }

  // Takes the common write that precedes this event in A's coherence order. Does it precede it in B too?
  void compareCoherence(EventNumber a) {
    const std::vector<EventNumber> order = m_a.coherenceOrder(m_a.rangeOf(a));
    std::optional<EventNumber> before;
    for (const EventNumber write : order) {
      if (write == a)
        break;
      if (m_common[write] != 0)
        before = write;
    }
    if (before && m_b.coherenceBefore(m_common[a], m_common[*before]))
      differ(DifferenceKind::Coherence, a, m_common[a], before, m_common[*before]);
  }

  // The first step of B beyond A's threads: after one of them has ended, or in a thread that A does not have.
  std::optional<Difference> stepOfB() const {
    std::vector<bool> isCommonInB(m_b.size() + 1, false);
    for (const EventNumber b : m_common)
      isCommonInB[b] = true;
    for (EventNumber b = 1; b <= m_b.size(); b++)
      if (!isCommonInB[b])
        return Difference{DifferenceKind::Step, {}, b, {}, {}};
    return std::nullopt;
  }

  void collectRows() {
    for (unsigned t = 0; t < m_threads.size(); t++)
      m_result.threads.push_back(rowsOf(t, m_threads[t]));
    for (const unsigned t : m_onlyB)
      m_result.threads.push_back(rowsOf({}, t));
  }

  ComparedThread rowsOf(std::optional<unsigned> a, std::optional<unsigned> b) const {
    const auto ofA = a ? m_a.eventsOf(*a) : std::span<const EventNumber>();
    const auto ofB = b ? m_b.eventsOf(*b) : std::span<const EventNumber>();
    ComparedThread thread{a, b, {}};
    for (std::size_t i = 0; i < std::max(ofA.size(), ofB.size()); i++) {
      ComparedRow row;
      if (i < ofA.size())
        row.a = ofA[i];
      if (i < ofB.size())
        row.b = ofB[i];
      row.isCommon = row.a && row.b && isCommon(*row.a, *row.b);
      thread.rows.push_back(row);
    }
    return thread;
  }

  void compareInputs() {
    // A thread may ask for its inputs in another order, so inputs correspond by name and by their count among inputs of
    // that name.
    std::map<std::tuple<Path, std::string, unsigned>, ComparedInput> inputs;
    const auto collect = [&](const Timeline& timeline, std::optional<InputValue> ComparedInput::* side) {
      const Witness& witness = timeline.witness();
      const std::vector<InputValue> values = inputValues(witness.inputs);
      std::map<std::pair<unsigned, std::string>, unsigned> met;
      for (std::size_t i = 0; i < values.size(); i++) {
        const WitnessInput& input = witness.inputs[i];
        const unsigned which = met[{input.thread, input.name}]++;
        inputs[{witness.threads[input.thread].path, input.name, which}].*side = values[i];
      }
    };
    collect(m_a, &ComparedInput::a);
    collect(m_b, &ComparedInput::b);
    for (const auto& [key, input] : inputs)
      if (!input.a || !input.b || input.a->value != input.b->value)
        m_result.inputs.push_back(input);
  }

  const Timeline& m_a;
  const Timeline& m_b;
  Comparison m_result;
  std::vector<std::optional<unsigned>> m_threads; // by thread of A: the thread of B
  std::vector<unsigned> m_onlyB;                  // threads that A does not have
  std::vector<EventNumber> m_common;              // by number in A: the number in B; 0: not common
  std::optional<Difference> m_missing;            // the first step of A that B does not do
};

} // namespace

std::optional<EventNumber> firstNotCommon(const Comparison& comparison,
                                          std::optional<EventNumber> ComparedRow::* side) {
  std::optional<EventNumber> first;
  for (const ComparedThread& thread : comparison.threads)
    for (const ComparedRow& row : thread.rows)
      if (row.*side && !row.isCommon && (!first || *(row.*side) < *first))
        first = row.*side;
  return first;
}

Comparison compare(const Timeline& a, const Timeline& b) {
  return Comparer(a, b).run();
}

} // namespace revisit
