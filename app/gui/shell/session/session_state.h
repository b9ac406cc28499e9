// The saved state of the window: what was open and selected. Plain data.
#pragma once

#include <QString>
#include <QVariantMap>

#include <optional>

namespace revisit::gui {

struct SessionState {
  QString file;            // the witness that was open; empty: none
  QString execution;       // its id
  qulonglong event = 0;    // the selected one; 0: none
  QString filter;          // of the events
  QVariantMap panes;       // by pane: the result of Pane::session()
  QVariantMap exploration; // the exploration in the format of exploration_settings.h; empty: none
  friend bool operator==(const SessionState&, const SessionState&) = default;

  // Whether there is nothing to restore.
  bool isEmpty() const { return file.isEmpty() && exploration.isEmpty(); }
  // "sensor.revisit, event 15"
  QString title() const;
};

QVariantMap toVariant(const SessionState& state);
// Nothing for a map that is not a session. Missing entries are as in a new SessionState.
std::optional<SessionState> sessionFrom(const QVariantMap& map);

} // namespace revisit::gui
