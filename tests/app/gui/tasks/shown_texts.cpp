#include "shown_texts.h"

#include "view/widgets/elided.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <QTextEdit>

namespace revisit::gui::test {
namespace {

constexpr int roundingOfText = 1; // pixels

QString ownerOf(const QWidget& widget) {
  for (const QWidget* at = &widget; at; at = at->parentWidget())
    if (!at->objectName().isEmpty())
      return at->objectName();
  return QString::fromLatin1(widget.metaObject()->className());
}

QRect onScreen(const QWidget& widget, const QRect& place) {
  return {widget.mapToGlobal(place.topLeft()), place.size()};
}

QSize sizeOf(const QWidget& widget, const QString& text) {
  return widget.fontMetrics().size(Qt::TextShowMnemonic, text);
}

bool isShortened(const QString& text) {
  return text.contains(QChar(0x2026)) && !text.endsWith(QStringLiteral("…")) && text.size() > 1;
}

class TextFinder {
public:
  std::vector<ShownText> find(const QWidget& window) {
    for (const auto* widget : window.findChildren<QWidget*>())
      if (widget->isVisible() && widget->window() == window.window() && !widget->visibleRegion().isEmpty())
        look(*widget);
    return std::move(m_found);
  }

private:
  void look(const QWidget& widget) {
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
      lookAtLabel(*label);
    else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
      lookAtButton(*button);
    else if (const auto* field = qobject_cast<const QLineEdit*>(&widget))
      lookAtField(*field);
    else if (const auto* choice = qobject_cast<const QComboBox*>(&widget))
      lookAtChoice(*choice);
    else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
      lookAtTabs(*tabs);
    else if (const auto* head = qobject_cast<const QHeaderView*>(&widget))
      lookAtHead(*head);
    else if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget))
      lookAtCells(*view);
  }

  void add(const QWidget& widget, const QString& text, const QRect& place, bool isCut) {
    if (!text.trimmed().isEmpty())
      m_found.push_back({ownerOf(widget), text, onScreen(widget, place), isCut});
  }

  // An ellipsis that the window put there needs a tip with the whole.
  static bool lacksTip(const QWidget& widget, const QString& text) {
    return isShortened(text) && widget.toolTip().isEmpty();
  }

  // What is hidden by a widget above it, but not what is scrolled.
  static bool isClipped(const QWidget& widget) {
    const QRect visible = widget.visibleRegion().boundingRect();
    return visible.width() < widget.width() - roundingOfText || visible.height() < widget.height() - roundingOfText;
  }

  void lookAtLabel(const QLabel& label) {
    const QMargins around = label.contentsMargins();
    const QSize room = label.contentsRect().size();
    const bool isRich = Qt::mightBeRichText(label.text());
    const QString text = isRich ? QTextDocumentFragment::fromHtml(label.text()).toPlainText() : label.text();
    bool isCut = isClipped(label) || lacksTip(label, text);
    if (dynamic_cast<const ElidedLabel*>(&label))
      isCut = isCut || (sizeOf(label, text).width() > room.width() && label.toolTip().isEmpty());
    else if (label.wordWrap())
      isCut = isCut || label.heightForWidth(label.width()) > label.height() + roundingOfText;
    else
      isCut = isCut || label.sizeHint().width() - around.left() - around.right() > room.width() + roundingOfText;
    add(label, text, label.contentsRect(), isCut);
  }

  void lookAtButton(const QAbstractButton& button) {
    const QString text = withoutKeys(button.text());
    const QSize needed = sizeOf(button, text);
    add(button, text, button.rect(),
        isClipped(button) || lacksTip(button, text) ||
            (needed.width() > button.width() + roundingOfText &&
             (!dynamic_cast<const ElidedButton*>(&button) || button.toolTip().isEmpty())));
  }

  void lookAtField(const QLineEdit& field) {
    const QString text = field.text().isEmpty() ? field.placeholderText() : field.text();
    const bool mayScroll = !field.text().isEmpty(); // the user's own text moves under the cursor
    add(field, text, field.rect(), !mayScroll && sizeOf(field, text).width() > field.width());
  }

  void lookAtChoice(const QComboBox& choice) {
    QStyleOptionComboBox option;
    option.initFrom(&choice);
    option.editable = choice.isEditable();
    const QRect room =
        choice.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &choice);
    add(choice, choice.currentText(), room, sizeOf(choice, choice.currentText()).width() > room.width());
  }

  void lookAtTabs(const QTabBar& tabs) {
    for (int i = 0; i < tabs.count(); i++)
      add(tabs, withoutKeys(tabs.tabText(i)), tabs.tabRect(i),
          sizeOf(tabs, withoutKeys(tabs.tabText(i))).width() > tabs.tabRect(i).width() ||
              !tabs.rect().contains(tabs.tabRect(i)));
  }

  void lookAtHead(const QHeaderView& head) {
    const QAbstractItemModel* model = head.model();
    for (int i = 0; model && head.orientation() == Qt::Horizontal && i < head.count(); i++) {
      const QString text = model->headerData(i, Qt::Horizontal).toString();
      const QRect place(head.sectionViewportPosition(i), 0, head.sectionSize(i), head.height());
      if (!head.isSectionHidden(i) && place.intersects(head.viewport()->rect()))
        add(*head.viewport(), text, place, sizeOf(head, text).width() > place.width());
    }
  }

  void lookAtCells(const QAbstractItemView& view) {
    const QRect seen = view.viewport()->rect();
    QModelIndex index = view.indexAt(QPoint(seen.width() / 2, 2));
    if (!index.isValid() || !view.model())
      return;
    for (int row = index.row(); row < view.model()->rowCount(index.parent()); row++)
      for (int column = 0; column < view.model()->columnCount(index.parent()); column++) {
        const QModelIndex cell = view.model()->index(row, column, index.parent());
        const QRect place = view.visualRect(cell);
        if (place.top() > seen.bottom())
          return;
        if (!seen.contains(place))
          continue;
        const QString text = cell.data().toString();
        const bool isWhole = sizeOf(view, text).width() <= place.width() || view.sizeHintForIndex(cell).width() <= 0;
        add(*view.viewport(), text, place, !isWhole && cell.data(Qt::ToolTipRole).toString().isEmpty());
      }
  }

  std::vector<ShownText> m_found;
};

QString described(const ShownText& shown) {
  return QStringLiteral("'%1' (%2)").arg(shown.text.left(60), shown.owner);
}

} // namespace

QString withoutKeys(QString text) {
  return text.remove(QLatin1Char('&'));
}

std::vector<ShownText> shownTexts(const QWidget& window) {
  return TextFinder().find(window);
}

QStringList faultsOf(const QWidget& window) {
  QStringList faults;
  const std::vector<ShownText> texts = shownTexts(window);
  for (const ShownText& shown : texts)
    if (shown.isCut)
      faults << QStringLiteral("cut: %1").arg(described(shown));
  for (std::size_t i = 0; i < texts.size(); i++)
    for (std::size_t j = 0; j < i; j++)
      if (texts[i].place.intersects(texts[j].place))
        faults << QStringLiteral("overlap: %1, %2").arg(described(texts[i]), described(texts[j]));
  for (const auto* text : window.findChildren<QTextEdit*>())
    if (text->isVisible() && text->document()->idealWidth() > text->viewport()->width() + roundingOfText)
      faults << QStringLiteral("wider than its pane: %1").arg(ownerOf(*text));
  return faults;
}

} // namespace revisit::gui::test
