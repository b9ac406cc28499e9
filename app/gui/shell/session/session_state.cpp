#include "session_state.h"

#include <QFileInfo>
#include <QObject>

namespace revisit::gui {
namespace {

const QString versionKey = QStringLiteral("version"), fileKey = QStringLiteral("file"),
              executionKey = QStringLiteral("execution"), eventKey = QStringLiteral("event"),
              filterKey = QStringLiteral("filter"), panesKey = QStringLiteral("panes"),
              explorationKey = QStringLiteral("exploration");

constexpr int version = 1;

} // namespace

QString SessionState::title() const {
  const QStringList explored = exploration.value(QStringLiteral("files")).toStringList(); // exploration_settings.h
  const QString what = QFileInfo(!file.isEmpty() || explored.isEmpty() ? file : explored.front()).fileName();
  return event == 0 ? what : QObject::tr("%1, event %2").arg(what).arg(event);
}

QVariantMap toVariant(const SessionState& state) {
  return {
      {versionKey, version},     {fileKey, state.file},   {executionKey, state.execution},    {eventKey, state.event},
      {filterKey, state.filter}, {panesKey, state.panes}, {explorationKey, state.exploration}};
}

std::optional<SessionState> sessionFrom(const QVariantMap& map) {
  if (map.value(versionKey).toInt() != version)
    return std::nullopt;
  SessionState state;
  state.file = map.value(fileKey).toString();
  state.execution = map.value(executionKey).toString();
  state.event = map.value(eventKey).toULongLong();
  state.filter = map.value(filterKey).toString();
  state.panes = map.value(panesKey).toMap();
  state.exploration = map.value(explorationKey).toMap();
  return state.isEmpty() ? std::nullopt : std::optional(state);
}

} // namespace revisit::gui
