// The main window's part for exploring.
#include "guide.h"
#include "main_window.h"
#include "message_bar.h"
#include "model/exploration/report_notes.h"
#include "model/text.h"
#include "pane_area.h"
#include "prepare/build_program.h"
#include "shell/dialogs/exploration_dialog.h"
#include "shell/dialogs/exploration_settings.h"
#include "shell/session/session.h"
#include "view/graph/revisit_pane.h"
#include "view/panes/tree_pane.h"
#include "view/stage/stage_pane.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QStackedWidget>

#include <algorithm>

namespace revisit::gui {
namespace {

QString firstOf(const std::vector<CheckNote>& notes) {
  const QString first = noteText(notes.front());
  return notes.size() == 1
             ? first
             : QObject::tr("%1 (and %2 more, listed under the executions)").arg(first).arg(notes.size() - 1);
}

} // namespace

void MainWindow::addExploreMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Explore"));
  menu->setToolTipsVisible(true);
  QAction* how = menu->addAction(tr("Explore with &options…"), QKeySequence(tr("Ctrl+Shift+R")), this,
                                 &MainWindow::askHowToExplore);
  how->setObjectName(QStringLiteral("exploreWithOptions"));
  menu->addActions(m_explorationActions.all());
  connect(findChild<RevisitPane*>(), &RevisitPane::exploreAsked, this, &MainWindow::openFile);
  connect(findChild<TreePane*>(), &TreePane::lineAsked, this,
          [this] { m_panes->bringToFront(*m_panes->pane(QStringLiteral("source"))); });
  connectCompare();
  m_session->setExploration(
      [this] { return m_run.request().files.empty() ? QVariantMap() : toVariant(m_run.request()); },
      [this](const QVariantMap& map) {
        if (auto request = explorationFrom(map))
          explore(std::move(*request));
      });
  connect(m_session.get(), &Session::executionAsked, &m_browser, &ExplorationBrowser::expect);
  const auto offerSteps = [this] { m_stepActions.offer(m_run.log()); };
  connect(&m_run, &ExplorationRun::logReplaced, this, offerSteps);
  connect(&m_run, &ExplorationRun::progressed, this, offerSteps);
  connect(&m_explorationActions, &ExplorationActions::exploreAsked, this, [this] { explore(requestForOpen()); });
}

void MainWindow::connectCompare() {
  auto* pane = findChild<StagePane*>();
  const auto compareWith = [this, pane](std::uint64_t number) {
    const Result<ExecutionPointer> other = m_browser.find(number);
    if (!other)
      return m_message->say(MessageBar::Kind::Error, sentenceOf(other.error()));
    pane->compareWith(other.value());
    m_panes->raise(*pane);
  };
  connect(findChild<TreePane*>(), &TreePane::compareAsked, this, compareWith);
  connect(pane, &StagePane::executionDropped, this, compareWith);
  connect(pane, &StagePane::executionDropped, findChild<TreePane*>(), &TreePane::followSelection);
  Comparer* comparer = &pane->comparer();
  connect(comparer, &Comparer::witnessWanted, &m_browser, &ExplorationBrowser::makeToo);
  connect(&m_run, &ExplorationRun::witnessMade, comparer,
          [comparer](std::uint64_t, const ExecutionPointer& witness) { comparer->improve(witness); });
  connect(&m_run, &ExplorationRun::stateChanged, comparer, &Comparer::compareWithNearest);
}

ExplorationRequest MainWindow::requestFor(const QStringList& files) {
  std::vector<std::string> paths;
  for (const QString& file : files)
    paths.push_back(QFileInfo(file).absoluteFilePath().toStdString());
  return gui::requestFor(std::move(paths));
}

// The program of the open witness, otherwise the last exploration.
ExplorationRequest MainWindow::requestForOpen() const {
  const ExecutionPointer& open = m_selection.execution();
  return open && open->isFile() ? requestFrom(open->witness()) : m_run.request();
}

void MainWindow::askHowToExplore() {
  const ExplorationRequest request = requestForOpen();
  ExplorationDialog dialog(request.files.empty() ? requestFor({}) : request, this);
  if (dialog.exec() == QDialog::Accepted)
    explore(dialog.request(), dialog.isStepwise());
}

void MainWindow::explore(ExplorationRequest request, bool stepwise) {
  m_message->hide();
  m_selection.setMessages({});
  m_settings.addRecentFile(fromText(request.files.front()));
  m_run.start(std::move(request));
  if (stepwise)
    m_run.step();
}

void MainWindow::explorationChanged() {
  executionChanged();
  if (m_run.state() == ExplorationState::Failed)
    sayWhyItFailed();
  if (m_run.state() == ExplorationState::Ended)
    sayHowItEnded();
}

void MainWindow::sayWhyItFailed() {
  const std::vector<CompilerMessage> messages = compilerMessages(m_run.compilerMessages().toStdString());
  const auto errors = std::ranges::count_if(messages, &CompilerMessage::isError);
  QString text = m_run.error() + u'.';
  if (errors != 0)
    text = tr("The program does not compile: %1 in the source. Correct it, then explore again (%2).")
               .arg(errors == 1 ? tr("one error") : tr("%1 errors").arg(errors),
                    m_explorationActions.explore()->shortcut().toString(QKeySequence::NativeText));
  else if (!m_run.compilerMessages().isEmpty())
    text += u' ' + m_run.compilerMessages().trimmed();
  m_message->say(MessageBar::Kind::Error, text);
  m_selection.setMessages(messages);
  if (errors != 0)
    m_panes->raise(*m_panes->pane(QStringLiteral("source")));
}

void MainWindow::sayHowItEnded() {
  const CheckReport& report = *m_run.report();
  if (!report.reasons.empty())
    m_message->say(MessageBar::Kind::Warning,
                   tr("Not everything was explored; what was found is kept. Why: %1.").arg(firstOf(report.reasons)));
  else if (!report.warnings.empty())
    m_message->say(MessageBar::Kind::Warning, tr("Warning: %1.").arg(firstOf(report.warnings)));
}

// Shows the tutorial in the algorithm's pane; its link explores the example.
void MainWindow::startGuide() {
  const Result<QString> example = guideExample();
  if (!example)
    return m_message->say(MessageBar::Kind::Error, sentenceOf(example.error()));
  auto* pane = findChild<RevisitPane*>();
  m_pages->setCurrentWidget(m_panes);
  m_panes->raise(*pane);
  pane->startGuide(example.value());
}

void MainWindow::saveWitness() {
  const ExecutionPointer& execution = m_selection.execution();
  if (!execution || !execution->isWitness())
    return m_message->say(MessageBar::Kind::Warning,
                          execution ? tr("This is a graph of the exploration, not yet a witness: open an execution "
                                         "and wait until it was found again.")
                                    : tr("No execution is open."));
  const QString path =
      QFileDialog::getSaveFileName(this, tr("Save the witness"), QString(), tr("Witnesses (*.revisit);;All files (*)"));
  if (path.isEmpty())
    return;
  if (const Status saved = writeWitness(execution->witness(), path.toStdString()); !saved)
    return m_message->say(MessageBar::Kind::Error, sentenceOf(saved.error()));
  if (execution->origin().program)
    execution->origin().program->keep();
  m_settings.addRecentFile(path);
}

} // namespace revisit::gui
