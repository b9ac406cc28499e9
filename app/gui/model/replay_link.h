// Keeps the selection and the replay in step: where the replay stops is what the window looks at, and on request the
// replay goes where the window looks.
// Thread rule: the window's thread.
#pragma once

#include "replay.h"
#include "selection_model.h"

namespace revisit::gui {

class ReplayLink : public QObject {
  Q_OBJECT

public:
  // Both must outlive the link.
  ReplayLink(SelectionModel& selection, Replay& replay, QObject* parent = nullptr);

  SelectionModel& selection() const { return m_selection; }
  Replay& replay() const { return m_replay; }

  // What the user asks of the replay, wherever that is: moveAsked() lets it be seen.
  void move(ReplayMove move);
  void goTo(SchedulePosition position);
  // Takes the replay to what is looked at.
  void goHere();
  // Takes it there whenever something else is looked at. Only the last of many changes is followed to its place.
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
  bool m_isShowing = false;                 // the selection moves because the replay did
  std::optional<SchedulePosition> m_wanted; // to go to when the replay stands again
  std::uint64_t m_stop = 0;                 // shown last
  std::optional<ReplayPlace> m_place;       // shown last
};

} // namespace revisit::gui
