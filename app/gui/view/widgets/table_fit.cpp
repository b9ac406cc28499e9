#include "table_fit.h"

#include <QHeaderView>
#include <QResizeEvent>

#include <algorithm>
#include <numeric>

namespace revisit::gui {
namespace {

// The share that the stretched column may claim: of the table's width, and at least this multiple of the others.
constexpr int claimPercent = 45, claimFactor = 3;
constexpr int leastCharacters = 6;
constexpr int rowsMeasured = 16;

// The width to which wider columns must be cut so that all of them fit into `room`.
int capOf(const std::vector<int>& widths, int room, int least) {
  int cap = *std::ranges::max_element(widths);
  const auto sum = [&] {
    return std::accumulate(widths.begin(), widths.end(), 0, [&](int all, int one) { return all + std::min(one, cap); });
  };
  while (cap > least && sum() > room)
    cap--;
  return cap;
}

} // namespace

std::vector<int> sharedWidths(std::vector<int> wanted, std::size_t stretched, int width, int least) {
  const int claim = std::min(wanted[stretched], std::max(width * claimPercent / 100, least * claimFactor));
  wanted[stretched] = 0;
  const int cap = capOf(wanted, width - claim, least);
  for (int& one : wanted)
    one = std::min(one, cap);
  wanted[stretched] = std::max(claim, width - std::accumulate(wanted.begin(), wanted.end(), 0));
  return wanted;
}

TableFit::TableFit(QTableView& table) : QObject(&table), m_table(table) {
  table.viewport()->installEventFilter(this);
  connect(table.horizontalHeader(), &QHeaderView::sectionResized, this, [this] { m_isUsers |= !m_isSharing; });
}

void TableFit::fit(int stretched) {
  QHeaderView* header = m_table.horizontalHeader();
  if (!m_table.model() || stretched >= header->count())
    return;
  m_table.setTextElideMode(Qt::ElideMiddle); // names are recognised by their ends, positions by their line numbers
  m_stretched = stretched;
  m_wanted.clear();
  for (int column = 0; column < header->count(); column++)
    m_wanted.push_back(std::max(wantedWidth(column), header->sectionSizeHint(column)));
  share();
}

// A table measures only the rows near the visible ones. Numbers are widest at the end.
int TableFit::wantedWidth(int column) const {
  const QAbstractItemView& view = m_table;
  const int rows = m_table.model()->rowCount(), apart = std::max(1, rows / rowsMeasured);
  int width = view.sizeHintForColumn(column);
  for (int row = rows - 1; row >= 0; row -= apart)
    width = std::max(width, view.sizeHintForIndex(m_table.model()->index(row, column)).width() + 1);
  return width;
}

void TableFit::share() {
  QHeaderView* header = m_table.horizontalHeader();
  if (m_isUsers || m_stretched < 0 || header->count() != static_cast<int>(m_wanted.size()))
    return;
  m_isSharing = true;
  const int least = m_table.fontMetrics().averageCharWidth() * leastCharacters + header->minimumSectionSize() / 2;
  const std::vector<int> widths =
      sharedWidths(m_wanted, static_cast<std::size_t>(m_stretched), m_table.viewport()->width(), least);
  for (int column = 0; column < header->count(); column++)
    header->resizeSection(column, widths[static_cast<std::size_t>(column)]);
  m_isSharing = false;
}

// `before` is the previous size: if the current row was scrolled out of sight by the user, it stays there.
void TableFit::keepInSight(const QSize& before) {
  const QRect row = m_table.visualRect(m_table.currentIndex());
  if (!row.isValid() || m_isToScroll || row.top() < 0 || row.bottom() > before.height())
    return;
  m_isToScroll = true;
  QMetaObject::invokeMethod(
      this,
      [this] {
        m_isToScroll = false;
        m_table.scrollTo(m_table.currentIndex(), QAbstractItemView::EnsureVisible);
      },
      Qt::QueuedConnection);
}

bool TableFit::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) {
    const QSize before = static_cast<QResizeEvent*>(event)->oldSize();
    keepInSight(before);
    if (before.width() != m_table.viewport()->width())
      share();
  }
  return QObject::eventFilter(watched, event);
}

} // namespace revisit::gui
