#include "replay_link.h"

#include <QScopedValueRollback>

namespace revisit::gui {

ReplayLink::ReplayLink(SelectionModel& selection, Replay& replay, QObject* parent)
    : QObject(parent), m_selection(selection), m_replay(replay) {
  connect(&selection, &SelectionModel::executionChanged, this, [this] {
    m_wanted.reset();
    m_stop = 0;
    m_place.reset();
    const ExecutionPointer& execution = m_selection.execution();
    m_replay.setExecution(execution && execution->isWitness() ? execution : nullptr);
  });
  connect(&selection, &SelectionModel::positionChanged, this, &ReplayLink::selectionMoved);
  connect(&replay, &Replay::snapshotChanged, this, &ReplayLink::replayChanged);
  connect(&replay, &Replay::busyChanged, this, &ReplayLink::follow);
}

void ReplayLink::move(ReplayMove move) {
  emit moveAsked();
  m_replay.move(move);
}

void ReplayLink::goTo(SchedulePosition position) {
  emit moveAsked();
  m_replay.goTo(position);
}

void ReplayLink::goHere() {
  if (m_selection.execution())
    goTo(m_selection.current().position);
}

void ReplayLink::setFollowing(bool isFollowing) {
  if (isFollowing == m_isFollowing)
    return;
  m_isFollowing = isFollowing;
  m_wanted.reset();
  emit followingChanged();
  if (isFollowing)
    selectionMoved();
}

void ReplayLink::selectionMoved() {
  if (!m_isFollowing || m_isShowing || !m_selection.execution() || m_selection.execution() != m_replay.execution())
    return;
  m_wanted = m_selection.current().position;
  follow();
}

void ReplayLink::follow() {
  if (!m_wanted || m_replay.isBusy())
    return;
  const SchedulePosition wanted = *std::exchange(m_wanted, std::nullopt);
  const ReplaySnapshot& now = m_replay.snapshot();
  if (now.standing == Standing::Gone || now.position != wanted)
    m_replay.goTo(wanted);
}

void ReplayLink::replayChanged() {
  const ReplaySnapshot& now = m_replay.snapshot();
  const bool isOtherStop = now.stop != m_stop, isOtherPlace = now.selected != m_place;
  m_stop = now.stop;
  m_place = now.selected;
  if (now.standing == Standing::Gone || m_wanted || !(isOtherStop || isOtherPlace))
    return;
  const QScopedValueRollback showing(m_isShowing, true);
  const ReplayFrame* frame = now.frame();
  const std::optional<SourceLine> line = frame ? frame->line : std::nullopt;
  if (isOtherStop)
    m_selection.selectStop(now.position, line);
  else if (line)
    m_selection.selectPlace(*line);
}

} // namespace revisit::gui
