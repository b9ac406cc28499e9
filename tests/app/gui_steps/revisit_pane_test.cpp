// The pane of the algorithm's steps, driven as a user drives it.
#include "steps_fixture.h"

#include "litmus.h"
#include "log/refused_cycle.h"
#include "log/step_text.h"
#include "log/steps/covering.h"
#include "log/steps/prediction.h"
#include "model/built_in_lessons.h"
#include "view/graph/revisit_pane.h"
#include "view/stage/stage_pane.h"
#include "view/stage/stage_view.h"

#include <QAbstractItemView>
#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QLabel>
#include <QListWidget>
#include <QMainWindow>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>

namespace revisit::gui::test {

namespace {

class RevisitPaneTest : public testing::Test {
protected:
  explicit RevisitPaneTest(const Script& script = twoWritersAndALock(), ModelKind model = ModelKind::Sc)
      : lab(script, {.model = model, .algorithm = "condpor"}) {
    lab.explore();
    window.setCentralWidget(&pane);
    window.addActions(steps.all());
    pane.setTheme(themeOf(ThemeKind::Light));
    window.resize(560, 620);
    window.show();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&window));
  }
  ~RevisitPaneTest() override { window.takeCentralWidget(); }

  LogPointer log() const { return lab.recorder.log(); }
  void open(std::uint64_t step) { selection.open(graphAfterStep(log(), step).value()); }
  std::uint64_t step() const { return selection.execution()->origin().step; }
  Step stepNow() const {
    Step now = log()->steps(step(), 1).front();
    addCycles(*log(), now);
    return now;
  }
  QTextBrowser& text() { return *pane.findChild<QTextBrowser*>(QStringLiteral("stepText")); }
  QAbstractItemView& list() { return *pane.findChild<QAbstractItemView*>(QStringLiteral("steps table")); }
  QString position() { return pane.findChild<QLabel*>(QStringLiteral("stepPosition"))->text(); }
  QToolButton& button(StepMove move) {
    return *pane.findChild<QToolButton*>(QStringLiteral("step-%1").arg(static_cast<int>(move)));
  }
  void click(QWidget& widget) { QTest::mouseClick(&widget, Qt::LeftButton); }

  // Clicks the first link with that text, behind the other text.
  void clickLink(const QString& link, const QString& behind = {}) {
    QTextDocument& document = *text().document();
    QTextCursor from(&document);
    if (!behind.isEmpty())
      from = document.find(behind);
    ASSERT_FALSE(from.isNull()) << behind.toStdString();
    QTextCursor found = document.find(link, from);
    while (!found.isNull() && found.charFormat().anchorHref().isEmpty())
      found = document.find(link, found);
    ASSERT_FALSE(found.isNull()) << link.toStdString();
    QTextCursor middle(&document);
    middle.setPosition(found.anchor() + 1);
    text().setTextCursor(middle);
    text().ensureCursorVisible();
    const QPoint place = text().cursorRect(middle).center();
    text().moveCursor(QTextCursor::Start, QTextCursor::MoveAnchor);
    text().setTextCursor(middle);
    QTest::mouseClick(text().viewport(), Qt::LeftButton, Qt::NoModifier, place);
  }

  Lab lab;
  SelectionModel selection;
  StepActions steps{selection};
  RevisitPane pane{selection, steps};
  QMainWindow window;
};

// A thread stores x, then y; another one loads y, then x.
class PassedMessageTest : public RevisitPaneTest {
protected:
  PassedMessageTest()
      : RevisitPaneTest(
            litmus::threadsOf(
                {{litmus::store(litmus::x, 1, MemoryOrder::Relaxed), litmus::store(litmus::y, 1, MemoryOrder::Release)},
                 {litmus::load(litmus::y, MemoryOrder::Acquire), litmus::load(litmus::x, MemoryOrder::Relaxed, 1)}}),
            ModelKind::Rc11) {}

  // The step that adds the load of x, which may not read the initial value.
  std::uint64_t refusedStep() const {
    return findStep(*log(), [](const Step& step) { return hasForbidden(step); });
  }
};

} // namespace

TEST_F(PassedMessageTest, ARefusedCandidateShowsItsCycle) {
  ASSERT_NE(refusedStep(), 0u);
  open(refusedStep());
  EXPECT_TRUE(text().toPlainText().contains(QStringLiteral(
      "cannot read the initial value of x0: the memory model forbids it: (1,0) write x0 = 1 is newer and "
      "happens before it; the cycle: (2,1) -fr-> (1,0) -hb-> (2,1)")))
      << text().toPlainText().toStdString();
  EXPECT_FALSE(selection.execution()->marks().find(NodeMark::Cycle));
  clickLink(QStringLiteral("show the cycle"));
  const Execution& shown = *selection.execution();
  EXPECT_EQ(step(), refusedStep());
  const NodeIndex load = nodeOf(*shown.timeline().numberOf(2, 1)), store = nodeOf(*shown.timeline().numberOf(1, 0));
  EXPECT_EQ(shown.marks().of(load), NodeMark::Added);
  EXPECT_EQ(shown.marks().of(store), NodeMark::Cycle);
  EXPECT_EQ(shown.marks().arrows, (std::vector<MarkedArrow>{{load, store, "fr", true}, {store, load, "hb", true}}));
  SourceFiles files;
  StagePane graph(selection, files);
  graph.setTheme(themeOf(ThemeKind::Light));
  graph.resize(700, 400);
  EXPECT_TRUE(isDrawn(graph, QStringLiteral("cycle")));
}

TEST_F(PassedMessageTest, WithoutACycleThereIsNoneToShow) {
  EXPECT_FALSE(graphOfCycle(log(), refusedStep(), 1000).ok());
  EXPECT_FALSE(graphOfCycle(log(), 1, 0).ok());
}

TEST_F(RevisitPaneTest, WithoutALogItSaysWhatToDo) {
  EXPECT_TRUE(pane.notice().contains(QStringLiteral("Explore a program")));
  for (QAction* action : steps.all()) {
    EXPECT_FALSE(action->isEnabled());
    EXPECT_TRUE(action->toolTip().contains(QStringLiteral("Explore a program")));
  }
  open(3);
  EXPECT_EQ(pane.notice(), QString());
  selection.open({});
  EXPECT_FALSE(pane.notice().isEmpty());
}

TEST_F(RevisitPaneTest, AnExecutionOpenedFromTheTreeStandsAtItsEnd) {
  selection.open(executionOf(log(), 2).value());
  EXPECT_EQ(stepNow().kind, ActionKind::Finished);
  EXPECT_EQ(stepNow().execution, 2u);
  EXPECT_EQ(position(), QStringLiteral("Step %1 of %2, end of execution 2").arg(step()).arg(log()->stepCount()));
  EXPECT_EQ(list().currentIndex().row(), static_cast<int>(step()) - 1);
}

TEST_F(RevisitPaneTest, ButtonsGoFromStepToStep) {
  open(1);
  EXPECT_FALSE(button(StepMove::PreviousAction).isEnabled());
  EXPECT_FALSE(button(StepMove::First).isEnabled());
  click(button(StepMove::NextAction));
  EXPECT_EQ(step(), 2u);
  click(button(StepMove::NextExecution));
  EXPECT_EQ(stepNow().kind, ActionKind::Finished);
  EXPECT_EQ(stepNow().execution, 1u);
  click(button(StepMove::NextRevisit));
  EXPECT_TRUE(isRevisit(stepNow().kind));
  const std::uint64_t revisit = step();
  click(button(StepMove::PreviousExecution));
  EXPECT_LT(step(), revisit);
  EXPECT_EQ(stepNow().kind, ActionKind::Finished);
  click(button(StepMove::Last));
  EXPECT_EQ(step(), log()->stepCount());
  EXPECT_FALSE(button(StepMove::NextAction).isEnabled());
  click(button(StepMove::PreviousRevisit));
  EXPECT_TRUE(isRevisit(stepNow().kind));
  click(button(StepMove::First));
  EXPECT_EQ(step(), 1u);
  selection.goBack();
  EXPECT_TRUE(isRevisit(stepNow().kind)); // history goes through steps
}

TEST_F(RevisitPaneTest, KeysGoFromStepToStep) {
  open(1);
  QTest::keyClick(&window, Qt::Key_F7);
  QTest::keyClick(&window, Qt::Key_F7);
  EXPECT_EQ(step(), 3u);
  QTest::keyClick(&window, Qt::Key_F7, Qt::ShiftModifier);
  EXPECT_EQ(step(), 2u);
  QTest::keyClick(&window, Qt::Key_F8);
  EXPECT_TRUE(isRevisit(stepNow().kind));
  QTest::keyClick(&window, Qt::Key_F8, Qt::ControlModifier);
  EXPECT_EQ(stepNow().kind, ActionKind::Finished);
  const std::uint64_t execution = stepNow().execution;
  QTest::keyClick(&window, Qt::Key_F8, Qt::ControlModifier);
  EXPECT_EQ(stepNow().execution, execution + 1);
  QTest::keyClick(&window, Qt::Key_F8, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(stepNow().execution, execution);
}

TEST_F(RevisitPaneTest, TheListGoesToAStep) {
  open(1);
  QAbstractItemView& view = list();
  view.scrollTo(view.model()->index(7, 2));
  QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier,
                    view.visualRect(view.model()->index(7, 2)).center());
  EXPECT_EQ(step(), 8u);
  view.setFocus();
  QTest::keyClick(&view, Qt::Key_Up);
  QTest::keyClick(&view, Qt::Key_Return);
  EXPECT_EQ(step(), 7u);
}

// Every step's sentence, candidates and deleted events are there.
TEST_F(RevisitPaneTest, TellsAllOfAStep) {
  for (std::uint64_t number = 1; number <= log()->stepCount(); number++) {
    open(number);
    const Step step = stepNow();
    const QString shown = text().toPlainText();
    const std::vector<ExecutionSummary> finished = log()->executions(step.execution, 1);
    const bool isEnd = step.kind == ActionKind::Finished;
    const auto expectText = [&](const std::string& part) {
      EXPECT_TRUE(shown.contains(QString::fromStdString(part))) << part << "\nin\n" << shown.toStdString();
    };
    expectText(stepText(step, log()->threadNames(), isEnd ? &finished.front() : nullptr));
    for (const StepCandidate& candidate : step.candidates)
      expectText((candidate.refusal == Refusal::None ? "✓ it " : "✗ it ") +
                 candidateText(candidate, log()->threadNames()));
    for (std::size_t i = 0; i < step.deleted.size(); i++) {
      expectText(mention(step.deleted[i], log()->threadNames()));
      expectText(verdictText(step, i));
    }
  }
}

// Each step lights the line that its key names, and only that one.
TEST_F(RevisitPaneTest, LightsTheLineOfTheStep) {
  const auto& listing = *pane.findChild<QListWidget*>(QStringLiteral("algorithmListing"));
  const AlgorithmText& text = *algorithmTexts().of("condpor");
  for (std::uint64_t number = 1; number <= log()->stepCount(); number++) {
    open(number);
    ASSERT_EQ(listing.count(), static_cast<int>(text.lines.size()));
    const int line = static_cast<int>(text.lineOf(lineKey(stepNow())).value());
    EXPECT_EQ(listing.currentRow(), line);
    for (int row = 0; row < listing.count(); row++)
      EXPECT_EQ(listing.item(row)->text().startsWith(u'▸'), row == line);
    EXPECT_TRUE(listing.viewport()->rect().contains(listing.visualItemRect(listing.currentItem())));
  }
}

TEST_F(RevisitPaneTest, ARefusalLeadsToTheExecutionThatCoversIt) {
  const std::uint64_t refused =
      findStep(*log(), [&](const Step& step) { return coveringOf(*log(), step).has_value(); });
  ASSERT_NE(refused, 0u);
  open(refused);
  const std::uint64_t execution = coveringOf(*log(), stepNow()).value();
  clickLink(QStringLiteral("Execution %1").arg(execution));
  EXPECT_EQ(stepNow().kind, ActionKind::Finished);
  EXPECT_EQ(stepNow().execution, execution);
}

TEST_F(RevisitPaneTest, ShowsTheGraphBeforeARevisitAndAfterIt) {
  SourceFiles files;
  StagePane graph(selection, files);
  graph.setTheme(themeOf(ThemeKind::Light));
  graph.resize(700, 420);
  graph.show();
  open(firstOf(*log(), ActionKind::RevisitRefused));
  EXPECT_FALSE(steps.before()->isEnabled());
  open(firstOf(*log(), ActionKind::Revisited));
  ASSERT_TRUE(steps.before()->isEnabled());
  const Step step = stepNow();
  const auto rectOf = [&](const WitnessEventRef& event) {
    const auto number = selection.execution()->timeline().numberOf(event.thread, event.index);
    return number ? graph.view().rectOf(graph.stage().rows().rowOf(*number)) : QRectF();
  };
  const auto countOf = [&](NodeMark mark) { return std::ranges::count(selection.execution()->marks().nodes, mark); };
  const WitnessEventRef first{0, 0};
  const QRectF kept = rectOf(first), added = rectOf(step.event->self);
  EXPECT_EQ(countOf(NodeMark::Deleted), 0);
  EXPECT_TRUE(isDrawn(graph, QStringLiteral("after")));
  steps.before()->trigger();
  EXPECT_EQ(this->step(), step.number);
  EXPECT_EQ(rectOf(first), kept);
  EXPECT_EQ(rectOf(step.event->self), added);
  EXPECT_EQ(countOf(NodeMark::Deleted), static_cast<long>(step.deleted.size()) - 1); // the read has a mark of its own
  EXPECT_TRUE(isDrawn(graph, QStringLiteral("before")));
  steps.before()->trigger();
  EXPECT_EQ(countOf(NodeMark::Deleted), 0);
  // The keyboard passes the rows that are empty, both ways.
  graph.view().setFocus();
  QTest::keyClick(&graph.view(), Qt::Key_Home);
  for (std::size_t row = 0; row < graph.stage().rowCount(); row++)
    QTest::keyClick(&graph.view(), Qt::Key_Down);
  EXPECT_EQ(selection.current().event, selection.execution()->timeline().size());
  for (std::size_t row = 0; row < graph.stage().rowCount(); row++)
    QTest::keyClick(&graph.view(), Qt::Key_Up);
  EXPECT_EQ(selection.current().event, 1u);
  steps.before()->trigger();
  steps.go(StepMove::NextAction);
  EXPECT_FALSE(steps.before()->isChecked());
}

TEST_F(RevisitPaneTest, AsksBeforeItShows) {
  pane.setInSight(true);
  open(2);
  QTest::keyClick(&window, Qt::Key_F7);
  EXPECT_EQ(step(), 3u); // off by default
  steps.predicts()->setChecked(true);
  // The question is answered once it is there.
  std::uint64_t before = 0;
  unsigned asked = 0;
  Qt::Key key = Qt::Key_Escape;
  const auto answer = [&] {
    const auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    ASSERT_TRUE(menu);
    asked++;
    EXPECT_EQ(step(), before); // nothing is told yet
    const Prediction prediction = predictionOf(*log(), before + 1).value();
    ASSERT_EQ(menu->actions().size(), static_cast<int>(prediction.choices.size()) + 1);
    for (std::size_t i = 0; i < prediction.choices.size(); i++)
      EXPECT_TRUE(
          menu->actions()[static_cast<int>(i) + 1]->text().endsWith(QString::fromStdString(prediction.choices[i])));
    QTest::keyClick(QApplication::activePopupWidget(), key);
  };
  unsigned right = 0, wrong = 0;
  while (step() < 16) {
    before = step();
    const Prediction prediction = predictionOf(*log(), before + 1).value();
    const std::size_t choice = before % prediction.choices.size();
    key = static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(choice));
    QTimer::singleShot(0, &pane, answer);
    steps.go(StepMove::NextAction);
    EXPECT_EQ(step(), before + 1);
    EXPECT_EQ(text().toPlainText().contains(QStringLiteral("✓ Right:")), choice == prediction.right);
    EXPECT_EQ(text().toPlainText().contains(QStringLiteral("✗ Not so:")), choice != prediction.right);
    (choice == prediction.right ? right : wrong)++;
  }
  EXPECT_GT(right, 0u);
  EXPECT_GT(wrong, 0u);
  before = step();
  key = Qt::Key_Escape; // not in the mood
  QTimer::singleShot(0, &pane, answer);
  steps.go(StepMove::NextAction);
  EXPECT_EQ(step(), before + 1);
  EXPECT_FALSE(text().toPlainText().contains(QStringLiteral("Not so")));
  EXPECT_EQ(asked, right + wrong + 1);
  steps.go(StepMove::NextRevisit); // other moves are not asked for
  EXPECT_TRUE(isRevisit(stepNow().kind));
  EXPECT_EQ(asked, right + wrong + 1);
}

TEST_F(RevisitPaneTest, LinksLeadToEvents) {
  open(firstOf(*log(), ActionKind::RevisitRefused));
  const Step step = stepNow();
  const Timeline& timeline = selection.execution()->timeline();
  const auto number = [&](const LogEvent& event) { return timeline.numberOf(event.self.thread, event.self.index); };
  clickLink(QStringLiteral("(%1,%2)").arg(step.culprit->self.thread).arg(step.culprit->self.index),
            QStringLiteral("The reason"));
  EXPECT_EQ(selection.current().event, number(*step.culprit));
  const LogEvent& gone = step.deleted.front();
  clickLink(QStringLiteral("(%1,%2)").arg(gone.self.thread).arg(gone.self.index), QStringLiteral("It would delete"));
  EXPECT_EQ(selection.current().event, number(gone));
}

TEST_F(RevisitPaneTest, AQuestionMarkTellsWhy) {
  open(firstOf(*log(), ActionKind::RevisitRefused));
  const QString lesson = QStringLiteral("exactly one may"), rule = QStringLiteral("In the literature: maximality");
  EXPECT_FALSE(text().toPlainText().contains(lesson));
  clickLink(QStringLiteral("[?]"));
  EXPECT_TRUE(text().toPlainText().contains(lesson));
  EXPECT_EQ(text().toPlainText().count(rule), 1);
  clickLink(QStringLiteral("[?]"), QStringLiteral("The reason"));
  EXPECT_FALSE(text().toPlainText().contains(lesson));
  clickLink(QStringLiteral("[?]"), QStringLiteral("The reason"));
  EXPECT_FALSE(text().toPlainText().contains(rule));
  click(*pane.findChild<QToolButton*>(QStringLiteral("lessons")));
  EXPECT_EQ(text().toPlainText().count(rule), 2);
}

TEST_F(RevisitPaneTest, TheGuideAsksForItsExample) {
  const QString example = QStringLiteral(EXAMPLES "/revisits/two_writers.c");
  QSignalSpy asked(&pane, &RevisitPane::exploreAsked);
  pane.startGuide(example);
  EXPECT_TRUE(text().toPlainText().contains(QStringLiteral("dynamic partial-order reduction")));
  clickLink(QStringLiteral("Explore two_writers.c"));
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked.front().front().toString(), example);
  open(2);
  EXPECT_FALSE(text().toPlainText().contains(QStringLiteral("dynamic partial-order reduction")));
  pane.startGuide(example); // what is shown stays; the introduction is in front of it
  EXPECT_TRUE(text().toPlainText().contains(QStringLiteral("dynamic partial-order reduction")));
  open(3);
  EXPECT_FALSE(text().toPlainText().contains(QStringLiteral("dynamic partial-order reduction")));
  EXPECT_TRUE(pane.isGuided());
  EXPECT_TRUE(text().toPlainText().contains(QStringLiteral("In the literature")));
}

// The log that is shown grows: there is more to go to.
TEST(RevisitPane, FollowsALogThatGrows) {
  SelectionModel selection;
  StepActions steps(selection);
  RevisitPane pane(selection, steps);
  Lab lab(twoWritersAndALock());
  bool isOpen = false;
  lab.onExecution = [&](const revisit::Execution& execution) {
    if (execution.number != 2)
      return;
    selection.open(graphAfterStep(lab.recorder.log(), lab.log().stepCount()).value());
    isOpen = true;
    EXPECT_FALSE(steps.action(StepMove::NextAction)->isEnabled());
  };
  lab.explore();
  ASSERT_TRUE(isOpen);
  EXPECT_TRUE(QTest::qWaitFor([&] { return steps.action(StepMove::NextAction)->isEnabled(); }, 5000));
  EXPECT_EQ(pane.findChild<QAbstractItemView*>(QStringLiteral("steps table"))->model()->rowCount(),
            static_cast<int>(lab.log().stepCount()));
}

TEST(RevisitPane, IsNotBlankInBothThemes) {
  Lab lab(twoWritersAndALock());
  lab.explore();
  for (const auto& [kind, theme] : {std::pair(ThemeKind::Light, "light"), std::pair(ThemeKind::Dark, "dark")}) {
    SelectionModel selection;
    StepActions steps(selection);
    RevisitPane pane(selection, steps);
    QApplication::setPalette(themeOf(kind).palette);
    pane.setTheme(themeOf(kind));
    pane.resize(520, 480);
    pane.show();
    const auto picture = [&](const char* name) {
      return isDrawn(pane, QStringLiteral("pane-%1-%2").arg(QLatin1String(theme), QLatin1String(name)));
    };
    EXPECT_TRUE(picture("notice"));
    for (const ActionKind action : {ActionKind::Added, ActionKind::RevisitAllowed, ActionKind::RevisitRefused}) {
      const std::uint64_t step = action == ActionKind::Added
                                     ? findStep(lab.log(), [](const Step& each) { return each.candidates.size() > 1; })
                                     : firstOf(lab.log(), action);
      selection.open(graphAfterStep(lab.recorder.log(), step).value());
      EXPECT_TRUE(picture(action == ActionKind::Added            ? "added"
                          : action == ActionKind::RevisitAllowed ? "allowed"
                                                                 : "refused"));
    }
    pane.findChild<QToolButton*>(QStringLiteral("lessons"))->click();
    EXPECT_TRUE(picture("lessons"));
    pane.startGuide(QStringLiteral("two_writers.c"));
    EXPECT_TRUE(picture("guide"));
  }
}

} // namespace revisit::gui::test
