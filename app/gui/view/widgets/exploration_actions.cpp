#include "exploration_actions.h"

#include "explained_action.h"

namespace revisit::gui {

ExplorationActions::ExplorationActions(ExplorationBrowser& browser, QObject* parent)
    : QObject(parent), m_browser(browser) {
  ExplorationRun& run = browser.run();
  m_explore =
      makeExplained(tr("Explore"), tr("Explore the program, from the beginning"), QStringLiteral("Ctrl+R"), this);
  m_pause = makeExplained(tr("Pause"), tr("Pause or continue the exploration"), QStringLiteral("Ctrl+P"), this);
  m_pause->setCheckable(true);
  m_step = makeExplained(tr("One more"), tr("Go on until the next execution is found"), QStringLiteral("Ctrl+Shift+P"),
                         this);
  m_cancel =
      makeExplained(tr("Cancel"), tr("Stop the exploration and keep what was found"), QStringLiteral("Ctrl+."), this);
  m_previous = addJump(tr("◂ Execution"), tr("The previous execution"), QStringLiteral("Ctrl+PgUp"),
                       Direction::Backward, Which::Any);
  m_next = addJump(tr("Execution ▸"), tr("The next execution"), QStringLiteral("Ctrl+PgDown"), Direction::Forward,
                   Which::Any);
  m_previousBuggy = addJump(tr("◂ Bug"), tr("The previous execution with a bug"), QStringLiteral("Ctrl+Shift+PgUp"),
                            Direction::Backward, Which::Buggy);
  m_nextBuggy = addJump(tr("Bug ▸"), tr("The next execution with a bug"), QStringLiteral("Ctrl+Shift+PgDown"),
                        Direction::Forward, Which::Buggy);
  connect(m_explore, &QAction::triggered, this, &ExplorationActions::exploreAsked);
  connect(m_pause, &QAction::triggered, &run, [&run](bool isPaused) { isPaused ? run.pause() : run.resume(); });
  connect(m_step, &QAction::triggered, &browser, &ExplorationBrowser::step);
  connect(m_cancel, &QAction::triggered, &run, &ExplorationRun::cancel);
  connect(&run, &ExplorationRun::stateChanged, this, &ExplorationActions::refresh);
  connect(&browser, &ExplorationBrowser::changed, this, &ExplorationActions::refresh);
  refresh();
}

QAction* ExplorationActions::addJump(const QString& text, const QString& tip, const QString& shortcut,
                                     Direction direction, Which which) {
  QAction* action = makeExplained(text, tip, shortcut, this);
  connect(action, &QAction::triggered, &m_browser, [this, direction, which] { m_browser.goTo(direction, which); });
  return action;
}

void ExplorationActions::refresh() {
  const ExplorationRun& run = m_browser.run();
  const bool isOver = !run.isActive();
  const ExecutionPointer& open = m_browser.selection().execution();
  const bool isAny = !run.request().files.empty() || (open && open->isByItself());
  const QString nothing = isAny ? QString() : tr("No program is open: open a program, a source file or a witness.");
  const QString notRunning = isOver ? tr("No exploration is running.") : QString();
  const QString noMore = !isOver ? QString()
                         : run.state() == ExplorationState::Ended
                             ? tr("The exploration has ended; what it found stays.")
                             : notRunning;
  allow(*m_explore, nothing);
  m_explore->setText(run.state() == ExplorationState::None ? tr("Explore") : tr("Explore again"));
  allow(*m_pause, notRunning);
  m_pause->setChecked(run.state() == ExplorationState::Paused);
  allow(*m_step, noMore);
  allow(*m_cancel, notRunning);
  const auto allowJump = [&](QAction* action, Direction direction, Which which, const QString& whyNot) {
    allow(*action, m_browser.next(direction, which) ? QString() : whyNot);
  };
  allowJump(m_previous, Direction::Backward, Which::Any, tr("There is no previous execution."));
  allowJump(m_next, Direction::Forward, Which::Any, tr("No further execution was found."));
  allowJump(m_previousBuggy, Direction::Backward, Which::Buggy, tr("No execution before this one has a bug."));
  allowJump(m_nextBuggy, Direction::Forward, Which::Buggy, tr("No further execution with a bug was found."));
}

QList<QAction*> ExplorationActions::all() const {
  return {m_explore, m_pause, m_step, m_cancel, m_previous, m_next, m_previousBuggy, m_nextBuggy};
}

} // namespace revisit::gui
