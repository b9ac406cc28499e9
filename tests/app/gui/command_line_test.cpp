// The command line of the window: what `revisit check` takes, and what is said about wrong ones.
#include "cli/options/check_words.h"
#include "shell/command_line.h"

#include <gtest/gtest.h>

#include <QDir>

namespace revisit::gui {
namespace {

CommandLine parsed(const std::vector<std::string>& words) {
  Result<CommandLine> line = parseCommandLine(words);
  EXPECT_TRUE(line.ok()) << line.error().what;
  return line.ok() ? *line : CommandLine();
}

std::string refused(const std::vector<std::string>& words) {
  const Result<CommandLine> line = parseCommandLine(words);
  EXPECT_FALSE(line.ok());
  return line.ok() ? "" : line.error().where + ": " + line.error().what;
}

TEST(CommandLineTest, TakesWhatCheckTakes) {
  const CommandLine line =
      parsed({"-std=c11", "-DN=3", "-I", "/include", "a.c", "-lm", "b.c", "--unroll", "7", "--arithmetic",
              "--max-executions", "50", "--ignore", "race,leak", "--keep-going", "--", "--size", "3"});
  const ExplorationRequest& request = line.request;
  const std::string here = QDir::currentPath().toStdString();
  EXPECT_EQ(request.files, (std::vector{here + "/a.c", here + "/b.c"}));
  EXPECT_EQ(request.compilerFlags, (std::vector<std::string>{"-std=c11", "-DN=3", "-I", "/include", "-lm"}));
  EXPECT_EQ(request.check.program.arguments, (std::vector<std::string>{"--size", "3"}));
  EXPECT_EQ(request.check.bounds.unroll, 7u);
  EXPECT_TRUE(request.arithmetic);
  EXPECT_EQ(request.check.explore.maxExecutions, 50u);
  EXPECT_EQ(request.check.explore.errors.of(ErrorKind::Race), Treatment::Ignored);
  EXPECT_TRUE(request.check.explore.keepGoing);
  EXPECT_EQ(line.files, (QStringList{QStringLiteral("a.c"), QStringLiteral("b.c")}));
}

TEST(CommandLineTest, TheWindowGoesOnAfterABug) {
  EXPECT_TRUE(parsed({"a.c"}).request.check.explore.keepGoing);
  EXPECT_TRUE(parsed({}).files.isEmpty());
  EXPECT_TRUE(parsed({"--restore"}).isRestoring);
}

TEST(CommandLineTest, HelpIsText) {
  const QString help = parsed({"--help"}).toPrint;
  for (const char* word : {"--at", "--restore", "--unroll", "-std="})
    EXPECT_TRUE(help.contains(QLatin1String(word))) << word;
  EXPECT_TRUE(parsed({"--version"}).toPrint.startsWith(QLatin1String("revisit-gui ")));
}

TEST(CommandLineTest, AnExplorationIsTheCommandThatWasTyped) {
  const std::vector<std::string> words = {"--model",
                                          "rc11",
                                          "--spurious",
                                          "off",
                                          "--faults",
                                          "create,malloc",
                                          "--short-transfers",
                                          "--signals",
                                          "2",
                                          "--ignore",
                                          "leak",
                                          "--race",
                                          "warn",
                                          "--exit-status",
                                          "--unroll",
                                          "9",
                                          "--time-outs",
                                          "3",
                                          "--max-executions",
                                          "70",
                                          "--timeout",
                                          "2.5",
                                          "--memory",
                                          "900",
                                          "-DN=3",
                                          "/a.c",
                                          "--",
                                          "--size"};
  std::vector<std::string> command = commandOf(parsed(words).request);
  EXPECT_EQ(command[2], "--keep-going");
  command.erase(command.begin(), command.begin() + 3);
  EXPECT_EQ(command, words);
  const std::vector<std::string> states = {"--algorithm", "s-por",     "--order",           "sequential:2,0,1",
                                           "--summaries", "--slicing", "--no-read-symbols", "--seed",
                                           "7",           "/a.c"};
  command = commandOf(parsed(states).request);
  EXPECT_EQ(std::vector(command.begin() + 3, command.end()), states);
}

TEST(CommandLineTest, AWitnessIsOpenedAtAnEvent) {
  EXPECT_EQ(parsed({"a.revisit", "--at", "15"}).at, 15u);
  EXPECT_EQ(parsed({"a.revisit"}).at, 0u);
}

TEST(CommandLineTest, WhatIsWrongIsSaid) {
  EXPECT_NE(refused({"--no-such-option"}).find("'revisit-gui --help' says more"), std::string::npos);
  EXPECT_NE(refused({"a.c", "-D"}).find("needs a value"), std::string::npos);
  EXPECT_NE(refused({"a.c", "--unroll", "none"}).find("none"), std::string::npos);
  EXPECT_NE(refused({"a.c", "--ignore", "races"}).find("races"), std::string::npos);
  EXPECT_NE(refused({"a.c", "--at", "3"}).find("give one witness"), std::string::npos);
  EXPECT_NE(refused({"a.revisit", "--at", "0"}).find("--at"), std::string::npos);
  EXPECT_NE(refused({"--restore", "a.c"}).find("--restore"), std::string::npos);
  EXPECT_NE(refused({"a.c", "--stdin", "-"}).find("--stdin -"), std::string::npos);
  EXPECT_NE(refused({"a.c", "--algorithm", "portfolio"}).find("one search"), std::string::npos);
}

} // namespace
} // namespace revisit::gui
