// A sentence above the panes: what went wrong and what to do. It stays until it is closed or replaced.
#pragma once

#include "view/theme.h"

#include <QFrame>

class QLabel;

namespace revisit::gui {

class MessageBar : public QFrame {
  Q_OBJECT

public:
  enum class Kind : std::uint8_t { Error, Warning };

  explicit MessageBar(QWidget* parent = nullptr);

  void say(Kind kind, const QString& text);
  void setTheme(const Theme& theme);
  QString text() const;

private:
  void refresh();

  QLabel* m_text;
  Kind m_kind = Kind::Error;
  const Theme* m_theme;
};

} // namespace revisit::gui
