// The texts that a window shows, as its widgets know them, and what is wrong with how they are shown: cut, or under
// another one. Thread rule: the window's thread.
#pragma once

#include <QRect>
#include <QString>
#include <QStringList>

#include <vector>

class QWidget;

namespace revisit::gui::test {

struct ShownText {
  QString owner; // the name of the widget, or of the nearest one above it that has a name
  QString text;
  QRect place; // on the screen
  bool isCut = false;
};

// The text of a button or menu without the & of its key.
QString withoutKeys(QString text);

// All texts in sight of labels, buttons, fields, tabs, heads of tables and their cells. A name that was shortened with
// an ellipsis is not cut when its tip says it in full. Cost: linear in the widgets and the cells in sight.
std::vector<ShownText> shownTexts(const QWidget& window);

// One line for each text that is cut and for each two that overlap, and for each text that scrolls sideways.
QStringList faultsOf(const QWidget& window);

} // namespace revisit::gui::test
