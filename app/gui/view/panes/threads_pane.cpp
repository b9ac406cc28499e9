#include "threads_pane.h"

#include "view/widgets/rows_table.h"

namespace revisit::gui {

ThreadsPane::ThreadsPane(SelectionModel& selection, QWidget* parent)
    : Pane({QStringLiteral("threads"), tr("Threads"), QKeySequence(tr("Alt+4"))}, selection, parent),
      m_table(new RowsTable(selection, QStringLiteral("threads table"), threadHeadings, 3)) {
  setContent(m_table);
  connect(&selection, &SelectionModel::executionChanged, this, &ThreadsPane::refresh);
  connect(&selection, &SelectionModel::positionChanged, this, &ThreadsPane::refresh);
  refresh();
}

void ThreadsPane::themeChanged() {
  m_table->setTheme(theme());
}

void ThreadsPane::refresh() {
  setNotice(execution() ? QString() : tr("No execution is open."));
  m_table->setRows(execution() ? threadRows(*execution(), selection().current().position) : std::vector<Row>());
  if (const auto event = selection().current().event; execution() && event)
    m_table->selectRow(static_cast<int>(execution()->timeline().event(*event).thread));
}

} // namespace revisit::gui
