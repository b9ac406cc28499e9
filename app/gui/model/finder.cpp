#include "finder.h"

#include "model/text.h"
#include "query/timeline/event_search.h"
#include "query/timeline/event_text.h"

#include <QCoreApplication>
#include <QKeySequence>

#include <algorithm>
#include <set>

namespace revisit::gui {
namespace {

QString finderText(const char* text) {
  return QCoreApplication::translate("Finder", text);
}

bool hasAll(const QString& text, const QStringList& words) {
  return std::ranges::all_of(words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

void addCommands(std::vector<FoundThing>& found, const QList<QAction*>& commands, const QStringList& words,
                 std::size_t most) {
  for (QAction* command : commands) {
    const QString name = QString(command->text()).remove(u'&');
    if (found.size() == most || command->menu() || !command->isEnabled() || !hasAll(name, words))
      continue;
    const QString key = command->shortcut().toString(QKeySequence::NativeText);
    found.push_back({finderText("command"), key.isEmpty() ? name : QStringLiteral("%1  (%2)").arg(name, key),
                     [command] { command->trigger(); }});
  }
}

void addEvents(std::vector<FoundThing>& found, const QString& text, SelectionModel& selection, std::size_t most) {
  const Timeline& timeline = selection.execution()->timeline();
  const std::vector<EventNumber> events = searchEvents(timeline, text.toStdString());
  for (std::size_t i = 0; i < std::min(most, events.size()); i++) {
    const EventNumber event = events[i];
    const WitnessEvent& what = timeline.event(event);
    const std::string words = std::to_string(event) + "  " + threadText(what.thread) + " " +
                              eventText(timeline, event) + "  " + placeText(what);
    found.push_back({finderText("event"), fromText(words), [&selection, event] { selection.selectEvent(event); }});
  }
}

void addVariables(std::vector<FoundThing>& found, const QStringList& words, SelectionModel& selection,
                  std::size_t most) {
  std::set<std::string> names;
  for (const WitnessEvent& event : selection.execution()->witness().schedule)
    if (event.address != 0 && hasAll(fromText(event.what), words))
      names.insert(event.what);
  for (const std::string& name : names) {
    if (most-- == 0)
      return;
    found.push_back({finderText("variable"), fromText(name),
                     [&selection, filter = fromText(name)] { selection.setFilter(filter); }});
  }
}

} // namespace

std::vector<FoundThing> findThings(const QString& text, const QList<QAction*>& commands, SelectionModel& selection,
                                   std::size_t most) {
  std::vector<FoundThing> found;
  const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
  if (words.isEmpty())
    return found;
  addCommands(found, commands, words, most);
  if (selection.execution()) {
    addVariables(found, words, selection, most);
    addEvents(found, text, selection, most);
  }
  return found;
}

} // namespace revisit::gui
