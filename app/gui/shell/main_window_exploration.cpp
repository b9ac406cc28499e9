// The main window's part for exploring.
#include "answer_line.h"
#include "check/options/further.h"
#include "guide.h"
#include "main_window.h"
#include "message_bar.h"
#include "model/text.h"
#include "pane_area.h"
#include "prepare/build_program.h"
#include "shell/dialogs/exploration_dialog.h"
#include "shell/dialogs/exploration_settings.h"
#include "shell/pages/answer_page.h"
#include "shell/session/session.h"
#include "view/graph/revisit_pane.h"
#include "view/panes/findings_pane.h"
#include "view/panes/source_pane.h"
#include "view/panes/tree_pane.h"
#include "view/stage/stage_pane.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QStackedWidget>
#include <QTabBar>

#include <algorithm>

namespace revisit::gui {

void MainWindow::addExploreMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Explore"));
  menu->setToolTipsVisible(true);
  QAction* how = menu->addAction(tr("Explore with &options…"), QKeySequence(tr("Ctrl+Shift+R")), this,
                                 &MainWindow::askHowToExplore);
  how->setObjectName(QStringLiteral("exploreWithOptions"));
  menu->addActions(m_explorationActions.all());
  connect(findChild<RevisitPane*>(), &RevisitPane::exploreAsked, this, &MainWindow::openFile);
  connect(findChild<FindingsPane*>(), &FindingsPane::lineAsked, this,
          [this] { m_panes->bringToFront(*m_panes->pane(QStringLiteral("source"))); });
  connectCompare();
  connectAnswer();
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
  return revisit::requestFor(std::move(paths));
}

// The program of the open witness if the answer is about it, otherwise the last exploration.
ExplorationRequest MainWindow::requestForOpen() const {
  return m_browser.isAboutWitness() ? requestFrom(m_selection.execution()->witness()) : m_run.request();
}

void MainWindow::askHowToExplore() {
  const ExplorationRequest request = requestForOpen();
  ExplorationDialog dialog(request.files.empty() ? requestFor({}) : request, this);
  if (dialog.exec() == QDialog::Accepted)
    explore(dialog.request(), dialog.isStepwise());
}

void MainWindow::explore(ExplorationRequest request, bool stepwise) {
  m_message->hide();
  m_isEarlierShown = false;
  m_watched.clear();
  m_selection.setMessages({});
  m_settings.addRecentFile(fromText(request.files.front()));
  m_answer->setModel(request.check.search.model);
  m_run.start(std::move(request));
  if (stepwise)
    m_run.step();
}

void MainWindow::connectAnswer() {
  connect(m_answer, &AnswerLine::changed, this, &MainWindow::showPage);
  connect(m_panes->tabs(), &QTabBar::currentChanged, this, &MainWindow::showPage);
  connect(m_page, &AnswerPage::helpAsked, this, [this] { help(m_answer->answer()); });
  connect(m_page, &AnswerPage::lineAsked, findChild<SourcePane*>(), &SourcePane::showLine);
  const auto showEarlier = [this] {
    m_isEarlierShown = true;
    showPage();
  };
  connect(m_page, &AnswerPage::earlierAsked, this, showEarlier);
  connect(&m_selection, &SelectionModel::executionChanged, this, showEarlier);
  connect(m_answer, &AnswerLine::helpAsked, this, &MainWindow::help);
  connect(m_answer, &AnswerLine::modelAsked, this, [this](ModelKind model) {
    ExplorationRequest request = requestForOpen();
    request.check.search.model = model;
    explore(std::move(request));
  });
}

void MainWindow::help(const Answer& answer) {
  ExplorationRequest request = m_run.request();
  switch (answer.help) {
  case AnswerHelp::None:
    return;
  case AnswerHelp::Open:
    return askForFile();
  case AnswerHelp::Remedy: {
    const CompileRemedy& remedy = *m_run.failure()->remedy;
    std::ranges::copy(remedy.files, std::back_inserter(request.files));
    std::ranges::copy(remedy.flags, std::back_inserter(request.compilerFlags));
    return explore(std::move(request));
  }
  case AnswerHelp::Sources:
    for (const QString& file : QFileDialog::getOpenFileNames(
             this, tr("The other sources"), QFileInfo(fromText(request.files.front())).absolutePath(),
             tr("Sources and objects (*.c *.cc *.cpp *.cxx *.C *.o *.a *.so)")))
      request.files.push_back(file.toStdString());
    if (request.files.size() != m_run.request().files.size())
      explore(std::move(request));
    return;
  case AnswerHelp::Further:
    request = m_run.shownRequest();
    if (const auto more = further(request.check, m_run.report()->exploration))
      request.check = more->check;
    return explore(std::move(request));
  case AnswerHelp::FirstLine:
    m_selection.selectPlace(*answer.line);
    return m_panes->raise(*m_panes->pane(QStringLiteral("source")));
  }
}

void MainWindow::explorationChanged() {
  if (m_run.failure())
    m_selection.setMessages(m_run.failure()->messages);
  executionChanged();
}

// Where there is nothing to show, or what was explored before the failure, stands the answer.
void MainWindow::showPage() {
  const bool isOpen = m_selection.execution() != nullptr, isEmpty = !isOpen && !m_run.log();
  const bool isFailed = m_run.state() == ExplorationState::Failed && !m_isEarlierShown;
  std::set<WindowTab> tabs;
  if (isEmpty || isFailed || (!isOpen && m_run.isActive()))
    tabs.insert(WindowTab::Result);
  if (isEmpty && m_run.state() != ExplorationState::None) // otherwise it has the guide
    tabs.insert(WindowTab::Algorithm);
  const std::vector<CompilerMessage>& messages = m_selection.messages();
  if (!tabs.empty())
    m_page->show(m_answer->answer(), messages, isFailed && !isEmpty);
  m_panes->showPage(tabs, isOpen || !messages.empty());
  m_answer->setElsewhere(tabs.contains(m_panes->tab()));
}

// Shows the tutorial in the algorithm's pane; its link explores the example.
void MainWindow::startGuide() {
  const Result<QString> example = exampleFile(QLatin1String(guideExample));
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
