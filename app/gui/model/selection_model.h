// The state of the window for all panes: they change it and observe it here, and do not know each other. Every jump to
// an event, a position, a line or another execution is recorded in one history of bounded size; of explorations it
// keeps the newest two. Thread rule: the window's thread.
#pragma once

#include "core/execution.h"
#include "prepare/compiler_messages.h"

#include <QObject>
#include <QString>

#include <set>
#include <vector>

namespace revisit::gui {

struct Selection {
  ExecutionPointer execution;       // null: nothing is open
  std::optional<EventNumber> event; // the selected event
  SchedulePosition position = 0;    // the number of events done
  std::optional<SourceLine> line;
  std::optional<unsigned> waiting{}; // the thread whose step that it waits to take is selected, behind its last event
  friend bool operator==(const Selection&, const Selection&) = default;
};

class SelectionModel : public QObject {
  Q_OBJECT

public:
  using QObject::QObject;

  const Selection& current() const { return m_current; }
  const ExecutionPointer& execution() const { return m_current.execution; }

  // Shows another execution: at the event, if one is given; at the focus of its marks if it has one, otherwise where
  // its error appears. Null closes.
  void open(ExecutionPointer execution, std::optional<EventNumber> at = {});

  // Replaces `old` by `by`, here and in the history: the same execution with more information. The selection stays.
  // Does nothing when `old` is not in use.
  void replace(const ExecutionPointer& old, const ExecutionPointer& by);

  // The functions below do nothing while no execution is open. Selects an event: it becomes the event just done, and
  // its line becomes the selected line. Requires 1..size().
  void selectEvent(EventNumber event);
  // Goes back to what is selected first: the error, or the end of an execution without one.
  void selectSubject();
  // What a thread waits to do at the end: its last event is the selected one, and the line is where it waits.
  void selectWait(unsigned thread, const std::optional<SourceLine>& line);
  // Goes to a position and selects the event just done; position 0 has none. Requires 0..size().
  void selectPosition(SchedulePosition position);
  // The same with an explicit line, if given: that of a replay that has stopped.
  void selectStop(SchedulePosition position, const std::optional<SourceLine>& line);
  // Selects a line, and the line's next event after the selected one (after the last: the first). If the line has no
  // event, the selected event stays.
  void selectLine(const SourceLine& line);
  // Selects no event; all events are done.
  void selectNothing();
  // Selects a line and nothing else.
  void selectPlace(const SourceLine& line);

  bool canGoBack() const { return m_place > 0; }
  bool canGoForward() const { return m_place + 1 < m_history.size(); }
  void goBack();
  void goForward();

  // The words of the filter, which selects the events of interest. event_search.h describes the syntax.
  const QString& filter() const { return m_filter; }
  void setFilter(const QString& filter);
  // Whether the event matches the filter. Everything matches an empty one.
  bool matches(EventNumber event) const;
  // By number; empty without a filter.
  const std::vector<EventNumber>& matchingEvents() const { return m_matching; }

  // Whether what a library does is shown event by event, as what the program itself does.
  bool showsLibraries() const { return m_showsLibraries; }
  void setShowsLibraries(bool shows);
  // Whether views leave out main where it has no part (mainWithoutPart).
  void setLeavesMainOut(bool leaves);
  // The thread that is left out of views of this execution.
  std::optional<unsigned> leftOutOf(const Execution& execution) const;
  // Shows the events of a fold one by one, or not any more. Does nothing when the event is in no fold.
  void toggleFold(EventNumber event);
  // The events of one row: of the closed fold that the event is in, those that match the filter. Of an event that is
  // shown by itself nothing else.
  FoldedRow rowOf(EventNumber event) const;
  // Whether the event, which matches, is the first of its row.
  bool beginsRow(EventNumber event) const;
  // Those that stand in one row now, by number. None is closed while the filter names what is to be found.
  std::vector<Fold> closedFolds() const;

  // Events that are the answer to a question (an unsatisfiable core). Every pane highlights them until the next
  // question.
  const std::vector<EventNumber>& litEvents() const { return m_lit; }
  bool isLit(EventNumber event) const;
  void light(std::vector<EventNumber> events);

  // What would be different with an outcome that the user looks at; nothing: none is looked at.
  struct Preview {
    std::optional<EventEdge> edge; // instead of what is; nothing: no other event has a part in it
    std::string words;
    friend bool operator==(const Preview&, const Preview&) = default;
  };
  const std::optional<Preview>& preview() const { return m_preview; }
  void setPreview(std::optional<Preview> preview);

  // The compiler's messages about the program of the last exploration.
  const std::vector<CompilerMessage>& messages() const { return m_messages; }
  void setMessages(std::vector<CompilerMessage> messages);

  // The marked events of this execution, as Bookmarks sets them.
  bool isBookmarked(EventNumber event) const;
  const std::vector<EventNumber>& bookmarked() const { return m_bookmarked; }
  void bookmark(std::vector<EventNumber> events);

signals:
  // The state is complete when the first of these signals is sent. A change of the execution is sent before the others.
  void executionChanged();
  void eventChanged();
  void positionChanged();
  void lineChanged();
  void historyChanged();
  void filterChanged();
  void foldingChanged();
  void litChanged();
  void previewChanged();
  void messagesChanged();
  void bookmarkedChanged();

private:
  void jump(Selection selection);
  void forgetOldest();
  void show(Selection selection);
  void search();
  const Fold* closedFoldOf(EventNumber event) const;

  Selection m_current;
  std::vector<Selection> m_history;
  std::size_t m_place = 0; // of the current selection in the history
  QString m_filter;
  bool m_showsLibraries = false, m_leavesMainOut = false;
  bool m_namesEvents = false;     // the filter does
  std::set<EventNumber> m_opened; // folds, by their first events
  std::vector<EventNumber> m_matching, m_lit, m_bookmarked;
  std::optional<Preview> m_preview;
  std::vector<CompilerMessage> m_messages;
};

} // namespace revisit::gui
