// Witnesses as text and drawings.
#include "base/terminal_text.h"
#include "cli/report/export.h"
#include "query/interleaving/columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace revisit::cli::columns_test {
namespace {

WitnessEvent event(unsigned thread, unsigned index, LabelKind kind, const char* what, const char* value,
                   unsigned line) {
  WitnessEvent event{thread, index, kind, {}, {}, {}, what, value};
  event.calls = {{"a.c", line, 1, "f"}};
  return event;
}

Witness sample() {
  Witness witness;
  witness.error = {ErrorKind::Assertion, "x == 0", "a.c", 9, 2, {}};
  witness.threads = {{{}, "main"}, {{0}, "writer"}, {{1}, "reader"}};
  witness.inputs = {{0, 0, "key", 32, 42}, {0, 1, "", 8, 0xff}};
  witness.schedule = {
      event(0, 0, LabelKind::Create, "writer", "", 20), event(0, 1, LabelKind::Create, "reader", "", 21),
      event(1, 0, LabelKind::Write, "x", "1", 5),       event(1, 1, LabelKind::End, "", "", 6),
      event(2, 0, LabelKind::Read, "x", "1", 9),        event(2, 1, LabelKind::Constraint, "key > 3", "", 10),
      event(2, 2, LabelKind::Error, "", "", 9)};
  witness.schedule[5].holds = true;
  witness.schedule[4].readsFrom = WitnessEventRef{1, 0};
  return witness;
}

TEST(Columns, PutEachEventUnderItsThread) {
  EXPECT_EQ(columns(sample()), "     T0 main        T1 writer    T2 reader\n"
                               "  1  create writer                                     a.c:20\n"
                               "  2  create reader                                     a.c:21\n"
                               "  3                 write x = 1                        a.c:5\n"
                               "  5                              read x = 1            a.c:9\n"
                               "  6                              branch key > 3: true  a.c:10\n"
                               "  7                              error                 a.c:9\n");
}

TEST(Columns, MarkTheLineOfThePosition) {
  const auto marked = [](SchedulePosition position) {
    std::istringstream lines(columns(sample(), position));
    std::string line, found;
    while (std::getline(lines, line))
      if (line.starts_with("->"))
        found += line.substr(0, 6);
    return found;
  };
  EXPECT_EQ(marked(0), "");
  EXPECT_EQ(marked(3), "->   3");
  EXPECT_EQ(marked(4), "->   3"); // the end of a thread has no line of its own
  EXPECT_EQ(marked(7), "->   7");
  EXPECT_EQ(columns(sample(), 3).find("T0 main"), columns(sample()).find("T0 main") + 3);
}

TEST(Columns, CountCharactersNotBytes) {
  Witness witness = sample();
  witness.schedule[2].what = "größe";
  std::istringstream lines(columns(witness));
  std::string header, first, second, wide;
  std::getline(lines, header);
  std::getline(lines, first);
  std::getline(lines, second);
  std::getline(lines, wide);
  EXPECT_EQ(first.find("a.c") + 2, wide.find("a.c")); // two letters of two bytes each
}

TEST(Columns, GatherManyAccessesAtOnePlace) {
  Witness witness = sample();
  witness.schedule.clear();
  for (unsigned i = 0; i < 5; i++)
    witness.schedule.push_back(event(1, i, i % 2 ? LabelKind::Write : LabelKind::Read, "x", "1", 5));
  witness.schedule.push_back(event(2, 0, LabelKind::Read, "x", "1", 5));
  EXPECT_EQ(columns(witness), "     T0 main  T1 writer           T2 reader\n"
                              "  1           5 reads and writes              a.c:5\n"
                              "  6                               read x = 1  a.c:5\n");
}

TEST(Columns, SurviveAnEmptySchedule) {
  Witness witness = sample();
  witness.schedule.clear();
  EXPECT_EQ(columns(witness), "     T0 main  T1 writer  T2 reader\n");
}

std::size_t widestLine(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);)
    widest = std::max(widest, textWidth(line));
  return widest;
}

TEST(Columns, FitTheWidth) {
  Witness witness = sample();
  witness.schedule[4].what = "an_object_with_a_long_name.and_a_member_with_another";
  const std::vector<InterleavingRow> rows = interleavingRows(witness);
  EXPECT_GT(widestLine(columns(witness)), 80u);
  for (const std::size_t width : {100u, 80u, 60u, 40u}) {
    const std::string text = columns(witness, rows, {.width = width});
    EXPECT_LE(widestLine(text), width) << text;
    EXPECT_EQ(std::ranges::count(text, '\n') >= 7, true) << text; // no event is lost
    EXPECT_NE(text.find("a.c:9"), std::string::npos) << text;
    EXPECT_NE(text.find("T2 reader"), std::string::npos) << text;
  }
  EXPECT_EQ(columns(witness, rows, {.width = 200}), columns(witness));
}

TEST(Columns, FitTheWidthWithManyThreads) {
  Witness witness = sample();
  for (unsigned thread = 3; thread < 40; thread++) {
    witness.threads.push_back({{thread}, "worker"});
    witness.schedule.push_back(event(thread, 0, LabelKind::Write, "x", "1", thread));
  }
  const std::string text = columns(witness, interleavingRows(witness), {.width = 80});
  EXPECT_LE(widestLine(text), 80u) << text;
  EXPECT_NE(text.find("T39 worker"), std::string::npos) << text;
  EXPECT_NE(text.find("T39 write x = 1"), std::string::npos) << text;
}

TEST(Columns, PaintNothingButWhatIsThere) {
  std::string painted = columns(sample(), interleavingRows(sample()), {.colours = true});
  EXPECT_NE(painted.find("\033[1;31m"), std::string::npos);
  for (std::size_t at = painted.find('\033'); at != std::string::npos; at = painted.find('\033'))
    painted.erase(at, painted.find('m', at) + 1 - at);
  EXPECT_EQ(painted, columns(sample()));
}

TEST(TerminalText, BreaksLinesBetweenWords) {
  EXPECT_EQ(wrapped("  one two three\nfour\n", 10, 2), "  one two\n    three\nfour\n");
  EXPECT_EQ(wrapped("averylongword and\n", 8, 2), "averylongword\n  and\n");
  EXPECT_EQ(wrapped("a b", 0, 2), "a b");
  EXPECT_EQ(shortened("größere Wörter", 9), "grö...ter");
}

TEST(DescribeError, SaysKindPlaceThreadAndInputs) {
  EXPECT_EQ(describeError(sample()), "assertion: x == 0\n"
                                     "  at a.c:9\n"
                                     "  in T2 reader\n"
                                     "  with key = 42\n"
                                     "  with input1 = -1 (unsigned 255)\n");
}

TEST(Columns, MarkTheAccessesThatRaceAndKeepThemApart) {
  Witness witness = sample();
  witness.schedule.clear();
  for (unsigned i = 0; i < 5; i++)
    witness.schedule.push_back(event(1, i, LabelKind::Write, "x", "1", 5));
  witness.schedule.push_back(event(2, 0, LabelKind::Read, "x", "1", 9));
  witness.error = {ErrorKind::Race, "T2 reader reads x while T1 writer writes it", "a.c", 9, 2, {}, 0};
  witness.error.other = WitnessOther{1, 4, "a.c", 5};
  EXPECT_EQ(columns(witness), "     T0 main  T1 writer           T2 reader\n"
                              "  1           4 reads and writes              a.c:5\n"
                              "! 5           write x = 1                     a.c:5\n"
                              "! 6                               read x = 1  a.c:9\n");
}

TEST(DescribeError, NamesBothAccessesOfARace) {
  Witness witness = sample();
  witness.inputs.clear();
  witness.error = {ErrorKind::Race, "T2 reader reads x while T1 writer writes it", "a.c", 9, 2, {}, 0};
  witness.error.other = WitnessOther{1, 0, "a.c", 5};
  EXPECT_EQ(describeError(witness), "race: T2 reader reads x while T1 writer writes it\n"
                                    "  at a.c:9\n"
                                    "  in T2 reader\n"
                                    "  the other access at a.c:5\n"
                                    "  in T1 writer\n");
}

TEST(DescribeError, ShowsHowBothAccessesOfARaceInALibraryWereReached) {
  Witness witness = sample();
  witness.inputs.clear();
  witness.error = {ErrorKind::Race, "T2 reader reads x while T1 writer writes it", "a.c", 9, 2, {}, 0};
  witness.error.other = WitnessOther{1, 0, "a.c", 5};
  witness.schedule[4].calls = {{"/usr/include/c++/v1/vector", 80, 1, "std::__1::vector<int>::size[abi:x1]() const"},
                               {"a.c", 9, 1, "(anonymous namespace)::count(std::vector<int>&)"},
                               {"a.c", 30, 1, "main"}};
  EXPECT_EQ(describeError(witness), "race: T2 reader reads x while T1 writer writes it\n"
                                    "  at a.c:9\n"
                                    "  in T2 reader\n"
                                    "    std::vector<int>::size  /usr/include/c++/v1/vector:80\n"
                                    "    count  a.c:9\n"
                                    "  the other access at a.c:5\n"
                                    "  in T1 writer\n");
}

TEST(DescribeError, SaysWhatEachThreadWaitsFor) {
  Witness witness = sample();
  witness.inputs.clear();
  witness.error = {ErrorKind::Deadlock, "", "a.c", 7, 1, {}};
  witness.error.waiting.push_back(
      {1, {.kind = AwaitedKind::Operation, .operation = ObjectOp::MutexLock, .name = "b"}, {"a.c", 7, 1, "f"}});
  witness.error.waiting.push_back({0, {.kind = AwaitedKind::ThreadEnd, .thread = 1}, {}});
  EXPECT_EQ(describeError(witness), "deadlock\n"
                                    "  at a.c:7\n"
                                    "  T1 writer waits for lock of b at a.c:7\n"
                                    "  T0 main waits for the end of T1 (writer)\n");
}

TEST(Export, DrawsEveryEventOnceAndEscapes) {
  Witness witness = sample();
  witness.schedule[2].what = "a<b>&\"c\"";
  const std::string dot = witnessToDot(witness), svg = witnessToSvg(witness);
  EXPECT_NE(dot.find("e1_0 -> e2_0 [style=dashed"), std::string::npos);
  EXPECT_NE(dot.find("a<b>&\\\"c\\\""), std::string::npos);
  EXPECT_NE(svg.find("a&lt;b&gt;&amp;&quot;c&quot;"), std::string::npos);
  std::size_t boxes = 0;
  for (std::size_t at = svg.find("<g>"); at != std::string::npos; at = svg.find("<g>", at + 1))
    boxes++;
  EXPECT_EQ(boxes, witness.schedule.size());
}

} // namespace
} // namespace revisit::cli::columns_test
