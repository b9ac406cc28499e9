#include "litmus_pane.h"

#include "model/text.h"
#include "view/widgets/message_text.h"
#include "view/widgets/table_view.h"

#include <QLabel>
#include <QVBoxLayout>

namespace revisit::gui {
namespace {

constexpr int mostLines = 9;
const QString notReached = QStringLiteral("–");

ModelKind modelOf(int column, ModelKind shown) {
  return column == 0 ? shown : allModels[static_cast<std::size_t>(column) - 1];
}

} // namespace

LitmusPane::LitmusPane(ExplorationBrowser& browser, const LitmusStates& states, QWidget* parent)
    : Pane({QStringLiteral("litmus"), tr("Final states"), QKeySequence(tr("Alt+T"))}, browser.selection(), parent),
      m_browser(browser), m_states(states), m_model(new QStandardItemModel(this)), m_table(new QTableView),
      m_words(new LinkedText(mostLines)) {
  setUpTable(*m_table, QStringLiteral("final states table"));
  m_table->setModel(m_model);
  m_table->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents); // the words stand right below the rows
  m_table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_words->setObjectName(QStringLiteral("finalStateText"));
  m_words->setAccessibleName(tr("About the final state"));
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(m_table);
  rows->addWidget(m_words);
  rows->addStretch(1);
  setContent(content);
  setFocusProxy(m_table);
  connect(m_table, &QTableView::clicked, this, &LitmusPane::show);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
    if (m_table->hasFocus() && QGuiApplication::mouseButtons() == Qt::NoButton)
      show(index);
  });
  connect(&states, &LitmusStates::changed, this, &LitmusPane::refresh);
  refresh();
}

void LitmusPane::refresh() {
  const litmus::Test* const test = m_states.test();
  setNotice(test ? QString() : tr("The final states of a litmus test are listed here."));
  if (test)
    fill(*test);
  else
    m_words->setText({});
  emit usefulnessChanged();
}

// Rows may come with each model; the one that is selected stays.
void LitmusPane::fill(const litmus::Test& test) {
  const QModelIndex current = m_table->currentIndex();
  const bool isSelected = current.isValid() && static_cast<std::size_t>(current.row()) < m_rows.size();
  const litmus::State selected = isSelected ? m_rows[static_cast<std::size_t>(current.row())] : litmus::State();
  m_rows = m_states.states();
  m_model->setRowCount(static_cast<int>(m_rows.size()));
  m_model->setColumnCount(static_cast<int>(allModels.size()) + 1);
  m_model->setHorizontalHeaderItem(0, new QStandardItem(tr("Final state")));
  for (int column = 1; column < m_model->columnCount(); column++) {
    const ModelKind model = modelOf(column, m_states.shownModel());
    auto* head = new QStandardItem(fromText(nameOf(model)));
    QFont font = m_table->font();
    font.setBold(model == m_states.shownModel());
    head->setFont(font);
    head->setToolTip(fromText(titleOf(model)));
    m_model->setHorizontalHeaderItem(column, head);
  }
  for (int row = 0; row < m_model->rowCount(); row++) {
    const litmus::State& state = m_rows[static_cast<std::size_t>(row)];
    const bool isAsked = holds(test.condition, state);
    for (int column = 0; column < m_model->columnCount(); column++) {
      auto* cell = new QStandardItem(column == 0 ? fromText(litmus::stateText(test, state))
                                                 : cellText(state, modelOf(column, m_states.shownModel())));
      QFont font = m_table->font();
      font.setBold(isAsked);
      cell->setFont(font);
      cell->setToolTip(isAsked ? tr("It satisfies the condition of %1").arg(fromText(conditionText(test))) : QString());
      m_model->setItem(row, column, cell);
    }
    if (isSelected && state == selected)
      m_table->setCurrentIndex(m_model->index(row, current.column()));
  }
  fitColumns(*m_table, 0);
}

QString LitmusPane::cellText(const litmus::State& state, ModelKind model) const {
  const LitmusStates::Allowed* const allowed = m_states.allowed(model);
  if (!allowed)
    return QStringLiteral("…");
  if (const std::uint64_t count = allowed->count(state); count != 0)
    return QString::number(count);
  return allowed->isAll ? notReached : QStringLiteral("?");
}

void LitmusPane::show(const QModelIndex& index) {
  if (!index.isValid() || !m_states.test())
    return;
  const ModelKind model = modelOf(index.column(), m_states.shownModel());
  const auto shown = m_states.show(m_rows[static_cast<std::size_t>(index.row())], model);
  if (!shown)
    return emit failed(sentenceOf(shown.error()));
  m_words->setText(shown.value().words);
  if (shown.value().number != 0)
    m_browser.open(shown.value().number);
  else if (shown.value().execution)
    selection().open(shown.value().execution);
}

} // namespace revisit::gui
