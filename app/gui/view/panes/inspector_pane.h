// The inspector: the cause of the error, which stays; the selected event, what could have happened there instead, and
// the state there; the conditions on the inputs, if there are any.
#pragma once

#include "query/explain/explain.h"
#include "view/widgets/pane.h"

#include <QString>

class QSplitter;
class QTextBrowser;
class QUrl;

namespace revisit::gui {

class ConstraintsPane;
class Sideways;

class InspectorPane : public Pane {
  Q_OBJECT

public:
  explicit InspectorPane(SelectionModel& selection, QWidget* parent = nullptr);

  Sideways& sideways() { return *m_sideways; }

protected:
  void themeChanged() override;
  void inSightChanged() override;
  bool eventFilter(QObject* watched, QEvent* event) override; // of the parts: their size

private:
  QTextBrowser* makeText(const QString& name, const QString& title);
  void refresh();
  void showOtherwise();
  void describe();
  void showCause();
  void divide();
  void follow(const QUrl& link);
  void goTo(const std::optional<EventNumber>& event);

  QSplitter* m_parts;
  QTextBrowser *m_cause, *m_event;
  ConstraintsPane* m_constraints;
  Sideways* m_sideways;
  bool m_showsImpossible = false;
  bool m_isDividedByHand = false; // since the execution was opened
  Explanation m_bug;              // of the execution
  // What the text about the event is of; a selection changes both, each with a signal of its own.
  std::optional<std::tuple<std::optional<EventNumber>, SchedulePosition, std::optional<unsigned>>> m_shown;
  QString m_causeHtml, m_eventHtml; // as they were set
};

} // namespace revisit::gui
