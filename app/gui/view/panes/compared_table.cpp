#include "compared_table.h"

#include <QHeaderView>

namespace revisit::gui {

class ComparedTable::Delegate : public QStyledItemDelegate {
public:
  using QStyledItemDelegate::QStyledItemDelegate;
  const Theme* theme = &themeOf(ThemeKind::Light);

protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->state &= ~QStyle::State_HasFocus; // the whole row has the focus
    option->font.setBold(index.data(ComparedRowsModel::DifferenceRole).toBool());
    if (index.data(ComparedRowsModel::CommonRole).toBool() && !option->font.bold())
      option->palette.setColor(QPalette::Text, theme->faintText);
  }
};

ComparedTable::ComparedTable(QWidget* parent)
    : QTableView(parent), m_model(new ComparedRowsModel(this)), m_delegate(new Delegate(this)) {
  setUpTable(*this, QStringLiteral("compared table"));
  setAccessibleName(tr("Both executions, row by row"));
  setModel(m_model);
  setItemDelegate(m_delegate);
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
    if (index.isValid() && !m_isShowing)
      emit lineChosen(m_model->lineOf(static_cast<std::size_t>(index.row())));
  });
  connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
    const std::size_t line = m_model->lineOf(static_cast<std::size_t>(index.row()));
    m_isShowing = true;
    m_model->open(static_cast<std::size_t>(index.row()));
    m_isShowing = false;
    showLine(line);
  });
}

void ComparedTable::setTheme(const Theme& theme) {
  m_delegate->theme = &theme;
  viewport()->update();
}

void ComparedTable::setCompared(ComparedPointer compared) {
  m_isShowing = true;
  m_model->setCompared(std::move(compared));
  m_isShowing = false;
  fitColumns(*this, ComparedRowsModel::EventB);
  for (const int column : {ComparedRowsModel::EventA, ComparedRowsModel::EventB}) // both columns have the same width
    horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
}

void ComparedTable::setShowsLibraries(bool shows) {
  m_isShowing = true;
  m_model->setShowsLibraries(shows);
  m_isShowing = false;
}

void ComparedTable::showLine(std::optional<std::size_t> line) {
  m_isShowing = true;
  gui::showRow(*this, line ? m_model->index(static_cast<int>(m_model->rowOf(*line)), 0) : QModelIndex());
  m_isShowing = false;
}

} // namespace revisit::gui
