// What else could have happened at an event, asked in the inspector; the executions that are gone to, and goals.
#include "model/sideways/sideways.h"
#include "model/text.h"
#include "query/timeline/event_text.h"
#include "text_links.h"
#include "view/panes/inspector_pane.h"
#include "window_test.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace revisit::gui::test {
namespace {

class SidewaysTest : public WindowTest {
protected:
  QTextBrowser& event() { return find<QTextBrowser>("eventText"); }
  QLabel& trail() { return find<QLabel>("trail"); }
  Sideways& sideways() { return static_cast<InspectorPane&>(pane("inspector")).sideways(); }
  const ExecutionPointer& execution() { return selection().execution(); }
  std::string selected() { return eventText(timeline(), *selection().current().event); }

  // Selects the first event of the thread that reads so, and waits for its outcomes.
  void select(unsigned thread, const std::string& text) {
    for (EventNumber number = 1; number <= timeline().size(); number++)
      if (timeline().event(number).thread == thread && eventText(timeline(), number) == text) {
        selection().selectEvent(number);
        return waitForOutcomes();
      }
    FAIL() << "no event reads " << text;
  }
  void waitForOutcomes() {
    ASSERT_TRUE(waitFor([&] { return sideways().otherwise() != nullptr; })) << event().toPlainText().toStdString();
  }
  // The link of an outcome with this value, or with these words where there is none.
  void take(const QString& value) {
    const ExecutionPointer before = execution();
    const std::vector<QTextFragment> all = links(event());
    const auto link = std::ranges::find_if(all, [&](const QTextFragment& one) {
      return one.charFormat().anchorHref().startsWith(QStringLiteral("take:")) && one.text().contains(value);
    });
    ASSERT_NE(link, all.end()) << event().toPlainText().toStdString();
    click(event(), link->position());
    ASSERT_TRUE(waitFor([&] { return execution() != before; })) << window().message().toStdString();
  }
  void ask(const QString& goal) {
    window().activateWindow();
    ASSERT_TRUE(waitFor([&] { return window().isActiveWindow(); }));
    QTest::keyClick(&window(), Qt::Key_K, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return find<QLineEdit>("goal").isActiveWindow(); }));
    typeInto(find<QLineEdit>("goal"), goal);
  }
  void search(const QString& goal) {
    ask(goal);
    QTest::keyClick(&find<QLineEdit>("goal"), Qt::Key_Return);
  }
  QString goalAnswer() { return find<QLabel>("goalAnswer").text(); }
};

TEST_F(SidewaysTest, AnOutcomeIsTakenByAClickAndUndone) {
  open(Example::LostUpdate);
  EXPECT_FALSE(trail().isVisible());
  select(2, "read balance = 0");
  const Selection before = selection().current();
  EXPECT_TRUE(event().toPlainText().contains(QStringLiteral("Otherwise")));
  take(QStringLiteral("10"));
  EXPECT_EQ(selected(), "read balance = 10") << "it opens where it parts";
  EXPECT_EQ(timeline().witness().error.kind, ErrorKind::None);
  ASSERT_TRUE(execution()->origin().move);
  EXPECT_EQ(execution()->origin().move->from, before.execution);
  EXPECT_FALSE(execution()->isFile());
  EXPECT_TRUE(trail().isVisible());
  EXPECT_TRUE(trail().text().contains(QStringLiteral("T2 read balance = 10"))) << trail().text().toStdString();
  const Selection there = selection().current();
  press(Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(execution(), before.execution);
  EXPECT_EQ(selection().current().event, before.event);
  EXPECT_TRUE(trail().text().contains(QStringLiteral("T2 read balance = 10"))) << "what lies ahead stays";
  press(Qt::Key_Right, Qt::AltModifier);
  EXPECT_EQ(execution(), there.execution);
  EXPECT_EQ(selection().current().event, there.event);
}

TEST_F(SidewaysTest, AnOutcomeThatIsLookedAtIsSeenOnTheStage) {
  open(Example::LostUpdate);
  select(2, "read balance = 0");
  const EventNumber read = *selection().current().event;
  const auto previews = [&] {
    std::vector<StageArrow> arrows = stage().stage().arrows(0, stage().stage().rowCount() - 1);
    std::erase_if(arrows, [](const StageArrow& arrow) { return !arrow.isPreview; });
    return arrows;
  };
  const std::vector<JudgedOutcome>& outcomes = sideways().otherwise()->list.outcomes;
  const auto other = std::ranges::find_if(outcomes, [](const JudgedOutcome& one) { return one.value == "10"; });
  ASSERT_NE(other, outcomes.end());
  EXPECT_TRUE(previews().empty());
  sideways().look(static_cast<std::size_t>(other - outcomes.begin()));
  ASSERT_EQ(previews().size(), 1u);
  EXPECT_EQ(previews()[0].relation, Relation::ReadsFrom);
  EXPECT_EQ(previews()[0].to.row, stage().stage().rows().rowOf(read));
  EXPECT_EQ(stage().stage().eventAt(previews()[0].from.row, Half::Whole),
            timeline().numberOf(other->outcome.other.thread.value(), other->outcome.other.index));
  EXPECT_EQ(stage().stage().lineAt(previews()[0].to.row).preview, QStringLiteral("instead: 10"));
  sideways().look(std::nullopt);
  EXPECT_TRUE(previews().empty());
  sideways().look(static_cast<std::size_t>(other - outcomes.begin()));
  selection().selectEvent(read - 1);
  EXPECT_FALSE(selection().preview()) << "it was about the event that was left";
}

TEST_F(SidewaysTest, ADecisionOnAnInputHasTheNearestValuesThatChangeThePath) {
  open(Example::Sensor);
  const auto branches = timeline().ofKind(EventKind::Branch);
  ASSERT_FALSE(branches.empty());
  selection().selectEvent(branches.front());
  waitForOutcomes();
  ASSERT_EQ(sideways().otherwise()->inputs.size(), 1u);
  const InputRange range = sideways().otherwise()->inputs.front();
  EXPECT_EQ(range.name, "reading");
  EXPECT_EQ(range.below, std::optional<std::uint64_t>(85));
  EXPECT_TRUE(event().toPlainText().contains(QStringLiteral("reading: 86..124 keeps the path, now ")))
      << event().toPlainText().toStdString();
  const ExecutionPointer before = execution();
  const std::vector<QTextFragment> all = links(event());
  const auto link = std::ranges::find_if(
      all, [](const QTextFragment& one) { return one.charFormat().anchorHref() == QStringLiteral("input:0/85"); });
  ASSERT_NE(link, all.end());
  click(event(), link->position());
  ASSERT_TRUE(waitFor([&] { return execution() != before; })) << window().message().toStdString();
  EXPECT_EQ(execution()->witness().inputs.front().value, 85u);
  EXPECT_TRUE(trail().text().contains(QStringLiteral("reading = 85"))) << trail().text().toStdString();
}

TEST_F(SidewaysTest, AThreadThatWaitsCouldHaveComeFirst) {
  open(Example::Transfer);
  const std::vector<Wait>& waits = execution()->graph().waits();
  ASSERT_GE(waits.size(), 2u);
  stage().stage().select(stage().stage().rows().rowOfWait(1));
  EXPECT_EQ(selection().current().waiting, std::optional(waits[1].thread));
  EXPECT_EQ(stage().stage().selectedRow(), std::optional(stage().stage().rows().rowOfWait(1)));
  waitForOutcomes();
  EXPECT_TRUE(event().toPlainText().contains(QStringLiteral("waits for"))) << event().toPlainText().toStdString();
  const ExecutionPointer before = execution();
  const auto& rows = sideways().otherwise()->rows;
  ASSERT_FALSE(rows.empty()) << event().toPlainText().toStdString();
  sideways().look(rows.front().first);
  ASSERT_TRUE(selection().preview());
  sideways().take(rows.front().first);
  ASSERT_TRUE(waitFor([&] { return execution() != before; })) << window().message().toStdString();
  EXPECT_NE(execution()->witness().error.kind, ErrorKind::Deadlock);
}

TEST_F(SidewaysTest, TheTrailLeadsBackAndIsNotWalkedInCircles) {
  open(Example::LostUpdate);
  select(2, "read balance = 0");
  const Selection first = selection().current();
  take(QStringLiteral("10"));
  waitForOutcomes();
  take(QStringLiteral("0"));
  EXPECT_EQ(execution(), first.execution) << "it was known";
  EXPECT_EQ(selected(), "read balance = 0");
  press(Qt::Key_Left, Qt::AltModifier);
  ASSERT_TRUE(execution()->origin().move);
  trail().setFocus(Qt::TabFocusReason); // its first link
  QTest::keyClick(&trail(), Qt::Key_Tab);
  QTest::keyClick(&trail(), Qt::Key_Return);
  EXPECT_EQ(execution(), first.execution);
  EXPECT_EQ(selection().current().event, first.event);
}

TEST_F(SidewaysTest, ItIsComparedWithTheOneThatItCameFrom) {
  open(Example::LostUpdate);
  select(2, "read balance = 0");
  const ExecutionPointer first = execution();
  take(QStringLiteral("10"));
  stage().setFocus();
  press(Qt::Key_C);
  ASSERT_TRUE(waitFor([&] { return stage().comparer().compared() != nullptr; }));
  EXPECT_EQ(stage().comparer().other(), first);
}

TEST_F(SidewaysTest, AnOrderOfLocksCanBeOtherwiseAndWhatCannotSaysWhy) {
  open(Example::Sensor);
  const EventNumber bug = timeline().bug();
  selection().selectEvent(bug - 2); // the lock before the assertion
  ASSERT_EQ(selected(), "lock window.lock");
  waitForOutcomes();
  EXPECT_FALSE(event().toPlainText().contains(QStringLiteral("the operation would wait there")));
  clickOn(event(), QStringLiteral("1 impossible here"));
  EXPECT_TRUE(event().toPlainText().contains(QStringLiteral("the operation would wait there")));
  take(QStringLiteral("before"));
  EXPECT_EQ(timeline().witness().error.kind, ErrorKind::None);
  EXPECT_TRUE(trail().text().contains(QStringLiteral("before T1 lock window.lock"))) << trail().text().toStdString();
}

TEST_F(SidewaysTest, WhereNothingElseCanHappenNothingIsSaid) {
  open(Example::LostUpdate);
  selection().selectEvent(timeline().bug());
  waitForOutcomes();
  EXPECT_FALSE(event().toPlainText().contains(QStringLiteral("Otherwise"))) << event().toPlainText().toStdString();
}

TEST_F(SidewaysTest, AProgramThatIsGoneIsToldInASentence) {
  Result<Witness> witness = readWitness(witnessOf(Example::LostUpdate));
  ASSERT_TRUE(witness);
  witness.value().program.path = "/nowhere/lost_update";
  const QString path = inFolder(QStringLiteral("gone.revisit"));
  ASSERT_TRUE(writeWitness(witness.value(), path.toStdString()));
  openFile(path);
  select(2, "read balance = 0");
  EXPECT_TRUE(event().toPlainText().contains(QStringLiteral("/nowhere/lost_update")));
  for (const QTextFragment& link : links(event()))
    EXPECT_FALSE(link.charFormat().anchorHref().startsWith(QStringLiteral("take:")));
}

TEST_F(SidewaysTest, AGoalIsLookedForAndOpenedWhereItHolds) {
  open(Example::LostUpdate);
  const ExecutionPointer first = execution();
  search(QStringLiteral("when balance == 30"));
  ASSERT_TRUE(waitFor([&] { return execution() != first; })) << goalAnswer().toStdString();
  EXPECT_FALSE(find<QLineEdit>("goal").isVisible());
  EXPECT_EQ(timeline().witness().error.kind, ErrorKind::None);
  EXPECT_EQ(selection().current().event, timeline().subject());
  EXPECT_TRUE(trail().text().contains(QStringLiteral("when balance == 30"))) << trail().text().toStdString();
  search(QStringLiteral("when balance == 31"));
  ASSERT_TRUE(waitFor([&] { return goalAnswer().startsWith(QStringLiteral("In no execution: ")); }))
      << goalAnswer().toStdString();
}

TEST_F(SidewaysTest, AGoalFromHereKeepsWhatIsDone) {
  open(Example::LostUpdate);
  select(1, "write balance = 10"); // both have read 0 before
  ask(QStringLiteral("when balance == 30"));
  find<QCheckBox>("goalFromHere").setChecked(true);
  QTest::mouseClick(&find<QPushButton>("findGoal"), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return goalAnswer().startsWith(QStringLiteral("In no execution that begins")); }))
      << goalAnswer().toStdString();
  EXPECT_TRUE(goalAnswer().contains(QStringLiteral("It holds in executions that begin otherwise")));
}

TEST_F(SidewaysTest, AGoalIsStoppedAndAWrongOneIsToldWhileItIsTyped) {
  open(Example::LostUpdate);
  const ExecutionPointer first = execution();
  ask(QStringLiteral("when balance =="));
  EXPECT_TRUE(goalAnswer().contains(QStringLiteral("column"))) << goalAnswer().toStdString();
  EXPECT_FALSE(find<QPushButton>("findGoal").isEnabled());
  search(QStringLiteral("when balance == 30"));
  EXPECT_TRUE(sideways().isFinding());
  QTest::keyClick(find<QLineEdit>("goal").window(), Qt::Key_Escape);
  EXPECT_FALSE(sideways().isFinding());
  waitForOutcomes(); // what is selected is asked about again
  EXPECT_EQ(execution(), first);
}

} // namespace
} // namespace revisit::gui::test
