#include "row_menu.h"

#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>

namespace revisit::gui {
namespace {

bool isRightButton(const QEvent& event) {
  const bool isOfAButton = event.type() == QEvent::MouseButtonPress || event.type() == QEvent::MouseButtonRelease ||
                           event.type() == QEvent::MouseButtonDblClick;
  return isOfAButton && static_cast<const QMouseEvent&>(event).button() == Qt::RightButton;
}

void copyRow(const QModelIndex& index) {
  if (index.isValid())
    QGuiApplication::clipboard()->setText(rowText(index));
}

} // namespace

QString rowText(const QModelIndex& index) {
  QStringList cells;
  for (int column = 0; column < index.model()->columnCount(index.parent()); column++)
    cells << index.siblingAtColumn(column).data().toString();
  return cells.join(u'\t');
}

// The viewport receives clicks, the view receives the menu key.
RowMenu::RowMenu(QAbstractItemView& view) : QObject(&view), m_view(view) {
  view.installEventFilter(this);
  view.viewport()->installEventFilter(this);
  auto* copy = new QAction(tr("Copy the row"), &view);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  view.addAction(copy);
  connect(copy, &QAction::triggered, this, [this] { copyRow(m_view.currentIndex()); });
}

RowMenu& RowMenu::of(QAbstractItemView& view) {
  return *view.findChild<RowMenu*>(QString(), Qt::FindDirectChildrenOnly);
}

void RowMenu::setFill(const QString& name, Fill fill) {
  m_name = name;
  m_fill = std::move(fill);
}

bool RowMenu::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_view.viewport() && isRightButton(*event))
    return true;
  if (event->type() != QEvent::ContextMenu)
    return false;
  const auto* menu = static_cast<QContextMenuEvent*>(event);
  const bool isByMouse = menu->reason() == QContextMenuEvent::Mouse && watched == m_view.viewport();
  const QModelIndex index = isByMouse ? m_view.indexAt(menu->pos()) : m_view.currentIndex();
  if (index.isValid())
    popup(index, isByMouse ? menu->globalPos() : m_view.viewport()->mapToGlobal(m_view.visualRect(index).bottomLeft()));
  return true;
}

void RowMenu::popup(const QModelIndex& index, const QPoint& place) {
  auto* menu = new QMenu(&m_view);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setObjectName(m_name);
  if (m_fill)
    m_fill(*menu, index);
  if (!menu->isEmpty())
    menu->addSeparator();
  menu->addAction(tr("Copy the row\t%1").arg(QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText)), this,
                  [row = QPersistentModelIndex(index)] { copyRow(row); });
  menu->popup(place);
}

} // namespace revisit::gui
