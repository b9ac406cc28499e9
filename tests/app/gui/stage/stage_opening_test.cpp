// What the stage shows first, for every seeded program and every example: the cause is in view.
#include "../../../lldb/witnesses.h"
#include "window_test.h"

#include <QScrollBar>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace revisit::gui::test {
namespace {

struct Opened {
  std::string source, title;
  std::vector<std::string> options;
  friend void PrintTo(const Opened& opened, std::ostream* out) { *out << opened.title; }
};

std::string titleOf(std::string name) {
  std::ranges::replace_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
}

// The rows of tests/programs/seeded with a bug.
std::vector<Opened> seededBugs() {
  const std::string folder = std::string(SOURCES) + "/tests/programs/seeded/";
  std::ifstream table(folder + "expected.tsv");
  std::vector<Opened> programs;
  for (std::string line; std::getline(table, line);) {
    std::istringstream cells(line);
    std::string file, defines, model, verdict, option;
    std::getline(cells, file, '\t');
    std::getline(cells, defines, '\t');
    std::getline(cells, model, '\t');
    std::getline(cells, verdict, '\t');
    if (verdict != "bug")
      continue;
    Opened program{folder + file, titleOf(file), {"--model", model}};
    std::istringstream words(defines);
    while (words >> option)
      program.options.push_back(option);
    programs.push_back(program);
  }
  return programs;
}

// The lessons that the manual and the window teach with.
std::vector<Opened> lessons() {
  const std::string folder = std::string(SOURCES) + "/examples/";
  std::vector<Opened> programs;
  for (const char* file :
       {"lost_update/lost_update.c", "deadlock/transfer.c", "sensor/sensor.c", "bounded_queue/bounded_queue.cpp"})
    programs.push_back({folder + file, titleOf(file), {}});
  programs.push_back({folder + "weak_memory/publish.c", "publish_c", {"--model", "rc11"}});
  return programs;
}

// Explored once for all tests.
const std::vector<std::string>& witnessesOf(const Opened& program) {
  struct Explored {
    revisit::test::TemporaryFolder folder;
    std::vector<std::string> witnesses;
  };
  static std::map<std::string, Explored> explored;
  Explored& found = explored[program.source];
  if (found.witnesses.empty())
    found.witnesses = revisit::test::check(found.folder.path(), program.source, program.options);
  return found.witnesses;
}

class StageOpeningTest : public testing::TestWithParam<Opened> {
protected:
  StageOpeningTest() {
    m_pane.resize(600, 26 + 14 * 24 + 34); // fourteen rows
    m_pane.setTheme(themeOf(ThemeKind::Light));
    m_pane.show();
  }
  // The rows of the cause, by the explanation and the witness.
  std::vector<std::size_t> causeRows() const {
    std::set<std::size_t> rows;
    const Execution& execution = *m_selection.execution();
    for (const EventNumber event : execution.cause())
      rows.insert(rowsNow().rowOf(event));
    for (std::size_t wait = 0; wait < execution.graph().waits().size(); wait++)
      rows.insert(rowsNow().rowOfWait(wait));
    return {rows.begin(), rows.end()};
  }
  const StageRows& rowsNow() const { return const_cast<StagePane&>(m_pane).stage().rows(); }

  SelectionModel m_selection;
  SourceFiles m_files;
  StagePane m_pane{m_selection, m_files};
};

TEST_P(StageOpeningTest, TheCauseIsInView) {
  const std::vector<std::string>& witnesses = witnessesOf(GetParam());
  ASSERT_FALSE(witnesses.empty());
  for (const std::string& witness : witnesses) {
    SCOPED_TRACE(witness);
    const Result<ExecutionPointer> execution = openExecution(witness);
    ASSERT_TRUE(execution.ok());
    m_selection.open(execution.value());
    const StageView& view = m_pane.view();
    const std::vector<std::size_t> cause = causeRows();
    ASSERT_FALSE(cause.empty()) << "nothing is numbered";
    const auto rows = view.wholeRows();
    ASSERT_TRUE(rows);
    ASSERT_GE(rows->second - rows->first + 1, std::min<std::size_t>(13, rowsNow().rows().size()));
    const auto isInView = [&](std::size_t row) { return row >= rows->first && row <= rows->second; };
    const std::size_t last = cause.back(), room = 14;
    const auto other = std::find_if(cause.rbegin(), cause.rend(), [&](std::size_t row) {
      return rowsNow().rows()[row].thread != rowsNow().rows()[last].thread;
    });
    EXPECT_TRUE(isInView(last));
    if (last - cause.front() < room) {
      EXPECT_TRUE(std::ranges::all_of(cause, isInView)) << "it fits";
    } else if (other != cause.rend() && last - *other < room - 1) {
      EXPECT_TRUE(isInView(*other)) << "both threads of the last conflict";
    }
    EXPECT_EQ(view.horizontalScrollBar()->maximum(), 0);
    for (const std::size_t row : cause)
      if (isInView(row)) {
        EXPECT_GE(view.textRectOf(row).left(), 0);
        EXPECT_LT(view.textRectOf(row).left() + 100, view.viewport()->width()) << "its thread is in view";
      }
  }
}

TEST_P(StageOpeningTest, ShortNamesAreUniqueAndStayTheSame) {
  for (const std::string& witness : witnessesOf(GetParam())) {
    const Result<ExecutionPointer> execution = openExecution(witness);
    ASSERT_TRUE(execution.ok());
    m_selection.open(execution.value());
    std::map<std::string, std::string> longNames;
    for (const WitnessEvent& event : execution.value()->witness().schedule)
      if (!event.what.empty()) {
        const std::string& name = execution.value()->names().of(event.what);
        EXPECT_EQ(longNames.emplace(name, event.what).first->second, event.what) << name << " has two meanings";
        EXPECT_TRUE(event.what.ends_with(name));
      }
    std::map<EventNumber, std::string> folded;
    for (std::size_t row = 0; row < rowsNow().rows().size(); row++)
      if (const StageRow& of = rowsNow().rows()[row]; of.first != 0 && !of.isFold())
        folded[of.first] = rowsNow().text(row);
    m_selection.setShowsLibraries(true);
    for (const auto& [event, text] : folded)
      EXPECT_EQ(rowsNow().text(rowsNow().rowOf(event)), text);
    m_selection.setShowsLibraries(false);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeded, StageOpeningTest, testing::ValuesIn(seededBugs()),
                         [](const auto& info) { return info.param.title; });
INSTANTIATE_TEST_SUITE_P(Lessons, StageOpeningTest, testing::ValuesIn(lessons()),
                         [](const auto& info) { return info.param.title; });

} // namespace
} // namespace revisit::gui::test
