// Synchronises the selection and the replay: where the replay stops becomes the selection, and on request the replay
// goes to the selection. Thread rule: the window's thread.
#pragma once

#include "model/selection_model.h"
#include "replay.h"

namespace revisit::gui {

class ReplayLink : public QObject {
  Q_OBJECT

public:
  // Keeps references to both.
  ReplayLink(SelectionModel& selection, Replay& replay, QObject* parent = nullptr);

  SelectionModel& selection() const { return m_selection; }
  Replay& replay() const { return m_replay; }

  // Performs a move that the user requested; moveAsked() makes the replay's pane visible.
  void move(ReplayMove move);
  void goTo(SchedulePosition position);
  // Takes the replay to the selected event.
  void goHere();
  // While on, the replay follows the selection. Of several quick changes, only the last is followed.
  void setFollowing(bool isFollowing);
  bool isFollowing() const { return m_isFollowing; }

signals:
  void followingChanged();
  void moveAsked();

private:
  void selectionMoved();
  void replayChanged();
  void follow();

  SelectionModel& m_selection;
  Replay& m_replay;
  bool m_isFollowing = false;
  bool m_isShowing = false;                 // the replay is changing the selection
  std::optional<SchedulePosition> m_wanted; // where to go when the replay has stopped
  std::uint64_t m_stop = 0;                 // the last one shown
  std::optional<ReplayPlace> m_place;       // the last one shown
};

} // namespace revisit::gui
