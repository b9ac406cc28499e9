#include "bookmark_actions.h"

#include "core/logged_execution.h"
#include "model/text.h"

#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>

#include <utility>

namespace revisit::gui {
BookmarkActions::BookmarkActions(Settings& settings, SelectionModel& selection, QWidget& window)
    : m_settings(settings), m_selection(selection), m_window(window), m_bookmarks(selection) {
  connect(&selection, &SelectionModel::executionChanged, this, &BookmarkActions::executionChanged);
  connect(&m_bookmarks, &Bookmarks::changed, this,
          [this] { m_settings.setBookmarks(m_buildId, toVariant(m_bookmarks.all())); });
}

void BookmarkActions::executionChanged() {
  const ExecutionPointer& execution = m_selection.execution();
  if (!execution)
    return;
  const QString buildId = fromText(execution->witness().program.buildId);
  if (!buildId.isEmpty() && std::exchange(m_buildId, buildId) != buildId)
    m_bookmarks.setAll(bookmarksFrom(m_settings.bookmarks(buildId)));
  // Selects the event after all observers have handled the new execution.
  if (const auto wanted = std::exchange(m_wanted, {}))
    QMetaObject::invokeMethod(this, [this, wanted] { m_bookmarks.goTo(*wanted); }, Qt::QueuedConnection);
}

void BookmarkActions::addTo(QMenu& menu) {
  const auto add = [&](const QString& text, const char* name, const QKeySequence& key, void (BookmarkActions::*act)()) {
    QAction* action = menu.addAction(text, key, this, act);
    action->setObjectName(QLatin1String(name));
  };
  add(tr("&Bookmark the event or remove its bookmark"), "toggleBookmarkAction", QKeySequence(tr("Ctrl+B")),
      &BookmarkActions::toggle);
  add(tr("&Name the bookmark…"), "renameBookmarkAction", {}, &BookmarkActions::rename);
  add(tr("&List of bookmarks"), "listBookmarksAction", QKeySequence(tr("Alt+B")), &BookmarkActions::showList);
}

void BookmarkActions::toggle() {
  if (const QString reason = m_bookmarks.whyNot(); !reason.isEmpty())
    emit refused(reason);
  m_bookmarks.toggle();
}

void BookmarkActions::rename() {
  const auto bookmark = m_bookmarks.selected();
  if (!bookmark)
    return emit refused(tr("The selected event has no bookmark. Ctrl+B makes one."));
  const QString name = QInputDialog::getText(&m_window, tr("Name the bookmark"), tr("Name:"), QLineEdit::Normal,
                                             m_bookmarks.all()[*bookmark].name);
  m_bookmarks.rename(*bookmark, name);
}

void BookmarkActions::showList() {
  auto* menu = new QMenu(&m_window);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setObjectName(QStringLiteral("bookmarks menu"));
  menu->setToolTipsVisible(true);
  fill(*menu);
  menu->popup(m_window.mapToGlobal(m_window.rect().center()) - QPoint(menu->sizeHint().width() / 2, 0));
}

void BookmarkActions::fill(QMenu& menu) {
  if (m_bookmarks.all().empty()) {
    menu.addAction(tr("No event is marked. Ctrl+B marks the selected one."))->setEnabled(false);
    return;
  }
  for (const Bookmark& bookmark : m_bookmarks.all()) {
    QString text = bookmark.name + u'\t' + bookmark.event;
    if (!m_bookmarks.isOpen(bookmark))
      text += tr(" (another execution)");
    QAction* action =
        menu.addAction(text.replace(u'&', QStringLiteral("&&")), this, [this, bookmark] { goTo(bookmark); });
    action->setToolTip(bookmark.file.isEmpty() ? bookmark.execution : bookmark.execution + u'\n' + bookmark.file);
  }
  menu.addSeparator();
  QMenu* removing = menu.addMenu(tr("Remove"));
  for (std::size_t i = 0; i < m_bookmarks.all().size(); i++)
    removing->addAction(m_bookmarks.all()[i].name, this, [this, i] { m_bookmarks.remove(i); });
}

void BookmarkActions::goTo(const Bookmark& bookmark) {
  m_wanted.reset();
  if (m_bookmarks.goTo(bookmark))
    return;
  if (m_bookmarks.isOpen(bookmark))
    return emit refused(tr("The execution has no event (%1,%2) any more. Remove the bookmark.")
                            .arg(bookmark.thread)
                            .arg(bookmark.index));
  const LogPointer log = m_selection.execution() ? m_selection.execution()->origin().log : nullptr;
  const std::uint64_t number = log ? numberOf(*log, bookmark.execution.toStdString()) : 0;
  if (number != 0) {
    const Result<ExecutionPointer> found = executionOf(log, number);
    if (!found)
      return emit refused(sentenceOf(found.error()));
    m_wanted = bookmark;
    m_selection.open(found.value());
  } else if (QFileInfo::exists(bookmark.file)) {
    m_wanted = bookmark;
    emit openAsked(bookmark.file);
  } else {
    emit refused(
        tr("“%1” is of execution %2, which is not open.").arg(bookmark.name, bookmark.execution) + u' ' +
        (bookmark.file.isEmpty() ? QString() : tr("Its file is gone: %1.").arg(bookmark.file) + u' ') +
        tr("“revisit check --only %1 --witness FOLDER PROGRAM” makes one; open that.").arg(bookmark.execution));
  }
}

} // namespace revisit::gui
