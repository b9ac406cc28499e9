// What workers know together, and its bytes. Each kind of facts is tried: the tests go through all rows of the table.
#include "check/pieces/packing.h"
#include "check/pieces/piece_bytes.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>

namespace revisit {
namespace {

// A location, object, thread or pair of sections of this number, which has another id in each worker.
struct SomeSubject {
  AddressTable& addresses;
  std::uint32_t number;

  void make(WholeProgram& /*subject*/) const {}
  void make(ThreadId& subject) const { subject = ThreadId(number); }
  void make(LocationId& subject) const { subject = addresses.location({number * 8, number * 8 + 4, number % 2}); }
  void make(ObjectId& subject) const { subject = addresses.object(4096 + number); }
  void make(SectionConflicts::Conflict& subject) const {
    make(subject.mutex);
    subject.one = {1, number};
    subject.other = {2, 1};
  }
};

struct TextOf {
  const AddressTable& addresses;

  std::string operator()(WholeProgram /*subject*/) const { return "program"; }
  std::string operator()(ThreadId subject) const { return std::to_string(subject.value()); }
  std::string operator()(LocationId subject) const {
    const RevisitRange& range = addresses.rangeOf(subject);
    return fmt::format("{}-{} {}", range.begin, range.end, range.mortal);
  }
  std::string operator()(ObjectId subject) const { return std::to_string(addresses.addressOf(subject)); }
  std::string operator()(const SectionConflicts::Conflict& subject) const {
    return fmt::format("{} {}.{} {}.{}", (*this)(subject.mutex), subject.one.thread, subject.one.lock,
                       subject.other.thread, subject.other.lock);
  }
};

// Facts of each kind about these numbers.
Knowledge knowledgeAbout(const std::vector<std::uint32_t>& numbers) {
  Knowledge known;
  Facts::forEachKind([&]<class Subject>(FactOf<Subject> kind) {
    for (const std::uint32_t number : numbers) {
      Subject subject;
      SomeSubject{known.addresses, number}.make(subject);
      known.facts.note(kind, subject);
    }
  });
  return known;
}

std::set<std::string> textsOf(const Knowledge& known) {
  std::set<std::string> texts;
  known.facts.forEach([&](auto kind, const auto& subject) {
    EXPECT_TRUE(texts.insert(fmt::format("{}: {}", kind.name(), TextOf{known.addresses}(subject))).second);
  });
  return texts;
}

TEST(Knowledge, IsJoinedByAddress) {
  Knowledge known = knowledgeAbout({1, 2, 3});
  EXPECT_TRUE(known.join(knowledgeAbout({5, 3, 1})));
  EXPECT_EQ(textsOf(known), textsOf(knowledgeAbout({1, 2, 3, 5})));
  EXPECT_FALSE(known.join(knowledgeAbout({2, 5})));
  EXPECT_FALSE(known.join(known));
  EXPECT_EQ(textsOf(known), textsOf(knowledgeAbout({1, 2, 3, 5})));
}

MemoryKnowledge someMemory() {
  MemoryKnowledge memory;
  memory.threadPaths = {{}, {0}, {0, 1}};
  memory.touched = {{1, 2, 3, 4}, {5, 6, MemoryKnowledge::several, 1}};
  memory.ended = {{7, 8, 1}};
  memory.used = {{9, 10, 2}};
  memory.handles = {{11, 12, 1}};
  memory.sides = {{13, true, 1}, {13, false, 2}};
  memory.mortalObjects = {{14, 15}};
  return memory;
}

void expectTheSame(const Knowledge& one, const Knowledge& other) {
  EXPECT_EQ(textsOf(one), textsOf(other));
  EXPECT_EQ(one.memory.threadPaths, other.memory.threadPaths);
  EXPECT_EQ(one.memory.touched, other.memory.touched);
  EXPECT_EQ(one.memory.ended, other.memory.ended);
  EXPECT_EQ(one.memory.used, other.memory.used);
  EXPECT_EQ(one.memory.handles, other.memory.handles);
  EXPECT_EQ(one.memory.sides, other.memory.sides);
  ASSERT_EQ(one.memory.mortalObjects.size(), other.memory.mortalObjects.size());
  EXPECT_EQ(one.memory.mortalObjects[0].destruction, other.memory.mortalObjects[0].destruction);
}

TEST(Knowledge, ComesBackFromItsBytes) {
  PieceTask task{3, wholeExploration(), knowledgeAbout({2, 1, 9})};
  task.known->memory = someMemory();
  Result<PieceTask> read = taskFrom(bytesOf(task));
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read->entry, 3u);
  EXPECT_EQ(read->piece.size(), 1u);
  ASSERT_TRUE(read->known.has_value());
  expectTheSame(*read->known, *task.known);

  task.known.reset();
  read = taskFrom(bytesOf(task));
  ASSERT_TRUE(read.ok());
  EXPECT_FALSE(read->known.has_value());
}

TEST(Knowledge, FactsAboutNothingAreRefused) {
  using packing::Json;
  const std::string bytes = bytesOf(PieceTask{3, {}, knowledgeAbout({1})});
  for (const char* fact : {"contended", "tried", "distinct", "conflict"}) {
    Json json = Json::from_cbor(bytes);
    Json& subject = json["known"]["facts"][fact][0];
    (subject.is_array() ? subject[0] : subject) = 100000;
    const Result<PieceTask> read = taskFrom(packing::packed(json));
    ASSERT_FALSE(read.ok()) << fact;
    EXPECT_EQ(read.error().code, ErrorCode::BadFormat);
  }
}

PieceReport someReport() {
  PieceReport report;
  report.exploration.counts = {1, 2, 3, 4, 5, 6};
  report.exploration.work = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  report.exploration.intendedRaces = {3, 0};
  report.reasons = {
      {"key\xff", {IncompleteReason::Kind::Limit, "limit", {}, 7, CutBy::Loop}, {"note", "detail", "file.c", 8}}};
  report.errors = {{"error", Race::Adjacent::Now, {.kind = ErrorKind::Deadlock, .count = 4}}};
  report.warnings = {{"warning", {"kind", "detail", "", 0}, 5}};
  report.incidents = {{Incident::Kind::Limit, true, "detail", "file.c", 6, 2}};
  report.notes = {{"kind", "detail", "file.c", 1}};
  report.failure = Error{ErrorCode::TargetFailed, "where", "what"};
  report.withoutInputs = true;
  report.onlyFound = true;
  report.onlyCounts = {6, 5, 4, 3, 2, 1};
  return report;
}

TEST(PieceBytes, StatesComeBackAsTheyWere) {
  const PieceList::State state{knowledgeAbout({4}),
                               {{true, someReport(), {}}, {false, {}, {{.bytes = "\xff\x00", .weight = 0.25}}}}};
  const std::string bytes = bytesOf(state);
  Result<PieceList::State> read = stateFrom(bytes);
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(bytesOf(*read), bytes);
  EXPECT_EQ(textsOf(read->known), textsOf(state.known));
  ASSERT_EQ(read->parts.size(), 2u);
  const PieceReport& report = read->parts[0].report;
  EXPECT_EQ(report.exploration.work.stale, 9u);
  EXPECT_EQ(report.exploration.counts.duplicate, 6u);
  EXPECT_EQ(report.errors.at(0).error.kind, ErrorKind::Deadlock);
  EXPECT_EQ(report.reasons.at(0).key, "key\xff");
  EXPECT_EQ(report.reasons.at(0).note.line, 8u);
  EXPECT_EQ(report.failure->where, "where");
  EXPECT_EQ(report.onlyCounts.complete, 6u);
  EXPECT_FALSE(report.onlyWitness.has_value());
  EXPECT_FALSE(read->parts[1].isExplored);
  EXPECT_EQ(read->parts[1].piece.at(0).weight, 0.25);
}

TEST(PieceBytes, DamagedBytesAreRefused) {
  const std::string bytes = bytesOf(PieceResult{PieceEnd::Yielded, someReport(), {}, knowledgeAbout({4})});
  ASSERT_TRUE(resultFrom(bytes).ok());
  for (std::size_t size = 0; size < bytes.size(); size += 7)
    EXPECT_FALSE(resultFrom(bytes.substr(0, size)).ok());
  EXPECT_FALSE(resultFrom(bytesOf(PieceTask())).ok());
}

} // namespace
} // namespace revisit
