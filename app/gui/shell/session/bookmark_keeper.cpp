#include "bookmark_keeper.h"

#include "model/text.h"

namespace revisit::gui {

BookmarkKeeper::BookmarkKeeper(Settings& settings, SelectionModel& selection, Bookmarks& bookmarks)
    : m_settings(settings), m_bookmarks(bookmarks) {
  connect(&selection, &SelectionModel::executionChanged, this, [this, &selection] {
    if (selection.execution() && !selection.execution()->witness().program.buildId.empty())
      setProgram(fromText(selection.execution()->witness().program.buildId));
  });
  connect(&bookmarks, &Bookmarks::changed, this,
          [this] { m_settings.setBookmarks(m_buildId, toVariant(m_bookmarks.all())); });
}

void BookmarkKeeper::setProgram(const QString& buildId) {
  if (buildId == m_buildId)
    return;
  m_buildId = buildId;
  m_bookmarks.setAll(bookmarksFrom(m_settings.bookmarks(buildId)));
}

} // namespace revisit::gui
