// Sets of facts only grow, whatever the kind: each test goes through all rows of the table.
#include "explore/facts.h"

#include <gtest/gtest.h>

#include <random>

namespace revisit {
namespace {

template <class Subject> Subject subjectNumbered(std::uint32_t number) {
  if constexpr (std::is_same_v<Subject, WholeProgram>)
    return {};
  else if constexpr (std::is_same_v<Subject, SectionConflicts::Conflict>)
    return {ObjectId(number), {0, 1}, {number + 1, 2}};
  else
    return Subject(number);
}

Facts randomFacts(std::mt19937& random) {
  Facts facts;
  Facts::forEachKind([&]<class Subject>(FactOf<Subject> kind) {
    for (std::uint32_t number = 0; number < 70; number++)
      if (random() % 3 == 0)
        facts.note(kind, subjectNumbered<Subject>(number));
  });
  return facts;
}

std::size_t sizeOf(const Facts& facts) {
  std::size_t size = 0;
  facts.forEach([&](auto, const auto&) { size++; });
  return size;
}

bool hasAll(const Facts& facts, const Facts& other) {
  bool hasAll = true;
  other.forEach([&](auto kind, const auto& subject) { hasAll &= facts.has(kind, subject); });
  return hasAll;
}

TEST(Facts, NoteTellsWhatIsNew) {
  Facts facts;
  std::size_t size = 0;
  Facts::forEachKind([&]<class Subject>(FactOf<Subject> kind) {
    const auto subject = subjectNumbered<Subject>(5);
    EXPECT_FALSE(facts.has(kind, subject)) << kind.name();
    EXPECT_TRUE(facts.note(kind, subject)) << kind.name();
    EXPECT_TRUE(facts.has(kind, subject)) << kind.name();
    EXPECT_FALSE(facts.note(kind, subject)) << kind.name();
    EXPECT_EQ(sizeOf(facts), ++size) << kind.name();
    if constexpr (!std::is_same_v<Subject, WholeProgram>) {
      EXPECT_FALSE(facts.has(kind, subjectNumbered<Subject>(4))) << kind.name();
      EXPECT_FALSE(facts.has(kind, subjectNumbered<Subject>(6))) << kind.name();
    }
  });
  EXPECT_EQ(size, factRowCount);
}

TEST(Facts, RowsHaveNamesOfTheirOwn) {
  for (std::size_t row = 0; row < factRowCount; row++)
    EXPECT_EQ(factRowNamed(factRows[row].name), row);
}

TEST(Facts, JoinIsAUnion) {
  std::mt19937 random(1);
  for (int i = 0; i < 20; i++) {
    const Facts one = randomFacts(random), other = randomFacts(random);
    Facts joined = one, reversed = other;
    joined.join(other);
    reversed.join(one);
    std::size_t inBoth = 0;
    one.forEach([&](auto kind, const auto& subject) { inBoth += other.has(kind, subject) ? 1 : 0; });
    EXPECT_TRUE(hasAll(joined, one) && hasAll(joined, other));
    EXPECT_EQ(sizeOf(joined), sizeOf(one) + sizeOf(other) - inBoth);
    EXPECT_TRUE(hasAll(joined, reversed) && hasAll(reversed, joined));
    const std::size_t size = sizeOf(joined);
    EXPECT_FALSE(joined.join(one));
    EXPECT_FALSE(joined.join(joined));
    EXPECT_EQ(sizeOf(joined), size);
  }
}

// Of each row alone, and of a row beside the one that it counts with, in the same set or in another one.
TEST(Facts, JoinTellsWhatChangesTheExploration) {
  Facts::forEachKind([&]<class Subject>(FactOf<Subject> kind) {
    const FactRow& row = factRows[kind.row()];
    const auto subject = subjectNumbered<Subject>(3);
    Facts one;
    one.note(kind, subject);
    EXPECT_EQ(Facts().join(one), row.changes == FactChanges::Exploration) << row.name;
    Facts::forEachKind([&]<class Other>(FactOf<Other> partner) {
      if constexpr (std::is_same_v<Subject, Other>) {
        if (row.partner != partner.name())
          return;
        Facts with, elsewhere, both = one;
        with.note(partner, subject);
        elsewhere.note(partner, subjectNumbered<Other>(4));
        both.note(partner, subject);
        EXPECT_TRUE(with.join(one)) << row.name;
        EXPECT_FALSE(elsewhere.join(one)) << row.name;
        EXPECT_TRUE(Facts().join(both)) << row.name;
      }
    });
  });
}

TEST(Facts, SubjectsAreListedOnceAndInOrder) {
  Facts facts;
  for (const std::uint32_t number : {7u, 2u, 7u, 300u, 2u})
    facts.note("tried", ObjectId(number));
  const auto tried = facts.of<ObjectId>("tried");
  EXPECT_EQ(std::vector<ObjectId>(tried.begin(), tried.end()),
            (std::vector<ObjectId>{ObjectId(7), ObjectId(2), ObjectId(300)}));
  EXPECT_TRUE(facts.of<ObjectId>("rwlock").empty());
}

} // namespace
} // namespace revisit
