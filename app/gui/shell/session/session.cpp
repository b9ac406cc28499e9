#include "session.h"

#include "model/text.h"

#include <QFileInfo>

namespace revisit::gui {
namespace {

const QString layoutKey = QStringLiteral("layout"); // among the panes, of which none is called so

} // namespace

Session::Session(Settings& settings, SelectionModel& selection, PaneArea& panes)
    : m_settings(settings), m_selection(selection), m_panes(panes) {}

void Session::setExploration(std::function<QVariantMap()> current, std::function<void(const QVariantMap&)> restore) {
  m_currentExploration = std::move(current);
  m_restoreExploration = std::move(restore);
}

std::optional<SessionState> Session::last() const {
  return sessionFrom(m_settings.session());
}

SessionState Session::now() const {
  SessionState state;
  if (const ExecutionPointer& open = m_selection.execution()) {
    const std::vector<ExecutionPointer> trail = trailOf(open);
    const ExecutionPointer& execution = trail.front(); // what was gone to from it is in no file
    if (execution->isFile())
      state.file = QFileInfo(fromText(execution->path())).absoluteFilePath();
    state.execution = fromText(execution->witness().executionId);
    state.event = (trail.size() > 1 ? trail[1]->origin().move->left : m_selection.current().event).value_or(0);
  }
  state.filter = m_selection.filter();
  for (const Pane* pane : m_panes.panes())
    if (const QVariantMap shown = pane->session(); !shown.isEmpty())
      state.panes.insert(pane->info().id, shown);
  if (const QVariantMap layout = m_panes.session(); !layout.isEmpty())
    state.panes.insert(layoutKey, layout);
  if (m_currentExploration)
    state.exploration = m_currentExploration();
  return state;
}

void Session::save() {
  const SessionState state = now();
  const bool isOnTheWay = m_restoring || (m_isAwaited && !m_selection.execution());
  if (state.isEmpty() || isOnTheWay || state == m_saved)
    return;
  m_saved = state;
  m_settings.setSession(toVariant(state));
}

void Session::restore() {
  const std::optional<SessionState> state = last();
  if (!state) {
    emit warned(tr("There is no last session to continue: open a witness."));
    return;
  }
  if (!state->exploration.isEmpty() && m_restoreExploration)
    m_restoreExploration(state->exploration);
  if (state->file.isEmpty()) {
    restoreRest(*state);
    return;
  }
  m_restoring = state;
  emit openAsked(state->file);
}

void Session::opened(const QString& file) {
  const std::optional<SessionState> state = std::exchange(m_restoring, std::nullopt);
  const ExecutionPointer& execution = m_selection.execution();
  const bool isOpen =
      execution && QFileInfo(fromText(execution->path())).absoluteFilePath() == QFileInfo(file).absoluteFilePath();
  if (state && isOpen && QFileInfo(file).absoluteFilePath() == state->file)
    restoreRest(*state);
}

void Session::restoreRest(const SessionState& state) {
  m_selection.setFilter(state.filter);
  for (Pane* pane : m_panes.panes())
    if (const QVariantMap shown = state.panes.value(pane->info().id).toMap(); !shown.isEmpty())
      pane->restore(shown);
  m_panes.restore(state.panes.value(layoutKey).toMap());
  if (state.file.isEmpty()) {
    if (!state.exploration.isEmpty() && !state.execution.isEmpty()) {
      m_isAwaited = true;
      emit executionAsked(state.execution, state.event);
    }
    return;
  }
  const ExecutionPointer& execution = m_selection.execution();
  if (!execution)
    return;
  if (fromText(execution->witness().executionId) != state.execution)
    emit warned(tr("%1 is another execution than the last time: it is shown from where its error shows.")
                    .arg(QFileInfo(state.file).fileName()));
  else if (state.event >= 1 && state.event <= execution->timeline().size())
    m_selection.selectEvent(state.event);
  else if (state.event == 0)
    m_selection.selectPosition(0);
}

} // namespace revisit::gui
