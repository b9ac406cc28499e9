// What a new user meets: sources that do not compile, examples, a project, a changed source, commands and shortcuts.
#include "exploration_fixture.h"
#include "shell/answer_line.h"
#include "shell/message_bar.h"
#include "shell/pages/answer_page.h"
#include "shell/pages/start_page.h"
#include "view/panes/source_pane.h"
#include "view/widgets/source_editor.h"

#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QTimer>

namespace revisit::gui::test {
namespace {

class FirstMinutesTest : public ExplorationTest {
protected:
  void SetUp() override {}

  void exploreToTheEnd(const ExplorationRequest& request) {
    window().explore(request);
    ASSERT_TRUE(waitForEnd());
    QApplication::processEvents();
  }
  ExplorationRequest requestOf(const std::string& file) {
    return MainWindow::requestFor({QString::fromStdString(file)});
  }
  AnswerPage& page() { return find<AnswerPage>("answerPage"); }
  QPushButton& help() { return find<QPushButton>("answerPageHelp"); }
  QListWidget& messages() { return find<QListWidget>("compilerMessages"); }
  SourceEditor& editor() { return dynamic_cast<SourcePane&>(pane("source")).editor(); }
};

TEST_F(FirstMinutesTest, ACompilerErrorStandsInTheStagesPlace) {
  exploreToTheEnd(
      requestOf(write("typo.c", "int main(void) {\n  int x = 3\n  return x;\n}\nint f(void) { return y; }\n")));
  ASSERT_EQ(run().state(), ExplorationState::Failed);
  ASSERT_TRUE(page().isVisible());
  EXPECT_FALSE(pane("stage").isVisible());
  EXPECT_FALSE(pane("inspector").isVisible());
  EXPECT_FALSE(find<Pane>("timeline").isVisible());
  EXPECT_TRUE(find<QLabel>("answerPageSentence").text().startsWith(QStringLiteral("typo.c:2: expected ';'")));
  EXPECT_FALSE(help().isVisible()) << "nothing but the line helps";
  ASSERT_EQ(messages().count(), 2);
  EXPECT_TRUE(messages().item(1)->text().startsWith(QStringLiteral("typo.c:5  error: use of undeclared")));
  ASSERT_TRUE(isInSight(pane("source")));
  int line = 0, column = 0;
  editor().getCursorPosition(&line, &column);
  EXPECT_EQ(line, 1) << "the source is open at the first error";
  QTest::mouseClick(messages().viewport(), Qt::LeftButton, {}, messages().visualItemRect(messages().item(1)).center());
  editor().getCursorPosition(&line, &column);
  EXPECT_EQ(line, 4);
}

TEST_F(FirstMinutesTest, AButtonExploresWithANewerStandard) {
  exploreToTheEnd(requestOf(write("new.cpp", "template <class T> concept C = true;\nint main() {}\n")));
  ASSERT_TRUE(page().isVisible());
  ASSERT_TRUE(help().isVisible());
  EXPECT_EQ(help().text(), QStringLiteral("Explore with C++20"));
  EXPECT_FALSE(find<QPushButton>("answerHelp").isVisible()) << "one button is enough";
  QTest::mouseClick(&help(), Qt::LeftButton);
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().state(), ExplorationState::Ended);
  EXPECT_EQ(run().request().compilerFlags.back(), "-std=c++20");
  EXPECT_TRUE(waitFor([&] { return !page().isVisible(); }));
  EXPECT_TRUE(isInSight(pane("stage")));
}

TEST_F(FirstMinutesTest, AButtonAddsTheSourcesThatAreMissing) {
  const std::string other = write("more.c", "int more(int x)\n{\n  return x + 1;\n}\n");
  const ExplorationRequest request =
      requestOf(write("main.c", "int more(int x);\nint main(void) { return more(-1); }\n"));
  exploreToTheEnd(request);
  EXPECT_TRUE(answer().contains(QStringLiteral("main.c:2: nothing defines more"))) << answer().toStdString();
  EXPECT_EQ(help().text(), QStringLiteral("Explore with more.c too"));
  QTest::mouseClick(&help(), Qt::LeftButton);
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().state(), ExplorationState::Ended);
  EXPECT_EQ(run().request().files, (std::vector{request.files.front(), other}));
}

TEST_F(FirstMinutesTest, WhatWasExploredBeforeAFailureIsOneClickAway) {
  explore(writersRequest(2, 1));
  ASSERT_TRUE(waitFor([&] { return selection().execution() != nullptr; }));
  EXPECT_FALSE(page().isVisible());
  write("writers.c", "int main(void) { return undeclared; }\n");
  actions().explore()->trigger();
  ASSERT_TRUE(waitForEnd());
  ASSERT_TRUE(waitFor([&] { return page().isVisible(); }));
  QTest::mouseClick(&find<QPushButton>("earlierButton"), Qt::LeftButton);
  EXPECT_FALSE(page().isVisible());
  EXPECT_TRUE(isInSight(pane("stage")));
}

TEST_F(FirstMinutesTest, AChangedSourceIsSaidOnce) {
  explore(writersRequest(2, 1));
  ASSERT_TRUE(waitFor([&] { return selection().execution() != nullptr; }));
  EXPECT_EQ(window().message(), QString());
  write("writers.c", std::string(writers) + "\n");
  ASSERT_TRUE(waitFor([&] { return !window().message().isEmpty(); }));
  EXPECT_TRUE(window().message().startsWith(QStringLiteral("writers.c changed. Explore again")));
  QTest::mouseClick(&find<QToolButton>("closeMessage"), Qt::LeftButton);
  write("writers.c", std::string(writers) + "\n\n");
  QTest::qWait(300);
  EXPECT_EQ(window().message(), QString()) << "it was said";
  actions().explore()->trigger();
  ASSERT_TRUE(waitForEnd());
  QApplication::processEvents();
  QFile::remove(inFolder(QStringLiteral("writers.c"))); // as editors do that write another file
  EXPECT_TRUE(waitFor([&] { return !window().message().isEmpty(); })) << "the newer exploration has its own";
  write("writers.c", writers);
  QTest::mouseClick(&find<QToolButton>("messageAction"), Qt::LeftButton);
  EXPECT_TRUE(run().isActive());
  ASSERT_TRUE(waitForEnd());
}

TEST_F(FirstMinutesTest, TheCommandThatDoesTheSameIsCopied) {
  ExplorationRequest request = writersRequest(2, 1);
  request.check.search.model = ModelKind::Tso;
  explore(request);
  selection().open({});
  action(QStringLiteral("Copy as a command")).trigger();
  const QString file = QString::fromStdString(request.files.front());
  EXPECT_EQ(QApplication::clipboard()->text(),
            QStringLiteral("revisit check --keep-going --model tso -DN=2 -DBAD=1 %1").arg(file));
  open(Example::LostUpdate);
  selection().selectEvent(3);
  action(QStringLiteral("Copy as a command")).trigger();
  EXPECT_EQ(QApplication::clipboard()->text(),
            QStringLiteral("revisit outcomes %1 --at 3").arg(QString::fromStdString(witnessOf(Example::LostUpdate))));
}

TEST_F(FirstMinutesTest, TheLineIsOpenedInTheUsersEditor) {
  explore(writersRequest(2, 1));
  ASSERT_TRUE(waitFor([&] { return selection().execution() != nullptr; }));
  selection().selectPlace({inFolder(QStringLiteral("writers.c")).toStdString(), 7});
  settings().setEditor(QStringLiteral("cp {file} '%1'").arg(inFolder(QStringLiteral("line {line}"))));
  action(QStringLiteral("Open in my editor")).trigger();
  EXPECT_TRUE(waitFor([&] { return QFile::exists(inFolder(QStringLiteral("line 7"))); }));
  settings().setEditor(QStringLiteral("no-such-editor"));
  action(QStringLiteral("Open in my editor")).trigger();
  EXPECT_TRUE(window().message().contains(QStringLiteral("Choose my editor"))) << window().message().toStdString();
}

TEST_F(FirstMinutesTest, EveryExampleOfTheStartPageIsExplored) {
  const QString examples = find<QLabel>("startExamples").text();
  static const QRegularExpression link(QStringLiteral("href='([^']*)'"));
  QStringList links;
  for (auto match = link.globalMatch(examples); match.hasNext();)
    links << match.next().captured(1);
  ASSERT_GE(links.size(), 5);
  for (const QString& words : links) {
    SCOPED_TRACE(words.toStdString());
    emit find<QLabel>("startExamples").linkActivated(words);
    if (words == QStringLiteral("two_writers.c")) { // the guide explores it by a click of its own
      EXPECT_TRUE(waitFor([&] { return isInSight(pane("algorithm")); }));
      continue;
    }
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(run().state(), ExplorationState::Ended) << run().error().toStdString();
    EXPECT_NE(run().report()->verdict, CheckVerdict::Incomplete);
  }
}

TEST_F(FirstMinutesTest, TheTestsOfAProjectAreListedAndExplored) {
  std::string said;
  const Result<BuiltProgram> program = buildProgram({write("writers.c", writers)}, {"-DN=2", "-DBAD=1"}, &said);
  ASSERT_TRUE(program.ok()) << said;
  ASSERT_TRUE(QDir().mkpath(inFolder(QStringLiteral("build"))));
  write("build/CMakeCache.txt", "");
  QFile expect(QString::fromStdString(write("revisit-expect", "#!/bin/sh\n"))); // ctest leaves out what it cannot run
  expect.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
  write("build/CTestTestfile.cmake", "add_test(writers " + expect.fileName().toStdString() +
                                         " bug /tmp/w revisit check --unroll 5 " + program.value().path() +
                                         ")\nadd_test(other /bin/true)\n");
  openFile(inFolder(QString()));
  ASSERT_EQ(window().message(), QString());
  auto& tests = find<QLabel>("projectTests");
  ASSERT_TRUE(tests.isVisible());
  EXPECT_EQ(tests.text().count(QStringLiteral("href")), 1);
  EXPECT_TRUE(tests.text().contains(QStringLiteral("writers")));
  EXPECT_TRUE(tests.text().contains(QStringLiteral("expected: bug")));
  emit tests.linkActivated(QStringLiteral("0"));
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(run().request().check.bounds.unroll, 5u);
  EXPECT_EQ(run().report()->verdict, CheckVerdict::Bug);
  openFile(inFolder(QStringLiteral("build/..")));
  EXPECT_TRUE(tests.isVisible()) << "from there one goes back to the tests";
}

TEST_F(FirstMinutesTest, TheSheetOfShortcutsHasAllOfTheMenus) {
  QString sheet;
  QTimer::singleShot(0, &window(), [&] {
    auto* dialog = QApplication::activeModalWidget();
    ASSERT_NE(dialog, nullptr);
    sheet = dialog->findChild<QTextBrowser*>()->toPlainText();
    dialog->close();
  });
  press(Qt::Key_Question);
  ASSERT_FALSE(sheet.isEmpty());
  for (QMenu* menu : window().findChildren<QMenu*>())
    for (QAction* action : menu->actions())
      EXPECT_TRUE(sheet.contains(action->shortcut().toString(QKeySequence::NativeText)))
          << action->text().toStdString();
}

} // namespace
} // namespace revisit::gui::test
