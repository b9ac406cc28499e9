// Exploring in the window.
#include "exploration_dialog.h"
#include "main_window.h"
#include "message_bar.h"
#include "model/text.h"
#include "pane_area.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>

namespace revisit::gui {
namespace {

QString noteText(const CheckNote& note) {
  QString text = fromText(note.kind + ": " + note.detail);
  if (!note.file.empty() && note.line != 0)
    text += QStringLiteral(" (%1:%2)").arg(QFileInfo(fromText(note.file)).fileName()).arg(note.line);
  return text;
}

QString firstOf(const std::vector<CheckNote>& notes) {
  const QString first = noteText(notes.front());
  return notes.size() == 1 ? first : QObject::tr("%1 (and %2 more)").arg(first).arg(notes.size() - 1);
}

} // namespace

void MainWindow::addExploreMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Explore"));
  menu->setToolTipsVisible(true);
  QAction* how = menu->addAction(tr("Explore with &options…"), QKeySequence(tr("Ctrl+Shift+R")), this,
                                 &MainWindow::askHowToExplore);
  how->setObjectName(QStringLiteral("exploreWithOptions"));
  menu->addActions(m_explorationActions.all());
  connect(&m_explorationActions, &ExplorationActions::exploreAsked, this,
          [this](bool isStepwise) { explore(m_run.request(), isStepwise); });
}

ExplorationRequest MainWindow::requestFor(const QStringList& files) {
  ExplorationRequest request;
  for (const QString& file : files)
    request.files.push_back(QFileInfo(file).absoluteFilePath().toStdString());
  request.check.explore.keepGoing = true;
  return request;
}

void MainWindow::askHowToExplore() {
  ExplorationDialog dialog(m_run.request().files.empty() ? requestFor({}) : m_run.request(), this);
  if (dialog.exec() == QDialog::Accepted)
    explore(dialog.request());
}

void MainWindow::explore(ExplorationRequest request, bool stepwise) {
  m_message->hide();
  m_settings.addRecentFile(fromText(request.files.front()));
  m_run.start(std::move(request));
  if (stepwise)
    m_run.step();
}

void MainWindow::explorationChanged() {
  executionChanged();
  if (m_run.state() == ExplorationState::Failed)
    m_message->say(MessageBar::Kind::Error, m_run.error() + u'.');
  if (m_run.state() == ExplorationState::Ended)
    sayHowItEnded();
}

void MainWindow::sayHowItEnded() {
  const CheckReport& report = *m_run.report();
  if (!report.reasons.empty())
    m_message->say(MessageBar::Kind::Warning, tr("Not everything was explored. %1.").arg(firstOf(report.reasons)));
  else if (!report.warnings.empty())
    m_message->say(MessageBar::Kind::Warning, tr("Warning: %1.").arg(firstOf(report.warnings)));
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
    return m_message->say(MessageBar::Kind::Error, fromText(saved.error().where + ": " + saved.error().what) + u'.');
  if (execution->origin().log)
    m_run.keepProgram();
  m_settings.addRecentFile(path);
}

} // namespace revisit::gui
