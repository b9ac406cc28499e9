// Explains the selected event and what could have been different; at the position of the error, explains the error.
#pragma once

#include "view/widgets/pane.h"

#include <QString>

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
  QString m_html; // what the text shows, as it was set
};

} // namespace revisit::gui
