// The bar above the panes with an error and what to do about it. It stays until it is closed or replaced, and it
// scrolls when the text is long.
#pragma once

#include "view/widgets/theme.h"

#include <QFrame>

class QToolButton;

namespace revisit::gui {

class MessageText;

class MessageBar : public QFrame {
  Q_OBJECT

public:
  enum class Kind : std::uint8_t { Error, Warning };

  explicit MessageBar(QWidget* parent = nullptr);

  // `action`: what helps, as a button; null: none.
  void say(Kind kind, const QString& text, QAction* action = nullptr);
  void setTheme(const Theme& theme);
  QString text() const;

private:
  void refresh();

  MessageText* m_text;
  QToolButton* m_action;
  Kind m_kind = Kind::Error;
  const Theme* m_theme;
};

} // namespace revisit::gui
