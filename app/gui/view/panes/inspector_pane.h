// The inspector: the cause of the error, which stays; the selected event and the state there; the conditions on the
// inputs, if there are any.
#pragma once

#include "view/widgets/pane.h"

#include <QString>

class QSplitter;
class QTextBrowser;
class QUrl;

namespace revisit::gui {

class ConstraintsPane;

class InspectorPane : public Pane {
  Q_OBJECT

public:
  explicit InspectorPane(SelectionModel& selection, QWidget* parent = nullptr);

protected:
  void themeChanged() override;

private:
  QTextBrowser* makeText(const QString& name, const QString& title);
  void refresh();
  void showCause();
  void follow(const QUrl& link);
  void goTo(const std::optional<EventNumber>& event);

  QSplitter* m_parts;
  QTextBrowser *m_cause, *m_event;
  ConstraintsPane* m_constraints;
  QString m_causeHtml, m_eventHtml; // as they were set
};

} // namespace revisit::gui
