// The result of a litmus test: its answer, the final states by memory model, the stage without main, and the cycle that
// forbids a state.
#include "exploration_fixture.h"
#include "shell/answer_line.h"
#include "shell/layout/findings_frame.h"

#include <QTextBrowser>

#include <fstream>

namespace revisit::gui::test {
namespace {

constexpr const char* storeBuffering = R"(C SB
{ x = 0; y = 0; }
P0 (atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1 (atomic_int *x, atomic_int *y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (0:r0=0 /\ 1:r0=0)
)";

class LitmusTest : public ExplorationTest {
protected:
  void SetUp() override {} // as a user finds it

  void exploreTest(ModelKind model, const std::string& text = storeBuffering) {
    ExplorationRequest request = MainWindow::requestFor({QString::fromStdString(write("sb.litmus", text))});
    request.check.search.model = model;
    explore(request);
    ASSERT_TRUE(waitFor([&] { return window().litmus().isComplete(); }));
  }
  const Answer& answer() { return window().answerLine().answer(); }
  QTableView& states() { return find<QTableView>("final states table"); }
  QString cell(int row, ModelKind model) { return states().model()->index(row, columnOf(model)).data().toString(); }
  static int columnOf(ModelKind model) {
    return 1 + static_cast<int>(std::ranges::find(allModels, model) - allModels.begin());
  }
  void click(int row, int column) {
    const QRect place = states().visualRect(states().model()->index(row, column));
    QTest::mouseClick(states().viewport(), Qt::LeftButton, Qt::NoModifier, place.center());
  }
  QString words() { return find<QTextBrowser>("finalStateText").toPlainText(); }
  std::vector<QString> heads() { return stage().stage().heads(); }
};

TEST_F(LitmusTest, IsAnsweredInTheFirstLine) {
  exploreTest(ModelKind::Sc);
  EXPECT_EQ(answer().word, QStringLiteral("Forbidden"));
  EXPECT_TRUE(answer().sentence.startsWith(QStringLiteral("under sc: none of 3 final states satisfy exists (0:r0=0")))
      << answer().sentence.toStdString();
  exploreTest(ModelKind::Tso);
  EXPECT_EQ(answer().word, QStringLiteral("Allowed"));
  EXPECT_TRUE(answer().sentence.startsWith(QStringLiteral("under tso: 1 of 4 final states satisfies exists (0:r0=0")))
      << answer().sentence.toStdString();
}

TEST_F(LitmusTest, ListsTheStatesOfAllModels) {
  exploreTest(ModelKind::Sc);
  ASSERT_EQ(states().model()->rowCount(), 4);
  EXPECT_EQ(states().model()->index(0, 0).data().toString(), QStringLiteral("0:r0=0; 1:r0=0;"));
  EXPECT_EQ(cell(0, ModelKind::Sc), QStringLiteral("–"));
  for (const ModelKind model : {ModelKind::Tso, ModelKind::Pso, ModelKind::Sra, ModelKind::Ra, ModelKind::Rc11})
    EXPECT_EQ(cell(0, model), QStringLiteral("1")) << nameOf(model);
  for (int row = 1; row < 4; row++)
    for (const ModelKind model : allModels)
      EXPECT_EQ(cell(row, model), QStringLiteral("1")) << row << ' ' << nameOf(model);
  EXPECT_TRUE(states().isVisible());
}

TEST_F(LitmusTest, AStateLeadsToItsExecutionWithoutMain) {
  exploreTest(ModelKind::Tso);
  click(0, 0);
  EXPECT_TRUE(words().contains(QStringLiteral("allowed under tso"))) << words().toStdString();
  ASSERT_NE(origin().execution, 0u);
  for (EventNumber event = 1; event <= timeline().size(); event++)
    if (timeline().event(event).thread != 0 && timeline().event(event).reads) {
      EXPECT_EQ(timeline().event(event).seen, 0u);
    }
  ASSERT_EQ(heads().size(), 2u) << "main has no column";
  EXPECT_TRUE(heads()[0].startsWith(QStringLiteral("T1")));
  for (std::size_t row = 0; row < stage().stage().rowCount(); row++)
    EXPECT_NE(stage().stage().rows().rows()[row].thread, 0u);
  find<QAction>("litmusMainAction").trigger();
  EXPECT_EQ(heads().size(), 3u) << "the user wants to see it";
}

TEST_F(LitmusTest, AStateOfAnotherModelLeadsToItsExecutionThere) {
  exploreTest(ModelKind::Sc);
  click(0, columnOf(ModelKind::Tso));
  EXPECT_TRUE(words().contains(QStringLiteral("allowed under tso"))) << words().toStdString();
  EXPECT_EQ(selection().execution()->witness().options.memoryModel, ModelKind::Tso);
  EXPECT_TRUE(selection().execution()->isWitness()) << "it can be replayed";
  EXPECT_EQ(answer().word, QStringLiteral("Forbidden")) << "the answer is still that of the exploration";
}

TEST_F(LitmusTest, AForbiddenStateLeadsToTheCycle) {
  exploreTest(ModelKind::Sc);
  click(0, columnOf(ModelKind::Sc));
  EXPECT_TRUE(words().contains(QStringLiteral("forbidden under sc"))) << words().toStdString();
  EXPECT_TRUE(words().contains(QStringLiteral("-fr->"))) << words().toStdString();
  const GraphMarks& marks = selection().execution()->marks();
  ASSERT_EQ(marks.arrows.size(), 4u) << "po, fr, po, fr";
  std::size_t fromReads = 0;
  for (std::size_t i = 0; i < marks.arrows.size(); i++) {
    EXPECT_EQ(marks.arrows[i].to, marks.arrows[(i + 1) % marks.arrows.size()].from) << "a cycle";
    fromReads += marks.arrows[i].text == "fr" ? 1 : 0;
  }
  EXPECT_EQ(fromReads, 2u);
}

TEST_F(LitmusTest, AnotherProgramHasNoFinalStates) {
  exploreTest(ModelKind::Sc);
  EXPECT_FALSE(find<FindingsFrame>("findingsRegion").isRail());
  explore(writersRequest(2));
  EXPECT_EQ(window().litmus().test(), nullptr);
  EXPECT_FALSE(states().isVisible());
  EXPECT_EQ(answer().word, QStringLiteral("Safe"));
  EXPECT_EQ(heads().size(), 3u) << "main is there again";
  EXPECT_FALSE(find<QAction>("litmusMainAction").isEnabled());
}

TEST_F(LitmusTest, AKeyGoesFromStateToState) {
  exploreTest(ModelKind::Tso);
  raise("litmus");
  states().setCurrentIndex(states().model()->index(1, 0));
  const std::uint64_t first = origin().execution;
  QTest::keyClick(&states(), Qt::Key_Down);
  EXPECT_NE(origin().execution, first);
}

} // namespace
} // namespace revisit::gui::test
