// The window's menus and tool bars.
#include "main_window.h"
#include "message_bar.h"
#include "model/text.h"
#include "pane_area.h"
#include "query/interleaving/execution_note.h"
#include "shell/dialogs/goal_dialog.h"
#include "version.h"
#include "view/panes/inspector_pane.h"
#include "view/stage/stage_pane.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QStackedWidget>

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr int filterWidth = 360;

} // namespace

void MainWindow::addActions() {
  addFileMenu();
  addViewMenu();
  addGoMenu();
  addExploreMenu();
  addAlgorithmMenu();
  addReplayMenu();
  addHelpMenu();
  addFilter();
}

void MainWindow::addFileMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&File"));
  menu->addAction(tr("&Open…"), QKeySequence::Open, this, &MainWindow::askForFile);
  menu->addAction(tr("Open a CMake &project…"), QKeySequence(tr("Ctrl+Shift+O")), this, &MainWindow::askForProject);
  m_recent = menu->addMenu(tr("Open &recent"));
  connect(m_recent, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
  menu->addAction(tr("&Save the witness…"), QKeySequence::Save, this, &MainWindow::saveWitness);
  QAction* exporting =
      menu->addAction(tr("&Export the graph…"), QKeySequence(tr("Ctrl+E")), this, &MainWindow::exportGraph);
  const auto refresh = [this, exporting] { exporting->setEnabled(m_selection.execution() != nullptr); };
  connect(&m_selection, &SelectionModel::executionChanged, exporting, refresh);
  refresh();
  addCopyAction(*menu, tr("Copy the execution as &text"), noteAsText);
  addCopyAction(*menu, tr("Copy the execution as &Markdown"), noteAsMarkdown);
  menu->addAction(tr("Copy as a &command"), QKeySequence(tr("Ctrl+Shift+C")), this, &MainWindow::copyCommand);
  menu->addAction(tr("&Close the execution"), QKeySequence(tr("Ctrl+W")), this, &MainWindow::closeExecution);
  menu->addSeparator();
  menu->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
}

void MainWindow::addCopyAction(QMenu& menu, const QString& name, std::string (*note)(const Timeline&)) {
  QAction* copy = menu.addAction(name, this, [this, note] {
    QGuiApplication::clipboard()->setText(fromText(note(m_selection.execution()->timeline())));
  });
  const auto refresh = [this, copy] {
    copy->setEnabled(m_selection.execution() && !m_selection.execution()->isOnTheWay());
  };
  connect(&m_selection, &SelectionModel::executionChanged, copy, refresh);
  refresh();
}

void MainWindow::addViewMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&View"));
  for (Pane* pane : m_panes->panes()) {
    QAction* action =
        menu->addAction(pane->info().title, pane->info().shortcut, this, [this, pane] { m_panes->raise(*pane); });
    action->setObjectName(QStringLiteral("show-") + pane->info().id);
  }
  menu->addSeparator();
  addRegionActions(*menu);
  menu->addSeparator();
  addLibrariesAction(*menu);
  addMainAction(*menu);
  m_dark = menu->addAction(tr("&Dark theme"));
  m_dark->setShortcut(QKeySequence(tr("Ctrl+Shift+D")));
  m_dark->setCheckable(true);
  connect(m_dark, &QAction::triggered, this,
          [this](bool isDark) { setTheme(isDark ? ThemeKind::Dark : ThemeKind::Light); });
}

void MainWindow::addRegionActions(QMenu& menu) {
  menu.addAction(tr("&Fill the window with this region, or not any more"), QKeySequence(tr("M")), m_panes,
                 &PaneArea::toggleMaximised);
  menu.addAction(tr("&Next region"), QKeySequence(tr("F6")), m_panes, [this] { m_panes->goToRegion(1); });
  menu.addAction(tr("&Previous region"), QKeySequence(tr("Shift+F6")), m_panes, [this] { m_panes->goToRegion(-1); });
  menu.addAction(tr("To the &stage"), QKeySequence(tr("Esc")), m_panes, &PaneArea::goToStage);
  menu.addAction(tr("&Usual sizes"), m_panes, &PaneArea::usual);
}

void MainWindow::addLibrariesAction(QMenu& menu) {
  QAction* libraries = menu.addAction(tr("&Events of libraries"));
  libraries->setObjectName(QStringLiteral("librariesAction"));
  libraries->setShortcut(QKeySequence(tr("Ctrl+L")));
  libraries->setToolTip(tr("Show what a library does event by event, not in one row with the call of it"));
  libraries->setCheckable(true);
  m_selection.setShowsLibraries(m_settings.showsLibraries());
  libraries->setChecked(m_selection.showsLibraries());
  connect(libraries, &QAction::toggled, this, [this](bool shows) {
    m_settings.setShowsLibraries(shows);
    m_selection.setShowsLibraries(shows);
  });
}

void MainWindow::addMainAction(QMenu& menu) {
  m_main = menu.addAction(tr("&Main of a litmus test"));
  m_main->setObjectName(QStringLiteral("litmusMainAction"));
  m_main->setToolTip(tr("Show main, too, which only starts the threads and reads the final values"));
  m_main->setCheckable(true);
  connect(m_main, &QAction::toggled, this, &MainWindow::leaveMainOut);
}

void MainWindow::addGoMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Go"));
  QAction* back = menu->addAction(tr("&Back"), QKeySequence::Back, &m_selection, &SelectionModel::goBack);
  QAction* forward = menu->addAction(tr("&Forward"), QKeySequence::Forward, &m_selection, &SelectionModel::goForward);
  const auto refresh = [this, back, forward] {
    back->setEnabled(m_selection.canGoBack());
    forward->setEnabled(m_selection.canGoForward());
  };
  connect(&m_selection, &SelectionModel::historyChanged, this, refresh);
  refresh();
  menu->addSeparator();
  auto* goal = new GoalDialog(findChild<InspectorPane*>()->sideways(), m_selection, this);
  menu->addAction(tr("&Find a command, an event, a variable or an execution …"), QKeySequence(tr("Ctrl+K")), goal,
                  &GoalDialog::ask);
  menu->addSeparator();
  menu->addAction(tr("&Next match"), QKeySequence::FindNext, this, [this] { goToMatch(Direction::Forward); });
  menu->addAction(tr("&Previous match"), QKeySequence::FindPrevious, this, [this] { goToMatch(Direction::Backward); });
  menu->addSeparator();
  m_bookmarks.addTo(*menu);
  menu->addAction(tr("&Open in my editor"), QKeySequence(tr("Ctrl+Shift+E")), this, &MainWindow::openInEditor);
  menu->addAction(tr("Choose &my editor…"), this, &MainWindow::chooseEditor);
}

void MainWindow::addAlgorithmMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Algorithm"));
  menu->setToolTipsVisible(true);
  menu->addActions(m_stepActions.all());
  menu->addSeparator();
  menu->addActions({m_stepActions.before(), m_stepActions.predicts()});
}

void MainWindow::addReplayMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Replay"));
  menu->setToolTipsVisible(true);
  menu->addActions(m_replayActions.all());
  connect(&m_replayLink, &ReplayLink::moveAsked, this,
          [this] { m_panes->bringToFront(*m_panes->pane(QStringLiteral("replay"))); });
}

void MainWindow::addHelpMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Help"));
  menu->addAction(tr("&How the algorithm works"), QKeySequence::HelpContents, this, &MainWindow::startGuide);
  menu->addAction(tr("&Start page"), this, [this] { m_pages->setCurrentWidget(m_pages->widget(0)); });
  menu->addAction(tr("S&hortcuts"), QKeySequence(tr("?")), this, &MainWindow::showShortcuts);
  menu->addAction(tr("&About Revisit"), this, &MainWindow::about);
}

void MainWindow::addFilter() {
  m_filter = new QLineEdit;
  m_filter->setObjectName(QStringLiteral("filter"));
  m_filter->setAccessibleName(tr("Filter of events"));
  m_filter->setPlaceholderText(tr("Filter: T1   W   lock   main.c:31   (1,3)   part of an event"));
  m_filter->setClearButtonEnabled(true);
  m_filter->setToolTip(
      tr("All words must hold. T1: thread. R W U F L C J B E: kind. main.c:31: line. (1,3) or 17: "
         "event. Else: part of what an event reads as. -WORD: what the word does not hold for. Return and F3: next "
         "match."));
  m_filter->setFixedWidth(filterWidth);
  auto* corner = new QWidget;
  auto* row = new QHBoxLayout(corner);
  row->setContentsMargins(0, 1, 8, 1);
  row->addWidget(m_filter);
  menuBar()->setCornerWidget(corner);
  connect(m_filter, &QLineEdit::textChanged, &m_selection, &SelectionModel::setFilter);
  connect(&m_selection, &SelectionModel::filterChanged, m_filter, [this] {
    if (m_filter->text() != m_selection.filter())
      m_filter->setText(m_selection.filter());
  });
  connect(m_filter, &QLineEdit::returnPressed, this, [this] { goToMatch(Direction::Forward); });
  auto* find = new QAction(tr("Find"), this);
  find->setShortcut(QKeySequence::Find);
  addAction(find);
  connect(find, &QAction::triggered, m_filter, [this] {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
  });
}

void MainWindow::goToMatch(Direction direction) {
  const std::vector<EventNumber>& matches = m_selection.matchingEvents();
  if (matches.empty())
    return;
  const EventNumber now = m_selection.current().event.value_or(0);
  if (direction == Direction::Forward) {
    const auto next = std::ranges::upper_bound(matches, now);
    m_selection.selectEvent(next != matches.end() ? *next : matches.front());
  } else {
    const auto here = std::ranges::lower_bound(matches, now);
    m_selection.selectEvent(here != matches.begin() ? *(here - 1) : matches.back());
  }
}

void MainWindow::askForFile() {
  const QStringList recent = m_settings.recentFiles();
  const QString folder = recent.isEmpty() ? QString() : QFileInfo(recent.front()).absolutePath();
  const QStringList paths = QFileDialog::getOpenFileNames(
      this, tr("Open a program, source files or a witness"), folder,
      tr("All files (*);;Witnesses (*.revisit);;Sources (*.c *.cc *.cpp *.cxx *.C);;Litmus tests (*.litmus)"));
  if (!paths.isEmpty())
    openFiles(paths);
}

void MainWindow::exportGraph() {
  const QString path = QFileDialog::getSaveFileName(this, tr("Export the graph"), QStringLiteral("graph.svg"),
                                                    tr("Pictures and Graphviz (*.svg *.png *.dot)"));
  if (path.isEmpty())
    return;
  if (const Status status = findChild<StagePane*>()->exportTo(path); !status)
    m_message->say(MessageBar::Kind::Error, sentenceOf(status.error()));
}

void MainWindow::fillRecentMenu() {
  m_recent->clear();
  for (const QString& file : m_settings.recentFiles())
    m_recent->addAction(file, this, [this, file] { openFile(file); });
  if (m_recent->isEmpty())
    m_recent->addAction(tr("Nothing was open yet"))->setEnabled(false);
}

void MainWindow::about() {
  QMessageBox::about(
      this, tr("About Revisit"),
      tr("<h3>Revisit %1</h3><p>A debugger for executions that have not happened yet.</p>"
         "<p>Revisit's source is under Apache-2.0 with LLVM exceptions. This program, "
         "<code>revisit-gui</code>, links QScintilla and Qt Charts and is distributed under the GNU General Public "
         "License, version 3. It also uses Qt %2 (LGPL-3.0).</p>")
          .arg(QLatin1String(versionText), QLatin1String(qVersion())));
}

} // namespace revisit::gui
