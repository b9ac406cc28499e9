// A label and a button whose text ends in an ellipsis where it has no room. Their tip should say it in full.
#pragma once

#include <QLabel>
#include <QToolButton>

namespace revisit::gui {

template <class Widget> class Elided : public Widget {
public:
  using Widget::Widget;
  QSize minimumSizeHint() const override { return {1, Widget::minimumSizeHint().height()}; }

protected:
  void paintEvent(QPaintEvent* event) override;
};

template <> void Elided<QLabel>::paintEvent(QPaintEvent* event);
template <> void Elided<QToolButton>::paintEvent(QPaintEvent* event);

using ElidedLabel = Elided<QLabel>;
using ElidedButton = Elided<QToolButton>;

} // namespace revisit::gui
