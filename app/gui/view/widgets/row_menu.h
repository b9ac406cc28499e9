// The context menu of a view's rows, by mouse and keyboard: the entries of the pane, and Copy for every row (also
// Ctrl+C). A right-click applies to the row under it and does not change the selection.
#pragma once

#include <QModelIndex>
#include <QObject>

#include <functional>

class QAbstractItemView;
class QMenu;

namespace revisit::gui {

// The text of a row, with tabs between its columns.
QString rowText(const QModelIndex& index);

class RowMenu : public QObject {
  Q_OBJECT

public:
  using Fill = std::function<void(QMenu& menu, const QModelIndex& row)>;

  // Owned by the view; one for each view.
  explicit RowMenu(QAbstractItemView& view);
  // Requires that the view has one.
  static RowMenu& of(QAbstractItemView& view);

  // Sets the function that adds a row's entries, which come before Copy. The menu's name is then `name`.
  void setFill(const QString& name, Fill fill);

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  void popup(const QModelIndex& index, const QPoint& place);

  QAbstractItemView& m_view;
  QString m_name = QStringLiteral("rowMenu");
  Fill m_fill;
};

} // namespace revisit::gui
