// A label and a button whose text ends in an ellipsis where it has no room. Their tip should say it in full.
#pragma once

#include <QLabel>
#include <QToolButton>

namespace revisit::gui {

class ElidedLabel : public QLabel {
  Q_OBJECT

public:
  using QLabel::QLabel;
  QSize minimumSizeHint() const override { return {1, QLabel::minimumSizeHint().height()}; }

protected:
  void paintEvent(QPaintEvent* event) override;
};

class ElidedButton : public QToolButton {
  Q_OBJECT

public:
  using QToolButton::QToolButton;
  QSize minimumSizeHint() const override { return {1, QToolButton::minimumSizeHint().height()}; }

protected:
  void paintEvent(QPaintEvent* event) override;
};

} // namespace revisit::gui
