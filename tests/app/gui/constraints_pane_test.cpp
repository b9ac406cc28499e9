// What the execution requires of its inputs, and questions about it, asked with the mouse and the keyboard.
#include "model/tables/events_model.h"
#include "model/text.h"
#include "view/panes/constraints_pane.h"
#include "view/widgets/message_text.h"
#include "view/widgets/source_editor.h"
#include "window_test.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

namespace revisit::gui::test {
namespace {

class ConstraintsPaneTest : public WindowTest {
protected:
  void SetUp() override {
    open(Example::Sensor);
    raise("constraints");
  }
  QTableView& conditions() { return find<QTableView>("conditions table"); }
  LinkedText& answer() { return find<LinkedText>("answer"); }
  QString waitForAnswer() {
    auto& solver = static_cast<ConstraintsPane&>(pane("constraints")).solver();
    EXPECT_TRUE(waitFor([&] { return !solver.isBusy(); })) << "Z3 does not answer";
    return answer().text();
  }
  QString ask(const QString& condition) {
    typeInto(find<QLineEdit>("whatIf"), condition);
    QTest::mouseClick(&find<QPushButton>("ask"), Qt::LeftButton);
    return waitForAnswer();
  }
};

TEST_F(ConstraintsPaneTest, ShowsTheInputsAndTheConditions) {
  auto& inputs = find<QTableView>("inputs table");
  ASSERT_EQ(inputs.model()->rowCount(), 1);
  EXPECT_EQ(inputs.model()->index(0, 0).data().toString(), QStringLiteral("reading"));
  EXPECT_EQ(inputs.model()->index(0, 1).data().toString(), QStringLiteral("86"));
  ASSERT_EQ(conditions().model()->rowCount(), 3);
  clickRow(conditions(), 2);
  EXPECT_EQ(selection().current().event, conditions().model()->index(2, 0).data(EventsModel::EventRole).toULongLong());
  EXPECT_EQ(conditions().model()->index(2, 2).data().toString(), QStringLiteral("reading > 85"));
}

TEST_F(ConstraintsPaneTest, WhatIsPossibleComesWithInputs) {
  const QString text = ask(QStringLiteral("reading > 100"));
  EXPECT_TRUE(text.contains(QLatin1String("possible, with reading = "))) << text.toStdString();
  EXPECT_TRUE(selection().litEvents().empty());
}

TEST_F(ConstraintsPaneTest, WhatRulesItOutIsLitInEveryPane) {
  const QString text = ask(QStringLiteral("reading < 50"));
  EXPECT_TRUE(text.contains(QLatin1String("impossible"))) << text.toStdString();
  ASSERT_EQ(selection().litEvents().size(), 1u);
  const EventNumber culprit = selection().litEvents().front();
  EXPECT_EQ(timeline().event(culprit).what, "reading > 85");
  EXPECT_TRUE(text.contains(QStringLiteral("event:%1").arg(culprit))) << "a link: " << text.toStdString();
  EXPECT_TRUE(stage().stage().lineAt(stage().stage().rows().rowOf(culprit)).isLit);
  const auto& editor = find<SourceEditor>("sourceEditor");
  const unsigned marks = editor.markersAtLine(static_cast<int>(selection().execution()->lineOf(culprit)->line) - 1);
  EXPECT_NE(marks & 2u, 0u) << "the line is not lit";
  int lit = 0;
  for (int row = 0; row < conditions().model()->rowCount(); row++)
    lit += conditions().model()->index(row, 0).data(EventsModel::LitRole).toBool();
  EXPECT_EQ(lit, 1);
  ask(QStringLiteral("reading > 100"));
  EXPECT_TRUE(selection().litEvents().empty()) << "the old answer is still lit";
}

TEST_F(ConstraintsPaneTest, MustAConditionBeAsItIs) {
  clickRow(conditions(), 2);
  QTest::mouseClick(&find<QPushButton>("otherwise"), Qt::LeftButton);
  EXPECT_TRUE(waitForAnswer().contains(QLatin1String("otherwise: possible"))) << answer().text().toStdString();
}

TEST_F(ConstraintsPaneTest, MustATypedConditionHold) {
  const auto must = [&](const char* condition) {
    typeInto(find<QLineEdit>("whatIf"), QLatin1String(condition));
    QTest::mouseClick(&find<QPushButton>("otherwise"), Qt::LeftButton);
    waitForAnswer();
    return answer().toPlainText();
  };
  clickRow(conditions(), 2);
  EXPECT_TRUE(must("reading > 80").contains(QStringLiteral("reading > 80 be so? Yes:"))) << "what is typed counts";
  EXPECT_EQ(selection().litEvents().size(), 1u) << "what forces it";
  EXPECT_TRUE(must("reading > 90").contains(QStringLiteral("be so? No: it can be otherwise, with reading = ")));
  EXPECT_TRUE(must("reading >= reading").contains(QStringLiteral("Yes: it holds whatever the inputs")));
  EXPECT_TRUE(must("reading >").startsWith(QStringLiteral("column 10")));
}

TEST_F(ConstraintsPaneTest, ConditionsAreShownAsTheyWereTyped) {
  const auto shown = [&](const char* condition) {
    ask(QLatin1String(condition));
    return answer().toPlainText();
  };
  EXPECT_TRUE(shown("reading > 100 && reading < 120").startsWith(QStringLiteral("reading > 100 && reading < 120: ")));
  EXPECT_TRUE(shown("reading > 100 and not (reading > 120)").contains(QStringLiteral(": possible, with reading = ")));
  EXPECT_TRUE(shown("reading < 50").contains(QStringLiteral("reading > 85 is true")));
  EXPECT_TRUE(shown("reading < & 3").contains(QStringLiteral("a name or a number is expected here")));
  EXPECT_TRUE(shown("1 / (reading - reading) < 2").contains(QStringLiteral("divides by zero")));
}

TEST_F(ConstraintsPaneTest, ReturnAsksToo) {
  auto& field = find<QLineEdit>("whatIf");
  typeInto(field, QStringLiteral("reading == 90"));
  QTest::keyClick(&field, Qt::Key_Return);
  EXPECT_TRUE(waitForAnswer().contains(QLatin1String("reading = 90"))) << answer().text().toStdString();
}

TEST_F(ConstraintsPaneTest, WhatIsNoConditionIsAnsweredWithWhatWouldBeOne) {
  for (const char* text :
       {"reading >", "temperature > 3", "reading = 3 = 4", "((", "reading > 99999999999999999999999"}) {
    const QString said = ask(QLatin1String(text));
    EXPECT_FALSE(said.isEmpty()) << text;
    EXPECT_FALSE(said.contains(QLatin1String("possible"))) << text << ": " << said.toStdString();
    EXPECT_FALSE(said.contains(QLatin1String("Asking"))) << text;
  }
  EXPECT_TRUE(ask(QString()).startsWith(QLatin1String("Type a condition first")));
  EXPECT_TRUE(ask(QStringLiteral("temperature > 3")).contains(QLatin1String("reading"))) << "which inputs there are";
}

TEST_F(ConstraintsPaneTest, AnExecutionWithoutInputsSaysHowToMakeOne) {
  open(Example::LostUpdate);
  EXPECT_TRUE(pane("constraints").notice().contains(QLatin1String("revisit_nondet_int")));
}

TEST_F(ConstraintsPaneTest, AnAnswerAboutAnotherExecutionIsDropped) {
  typeInto(find<QLineEdit>("whatIf"), QStringLiteral("reading < 50"));
  QTest::mouseClick(&find<QPushButton>("ask"), Qt::LeftButton);
  open(Example::LostUpdate);
  waitForAnswer();
  QTest::qWait(200);
  EXPECT_TRUE(selection().litEvents().empty());
  EXPECT_EQ(answer().text(), QString());
}

} // namespace
} // namespace revisit::gui::test
