#include "finder.h"

#include "model/text.h"
#include "query/rows/found_things.h"

#include <QCoreApplication>
#include <QKeySequence>

#include <algorithm>

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

} // namespace

std::vector<FoundThing> findThings(const QString& text, const QList<QAction*>& commands, SelectionModel& selection,
                                   std::size_t most) {
  std::vector<FoundThing> found;
  const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
  if (words.isEmpty())
    return found;
  addCommands(found, commands, words, most);
  if (!selection.execution())
    return found;
  const Timeline& timeline = selection.execution()->timeline();
  std::vector<std::string> parts;
  for (const QString& word : words)
    parts.push_back(word.toStdString());
  for (const std::string& name : namesWith(timeline, std::move(parts), most))
    found.push_back({finderText("variable"), fromText(name),
                     [&selection, filter = fromText(name)] { selection.setFilter(filter); }});
  for (const FoundEvent& one : eventsWith(timeline, text.toStdString(), most))
    found.push_back(
        {finderText("event"), fromText(one.text), [&selection, event = one.event] { selection.selectEvent(event); }});
  return found;
}

} // namespace revisit::gui
