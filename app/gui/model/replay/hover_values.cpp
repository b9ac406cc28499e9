#include "hover_values.h"

#include "model/text.h"

#include <algorithm>
#include <utility>

namespace revisit::gui {

HoverValues::HoverValues(SelectionModel& selection, QObject* parent) : QObject(parent), m_selection(selection) {
  connect(&selection, &SelectionModel::executionChanged, this, [this] {
    m_asked.clear();
    m_watched.clear();
    if (m_replay.execution())
      m_replay.setExecution(nullptr);
  });
  connect(&m_replay, &Replay::busyChanged, this, &HoverValues::answer);
}

void HoverValues::ask(const QString& name) {
  const Selection& now = m_selection.current();
  if (!now.execution || !now.execution->isWitness())
    return;
  if (m_replay.execution() != now.execution)
    m_replay.setExecution(now.execution);
  m_asked = name.toStdString();
  const ReplaySnapshot& there = m_replay.snapshot();
  if (there.standing == Standing::Gone || there.position != now.position)
    m_replay.goTo(now.position);
  if (const std::string before = std::exchange(m_watched, m_asked); before != m_asked) {
    m_replay.unwatch(before);
    m_replay.watch(m_asked);
  }
  answer();
}

void HoverValues::answer() {
  if (m_replay.isBusy() || m_asked.empty())
    return;
  const std::string name = std::exchange(m_asked, std::string());
  const ReplaySnapshot& now = m_replay.snapshot();
  for (const std::vector<ReplayValue>* values : {&now.locals, &now.watches}) {
    const auto value = std::ranges::find(*values, name, &ReplayValue::name);
    if (value != values->end() && !value->isError)
      return emit found(fromText(value->name + " = " + value->text));
  }
}

} // namespace revisit::gui
