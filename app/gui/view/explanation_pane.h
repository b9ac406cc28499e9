// Why the event looked at is as it is, and what could have been otherwise; where the error shows, why it does.
#pragma once

#include "pane.h"

class QTextBrowser;
class QUrl;

namespace revisit::gui {

class ExplanationPane : public Pane {
  Q_OBJECT

public:
  explicit ExplanationPane(SelectionModel& selection, QWidget* parent = nullptr);

protected:
  void themeChanged() override;

private:
  void refresh();
  void follow(const QUrl& link);

  QTextBrowser* m_text;
};

} // namespace revisit::gui
