// Saves the state of the window, and restores it on request.
#pragma once

#include "model/selection_model.h"
#include "session_state.h"
#include "shell/dialogs/settings.h"
#include "shell/pane_area.h"

#include <functional>

namespace revisit::gui {

class Session : public QObject {
  Q_OBJECT

public:
  // Keeps references to all.
  Session(Settings& settings, SelectionModel& selection, PaneArea& panes);

  // Functions that save and repeat an exploration. Without these, a session has files only.
  void setExploration(std::function<QVariantMap()> current, std::function<void(const QVariantMap&)> restore);

  // The last session; nothing when there was none, or nothing was open in it.
  std::optional<SessionState> last() const;
  // The present state.
  SessionState now() const;
  // Saves the present state. If nothing is open, or the last session is still being restored, the last one is kept.
  void save();

  // Whether restore() waits for its file.
  bool isRestoring() const { return m_restoring.has_value(); }
  // Begins to restore the last session: requests its file or exploration. The rest follows once that is open.
  void restore();
  // Must be called when a file was opened or could not be opened; continues what restore() began.
  void opened(const QString& file);

signals:
  // The execution, and the selected event (0: none), of an exploration that was started again.
  void executionAsked(const QString& id, qulonglong event);
  void openAsked(const QString& file);
  // Something could not be restored; the message is a sentence.
  void warned(const QString& message);

private:
  void restoreRest(const SessionState& state);

  Settings& m_settings;
  SelectionModel& m_selection;
  PaneArea& m_panes;
  std::function<QVariantMap()> m_currentExploration;
  std::function<void(const QVariantMap&)> m_restoreExploration;
  std::optional<SessionState> m_restoring;
  bool m_isAwaited = false; // waits for the execution of an exploration that was started again
  SessionState m_saved;
};

} // namespace revisit::gui
