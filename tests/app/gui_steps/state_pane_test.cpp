// The panes that show a search over states, driven as a user drives them.
#include "states_fixture.h"
#include "steps_fixture.h"

#include "model/tables/steps_model.h"
#include "view/graph/revisit_pane.h"
#include "view/graph/state_pane.h"

#include <QLabel>
#include <QMainWindow>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>

namespace revisit::gui::test {
namespace {

class StatePaneTest : public testing::Test {
protected:
  StatePaneTest() {
    auto* both = new QSplitter;
    both->addWidget(&states);
    both->addWidget(&algorithm);
    window.setCentralWidget(both);
    window.addActions(steps.all());
    for (Pane* pane : {static_cast<Pane*>(&states), static_cast<Pane*>(&algorithm)}) {
      pane->setTheme(themeOf(ThemeKind::Light));
      pane->setInSight(true);
    }
    window.resize(1300, 760);
    window.show();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&window));
  }
  ~StatePaneTest() override {
    states.setParent(nullptr);
    algorithm.setParent(nullptr);
  }

  StateView& view() { return *states.findChild<StateView*>(QStringLiteral("stateView")); }
  StateScene& scene() { return *qobject_cast<StateScene*>(view().scene()); }
  QString textOf(Pane& pane, const char* name) {
    return pane.findChild<QTextBrowser*>(QLatin1String(name))->toPlainText();
  }
  QString stateText() { return textOf(states, "stateText"); }
  QString stepText() { return textOf(algorithm, "stepText"); }
  QPoint placeOf(std::uint32_t state) {
    const std::size_t node = scene().picture().graph.nodeOf(state);
    return view().mapFromScene(scene().rectOf(node).center());
  }
  void click(std::uint32_t state) { QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, placeOf(state)); }
  StateStep stepNow() { return lab.states().steps(steps.cursor().step(), 1).front(); }

  StatesLab lab;
  SelectionModel selection;
  StepActions steps{selection};
  StatePane states{selection, steps};
  RevisitPane algorithm{selection, steps};
  QMainWindow window;
};

TEST_F(StatePaneTest, WithoutASearchItSaysWhatToDo) {
  EXPECT_TRUE(states.notice().contains(QStringLiteral("dl-s-por")));
  EXPECT_FALSE(algorithm.notice().isEmpty());
  steps.offer(lab.log());
  EXPECT_EQ(states.notice(), QString());
  EXPECT_EQ(algorithm.notice(), QString());
  EXPECT_EQ(steps.cursor().step(), 1u);
}

TEST_F(StatePaneTest, TheStepsGoThroughTheStates) {
  steps.offer(lab.log());
  for (std::uint64_t step = 1; step <= lab.states().stepCount(); step++) {
    ASSERT_EQ(steps.cursor().step(), step);
    const StateStep now = stepNow();
    EXPECT_EQ(states.selected(), now.state != noLogEntry ? now.state : now.from);
    EXPECT_EQ(scene().picture().step, step);
    EXPECT_TRUE(stateText().startsWith(QStringLiteral("s%1\n").arg(*states.selected()))) << stateText().toStdString();
    EXPECT_FALSE(stepText().isEmpty());
    EXPECT_EQ(scene().picture().stack.size(),
              lab.states().states(now.kind == StateStepKind::Met ? now.from : now.state, 1).front().depth + 1);
    for (const StateNode& node : scene().picture().graph.nodes)
      EXPECT_EQ(scene().picture().isAhead(node), node.step > step);
    steps.go(StepMove::NextAction);
  }
  EXPECT_FALSE(steps.action(StepMove::NextAction)->isEnabled());
}

TEST_F(StatePaneTest, AJudgementShowsTheSets) {
  steps.offer(lab.log());
  while (steps.action(StepMove::NextRevisit)->isEnabled())
    steps.go(StepMove::NextRevisit);
  EXPECT_EQ(stepNow().state, 0u);
  EXPECT_EQ(steps.action(StepMove::NextRevisit)->text(), QStringLiteral("Next judgement"));
  for (const char* text : {"{T1, T2}", "current[T1]", "{T1, T2, T3}", "{T2}", "safe set", "backtrack"})
    EXPECT_TRUE(stateText().contains(QLatin1String(text))) << text << "\n" << stateText().toStdString();
  EXPECT_TRUE(stepText().contains(QStringLiteral("T3 is not needed"))) << stepText().toStdString();
  steps.go(StepMove::NextAction);
  EXPECT_TRUE(stateText().contains(QStringLiteral("pruned: not in the source set"))) << stateText().toStdString();
  EXPECT_TRUE(isDrawn(window, QStringLiteral("states")));
}

TEST_F(StatePaneTest, AClickLooksAtAStateAndADoubleClickGoesThere) {
  steps.offer(lab.log());
  steps.go(StepMove::Last);
  click(3);
  EXPECT_EQ(states.selected(), 3u);
  EXPECT_TRUE(stateText().startsWith(QStringLiteral("s3\n")));
  EXPECT_EQ(steps.cursor().step(), lab.states().stepCount()) << "looking moves nothing";
  QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, placeOf(3));
  EXPECT_EQ(steps.cursor().step(), lab.states().states(3, 1).front().step);
  EXPECT_EQ(states.selected(), 3u);
  const std::uint32_t later = lab.states().stateCount() - 1;
  click(later);
  EXPECT_TRUE(stateText().contains(QStringLiteral("Not entered yet"))) << stateText().toStdString();
}

TEST_F(StatePaneTest, KeysMoveAlongTheStates) {
  steps.offer(lab.log());
  view().setFocus();
  QTest::keyClick(&view(), Qt::Key_Down);
  const std::uint32_t below = *states.selected();
  EXPECT_EQ(lab.states().states(below, 1).front().parent, 0u);
  QTest::keyClick(&view(), Qt::Key_Up);
  EXPECT_EQ(states.selected(), 0u);
  QTest::keyClick(&view(), Qt::Key_Down);
  QTest::keyClick(&view(), Qt::Key_Right);
  QTest::keyClick(&view(), Qt::Key_Left);
  EXPECT_EQ(states.selected(), below);
  QTest::keyClick(&view(), Qt::Key_Return);
  EXPECT_EQ(steps.cursor().step(), lab.states().states(below, 1).front().step);
  const qreal zoom = view().transform().m11();
  QTest::keyClick(&view(), Qt::Key_Plus);
  EXPECT_GT(view().transform().m11(), zoom);
}

TEST_F(StatePaneTest, AnExecutionAndItsStepAreOne) {
  selection.open(executionOf(lab.log(), 1).value());
  EXPECT_EQ(steps.cursor().step(), lab.first(StateStepKind::Shown));
  EXPECT_EQ(states.selected(), stepNow().state);
  steps.go(StepMove::First);
  EXPECT_EQ(steps.cursor().step(), 1u);
  // Another form of the same execution, such as its witness.
  selection.open(executionOf(lab.log(), 1).value());
  EXPECT_EQ(steps.cursor().step(), 1u);
  steps.go(StepMove::NextExecution);
  EXPECT_EQ(selection.execution()->origin().execution, 1u);
}

TEST_F(StatePaneTest, TheListHasEveryStep) {
  steps.offer(lab.log());
  auto& list = *algorithm.findChild<QTableView*>(QStringLiteral("steps table"));
  ASSERT_EQ(list.model()->rowCount(), static_cast<int>(lab.states().stepCount()));
  for (int row = 0; row < list.model()->rowCount(); row++)
    EXPECT_FALSE(list.model()->index(row, StepsModel::Sentence).data().toString().isEmpty());
  list.scrollToTop();
  const QModelIndex third = list.model()->index(2, StepsModel::Sentence);
  QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(third).center());
  EXPECT_EQ(steps.cursor().step(), 3u);
}

TEST_F(StatePaneTest, LessonsSayWhatAStepIsFor) {
  steps.offer(lab.log());
  EXPECT_FALSE(stepText().contains(QStringLiteral("each state is explored once")));
  QTest::mouseClick(algorithm.findChild<QToolButton*>(QStringLiteral("lessons")), Qt::LeftButton);
  EXPECT_TRUE(stepText().contains(QStringLiteral("each state is explored once"))) << stepText().toStdString();
}

} // namespace
} // namespace revisit::gui::test
