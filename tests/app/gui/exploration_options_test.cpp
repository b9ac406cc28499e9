// How a program is to be explored: the dialog, what is kept of it, and the words that people type there.
#include "exploration_fixture.h"
#include "model/words.h"
#include "shell/exploration_dialog.h"
#include "shell/exploration_settings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

namespace revisit::gui::test {
namespace {

TEST(ExplorationSettings, AreTheSameAfterwards) {
  ExplorationRequest request;
  request.files = {"/a b.c", "/c.c"};
  request.compilerFlags = {"-DX=1"};
  request.check.arguments = {"one", "two words"};
  request.check.algorithm = Algorithm::Pct;
  request.check.unroll = 7;
  request.check.allAccesses = true;
  request.check.explore.keepGoing = false;
  request.check.explore.maxExecutions = 12;
  request.check.explore.timeoutSeconds = 1.5;
  request.check.explore.seed = 99;
  request.check.explore.depth = 5;
  request.check.explore.preemptions = 4;
  request.check.reuseMemory = true;
  request.check.explore.errors.treat(ErrorKind::Race, Treatment::Ignored);
  request.check.explore.errors.treat(ErrorKind::ExitStatus, Treatment::Error);
  const auto again = explorationFrom(toVariant(request));
  ASSERT_TRUE(again);
  EXPECT_EQ(toVariant(*again), toVariant(request));
  EXPECT_EQ(again->files, request.files);
  EXPECT_EQ(again->check.algorithm, Algorithm::Pct);
  EXPECT_EQ(again->check.explore.timeoutSeconds, 1.5);
  EXPECT_EQ(again->check.explore.depth, 5u);
  EXPECT_EQ(again->check.explore.preemptions, 4u);
  EXPECT_TRUE(again->check.reuseMemory);
  EXPECT_EQ(again->check.explore.errors.of(ErrorKind::Race), Treatment::Ignored);
  EXPECT_TRUE(again->check.explore.errors.isError(ErrorKind::ExitStatus));
  EXPECT_FALSE(explorationFrom({}));
}

TEST_F(ExplorationTest, OptionsAreChosenInADialog) {
  const std::string path = write("writers.c", writers);
  ExplorationDialog dialog(MainWindow::requestFor({}));
  auto* ok = dialog.findChild<QPushButton*>(QStringLiteral("explore"));
  EXPECT_FALSE(ok->isEnabled()) << "nothing is named";
  const auto type = [&](const char* name, const QString& text) {
    typeInto(*dialog.findChild<QLineEdit*>(QLatin1String(name)), text);
  };
  type("files", QString::fromStdString(path));
  EXPECT_TRUE(ok->isEnabled());
  type("compilerFlags", QStringLiteral("-DN=2 '-DBAD=3"));
  EXPECT_FALSE(ok->isEnabled()) << "the quote is open";
  type("compilerFlags", QStringLiteral("-DN=2 '-DBAD=3'"));
  type("arguments", QStringLiteral("one 'and two'"));
  dialog.findChild<QSpinBox*>(QStringLiteral("maxExecutions"))->setValue(1);
  dialog.findChild<QCheckBox*>(QStringLiteral("keepGoing"))->setChecked(false);
  EXPECT_EQ(dialog.request().check.explore.errors.of(ErrorKind::Race), Treatment::Error);
  EXPECT_FALSE(dialog.request().check.explore.errors.isError(ErrorKind::ExitStatus));
  dialog.findChild<QComboBox*>(QStringLiteral("race"))->setCurrentIndex(2);
  dialog.findChild<QCheckBox*>(QStringLiteral("exitStatus"))->setChecked(true);
  const ExplorationRequest request = dialog.request();
  EXPECT_EQ(request.check.explore.errors.of(ErrorKind::Race), Treatment::Ignored);
  EXPECT_TRUE(request.check.explore.errors.isError(ErrorKind::ExitStatus));
  EXPECT_EQ(request.files, std::vector<std::string>{path});
  EXPECT_EQ(request.compilerFlags, (std::vector<std::string>{"-DN=2", "-DBAD=3"}));
  EXPECT_EQ(request.check.arguments, (std::vector<std::string>{"one", "and two"}));
  EXPECT_FALSE(request.check.explore.keepGoing);
  explore(request);
  EXPECT_EQ(run().status().counts.total(), 1u);
  EXPECT_TRUE(window().message().contains(QStringLiteral("Not everything was explored")));
}

TEST(Words, AreSplitAsAShellDoes) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(splitWords(QStringLiteral("  a  'b c' \"d \\\" e\" f\\ g ''")), (Words{"a", "b c", "d \" e", "f g", ""}));
  EXPECT_EQ(splitWords(QStringLiteral("'open")), std::nullopt);
  EXPECT_EQ(splitWords(QStringLiteral("end\\")), std::nullopt);
  const Words all = {"plain", "with blank", "quote\"d", "it's", "", "back\\slash"};
  EXPECT_EQ(splitWords(joinWords(all)), all);
}

TEST(CompilerMessages, NameTheirPlaces) {
  const auto messages = compilerMessages("/a/b.c:3:7: error: expected ';'\n  3 | x\n/a/../c.c:12:1: warning: unused\n"
                                         "ld: error: undefined symbol: f\n/a/b.c:1:2: fatal error: no file\n");
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[0], (CompilerMessage{{"/a/b.c", 3}, true, "error: expected ';'"}));
  EXPECT_EQ(messages[1], (CompilerMessage{{"/c.c", 12}, false, "warning: unused"}));
  EXPECT_TRUE(messages[2].isError);
}

} // namespace
} // namespace revisit::gui::test
