// The answer line and the list of findings: what they say of each result, and where they lead.
#include "exploration_fixture.h"
#include "model/exploration/findings_model.h"
#include "shell/answer_line.h"
#include "view/panes/findings_pane.h"

#include <QListView>
#include <QPushButton>

#include <fstream>

namespace revisit::gui::test {
namespace {

// Two threads wait for each other, or the counter is wrong: two bugs.
constexpr const char* twoBugs = R"(
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int x;
static void* one(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  x = 1;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}
static void* two(void* unused) {
  pthread_mutex_lock(SECOND);
  pthread_mutex_lock(FIRST);
  x = 2;
  pthread_mutex_unlock(FIRST);
  pthread_mutex_unlock(SECOND);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(x != BAD);
}
)";

class FindingsTest : public ExplorationTest {
protected:
  ExplorationRequest twoBugsRequest(const char* first, const char* second, int bad) {
    ExplorationRequest request = MainWindow::requestFor({QString::fromStdString(write("two.c", twoBugs))});
    request.compilerFlags = {std::string("-DFIRST=") + first, std::string("-DSECOND=") + second,
                             "-DBAD=" + std::to_string(bad)};
    return request;
  }
  QListView& list() { return find<QListView>("findings list"); }
  const FindingsModel& findings() { return dynamic_cast<FindingsPane&>(pane("findings")).findings(); }
  std::vector<Listed> listed(FindingKind kind) {
    std::vector<Listed> all;
    for (int row = 0; row < findings().rowCount(); row++)
      if (!findings().rowAt(row).isHeading && findings().rowAt(row).listed.kind == kind)
        all.push_back(findings().rowAt(row).listed);
    return all;
  }
  int headingOf(FindingKind kind) {
    for (int row = 0; row < findings().rowCount(); row++)
      if (findings().rowAt(row).isHeading && findings().rowAt(row).listed.kind == kind)
        return row;
    return -1;
  }
  QPushButton& help() { return find<QPushButton>("answerHelp"); }
};

TEST_F(FindingsTest, DistinctBugsAreListedAndLeadToTheirShortestExecutions) {
  explore(twoBugsRequest("&a", "&b", 2));
  EXPECT_TRUE(answer().startsWith(QStringLiteral("Bug: 2 distinct in "))) << answer().toStdString();
  EXPECT_TRUE(answer().contains(QStringLiteral("all explored"))) << answer().toStdString();
  const std::vector<DistinctBug>& bugs = run().bugs();
  ASSERT_EQ(bugs.size(), 2u);
  raise("findings");
  ASSERT_EQ(listed(FindingKind::Bug).size(), 2u);
  for (std::size_t i = 0; i < bugs.size(); i++) {
    std::uint64_t shortest = 0, length = ~0ull, showing = 0;
    for (const ExecutionSummary& summary : run().log()->executions(1, 1000))
      if (summary.bug && summary.bug->kind == bugs[i].error.kind) {
        showing++;
        if (summary.events < length)
          std::tie(shortest, length) = std::pair(summary.number, summary.events);
      }
    EXPECT_EQ(bugs[i].shortest, shortest);
    EXPECT_EQ(listed(FindingKind::Bug)[i].count, std::to_string(showing) + "x");
    clickRow(list(), static_cast<int>(i));
    EXPECT_EQ(origin().execution, shortest);
    EXPECT_EQ(selection().execution()->witness().error.kind, bugs[i].error.kind);
    EXPECT_EQ(selection().current().position, timeline().subject());
    EXPECT_EQ(list().currentIndex().row(), static_cast<int>(i));
  }
}

TEST_F(FindingsTest, TheListFollowsTheSelection) {
  explore(twoBugsRequest("&a", "&b", 2));
  for (const ExecutionSummary& summary : run().log()->executions(1, 1000)) {
    actions().browser().open(summary.number);
    const auto bug = run().bugOf(summary.number);
    EXPECT_EQ(bug.has_value(), summary.bug != nullptr);
    EXPECT_EQ(list().selectionModel()->hasSelection(), bug.has_value()) << summary.number;
    if (bug) {
      EXPECT_EQ(list().currentIndex().row(), static_cast<int>(*bug));
    }
  }
}

TEST_F(FindingsTest, ABugIsMarkedAsKnownBesideTheProgramAndForgotten) {
  explore(twoBugsRequest("&a", "&b", 2));
  const std::string path = KnownFindings::pathBeside(run().shownRequest().files.front());
  ASSERT_TRUE(run().setKnown(1, "ticket 7"));
  EXPECT_FALSE(listed(FindingKind::Bug)[0].isKnown);
  EXPECT_TRUE(listed(FindingKind::Bug)[1].isKnown);
  EXPECT_EQ(listed(FindingKind::Bug)[1].remark, "known");
  EXPECT_TRUE(listed(FindingKind::Bug)[1].detail.starts_with("ticket 7, "));
  EXPECT_TRUE(answer().startsWith(QStringLiteral("Bug: 2 distinct in "))) << answer().toStdString();
  EXPECT_TRUE(answer().contains(QStringLiteral("1 known"))) << answer().toStdString();
  ASSERT_EQ(KnownFindings::read(path)->all().size(), 1u);
  explore(twoBugsRequest("&a", "&b", 2));
  EXPECT_EQ(run().known()[1], std::optional<std::string>("ticket 7")) << "it is read again";
  ASSERT_TRUE(run().setKnown(0, "not ours"));
  EXPECT_TRUE(answer().startsWith(QStringLiteral("Known: 2 distinct in "))) << answer().toStdString();
  ASSERT_TRUE(run().setKnown(0, std::nullopt));
  EXPECT_TRUE(answer().startsWith(QStringLiteral("Bug: "))) << answer().toStdString();
  std::ofstream(path) << "broken";
  EXPECT_FALSE(run().setKnown(0, "lost"));
  explore(twoBugsRequest("&a", "&b", 2));
  EXPECT_TRUE(window().message().contains(QStringLiteral("is no JSON"))) << window().message().toStdString();
  EXPECT_EQ(knownIn(run().known()), 0u);
}

TEST_F(FindingsTest, AfterExploringAgainBugsAreFixedNewOrTheSame) {
  explore(twoBugsRequest("&a", "&b", 2));
  EXPECT_EQ(listed(FindingKind::Bug)[0].remark, "") << "there was nothing before";
  explore(twoBugsRequest("&b", "&a", 2)); // the order of locks is mended
  ASSERT_EQ(listed(FindingKind::Bug).size(), 1u);
  EXPECT_EQ(listed(FindingKind::Bug)[0].remark, "same");
  ASSERT_EQ(listed(FindingKind::Fixed).size(), 1u);
  EXPECT_EQ(listed(FindingKind::Fixed)[0].remark, "fixed");
  explore(twoBugsRequest("&a", "&b", 2));
  ASSERT_EQ(listed(FindingKind::Bug).size(), 2u);
  std::multiset<std::string> remarks;
  for (const Listed& bug : listed(FindingKind::Bug))
    remarks.insert(bug.remark);
  EXPECT_EQ(remarks, (std::multiset<std::string>{"new", "same"}));
  explore(writersRequest(2));
  EXPECT_TRUE(listed(FindingKind::Fixed).empty()) << "that is another program";
}

TEST_F(FindingsTest, WhileExploringRowsAreOnlyAppended) {
  QStringList titles;
  bool isMoved = false;
  const auto look = [&] {
    QStringList now;
    for (int row = 0; row < findings().rowCount() && !findings().rowAt(row).isHeading; row++)
      now << findings().index(row).data().toString();
    isMoved |= now.mid(0, titles.size()) != titles;
    titles = now;
  };
  window().explore(twoBugsRequest("&a", "&b", 2), true);
  ASSERT_TRUE(waitFor([&] { return run().state() == ExplorationState::Paused; }));
  for (look(); run().state() != ExplorationState::Ended; look()) {
    actions().step()->trigger();
    ASSERT_TRUE(waitFor([&] { return run().state() == ExplorationState::Paused || !run().isActive(); }));
  }
  EXPECT_FALSE(isMoved);
  EXPECT_EQ(titles.size(), 2);
}

TEST_F(FindingsTest, WarningsAreFoldedAndLeadToTheirLines) {
  const std::string leaky = "#include <stdlib.h>\nint main(void) {\n  malloc(8);\n  malloc(16);\n}\n";
  explore(MainWindow::requestFor({QString::fromStdString(write("leaky.c", leaky))}));
  const std::vector<CheckNote>& warnings = run().report()->warnings;
  ASSERT_FALSE(warnings.empty());
  EXPECT_TRUE(answer().startsWith(QStringLiteral("Safe: no error in 1 execution, all explored")));
  EXPECT_TRUE(answer().contains(QStringLiteral("warning"))) << answer().toStdString();
  raise("findings");
  EXPECT_TRUE(listed(FindingKind::Warning).empty());
  const int heading = headingOf(FindingKind::Warning);
  ASSERT_GE(heading, 0);
  EXPECT_EQ(findings().rowAt(heading).listed.count, std::to_string(warnings.size()));
  clickRow(list(), heading);
  ASSERT_EQ(listed(FindingKind::Warning).size(), warnings.size());
  clickRow(list(), heading + 1);
  EXPECT_EQ(selection().current().line->line, warnings.front().line);
  EXPECT_TRUE(isInSight(pane("source")));
  clickRow(list(), heading);
  EXPECT_TRUE(listed(FindingKind::Warning).empty());
}

TEST_F(FindingsTest, TheButtonOfAnIncompleteAnswerExploresTheRest) {
  ExplorationRequest request = writersRequest(3);
  request.check.explore.maxExecutions = 3;
  explore(request);
  EXPECT_TRUE(answer().startsWith(
      QStringLiteral("Not complete: no error in 3 executions; the bound on executions was reached")))
      << answer().toStdString();
  ASSERT_EQ(listed(FindingKind::Reason).size(), 1u);
  ASSERT_TRUE(help().isVisible());
  EXPECT_EQ(help().text(), QStringLiteral("Explore up to 30 executions"));
  help().click();
  ASSERT_TRUE(waitFor([&] { return run().state() == ExplorationState::Ended; }));
  EXPECT_TRUE(answer().startsWith(QStringLiteral("Safe: no error in 6 executions, all explored")))
      << answer().toStdString();
  EXPECT_FALSE(help().isVisible());
  EXPECT_EQ(headingOf(FindingKind::Reason), -1);
}

TEST_F(FindingsTest, TheModelIsChosenInTheAnswerLine) {
  explore(MainWindow::requestFor({QStringLiteral(SOURCES "/examples/weak_memory/publish.c")}));
  auto& model = find<QToolButton>("answerModel");
  EXPECT_EQ(model.text(), QStringLiteral("sc"));
  for (QAction* action : model.menu()->actions())
    if (action->text().startsWith(QStringLiteral("TSO")))
      action->trigger();
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().request().check.search.model, ModelKind::Tso);
  EXPECT_EQ(model.text(), QStringLiteral("tso"));
}

TEST_F(FindingsTest, AWitnessHasItsOwnAnswerUntilItsProgramIsExplored) {
  EXPECT_EQ(answer(), QStringLiteral(": Nothing is open: "));
  open(Example::Transfer);
  EXPECT_TRUE(answer().startsWith(QStringLiteral("Bug: deadlock"))) << answer().toStdString();
  ASSERT_EQ(listed(FindingKind::Bug).size(), 1u);
  EXPECT_EQ(list().currentIndex().row(), 0);
  actions().explore()->trigger();
  ASSERT_TRUE(waitForEnd());
  EXPECT_TRUE(answer().startsWith(QStringLiteral("Bug: 1 distinct in "))) << answer().toStdString();
  openFile(QString::fromStdString(witnessOf(Example::Sensor)));
  EXPECT_TRUE(answer().startsWith(QStringLiteral("Bug: assertion"))) << answer().toStdString();
}

} // namespace
} // namespace revisit::gui::test
