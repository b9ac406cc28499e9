// The menu of a view's rows, by mouse and by keyboard: what the row's pane puts into it, and copying, which every row
// has (Ctrl+C too). A right-click is about the row under it and goes nowhere: what is selected stays.
#pragma once

#include <QModelIndex>
#include <QObject>

#include <functional>

class QAbstractItemView;
class QMenu;

namespace revisit::gui {

// What a row reads as, its columns with tabs between them.
QString rowText(const QModelIndex& index);

class RowMenu : public QObject {
  Q_OBJECT

public:
  using Fill = std::function<void(QMenu& menu, const QModelIndex& row)>;

  // Owned by the view. One for each.
  explicit RowMenu(QAbstractItemView& view);
  // Requires that the view has one.
  static RowMenu& of(QAbstractItemView& view);

  // What adds the entries of a row, which stand above Copy. The menu's name is then `name`.
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
