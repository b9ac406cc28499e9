// Private until shared: most accesses of an ordinary C++ program are not events, and leaving them out changes no
// counts.
#include "check/check.h"
#include "instrument/image.h"
#include "target/native_oracle.h"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fmt/format.h>

namespace revisit::test::sharing_test {

namespace {

class Sharing : public ::testing::Test {
protected:
  void SetUp() override {
    m_program = std::filesystem::temp_directory_path() / fmt::format("revisit-sharing-{}", getpid());
    ASSERT_EQ(std::system(fmt::format("{}/revisit-c++ -w -o {} {}/cases/bounded_queue.cpp", REVISIT_BIN,
                                      m_program.string(), REVISIT_PROGRAMS)
                              .c_str()),
              0);
  }
  void TearDown() override { std::filesystem::remove(m_program); }
  // The accesses that are events in a run without a plan, once all shared memory is known.
  unsigned eventsOf(const NativeOptions& options) const {
    ExpressionPool pool;
    const auto oracle = NativeOracle::create(pool, m_program, {}, options);
    EXPECT_TRUE(oracle.ok());
    for (bool settled = false; oracle.ok() && !settled;) {
      const Result<Recording> run = oracle.value()->run({});
      EXPECT_TRUE(run.ok());
      settled = !run.ok() || !run.value().locationsChanged;
    }
    if (!oracle.ok())
      return 0;
    const RevisitChannel& trace = oracle.value()->lastTrace();
    unsigned events = 0;
    for (std::uint32_t i = 0; i < trace.recordCount; i++) {
      const RevisitRecord& record = trace.records[i];
      const bool isAccess = record.kind == REVISIT_LOAD || record.kind == REVISIT_STORE || record.kind == REVISIT_RMW ||
                            record.kind == REVISIT_CAS;
      events += isAccess && (record.flags & REVISIT_FLAG_EVENT) != 0;
    }
    return events;
  }

  std::filesystem::path m_program;
};

} // namespace

TEST_F(Sharing, UnderAThirdOfTheAccessesAreEvents) {
  const unsigned accesses = eventsOf({.allAccesses = true}), events = eventsOf({});
  RecordProperty("accesses", static_cast<int>(accesses));
  RecordProperty("events", static_cast<int>(events));
  EXPECT_GT(events, 0u);
  EXPECT_LT(3 * events, accesses) << events << " of " << accesses;
}

TEST_F(Sharing, LeavingPrivateAccessesOutChangesNoCount) {
  ExplorationCounts counts[2];
  for (const bool all : {false, true}) {
    CheckOptions options;
    options.program.path = m_program;
    options.search.allAccesses = all;
    options.explore.keepGoing = options.explore.checkDuplicates = true;
    const Result<CheckReport> report = runCheck(options, {});
    ASSERT_TRUE(report.ok()) << report.error().what;
    EXPECT_EQ(report.value().verdict, CheckVerdict::Safe);
    counts[all] = report.value().exploration.counts;
  }
  EXPECT_GT(counts[0].complete, 1u);
  EXPECT_EQ(counts[0].complete, counts[1].complete);
  EXPECT_EQ(counts[0].total(), counts[1].total());
  EXPECT_EQ(counts[0].duplicate + counts[1].duplicate, 0u);
}

} // namespace revisit::test::sharing_test
