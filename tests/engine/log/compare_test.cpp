// Comparisons of executions of random scripts, checked against the definition: each event gets a story, a value for
// everything that led to it. It is common when both executions have its story.
#include "lab.h"

#include "log/logged_graph.h"
#include "program/positions.h"
#include "query/compare/compare.h"
#include "witness/event_words.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace revisit::test {

namespace {

// Scripts have locations but no addresses, and locations without an address have no coherence order.
void placeLocations(Witness& witness, std::map<std::string, std::uint64_t>& addresses) {
  for (WitnessEvent& event : witness.schedule)
    if (event.reads || event.writes) {
      const std::string location = event.what.substr(0, event.what.find('+'));
      event.address = addresses.try_emplace(location, 0x1000 + 8 * addresses.size()).first->second;
      event.size = 8;
    }
}

// The graphs after those steps.
std::vector<Timeline> graphsOf(Lab& lab, const std::vector<std::uint64_t>& steps) {
  std::vector<Timeline> found;
  std::map<std::string, std::uint64_t> addresses;
  for (const std::uint64_t step : steps) {
    Witness witness = witnessOf(lab.log().graphAfter(step), lab.log().threadNames(), EventOrder::AsAdded);
    placeLocations(witness, addresses);
    Result<Timeline> timeline = Timeline::make(std::move(witness));
    EXPECT_TRUE(timeline.ok());
    found.push_back(std::move(*timeline));
  }
  return found;
}

std::vector<Timeline> executionsOf(Lab& lab) {
  std::vector<std::uint64_t> steps;
  for (std::uint64_t number = 1; number <= lab.log().executionCount(); number++)
    steps.push_back(lab.log().stepOf(number));
  return graphsOf(lab, steps);
}

// Stories of several executions; equal stories have equal numbers.
class Stories {
public:
  std::vector<std::size_t> of(const Timeline& timeline) {
    std::vector<std::size_t> stories(timeline.size() + 1, 0); // 0: nothing, the initial value
    for (EventNumber number = 1; number <= timeline.size(); number++)
      stories[number] = m_numbers.try_emplace(textOf(timeline, number, stories), m_numbers.size() + 1).first->second;
    return stories;
  }

  // The operation alone, without its dependencies.
  static std::string stepText(const Timeline& timeline, EventNumber number) {
    const WitnessEvent& event = timeline.event(number);
    const WitnessPosition* position = shownPosition(event.calls);
    const auto child = timeline.childOf(number);
    return fmt::format("{} {} {} {} {} {} {} {}", pathText(timeline, event.thread), event.index,
                       static_cast<int>(event.kind), event.what, event.address, event.size,
                       position ? fmt::format("{}:{}:{}", position->file, position->line, position->column) : "",
                       child ? pathText(timeline, *child) : "");
  }

  static std::string decisionText(const Timeline& timeline, EventNumber number) {
    const WitnessEvent& event = timeline.event(number);
    if (event.kind == LabelKind::Cas)
      return event.writes ? "stores" : "";
    if (event.kind == LabelKind::Object)
      return event.seen ? std::to_string(*event.seen) : "";
    const bool isDecided =
        event.kind == LabelKind::Constraint || event.kind == LabelKind::Assume || event.kind == LabelKind::Enumerate;
    return isDecided ? valueWords(event) : "";
  }

private:
  static std::string pathText(const Timeline& timeline, unsigned thread) {
    return fmt::format("/{}", fmt::join(timeline.witness().threads[thread].path, "/"));
  }

  std::string textOf(const Timeline& timeline, EventNumber number, const std::vector<std::size_t>& stories) {
    const WitnessEvent& event = timeline.event(number);
    EventNumber end = 0; // the end of the joined thread
    if (event.kind == LabelKind::Join && timeline.childOf(number))
      end = timeline.eventsOf(*timeline.childOf(number)).back();
    const EventNumber before =
        timeline.previousOfThread(number).value_or(timeline.creationOf(event.thread).value_or(0));
    return fmt::format("{} | {} {} {} {} | {}", stepText(timeline, number), stories[before],
                       stories[timeline.readsFrom(number).value_or(0)],
                       stories[timeline.chainPrevious(number).value_or(0)], stories[end],
                       decisionText(timeline, number));
  }

  std::map<std::string, std::size_t> m_numbers;
};

// Checks one pair.
class Judge {
public:
  Judge(const Timeline& a, const Timeline& b) : m_a(a), m_b(b), m_ofA(m_stories.of(a)), m_ofB(m_stories.of(b)) {
    for (EventNumber number = 1; number <= b.size(); number++)
      m_inB[m_ofB[number]] = number;
  }

  // The event of B with the same story; 0: none.
  EventNumber twin(EventNumber a) const {
    const auto found = a == 0 ? m_inB.end() : m_inB.find(m_ofA[a]);
    return found == m_inB.end() ? 0 : found->second;
  }
  bool isCommonInB(EventNumber b) const { return std::find(m_ofA.begin() + 1, m_ofA.end(), m_ofB[b]) != m_ofA.end(); }

  // Kind and event of A of the first difference; event 0: only B has it. Nothing: they are the same.
  std::optional<std::pair<DifferenceKind, EventNumber>> first() const {
    std::optional<EventNumber> step;
    for (EventNumber a = 1; a <= m_a.size(); a++) {
      if (twin(a) != 0) {
        if (isReordered(a))
          return std::pair{DifferenceKind::Coherence, a};
        continue;
      }
      const EventNumber before = m_a.previousOfThread(a).value_or(m_a.creationOf(m_a.event(a).thread).value_or(0));
      if (before != 0 && twin(before) == 0)
        continue;
      const EventNumber b = inPlaceOf(a);
      if (b == 0) {
        step = step.value_or(a);
      } else if (const auto kind = kindOf(a, b)) {
        return std::pair{*kind, a};
      }
    }
    if (step)
      return std::pair{DifferenceKind::Step, *step};
    for (EventNumber b = 1; b <= m_b.size(); b++)
      if (!isCommonInB(b))
        return std::pair{DifferenceKind::Step, EventNumber(0)};
    return std::nullopt;
  }

private:
  // The same step in the same place of the same thread; 0: none.
  EventNumber inPlaceOf(EventNumber a) const {
    for (EventNumber b = 1; b <= m_b.size(); b++)
      if (Stories::stepText(m_b, b) == Stories::stepText(m_a, a))
        return b;
    return 0;
  }

  bool isTwin(std::optional<EventNumber> a, std::optional<EventNumber> b) const { return a ? b && twin(*a) == *b : !b; }

  std::optional<DifferenceKind> kindOf(EventNumber a, EventNumber b) const {
    if (!isTwin(m_a.readsFrom(a), m_b.readsFrom(b)))
      return DifferenceKind::ReadsFrom;
    if (!isTwin(m_a.chainPrevious(a), m_b.chainPrevious(b)))
      return DifferenceKind::Chain;
    if (Stories::decisionText(m_a, a) != Stories::decisionText(m_b, b))
      return DifferenceKind::Decision;
    return std::nullopt; // it joins a thread that ends differently
  }

  bool isReordered(EventNumber a) const {
    if (!m_a.event(a).writes)
      return false;
    for (EventNumber write = 1; write < a; write++)
      if (m_a.event(write).writes && twin(write) != 0 && m_a.rangeOf(write).overlaps(m_a.rangeOf(a)) &&
          m_a.coherenceBefore(write, a) && m_b.coherenceBefore(twin(a), twin(write)))
        return true;
    return false;
  }

  const Timeline& m_a;
  const Timeline& m_b;
  Stories m_stories;
  std::vector<std::size_t> m_ofA, m_ofB; // by number
  std::map<std::size_t, EventNumber> m_inB;
};

void expectRows(const Comparison& comparison, const Timeline& a, const Timeline& b, const Judge& judge) {
  std::set<EventNumber> seenA, seenB;
  std::size_t common = 0;
  for (const ComparedThread& thread : comparison.threads)
    for (std::size_t i = 0; i < thread.rows.size(); i++) {
      const ComparedRow& row = thread.rows[i];
      if (row.a) {
        EXPECT_TRUE(seenA.insert(*row.a).second);
        EXPECT_EQ(a.event(*row.a).thread, thread.a);
        EXPECT_EQ(row.isCommon, judge.twin(*row.a) != 0) << "event " << *row.a;
      }
      if (row.b) {
        EXPECT_TRUE(seenB.insert(*row.b).second);
        EXPECT_EQ(b.event(*row.b).thread, thread.b);
        EXPECT_EQ(row.isCommon, judge.isCommonInB(*row.b)) << "event " << *row.b << " of B";
      }
      if (row.isCommon) {
        EXPECT_EQ(judge.twin(*row.a), *row.b);
        EXPECT_TRUE(i == 0 || thread.rows[i - 1].isCommon) << "the common ones stand first";
      }
      common += row.isCommon;
    }
  EXPECT_EQ(seenA.size(), a.size());
  EXPECT_EQ(seenB.size(), b.size());
  EXPECT_EQ(comparison.common, common);
}

Comparison swapped(Comparison comparison) {
  for (ComparedThread& thread : comparison.threads) {
    std::swap(thread.a, thread.b);
    for (ComparedRow& row : thread.rows)
      std::swap(row.a, row.b);
  }
  return comparison;
}

// By thread of A, so that the order of threads does not matter.
std::multiset<std::string> rowsOf(const Comparison& comparison) {
  std::multiset<std::string> rows;
  for (const ComparedThread& thread : comparison.threads)
    for (const ComparedRow& row : thread.rows)
      rows.insert(fmt::format("{} {} {}", row.a.value_or(0), row.b.value_or(0), row.isCommon));
  return rows;
}

template <class Check> void forPairs(unsigned seeds, std::uint64_t executions, Check&& check) {
  for (std::uint64_t seed = 1; seed <= seeds && !testing::Test::HasFailure(); seed++) {
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = executions;
    lab.explore();
    const std::vector<Timeline> found = executionsOf(lab);
    for (std::size_t i = 0; i < found.size(); i++)
      for (std::size_t j = 0; j < found.size() && !testing::Test::HasFailure(); j++) {
        SCOPED_TRACE(fmt::format("seed {}, executions {} and {}", seed, i + 1, j + 1));
        check(found[i], found[j], i == j);
      }
  }
}

} // namespace

TEST(Compare, CommonIsWhatHasTheSameStory) {
  forPairs(150, 6, [](const Timeline& a, const Timeline& b, bool) { expectRows(compare(a, b), a, b, Judge(a, b)); });
}

TEST(Compare, TheFirstDifferenceIsTheFirstByTheDefinition) {
  std::map<DifferenceKind, unsigned> kinds;
  forPairs(150, 6, [&](const Timeline& a, const Timeline& b, bool isSame) {
    const std::optional<Difference> found = compare(a, b).first;
    const auto expected = Judge(a, b).first();
    ASSERT_EQ(found.has_value(), expected.has_value());
    EXPECT_EQ(found.has_value(), !isSame) << "executions of one exploration differ";
    if (!found)
      return;
    kinds[found->kind]++;
    EXPECT_EQ(nameOf(found->kind), nameOf(expected->first)) << differenceText(a, b, *found);
    EXPECT_EQ(found->a.value_or(0), expected->second) << differenceText(a, b, *found);
    EXPECT_TRUE(found->a || found->b);
    if (found->kind != DifferenceKind::Step) {
      EXPECT_TRUE(found->a && found->b);
    }
    EXPECT_FALSE(differenceText(a, b, *found).empty());
  });
  for (const DifferenceKind kind : {DifferenceKind::ReadsFrom, DifferenceKind::Coherence, DifferenceKind::Chain,
                                    DifferenceKind::Decision, DifferenceKind::Step})
    EXPECT_GT(kinds[kind], 0u) << nameOf(kind) << " never came";
}

// On the way to an execution, a graph may be a prefix of another.
TEST(Compare, GraphsOnTheWayDifferByTheDefinitionToo) {
  unsigned onlyB = 0;
  for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); seed++) {
    SCOPED_TRACE(seed);
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 3;
    lab.explore();
    std::vector<std::uint64_t> steps;
    for (std::uint64_t step = 1; step <= lab.log().stepCount() && steps.size() < 9; step += 4)
      steps.push_back(step);
    const std::vector<Timeline> graphs = graphsOf(lab, steps);
    for (const Timeline& a : graphs)
      for (const Timeline& b : graphs) {
        const Judge judge(a, b);
        const Comparison comparison = compare(a, b);
        expectRows(comparison, a, b, judge);
        const auto expected = judge.first();
        ASSERT_EQ(comparison.first.has_value(), expected.has_value());
        if (!expected)
          continue;
        EXPECT_EQ(nameOf(comparison.first->kind), nameOf(expected->first));
        EXPECT_EQ(comparison.first->a.value_or(0), expected->second);
        onlyB += expected->second == 0;
      }
  }
  EXPECT_GT(onlyB, 0u);
}

TEST(Compare, SwappedIsTheSameComparison) {
  forPairs(80, 6, [](const Timeline& a, const Timeline& b, bool) {
    const Comparison one = compare(a, b), other = compare(b, a);
    EXPECT_EQ(one.common, other.common);
    EXPECT_EQ(rowsOf(one), rowsOf(swapped(other)));
    EXPECT_EQ(one.first.has_value(), other.first.has_value());
  });
}

TEST(Compare, AnExecutionIsCommonWithItself) {
  forPairs(80, 4, [](const Timeline& a, const Timeline& b, bool isSame) {
    if (!isSame)
      return;
    const Comparison comparison = compare(a, b);
    EXPECT_EQ(comparison.common, a.size());
    EXPECT_FALSE(comparison.first);
    EXPECT_TRUE(comparison.inputs.empty());
  });
}

} // namespace revisit::test
