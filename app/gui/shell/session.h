// Saves where the user is, and goes back there when asked.
#pragma once

#include "model/selection_model.h"
#include "pane_area.h"
#include "session_state.h"
#include "settings.h"

#include <functional>

namespace revisit::gui {

class Session : public QObject {
  Q_OBJECT

public:
  // All must outlive this.
  Session(Settings& settings, SelectionModel& selection, PaneArea& panes);

  // How the part that explores says what it does, and does it again. Without these a session has files only.
  void setExploration(std::function<QVariantMap()> current, std::function<void(const QVariantMap&)> restore);

  // Of the last session; nothing when there was none, or it was nowhere.
  std::optional<SessionState> last() const;
  // Where the user is now.
  SessionState now() const;
  // Keeps that. Where nothing is open, or the last session is only being restored, that stays the last.
  void save();

  // Begins to go back to the last session: asks for its file, or explores. The rest follows once that is open.
  void restore();
  // To be called when a file was opened, or could not be: goes on where restore() began.
  void opened(const QString& file);

signals:
  // The execution, and the event looked at (0: none), of an exploration that was begun again.
  void executionAsked(const QString& id, qulonglong event);
  void openAsked(const QString& file);
  // What could not be as it was, in a sentence.
  void warned(const QString& message);

private:
  void restoreRest(const SessionState& state);

  Settings& m_settings;
  SelectionModel& m_selection;
  PaneArea& m_panes;
  std::function<QVariantMap()> m_currentExploration;
  std::function<void(const QVariantMap&)> m_restoreExploration;
  std::optional<SessionState> m_restoring;
  bool m_isAwaited = false; // the execution of an exploration that was begun again
  SessionState m_saved;
};

} // namespace revisit::gui
