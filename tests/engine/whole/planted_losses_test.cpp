// What notices a lost input, if a flow of inputs loses it in silence: in one function, and what that calls, values are
// as if they did not depend on inputs. A program must then never be safe, also if only one bit of the result matters;
// without the second model it is, which shows that the loss is there.
#include "check/check.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace revisit::test::planted_losses_test {

namespace {

struct PlantedLoss {
  const char* source; // below tests/programs/flows
  const char* flow;   // the case of that program
  const char* where;  // part of the name of the function that loses
};

class PlantedLosses : public ::testing::TestWithParam<PlantedLoss> {
protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / fmt::format("revisit-planted-{}", getpid());
    std::filesystem::create_directories(folder);
    const std::string source = GetParam().source;
    const char* compiler = source.ends_with(".cpp") ? "revisit-c++" : "revisit-cc";
    program = folder / source.substr(0, source.find('.'));
    ASSERT_EQ(std::system(fmt::format("{}/{} -w -o {} {}/flows/{} -pthread", REVISIT_BIN, compiler, program,
                                      REVISIT_PROGRAMS, source)
                              .c_str()),
              0);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  CheckReport check(const std::string& flow, const std::string& loses, bool secondModel) {
    CheckOptions options;
    options.program.path = program;
    options.program.arguments = {flow};
    options.testing.losesInputsIn = loses;
    options.testing.secondModel = secondModel;
    Result<CheckReport> report = runCheck(options, {});
    EXPECT_TRUE(report.ok()) << (report.ok() ? "" : report.error().what);
    return report.ok() ? std::move(*report) : CheckReport();
  }

  std::filesystem::path folder;
  std::string program;
};

bool tellsOfLostInput(const CheckReport& report) {
  return std::ranges::any_of(report.reasons, [](const CheckNote& note) { return note.kind == "lost-input"; });
}

} // namespace

TEST_P(PlantedLosses, AreNeverSafe) {
  for (const std::string& flow : {std::string(GetParam().flow), std::string(GetParam().flow) + "_bit"}) {
    SCOPED_TRACE(flow);
    EXPECT_EQ(check(flow, "", true).verdict, CheckVerdict::Bug);
    EXPECT_EQ(check(flow, GetParam().where, false).verdict, CheckVerdict::Safe) << "nothing was lost";
    const CheckReport report = check(flow, GetParam().where, true);
    EXPECT_NE(report.verdict, CheckVerdict::Safe);
    EXPECT_TRUE(report.verdict == CheckVerdict::Bug || tellsOfLostInput(report));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Flows, PlantedLosses,
    ::testing::Values(
        PlantedLoss{"planted.c", "padded", "copyPadded"}, PlantedLoss{"planted.c", "variadic", "last"},
        PlantedLoss{"planted.c", "printed", "snprintf"}, PlantedLoss{"planted.c", "number", "strtod"},
        PlantedLoss{"planted.c", "number_compared", "strtod"}, PlantedLoss{"planted.c", "number_ordered", "strtod"},
        PlantedLoss{"planted.c", "collated", "strcoll"}, PlantedLoss{"planted.c", "date_text", "strftime"},
        PlantedLoss{"planted.c", "date", "gmtime"}, PlantedLoss{"planted.c", "jumped", "jump"},
        PlantedLoss{"planted.c", "cleaned", "cleanUp"}, PlantedLoss{"planted.c", "error_number", "setError"},
        PlantedLoss{"planted.cpp", "copied", "copyOf"}, PlantedLoss{"planted.cpp", "copied_long", "copyOf"},
        PlantedLoss{"planted.cpp", "written", "lsEj"}, PlantedLoss{"planted.cpp", "read_back", "rsERj"},
        PlantedLoss{"planted.cpp", "waits", "wait"}),
    [](const auto& info) { return std::string(info.param.flow); });

} // namespace revisit::test::planted_losses_test
