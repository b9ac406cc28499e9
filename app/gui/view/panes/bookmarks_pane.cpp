#include "bookmarks_pane.h"

#include "core/logged_execution.h"
#include "model/text.h"
#include "view/widgets/table_view.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace revisit::gui {
namespace {

// The number of the execution with that id; 0: it is not in the log. O(executions).
std::uint64_t numberIn(const ExplorationLog& log, const std::string& id) {
  constexpr std::uint64_t atOnce = 4096;
  for (std::uint64_t first = 1;; first += atOnce) {
    const std::vector<ExecutionSummary> executions = log.executions(first, atOnce);
    for (const ExecutionSummary& execution : executions)
      if (execution.id.text() == id)
        return execution.number;
    if (executions.size() < atOnce)
      return 0;
  }
}

} // namespace

BookmarksPane::BookmarksPane(SelectionModel& selection, Bookmarks& bookmarks, QWidget* parent)
    : Pane({QStringLiteral("bookmarks"), tr("Bookmarks"), QKeySequence(tr("Alt+B"))}, selection, parent),
      m_bookmarks(bookmarks), m_table(new QTableView), m_answer(new QLabel), m_toggle(new QPushButton),
      m_go(new QPushButton(tr("Go to"))), m_remove(new QPushButton(tr("Delete"))), m_offer(new QPushButton) {
  setUpTable(*m_table, QStringLiteral("bookmarks table"));
  m_table->setModel(&bookmarks);
  m_table->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(m_table, 1);
  rows->addWidget(makeButtons());
  setContent(content);
  setFocusProxy(m_table);
  connect(m_table, &QTableView::activated, this, &BookmarksPane::goTo);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { say({}); });
  connect(&bookmarks, &QAbstractItemModel::rowsInserted, this, &BookmarksPane::refresh);
  connect(&bookmarks, &QAbstractItemModel::rowsRemoved, this, &BookmarksPane::refresh);
  connect(&bookmarks, &QAbstractItemModel::modelReset, this, &BookmarksPane::refresh);
  connect(&selection, &SelectionModel::executionChanged, this, &BookmarksPane::executionChanged);
  connect(&selection, &SelectionModel::eventChanged, this, &BookmarksPane::refresh);
  connect(&selection, &SelectionModel::bookmarkedChanged, this, &BookmarksPane::refresh);
  say({});
}

QWidget* BookmarksPane::makeButtons() {
  auto* part = new QWidget;
  auto* rows = new QVBoxLayout(part);
  rows->setContentsMargins(6, 4, 6, 4);
  rows->setSpacing(4);
  auto* line = new QHBoxLayout;
  for (QPushButton* button : {m_toggle, m_go, m_remove, m_offer})
    line->addWidget(button);
  line->addStretch(1);
  rows->addWidget(m_answer);
  rows->addLayout(line);
  m_toggle->setObjectName(QStringLiteral("toggleBookmark"));
  m_go->setObjectName(QStringLiteral("goToBookmark"));
  m_go->setToolTip(tr("Select the event (Return). F2 edits the name or the note."));
  m_remove->setObjectName(QStringLiteral("deleteBookmark"));
  m_offer->setObjectName(QStringLiteral("openBookmarked"));
  m_answer->setObjectName(QStringLiteral("bookmarkAnswer"));
  m_answer->setWordWrap(true);
  m_answer->setTextFormat(Qt::PlainText);
  m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
  connect(m_toggle, &QPushButton::clicked, this, &BookmarksPane::toggle);
  connect(m_go, &QPushButton::clicked, this, &BookmarksPane::goTo);
  connect(m_remove, &QPushButton::clicked, this, &BookmarksPane::remove);
  connect(m_offer, &QPushButton::clicked, this, &BookmarksPane::takeOffer);
  return part;
}

int BookmarksPane::selectedRow() const {
  return m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1;
}

void BookmarksPane::refresh() {
  const bool isEmpty = m_bookmarks.rowCount() == 0, isSelected = selectedRow() >= 0;
  const auto event = selection().current().event;
  m_toggle->setText(event && selection().isBookmarked(*event) ? tr("Take the mark away")
                                                              : tr("Mark the selected event"));
  m_toggle->setEnabled(m_bookmarks.whyNot().isEmpty());
  m_toggle->setToolTip(m_toggle->isEnabled() ? tr("Ctrl+B does the same everywhere") : m_bookmarks.whyNot());
  m_go->setEnabled(isSelected);
  m_remove->setEnabled(isSelected);
  if (isEmpty)
    m_answer->setText(tr("No event is marked. Ctrl+B marks the selected one."));
  m_answer->setVisible(!m_answer->text().isEmpty());
}

void BookmarksPane::say(const QString& text, const QString& offer) {
  m_answer->setText(text);
  m_offer->setText(offer);
  m_offer->setVisible(!offer.isEmpty());
  refresh();
}

void BookmarksPane::toggle() {
  const int before = m_bookmarks.rowCount();
  m_bookmarks.toggle();
  if (m_bookmarks.rowCount() > before)
    showRow(*m_table, m_bookmarks.index(before, Bookmarks::Name));
  say({});
  fitColumns(*m_table, Bookmarks::Note);
}

void BookmarksPane::goTo() {
  const int row = selectedRow();
  if (row < 0)
    return;
  const Bookmark& bookmark = m_bookmarks.all()[static_cast<std::size_t>(row)];
  m_wanted = QPersistentModelIndex();
  if (m_bookmarks.goTo(row))
    say({});
  else if (m_bookmarks.isOpen(bookmark))
    say(tr("The execution has no event (%1,%2) any more. Delete the bookmark.")
            .arg(bookmark.thread)
            .arg(bookmark.index));
  else
    offer(bookmark);
}

void BookmarksPane::offer(const Bookmark& bookmark) {
  m_wanted = m_bookmarks.index(selectedRow(), Bookmarks::Name);
  const QString sentence = tr("“%1” is of execution %2, which is not open.").arg(bookmark.name, bookmark.execution);
  m_wantedNumber = execution() && execution()->origin().log
                       ? numberIn(*execution()->origin().log, bookmark.execution.toStdString())
                       : 0;
  if (m_wantedNumber != 0)
    say(sentence, tr("Show execution %1").arg(m_wantedNumber));
  else if (QFileInfo::exists(bookmark.file))
    say(sentence, tr("Open %1").arg(QFileInfo(bookmark.file).fileName()));
  else
    say(sentence + u' ' +
        (bookmark.file.isEmpty() ? QString() : tr("Its file is gone: %1.").arg(bookmark.file) + u' ') +
        tr("“revisit check --only %1 --witness FOLDER PROGRAM” makes one; open that.").arg(bookmark.execution));
}

void BookmarksPane::takeOffer() {
  if (!m_wanted.isValid())
    return;
  if (m_wantedNumber == 0) {
    emit openAsked(m_bookmarks.all()[static_cast<std::size_t>(m_wanted.row())].file);
    return;
  }
  const Result<ExecutionPointer> found = executionOf(execution()->origin().log, m_wantedNumber);
  if (found)
    selection().open(found.value());
  else
    emit failed(sentenceOf(found.error()));
}

// The offered execution was opened, or another one.
void BookmarksPane::executionChanged() {
  fitColumns(*m_table, Bookmarks::Note);
  if (!m_wanted.isValid() || !execution()) {
    say({});
    return;
  }
  const int row = std::exchange(m_wanted, QPersistentModelIndex()).row();
  // Selects the event after all observers have handled the new execution.
  QMetaObject::invokeMethod(
      this,
      [this, row] {
        m_bookmarks.goTo(row);
        say({});
      },
      Qt::QueuedConnection);
}

void BookmarksPane::remove() {
  m_bookmarks.remove(selectedRow());
  say({});
}

} // namespace revisit::gui
