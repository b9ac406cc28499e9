// Messages between ranks come back from their bytes as they were, and damaged bytes are refused.
#include "check/distributed/rank_messages.h"
#include "check/distributed/subject.h"
#include "check/pieces/content_hash.h"

#include <gtest/gtest.h>

#include <random>

namespace revisit {
namespace {

Subject someSubject() {
  Subject subject;
  subject.tool = "tool";
  subject.program = std::string("\x7f"
                                "ELF\0\xff",
                                6);
  subject.environment = {"HOME=/h\xe4", "EMPTY="};
  subject.folder = "/somewhere";
  subject.check.program.path = "/p/\xff";
  subject.check.program.arguments = {"", "a b"};
  subject.check.search.model = ModelKind::Tso;
  subject.check.program.standardInput = std::string("\0x", 2);
  subject.check.bounds.unroll = 7;
  subject.check.sharing.workers = 3;
  subject.check.testing.spreadPieces = true;
  subject.check.testing.merge = false;
  subject.check.bounds.memoryMiB = 99;
  subject.explore.keepGoing = true;
  subject.explore.errors.treat(ErrorKind::Leak, Treatment::Ignored);
  subject.explore.errors.letEnd(ErrorKind::Race, false);
  subject.explore.intendedRaces.rules = {{RaceRule::Names::Place, "p*", "f.c", 3, 4, "origin"}};
  subject.explore.intendedRaces.types = {{"T", "f.c", 5, 6}};
  subject.explore.equivalence.locks = true;
  subject.secondsLeft = 1.5;
  subject.patience = 2.5;
  return subject;
}

TEST(RankMessages, ComeBackAsTheyWere) {
  for (int kind = 0; kind <= static_cast<int>(RankMessageKind::Alive); kind++) {
    const RankMessage message{
        static_cast<RankMessageKind>(kind), 7, ~std::uint64_t{0}, true, 1, 2, std::string("\0\xff", 2)};
    Result<RankMessage> read = rankMessageFrom(bytesOf(message));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(*read, message);
  }
  Result<WorkerEnd> end = workerEndFrom(bytesOf(WorkerEnd{{1, 2, 0.5, 4}, 5, "why\xff", true}));
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->solver.cacheHits, 2u);
  EXPECT_EQ(end->nativeRuns, 5u);
  EXPECT_EQ(end->failure, "why\xff");
  EXPECT_TRUE(end->isBound);
}

TEST(RankMessages, SubjectComesBackAsItWas) {
  const Subject subject = someSubject();
  Result<Subject> read = subjectFrom(bytesOf(subject));
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(bytesOf(*read), bytesOf(subject));
  EXPECT_EQ(read->program, subject.program);
  EXPECT_EQ(read->environment, subject.environment);
  EXPECT_EQ(read->check.program.arguments, subject.check.program.arguments);
  EXPECT_EQ(read->check.program.standardInput, subject.check.program.standardInput);
  EXPECT_EQ(read->check.search.model, ModelKind::Tso);
  EXPECT_FALSE(read->check.testing.merge);
  EXPECT_EQ(read->explore.equivalence, subject.explore.equivalence);
  EXPECT_EQ(read->explore.errors, subject.explore.errors);
  EXPECT_EQ(read->explore.intendedRaces, subject.explore.intendedRaces);
  EXPECT_EQ(read->patience, 2.5);
}

// Whatever the bytes are, there is a value or an error.
template <class Read> void damage(const std::string& bytes, Read read) {
  std::mt19937 random(1);
  for (std::size_t length = 0; length < bytes.size(); length++)
    EXPECT_FALSE(read(bytes.substr(0, length)).ok()) << length;
  for (int i = 0; i < 3000; i++) {
    std::string damaged = bytes;
    for (unsigned changes = 1 + random() % 3; changes > 0; changes--)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    (void)read(damaged);
  }
}

TEST(RankMessages, DamagedBytesAreRefused) {
  damage(bytesOf(RankMessage{RankMessageKind::Finish, 1, 2, false, 3, 4, "some bytes"}), rankMessageFrom);
  damage(bytesOf(WorkerEnd{{1, 2, 3, 4}, 5, "failure", false}), workerEndFrom);
  damage(bytesOf(someSubject()), subjectFrom);
  EXPECT_FALSE(rankMessageFrom("").ok());
  std::string unknown = bytesOf(RankMessage{.kind = RankMessageKind::Alive});
  unknown[1] = static_cast<char>(static_cast<int>(RankMessageKind::Alive) + 1); // behind the byte that begins the list
  EXPECT_FALSE(rankMessageFrom(unknown).ok());
}

TEST(RankMessages, FingerprintIsOfTheTool) {
  EXPECT_EQ(fingerprintOfTool(), fingerprintOfTool());
  EXPECT_NE(fingerprintOfTool(), contentHash(""));
}

} // namespace
} // namespace revisit
