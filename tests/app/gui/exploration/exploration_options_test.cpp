// How a program is to be explored: the dialog, what is kept of it, and the words that people type there.
#include "exploration_fixture.h"
#include "shell/dialogs/error_kinds_dialog.h"
#include "shell/dialogs/exploration_dialog.h"
#include "shell/dialogs/exploration_settings.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTimer>

namespace revisit::gui::test {
namespace {

TEST(ExplorationSettings, AreTheSameAfterwards) {
  ExplorationRequest request;
  request.files = {"/a b.c", "/c.c"};
  request.compilerFlags = {"-DX=1"};
  request.check.program.arguments = {"one", "two words"};
  request.input = "/tmp/words.txt";
  request.check.search.algorithm = Algorithm::Pct;
  request.check.bounds.unroll = 7;
  request.check.search.allAccesses = true;
  request.check.explore.keepGoing = false;
  request.check.explore.maxExecutions = 12;
  request.check.explore.timeoutSeconds = 1.5;
  request.check.explore.seed = 99;
  request.check.explore.depth = 5;
  request.check.explore.preemptions = 4;
  request.check.search.reuseMemory = true;
  request.arithmetic = true;
  ErrorPolicy& errors = request.check.explore.errors;
  errors.treat(ErrorKind::Race, Treatment::Ignored);
  errors.treat(ErrorKind::ExitStatus, Treatment::Error);
  errors.treat(ErrorKind::Assertion, Treatment::Warning);
  errors.letEnd(ErrorKind::Deadlock, false);
  const auto again = explorationFrom(toVariant(request));
  ASSERT_TRUE(again);
  EXPECT_EQ(toVariant(*again), toVariant(request));
  EXPECT_EQ(again->files, request.files);
  EXPECT_EQ(again->check.search.algorithm, Algorithm::Pct);
  EXPECT_EQ(again->check.explore.timeoutSeconds, 1.5);
  EXPECT_EQ(again->check.explore.depth, 5u);
  EXPECT_EQ(again->check.explore.preemptions, 4u);
  EXPECT_TRUE(again->check.search.reuseMemory);
  EXPECT_TRUE(again->arithmetic);
  EXPECT_EQ(again->check.explore.errors, errors);
  EXPECT_FALSE(explorationFrom({}));
  QVariantMap map = toVariant(request);
  map[QStringLiteral("errors")] = QVariantMap{{QStringLiteral("race"), QStringLiteral("no treatment")}};
  map.remove(QStringLiteral("collected"));
  const auto least = explorationFrom(map);
  ASSERT_TRUE(least);
  EXPECT_EQ(least->check.explore.errors, ErrorPolicy());
  map[QStringLiteral("words")] = QStringList{QStringLiteral("--no-such-option"), QStringLiteral("/c.c")};
  EXPECT_FALSE(explorationFrom(map)) << "of a later version";
}

TEST_F(ExplorationTest, TheDialogFitsASmallScreen) {
  ExplorationDialog dialog(writersRequest(2, 1));
  dialog.show();
  EXPECT_LE(dialog.height(), 680) << "of 720, with a title";
  EXPECT_LE(dialog.width(), 1280);
  EXPECT_LE(dialog.minimumSizeHint().height(), 680);
}

TEST(ExplorationSettings, KeepSummariesWhereTheAlgorithmHasThem) {
  ExplorationRequest request;
  request.files = {"/c.c"};
  request.check.search.summaries = true;
  request.check.search.algorithm = Algorithm::Dpor;
  EXPECT_TRUE(explorationFrom(toVariant(request))->check.search.summaries);
  request.check.search.algorithm = Algorithm::ODpor;
  EXPECT_FALSE(explorationFrom(toVariant(request))->check.search.summaries);
}

TEST_F(ExplorationTest, SummariesAreChosenWhereTheAlgorithmHasThem) {
  ExplorationDialog dialog(writersRequest(2, 1));
  auto* algorithm = dialog.findChild<QComboBox*>(QStringLiteral("algorithm"));
  auto* summaries = dialog.findChild<QCheckBox*>(QStringLiteral("summaries"));
  ASSERT_EQ(algorithm->count(), static_cast<int>(algorithms.size()));
  EXPECT_FALSE(summaries->isChecked());
  summaries->setChecked(true);
  for (int i = 0; i < algorithm->count(); i++) {
    const auto chosen = static_cast<Algorithm>(i);
    const bool isChoice = canSummarise(chosen) && chosen != Algorithm::Ag;
    algorithm->setCurrentIndex(i);
    EXPECT_EQ(summaries->isEnabled(), isChoice) << nameOf(chosen);
    EXPECT_EQ(summaries->toolTip().isEmpty(), isChoice) << nameOf(chosen);
    EXPECT_EQ(dialog.request().check.search.summaries, isChoice) << nameOf(chosen);
  }
  algorithm->setCurrentIndex(static_cast<int>(Algorithm::Symbolic));
  explore(dialog.request());
  EXPECT_GT(run().report()->exploration.space->summaries, 0u);
  summaries->setChecked(false);
  explore(dialog.request());
  EXPECT_EQ(run().report()->exploration.space->summaries, 0u);
}

TEST(ExplorationSettings, KeepWhatSummariesHave) {
  ExplorationRequest request;
  request.files = {"/c.c"};
  request.check.search.algorithm = Algorithm::Ag;
  EXPECT_TRUE(explorationFrom(toVariant(request))->check.search.slices());
  request.check.search.slicing = false;
  request.check.search.readSymbols = false;
  EXPECT_FALSE(explorationFrom(toVariant(request))->check.search.slices());
  EXPECT_FALSE(explorationFrom(toVariant(request))->check.search.readSymbols);
  request.check.search.algorithm = Algorithm::ConDpor;
  EXPECT_EQ(explorationFrom(toVariant(request))->check.search.slicing, std::nullopt);
  EXPECT_TRUE(explorationFrom(toVariant(request))->check.search.readSymbols);
}

TEST_F(ExplorationTest, SlicingIsChosenWithSummaries) {
  ExplorationDialog dialog(writersRequest(2, 1));
  auto* algorithm = dialog.findChild<QComboBox*>(QStringLiteral("algorithm"));
  auto* summaries = dialog.findChild<QCheckBox*>(QStringLiteral("summaries"));
  for (const QString& name : {QStringLiteral("slicing"), QStringLiteral("readSymbols")}) {
    auto* box = dialog.findChild<QCheckBox*>(name);
    EXPECT_EQ(box->isChecked(), name == QStringLiteral("readSymbols"));
    for (const bool isSummary : {false, true}) {
      summaries->setChecked(isSummary);
      for (int i = 0; i < algorithm->count(); i++) {
        const auto chosen = static_cast<Algorithm>(i);
        algorithm->setCurrentIndex(i);
        const bool isChoice = chosen == Algorithm::Ag || (isSummary && canSummarise(chosen));
        EXPECT_EQ(box->isEnabled(), isChoice) << nameOf(chosen);
        EXPECT_EQ(box->toolTip().isEmpty(), isChoice) << nameOf(chosen);
      }
    }
    summaries->setChecked(false);
  }
  algorithm->setCurrentIndex(static_cast<int>(Algorithm::Ag));
  EXPECT_TRUE(dialog.request().check.search.slices());
  dialog.findChild<QCheckBox*>(QStringLiteral("slicing"))->setChecked(false);
  dialog.findChild<QCheckBox*>(QStringLiteral("readSymbols"))->setChecked(false);
  EXPECT_FALSE(dialog.request().check.search.slices());
  EXPECT_FALSE(dialog.request().check.search.readSymbols);
}

TEST_F(ExplorationTest, SleepSetsAreChosenForPaths) {
  ExplorationDialog dialog(writersRequest(2, 1));
  auto* algorithm = dialog.findChild<QComboBox*>(QStringLiteral("algorithm"));
  auto* summaries = dialog.findChild<QCheckBox*>(QStringLiteral("summaries"));
  auto* sleepSets = dialog.findChild<QCheckBox*>(QStringLiteral("sleepSets"));
  sleepSets->setChecked(true);
  for (int i = 0; i < algorithm->count(); i++) {
    const auto chosen = static_cast<Algorithm>(i);
    algorithm->setCurrentIndex(i);
    EXPECT_EQ(sleepSets->isEnabled(), exploresPaths(chosen)) << nameOf(chosen);
    EXPECT_EQ(sleepSets->toolTip().isEmpty(), exploresPaths(chosen)) << nameOf(chosen);
    EXPECT_EQ(dialog.request().check.search.sleepSets, exploresPaths(chosen)) << nameOf(chosen);
  }
  algorithm->setCurrentIndex(static_cast<int>(Algorithm::FgDpor));
  EXPECT_TRUE(explorationFrom(toVariant(dialog.request()))->check.search.sleepSets);
  explore(dialog.request());
  EXPECT_TRUE(run().report()->exploration.incomplete.empty());
  summaries->setChecked(true);
  EXPECT_TRUE(sleepSets->isEnabled());
  EXPECT_TRUE(dialog.request().check.search.sleepSets);
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
  const std::string words = write("words.txt", "one two\n");
  type("standardInput", QString::fromStdString(words));
  dialog.findChild<QSpinBox*>(QStringLiteral("maxExecutions"))->setValue(1);
  dialog.findChild<QCheckBox*>(QStringLiteral("keepGoing"))->setChecked(false);
  const ExplorationRequest request = dialog.request();
  EXPECT_EQ(request.files, std::vector<std::string>{path});
  EXPECT_EQ(request.compilerFlags, (std::vector<std::string>{"-DN=2", "-DBAD=3"}));
  EXPECT_EQ(request.check.program.arguments, (std::vector<std::string>{"one", "and two"}));
  EXPECT_EQ(request.input, words);
  EXPECT_FALSE(request.check.explore.keepGoing);
  explore(request);
  EXPECT_EQ(run().status().counts.total(), 1u);
  EXPECT_TRUE(answer().contains(QStringLiteral("the bound on executions was reached"))) << answer().toStdString();
}

// In the dialog's order; it lists what the engine knows.
QTableWidget& kindsOf(ErrorKindsDialog& dialog) {
  return *dialog.findChild<QTableWidget*>(QStringLiteral("kinds"));
}

void treat(ErrorKindsDialog& dialog, ErrorKind kind, Treatment treatment) {
  auto* box = dialog.findChild<QComboBox*>(QLatin1String(errorName(kind)));
  ASSERT_TRUE(box) << errorName(kind);
  box->setCurrentIndex(static_cast<int>(treatment));
}

TEST(ErrorKinds, AreTreatedAsChosen) {
  ErrorPolicy wanted;
  wanted.treat(ErrorKind::Race, Treatment::Warning);
  wanted.letEnd(ErrorKind::Leak, false);
  ErrorKindsDialog dialog(wanted, false);
  QTableWidget& table = kindsOf(dialog);
  ASSERT_EQ(table.rowCount(), static_cast<int>(ErrorPolicy::allKinds().size()));
  for (int row = 0; row < table.rowCount(); row++) {
    EXPECT_EQ(table.item(row, 0)->text().toStdString(), errorName(static_cast<ErrorKind>(row)));
    const auto* box = qobject_cast<QComboBox*>(table.cellWidget(row, 1));
    const auto usual = static_cast<int>(ErrorPolicy().of(static_cast<ErrorKind>(row)));
    for (int choice = 0; choice < box->count(); choice++)
      EXPECT_EQ(box->itemText(choice).contains(QStringLiteral("default")), choice == usual) << row;
    EXPECT_FALSE(table.item(row, 3)->text().isEmpty()) << row;
  }
  EXPECT_EQ(dialog.policy(), wanted);
  treat(dialog, ErrorKind::Assertion, Treatment::Ignored);
  wanted.treat(ErrorKind::Assertion, Treatment::Ignored);
  table.item(static_cast<int>(ErrorKind::Deadlock), 2)->setCheckState(Qt::Unchecked);
  wanted.letEnd(ErrorKind::Deadlock, false);
  EXPECT_EQ(dialog.policy(), wanted);
  EXPECT_EQ(errorKindsText(wanted),
            QStringLiteral("assertion: ignored; race: a warning; goes on after: deadlock, leak"));
  auto* buttons = dialog.findChild<QDialogButtonBox*>();
  buttons->button(QDialogButtonBox::RestoreDefaults)->click();
  EXPECT_EQ(dialog.policy(), ErrorPolicy());
  EXPECT_EQ(errorKindsText(dialog.policy()), QStringLiteral("as by default"));
}

TEST(ErrorKinds, AreToldInShort) {
  ErrorPolicy policy;
  policy.stopOnlyOn(std::vector{ErrorKind::Deadlock, ErrorKind::Leak}); // as --stop-on deadlock,leak
  EXPECT_EQ(errorKindsText(policy), QStringLiteral("leak: an error; ends only at: deadlock, leak"));
  for (const ErrorKind kind : ErrorPolicy::allKinds())
    policy.letEnd(kind, false);
  EXPECT_EQ(errorKindsText(policy), QStringLiteral("leak: an error; goes on after all"));
}

TEST(ErrorKinds, SayWhyTheEndCannotBeChosen) {
  ErrorKindsDialog dialog(ErrorPolicy(), true);
  for (int row = 0; row < kindsOf(dialog).rowCount(); row++) {
    EXPECT_FALSE(kindsOf(dialog).item(row, 2)->flags() & Qt::ItemIsEnabled);
    EXPECT_TRUE(kindsOf(dialog).item(row, 2)->toolTip().contains(QStringLiteral("continues")));
  }
}

// What is done in the dialog that comes up next.
template <class Function> void inNextDialog(Function&& act) {
  QTimer::singleShot(0, qApp, [act] {
    auto* dialog = qobject_cast<ErrorKindsDialog*>(QApplication::activeModalWidget());
    ASSERT_TRUE(dialog);
    act(*dialog);
  });
}

TEST(ErrorKinds, AreChosenFromTheExplorationsDialog) {
  ExplorationDialog dialog(MainWindow::requestFor({}));
  auto* choose = dialog.findChild<QPushButton*>(QStringLiteral("errorKinds"));
  const auto* text = dialog.findChild<QLabel*>(QStringLiteral("errorKindsText"));
  inNextDialog([](ErrorKindsDialog& kinds) {
    treat(kinds, ErrorKind::Race, Treatment::Warning);
    kinds.reject();
  });
  choose->click();
  EXPECT_EQ(dialog.request().check.explore.errors, ErrorPolicy()) << "not accepted";
  inNextDialog([](ErrorKindsDialog& kinds) {
    treat(kinds, ErrorKind::Race, Treatment::Warning);
    kinds.accept();
  });
  choose->click();
  EXPECT_EQ(dialog.request().check.explore.errors.of(ErrorKind::Race), Treatment::Warning);
  EXPECT_EQ(text->text(), QStringLiteral("race: a warning"));
}

TEST_F(ExplorationTest, KindsOfErrorsCountAsChosen) {
  ExplorationRequest request = writersRequest(2, 1);
  explore(request);
  EXPECT_EQ(run().report()->verdict, CheckVerdict::Bug);
  request.check.explore.errors.treat(ErrorKind::Assertion, Treatment::Warning);
  explore(request);
  EXPECT_EQ(run().report()->verdict, CheckVerdict::Safe);
  EXPECT_TRUE(answer().contains(QStringLiteral("assertion"))) << answer().toStdString();
}

constexpr const char* overflow = R"(
#include <limits.h>
int main(void) { int most = INT_MAX; return most + 1 == 0; }
)";

TEST_F(ExplorationTest, ArithmeticIsCheckedInSourcesOnly) {
  const std::string path = write("overflow.c", overflow);
  ExplorationDialog dialog(MainWindow::requestFor({QString::fromStdString(path)}));
  auto* arithmetic = dialog.findChild<QCheckBox*>(QStringLiteral("arithmetic"));
  EXPECT_TRUE(arithmetic->isEnabled());
  explore(dialog.request());
  EXPECT_EQ(run().report()->verdict, CheckVerdict::Safe);
  arithmetic->setChecked(true);
  explore(dialog.request());
  ASSERT_EQ(run().report()->errors.size(), 1u);
  EXPECT_EQ(run().report()->errors[0].kind, ErrorKind::Arithmetic);

  typeInto(*dialog.findChild<QLineEdit*>(QStringLiteral("files")), QStringLiteral("/some/program"));
  EXPECT_FALSE(arithmetic->isEnabled());
  EXPECT_TRUE(arithmetic->toolTip().contains(QLatin1String(arithmeticFlag)));
  EXPECT_FALSE(dialog.request().arithmetic) << "a program takes no compiler options";
}

constexpr const char* advises = R"(
#include <pthread.h>
#include <sys/mman.h>
static char page[4096] __attribute__((aligned(4096)));
int main(void) {
  pthread_t thread;
  (void)thread;
  madvise(page, 4096, MADV_DONTNEED);
  return 0;
}
)";

TEST_F(ExplorationTest, ARefusedCallIsNamedAndNoBound) {
  explore(MainWindow::requestFor({QString::fromStdString(write("advises.c", advises))}));
  const CheckReport& report = *run().report();
  EXPECT_EQ(report.verdict, CheckVerdict::Incomplete);
  ASSERT_EQ(report.reasons.size(), 1u);
  EXPECT_EQ(report.reasons[0].kind, "unsupported");
  EXPECT_EQ(report.reasons[0].line, 8u);
  EXPECT_TRUE(answer().contains(QStringLiteral("madvise"))) << answer().toStdString();
  EXPECT_FALSE(answer().contains(QStringLiteral("bound"))) << answer().toStdString();
}

} // namespace
} // namespace revisit::gui::test
