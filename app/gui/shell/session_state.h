// Where the user was: what was open, and what was looked at. Plain data.
#pragma once

#include <QString>
#include <QVariantMap>

#include <optional>

namespace revisit::gui {

struct SessionState {
  QString file;            // the witness that was open; empty: none
  QString execution;       // its id
  qulonglong event = 0;    // selected; 0: none
  QString filter;          // of events
  QVariantMap panes;       // by pane: what Pane::session() gave
  QVariantMap exploration; // what was explored, in the words of the part that explores; empty: nothing
  friend bool operator==(const SessionState&, const SessionState&) = default;

  // Whether there is anything to go back to.
  bool isEmpty() const { return file.isEmpty() && exploration.isEmpty(); }
  // "sensor.revisit, event 15"
  QString title() const;
};

QVariantMap toVariant(const SessionState& state);
// Nothing for what no session was made into. What is missing is as in a new SessionState.
std::optional<SessionState> sessionFrom(const QVariantMap& map);

} // namespace revisit::gui
