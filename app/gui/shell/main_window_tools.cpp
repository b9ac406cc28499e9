// The main window's part for starting, for other programs, and for what changes outside of it.
#include "answer_line.h"
#include "cli/options/check_words.h"
#include "command_line.h"
#include "guide.h"
#include "main_window.h"
#include "message_bar.h"
#include "model/text.h"
#include "prepare/command_words.h"
#include "prepare/editor_command.h"
#include "shell/pages/start_page.h"
#include "view/panes/source_pane.h"

#include <QClipboard>
#include <QDialog>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenuBar>
#include <QProcess>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <QtConcurrent>

namespace revisit::gui {

void MainWindow::connectStart() {
  connect(m_pages, &QStackedWidget::currentChanged, this, [this] {
    const bool isStart = m_pages->currentWidget() == m_start;
    m_answer->setHidden(isStart); // it says what the answer would
    menuBar()->cornerWidget()->setHidden(isStart);
  });
  emit m_pages->currentChanged(0);
  connect(m_start, &StartPage::openAsked, this, &MainWindow::askForFile);
  connect(m_start, &StartPage::folderAsked, this, &MainWindow::askForProject);
  connect(m_start, &StartPage::fileChosen, this, &MainWindow::openFile);
  connect(m_start, &StartPage::testAsked, this, &MainWindow::exploreWords);
  connect(m_start, &StartPage::exampleAsked, this, [this](QStringList words) {
    const Result<QString> file = exampleFile(words.back());
    if (!file)
      return m_message->say(MessageBar::Kind::Error, sentenceOf(file.error()));
    if (words.back() == QLatin1String(guideExample))
      return startGuide();
    words.back() = file.value();
    exploreWords(words);
  });
  connect(&m_sources, &QFileSystemWatcher::fileChanged, this, [this](const QString& file) {
    if (!m_sources.files().isEmpty())
      m_sources.removePaths(m_sources.files()); // it is said once
    m_message->say(MessageBar::Kind::Warning,
                   tr("%1 changed. Explore again to see it as it is now.").arg(QFileInfo(file).fileName()),
                   m_explorationActions.explore());
  });
}

// Words as for `revisit check`.
void MainWindow::exploreWords(const QStringList& words) {
  std::vector<std::string> all;
  for (const QString& word : words)
    all.push_back(word.toStdString());
  Result<CommandLine> line = parseCommandLine(all);
  if (!line)
    return m_message->say(MessageBar::Kind::Error, sentenceOf(line.error()));
  explore(std::move(line->request));
}

void MainWindow::askForProject() {
  if (const QString folder = QFileDialog::getExistingDirectory(this, tr("Open a CMake project or its build folder"));
      !folder.isEmpty())
    openProject(folder);
}

// Lists the tests of the project on the start page.
void MainWindow::openProject(const QString& path) {
  QtConcurrent::run(projectTests, path.toStdString())
      .then(this, [this, path](const Result<std::vector<ProjectTest>>& tests) {
        emit openingEnded();
        if (!tests)
          return m_message->say(MessageBar::Kind::Error, sentenceOf(tests.error()));
        m_start->setProject(path, tests.value());
        m_pages->setCurrentWidget(m_start);
      });
}

// The sources of what is shown. Those of the system do not change.
void MainWindow::watchSources() {
  const ExecutionPointer& execution = m_selection.execution();
  if (execution && execution->isOnTheWay() && !m_watched.isEmpty())
    return; // a step of the algorithm has the sources of its exploration
  std::vector<std::string> sources = requestForOpen().files;
  if (execution)
    std::ranges::move(execution->files(), std::back_inserter(sources));
  QStringList files;
  for (const std::string& file : sources)
    if (!file.starts_with("/usr/") && QFileInfo(fromText(file)).isFile())
      files << fromText(file);
  if (std::exchange(m_watched, files) == files || files.isEmpty())
    return;
  if (!m_sources.files().isEmpty())
    m_sources.removePaths(m_sources.files());
  m_sources.addPaths(files);
}

void MainWindow::openInEditor() {
  const SourceLine place = findChild<SourcePane*>()->place();
  QStringList words;
  for (const std::string& word : editorCommand(m_settings.editor().toStdString(), place))
    words << fromText(word);
  if (place.file.empty() || words.isEmpty() || !QProcess::startDetached(words.front(), words.mid(1)))
    m_message->say(MessageBar::Kind::Error,
                   tr("No editor could be started. Name one with a window by “Go > Choose my editor…”."));
}

void MainWindow::chooseEditor() {
  bool isChosen = false;
  const QString command = QInputDialog::getText(
      this, tr("My editor"),
      tr("The command, with {file} and {line}. Empty: $VISUAL or $EDITOR if that has a window, or else xdg-open."),
      QLineEdit::Normal, m_settings.editor(), &isChosen);
  if (isChosen)
    m_settings.setEditor(command.trimmed());
}

// The command line that shows the same: of the exploration, or of the open witness and its event.
void MainWindow::copyCommand() {
  std::vector<std::string> words = commandOf(requestForOpen());
  const ExecutionPointer& execution = m_selection.execution();
  if (execution && execution->isFile()) {
    words = {"revisit", "replay", execution->path()};
    if (const auto event = m_selection.current().event)
      words = {"revisit", "outcomes", execution->path(), "--at", std::to_string(*event)};
  } else if (execution && !execution->isByItself()) {
    words.insert(words.begin() + 2, {"--only", execution->witness().executionId});
  }
  QGuiApplication::clipboard()->setText(fromText(joinWords(words)));
}

void MainWindow::showShortcuts() {
  QString rows;
  for (const QAction* menu : menuBar()->actions()) {
    rows += QStringLiteral("<tr><th colspan=2 align=left>%1</th></tr>").arg(menu->text().remove(u'&').toHtmlEscaped());
    for (const QAction* action : menu->menu()->actions())
      if (!action->shortcut().isEmpty())
        rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(action->text().remove(u'&').toHtmlEscaped(),
                         action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped());
  }
  QDialog sheet(this);
  sheet.setObjectName(QStringLiteral("shortcutSheet"));
  sheet.setWindowTitle(tr("Shortcuts"));
  auto* text = new QTextBrowser;
  text->setHtml(QStringLiteral("<table cellpadding=2>%1</table>").arg(rows));
  (new QVBoxLayout(&sheet))->addWidget(text);
  sheet.resize(560, 640);
  sheet.exec();
}

} // namespace revisit::gui
