// Errors for programs that cannot be run.
#include "target/native_oracle.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sys/wait.h>

namespace revisit::launch_test {
namespace {

Error launchError(const std::string& path) {
  ExpressionPool pool;
  auto made = NativeOracle::create(pool, path, {});
  EXPECT_FALSE(made.ok());
  return made ? Error{} : made.error();
}

TEST(Launch, AMissingProgramIsNotFound) {
  EXPECT_EQ(launchError("/nonexistent/program").code, ErrorCode::NotFound);
}

TEST(Launch, AFolderIsNotAProgram) {
  EXPECT_EQ(launchError("/tmp").code, ErrorCode::NotFound);
}

TEST(Launch, AnOrdinaryProgramIsNotInstrumented) {
  EXPECT_EQ(launchError("/bin/true").code, ErrorCode::NotInstrumented);
}

TEST(Launch, AProgramRunsPlainlyWithoutTheEngine) {
  EXPECT_EQ(std::system(REVISIT_NATIVE_DIR "/counter > /dev/null"), 0);
  const int status = std::system(REVISIT_NATIVE_DIR "/waiting");
  EXPECT_EQ(WEXITSTATUS(status), 42);
  EXPECT_EQ(std::system(REVISIT_NATIVE_DIR "/one_time"), 0);
  EXPECT_EQ(WEXITSTATUS(std::system(REVISIT_NATIVE_DIR "/locals")), 6);
}

} // namespace
} // namespace revisit::launch_test
