// Going on where the last session ended.
#include "pairs.h"
#include "shell/session/session.h"
#include "window_test.h"
#include "witness/witness.h"

#include <QPushButton>
#include <QSettings>

namespace revisit::gui::test::session_test {
namespace {

class SessionTest : public WindowTest {
protected:
  QString file(bool isSwapped, const QString& name) {
    const QString path = inFolder(name);
    EXPECT_TRUE(writeWitness(writesInOrder(isSwapped)->witness(), path.toStdString()).ok());
    return path;
  }
  QPushButton& offer() { return find<QPushButton>("lastSessionButton"); }
  void closeAndRestart() {
    window().close();
    restart();
  }
  void goOn() {
    bool hasEnded = false;
    QObject context;
    QObject::connect(&window(), &MainWindow::openingEnded, &context, [&] { hasEnded = true; });
    QTest::mouseClick(&offer(), Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return hasEnded; }));
    QApplication::processEvents();
  }
  Comparer& comparing() { return stage().comparer(); }
  void raiseComparison() {
    raise("stage");
    stage().showComparison(true);
  }
};

TEST_F(SessionTest, NothingIsOfferedTheFirstTime) {
  EXPECT_FALSE(offer().isVisible());
  window().session().restore();
  EXPECT_TRUE(window().message().contains(QStringLiteral("no last session"))) << window().message().toStdString();
}

TEST_F(SessionTest, GoesOnWithAllThatWasShown) {
  openFile(file(false, QStringLiteral("one.revisit")));
  raiseComparison();
  comparing().compareWithFile(file(true, QStringLiteral("two.revisit")));
  ASSERT_TRUE(waitFor([&] { return comparing().compared() != nullptr; }));
  stage().showComparison(false);
  stage().stage().setShown(Relation::Coherence, true);
  stage().stage().setShown(Relation::ReadsFrom, false);
  selection().selectEvent(2);
  typeInto(find<QLineEdit>("filter"), QStringLiteral("W"));
  const SessionState saved = window().session().now();
  EXPECT_EQ(saved.event, 2u);
  closeAndRestart();
  ASSERT_TRUE(offer().isVisible());
  EXPECT_EQ(offer().text(), QStringLiteral("Continue one.revisit, event 2"));
  EXPECT_EQ(selection().execution(), nullptr) << "nothing is opened unasked";
  goOn();
  ASSERT_TRUE(selection().execution());
  EXPECT_EQ(selection().current().event, 2u);
  EXPECT_EQ(find<QLineEdit>("filter").text(), QStringLiteral("W"));
  EXPECT_TRUE(stage().stage().isShown(Relation::Coherence));
  EXPECT_FALSE(stage().stage().isShown(Relation::ReadsFrom));
  raiseComparison();
  ASSERT_TRUE(waitFor([&] { return comparing().compared() != nullptr; }));
  EXPECT_TRUE(window().session().now() == saved);
}

TEST_F(SessionTest, ClosingAnExecutionIsAnEndToo) {
  openFile(file(false, QStringLiteral("one.revisit")));
  selection().selectEvent(3);
  action(QStringLiteral("Close the execution")).trigger();
  EXPECT_TRUE(offer().isVisible());
  EXPECT_EQ(offer().text(), QStringLiteral("Continue one.revisit, event 3"));
  closeAndRestart();
  EXPECT_TRUE(offer().isVisible()) << "a session in which nothing was opened does not count";
}

TEST_F(SessionTest, AFileThatIsGoneIsSaid) {
  const QString path = file(false, QStringLiteral("one.revisit"));
  openFile(path);
  closeAndRestart();
  ASSERT_TRUE(QFile::remove(path));
  goOn();
  EXPECT_EQ(selection().execution(), nullptr);
  EXPECT_TRUE(window().message().contains(QStringLiteral("one.revisit"))) << window().message().toStdString();
  openFile(file(true, QStringLiteral("two.revisit")));
  EXPECT_EQ(selection().filter(), QString()) << "the session is not restored into another file";
}

TEST_F(SessionTest, AnotherExecutionUnderTheSameNameIsSaid) {
  openFile(file(false, QStringLiteral("one.revisit")));
  selection().selectEvent(1);
  closeAndRestart();
  file(true, QStringLiteral("one.revisit"));
  goOn();
  ASSERT_TRUE(selection().execution());
  EXPECT_NE(selection().current().event, 1u);
  EXPECT_TRUE(window().message().contains(QStringLiteral("another execution"))) << window().message().toStdString();
}

TEST_F(SessionTest, WhatWasComparedMayBeGone) {
  openFile(file(false, QStringLiteral("one.revisit")));
  raiseComparison();
  const QString other = file(true, QStringLiteral("two.revisit"));
  comparing().compareWithFile(other);
  ASSERT_TRUE(waitFor([&] { return comparing().compared() != nullptr; }));
  closeAndRestart();
  ASSERT_TRUE(QFile::remove(other));
  goOn();
  EXPECT_TRUE(selection().execution());
  EXPECT_TRUE(waitFor([&] { return window().message().contains(QStringLiteral("two.revisit")); }));
}

TEST_F(SessionTest, TheExploringPartKeepsItsOwn) {
  QVariantMap restored;
  const QVariantMap options = {{QStringLiteral("program"), QStringLiteral("a.c")}, {QStringLiteral("unroll"), 7}};
  window().session().setExploration([&] { return options; }, [&](const QVariantMap& map) { restored = map; });
  window().session().save();
  window().session().restore();
  EXPECT_EQ(restored, options);
}

TEST_F(SessionTest, GarbageInTheSettingsIsNoSession) {
  EXPECT_FALSE(sessionFrom({}));
  EXPECT_FALSE(sessionFrom({{QStringLiteral("version"), 99}, {QStringLiteral("file"), QStringLiteral("/a")}}));
  EXPECT_FALSE(sessionFrom({{QStringLiteral("version"), 1}, {QStringLiteral("panes"), 7}}));
  const auto odd = sessionFrom({{QStringLiteral("version"), 1},
                                {QStringLiteral("file"), QStringLiteral("/a")},
                                {QStringLiteral("event"), QStringLiteral("many")},
                                {QStringLiteral("panes"), QStringLiteral("all")}});
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->event, 0u);
  EXPECT_TRUE(odd->panes.isEmpty());
}

TEST_F(SessionTest, ReadsWhatItWrote) {
  SessionState state;
  state.file = QStringLiteral("/folder with blanks/ö.revisit");
  state.execution = QStringLiteral("0123");
  state.event = 12345678901;
  state.filter = QStringLiteral("T1 \"W\"");
  state.panes = {
      {QStringLiteral("stage"), QVariantMap{{QStringLiteral("relations"), QVariantList{QStringLiteral("rf")}}}}};
  state.exploration = {{QStringLiteral("keep going"), true}};
  settings().setSession(toVariant(state));
  const auto read = sessionFrom(settings().session());
  ASSERT_TRUE(read);
  EXPECT_TRUE(*read == state);
}

} // namespace
} // namespace revisit::gui::test::session_test
