// What the window shows, for all panes: they change it here and observe it here, and never know each other. Every jump
// to an event, a position, a line or another execution goes into one history, which holds so much that memory stays
// bounded: of the explorations, the newest two.
// Thread rule: the window's thread.
#pragma once

#include "compiler_messages.h"
#include "execution.h"

#include <QObject>
#include <QString>

#include <vector>

namespace revisit::gui {

struct Selection {
  ExecutionPointer execution;       // null: nothing is open
  std::optional<EventNumber> event; // looked at
  SchedulePosition position = 0;    // how many events are done
  std::optional<SourceLine> line;
};

class SelectionModel : public QObject {
  Q_OBJECT

public:
  using QObject::QObject;

  const Selection& current() const { return m_current; }
  const ExecutionPointer& execution() const { return m_current.execution; }

  // Shows another execution, from where its marks say, or else from where its error shows. Null closes.
  void open(ExecutionPointer execution);

  // Shows `by` in the place of `old`, here and in the history: the same execution, better known. What is looked at
  // stays. Does nothing when `old` is nowhere.
  void replace(const ExecutionPointer& old, const ExecutionPointer& by);

  // The rest does nothing while no execution is open.
  // Looks at an event: it is the one that was just done, and its line is the selected one. Requires 1..size().
  void selectEvent(EventNumber event);
  // Goes to a position, the event just done being looked at; at 0 there is none. Requires 0..size().
  void selectPosition(SchedulePosition position);
  // The same with a line of its own, where there is one: that of a replay that has stopped.
  void selectStop(SchedulePosition position, const std::optional<SourceLine>& line);
  // Selects a line, and the next of its events after the one looked at (from the last: the first). An event that is at
  // no line stays.
  void selectLine(const SourceLine& line);
  // Looks at no event, all of them being done.
  void selectNothing();
  // Selects a line and nothing else.
  void selectPlace(const SourceLine& line);

  bool canGoBack() const { return m_place > 0; }
  bool canGoForward() const { return m_place + 1 < m_history.size(); }
  void goBack();
  void goForward();

  // Words that say which events are of interest; panes show or stress those. event_search.h tells the language.
  const QString& filter() const { return m_filter; }
  void setFilter(const QString& filter);
  // Does the event match the filter? Everything matches an empty one.
  bool matches(EventNumber event) const;
  // By number; empty without a filter.
  const std::vector<EventNumber>& matchingEvents() const { return m_matching; }

  // Events that answer a question, to be lit in every pane until something else is asked: an unsatisfiable core.
  const std::vector<EventNumber>& litEvents() const { return m_lit; }
  bool isLit(EventNumber event) const;
  void light(std::vector<EventNumber> events);

  // What the compiler said about the program that was to be explored last.
  const std::vector<CompilerMessage>& messages() const { return m_messages; }
  void setMessages(std::vector<CompilerMessage> messages);

  // Events of this execution that the user has marked, to come back to. Bookmarks says which.
  bool isBookmarked(EventNumber event) const;
  void bookmark(std::vector<EventNumber> events);

signals:
  // The state is complete when the first of these is sent. An execution's change comes before the others.
  void executionChanged();
  void eventChanged();
  void positionChanged();
  void lineChanged();
  void historyChanged();
  void filterChanged();
  void litChanged();
  void messagesChanged();
  void bookmarkedChanged();

private:
  void jump(Selection selection);
  void forgetOldest();
  void show(Selection selection);
  void search();

  Selection m_current;
  std::vector<Selection> m_history;
  std::size_t m_place = 0; // of the current selection in the history
  QString m_filter;
  std::vector<EventNumber> m_matching, m_lit, m_bookmarked;
  std::vector<CompilerMessage> m_messages;
};

} // namespace revisit::gui
