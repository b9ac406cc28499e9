#include "main_window.h"

#include "answer_line.h"
#include "litmus/parse.h"
#include "message_bar.h"
#include "model/text.h"
#include "pane_area.h"
#include "panes.h"
#include "prepare/build_program.h"
#include "shell/pages/answer_page.h"
#include "shell/pages/start_page.h"
#include "shell/session/session.h"
#include "view/lanes/lane_view.h"
#include "view/lanes/time_line.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>
#include <utility>

namespace revisit::gui {
namespace {

constexpr int keepMs = 1000;

QStringList localFiles(const QMimeData& data) {
  QStringList files;
  for (const QUrl& url : data.urls())
    if (url.isLocalFile())
      files << url.toLocalFile();
  return files;
}

} // namespace

MainWindow::MainWindow(Settings& settings, QWidget* parent)
    : QMainWindow(parent), m_settings(settings), m_pages(new QStackedWidget), m_start(new StartPage),
      m_timeLine(new TimeLine(m_selection)), m_panes(new PaneArea(m_timeLine, &m_timeLine->lanes())),
      m_answer(new AnswerLine(m_explorationActions, m_litmus)), m_page(new AnswerPage), m_message(new MessageBar),
      m_session(std::make_unique<Session>(settings, m_selection, *m_panes)) {
  setObjectName(QStringLiteral("mainWindow"));
  auto* centre = new QWidget;
  auto* rows = new QVBoxLayout(centre);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(m_answer);
  rows->addWidget(m_message);
  rows->addWidget(m_pages, 1);
  m_pages->addWidget(m_start);
  m_pages->addWidget(m_panes);
  setCentralWidget(centre);
  setAcceptDrops(true);
  resize(1280, 800);
  m_answer->addTabs(m_panes->tabs());
  m_panes->setPage(m_page);
  addPanes(*m_panes, {m_selection, m_files, m_replayActions, m_explorationActions, m_litmus, m_stepActions});
  for (Pane* pane : m_panes->panes())
    connect(pane, &Pane::failed, m_message,
            [this](const QString& text) { m_message->say(MessageBar::Kind::Error, text); });
  addActions();
  connectStart();
  connect(m_start, &StartPage::lastSessionAsked, m_session.get(), &Session::restore);
  connect(m_session.get(), &Session::openAsked, this, &MainWindow::openFile);
  connect(m_session.get(), &Session::warned, m_message,
          [this](const QString& text) { m_message->say(MessageBar::Kind::Warning, text); });
  connect(&m_bookmarks, &BookmarkActions::openAsked, this, &MainWindow::openFile);
  connect(&m_bookmarks, &BookmarkActions::refused, m_message,
          [this](const QString& text) { m_message->say(MessageBar::Kind::Warning, text); });
  connect(&m_opening, &QFutureWatcherBase::finished, this, &MainWindow::opened);
  connect(&m_selection, &SelectionModel::executionChanged, this, &MainWindow::executionChanged);
  connect(&m_run, &ExplorationRun::stateChanged, this, &MainWindow::explorationChanged);
  setTheme(settings.theme());
  executionChanged();
  restoreGeometry(settings.geometry());
  connect(&m_keeping, &QTimer::timeout, this, &MainWindow::keep);
  m_keeping.start(keepMs);
}

MainWindow::~MainWindow() {
  m_opening.waitForFinished();
}

// What the user dragged belongs to the program that was open then.
void MainWindow::forgetLayout() {
  const ExecutionPointer& execution = m_selection.execution();
  const QString program = execution && execution->isByItself() ? fromText(execution->witness().program.path)
                          : m_run.request().files.empty()      ? QString()
                                                               : fromText(m_run.request().files.front());
  if (std::exchange(m_program, program) != program && !m_session->isRestoring())
    m_panes->usual();
}

// Of a litmus test, unless the user wants to see it.
void MainWindow::leaveMainOut() {
  const std::vector<std::string>& files = requestForOpen().files;
  const bool isTest = files.size() == 1 && litmus::isTestFile(files.front());
  m_main->setEnabled(isTest);
  m_selection.setLeavesMainOut(isTest && !m_main->isChecked());
}

// Saves regularly and at the end, so that little is lost if the window is killed.
void MainWindow::keep() {
  m_session->save();
  m_settings.setGeometry(saveGeometry());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  keep();
  m_keeping.stop();
  QMainWindow::closeEvent(event);
}

void MainWindow::openFile(const QString& path) {
  openFiles({path});
}

bool MainWindow::canOpenTogether(const QStringList& paths) {
  const auto isSource = [](const QString& path) { return isSourceFile(path.toStdString()); };
  const auto isPart = [](const QString& path) {
    return isSourceFile(path.toStdString()) || isLinkInput(path.toStdString());
  };
  return paths.size() == 1 || (std::ranges::any_of(paths, isSource) && std::ranges::all_of(paths, isPart));
}

void MainWindow::openFiles(const QStringList& paths) {
  openFiles(paths, requestFor(paths));
}

void MainWindow::openFiles(const QStringList& paths, const ExplorationRequest& request) {
  if (!canOpenTogether(paths))
    return m_message->say(MessageBar::Kind::Error,
                          tr("Open one witness, one program, or the source files of one program."));
  if (const QFileInfo path(paths.front()); path.isDir() || path.fileName() == QLatin1String("compile_commands.json"))
    return openProject(paths.front());
  const bool isExplored = paths.size() > 1 || isExplorable(paths.front().toStdString());
  if (isExplored)
    explore(request);
  else
    m_opening.setFuture(QtConcurrent::run(&MainWindow::open, paths.front()));
}

MainWindow::Opened MainWindow::open(const QString& path) {
  const Result<ExecutionPointer> execution = openExecution(path.toStdString());
  if (!execution)
    return {path, {}, sentenceOf(execution.error()), {}};
  return {path, execution.value(), {}, fromText(whyNotReplayable(execution.value()->witness()))};
}

void MainWindow::opened() {
  const Opened result = m_opening.result();
  m_message->hide();
  if (!result.execution) {
    m_message->say(MessageBar::Kind::Error, result.error);
  } else {
    m_settings.addRecentFile(result.path);
    m_answer->setMisfit(result.execution, result.warning);
    m_selection.open(result.execution);
  }
  m_session->opened(result.path);
  refreshStartPage();
  emit openingEnded();
}

void MainWindow::closeExecution() {
  m_message->hide();
  m_session->save();
  m_selection.open({});
}

void MainWindow::refreshStartPage() {
  m_start->setRecentFiles(m_settings.recentFiles());
  const std::optional<SessionState> last = m_session->last();
  m_start->setLastSession(last ? last->title() : QString());
}

void MainWindow::executionChanged() {
  const ExecutionPointer& execution = m_selection.execution();
  showPage();
  if (execution || m_run.state() != ExplorationState::None)
    m_pages->setCurrentWidget(m_panes);
  else
    m_pages->setCurrentWidget(m_start);
  forgetLayout();
  leaveMainOut();
  watchSources();
  if (m_browser.isAboutWitness())
    m_answer->setModel(requestForOpen().check.search.model);
  refreshStartPage();
  QString file = execution ? QFileInfo(fromText(execution->path())).fileName() : QString();
  if (m_run.state() != ExplorationState::None && (!execution || execution->origin().log)) {
    const bool isOfBefore = execution && m_run.state() == ExplorationState::Failed && m_run.log();
    const ExplorationRequest& request = isOfBefore ? m_run.shownRequest() : m_run.request();
    const QString program = QFileInfo(fromText(request.files.front())).fileName();
    file = file.isEmpty() ? program : tr("%1 – %2").arg(file, program);
  }
  setWindowTitle(file.isEmpty() ? tr("Revisit") : tr("%1 – Revisit").arg(file));
}

void MainWindow::setTheme(ThemeKind kind) {
  const Theme& theme = themeOf(kind);
  m_settings.setTheme(kind);
  QApplication::setPalette(theme.palette);
  m_answer->setTheme(theme);
  m_message->setTheme(theme);
  m_timeLine->setTheme(theme);
  for (Pane* pane : m_panes->panes())
    pane->setTheme(theme);
  m_dark->setChecked(kind == ThemeKind::Dark);
}

QString MainWindow::message() const {
  return m_message->text();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!localFiles(*event->mimeData()).isEmpty())
    event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  openFiles(localFiles(*event->mimeData()));
}

} // namespace revisit::gui
