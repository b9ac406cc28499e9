// The window's persistent settings. Stored in the user's configuration, or in a separate file.
#pragma once

#include "view/widgets/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QStringList>
#include <QVariantMap>

namespace revisit::gui {

class Settings {
public:
  // The user's settings.
  Settings();
  // Settings in that file; for tests, which must not change the user's settings.
  explicit Settings(const QString& file);

  ThemeKind theme() const;
  void setTheme(ThemeKind kind);

  // Whether the events of a library's code are shown one by one.
  bool showsLibraries() const;
  void setShowsLibraries(bool shows);

  // The command that opens a line in an editor (editor_command.h); empty: not chosen.
  QString editor() const { return m_settings.value(QStringLiteral("editor")).toString(); }
  void setEditor(const QString& command) { m_settings.setValue(QStringLiteral("editor"), command); }

  // Newest first. Files that no longer exist are kept; opening one reports that.
  QStringList recentFiles() const;
  void addRecentFile(const QString& path);

  // In the format of QWidget; initially empty.
  QByteArray geometry() const;
  void setGeometry(const QByteArray& geometry);

  // The saved state in the format of SessionState's toVariant; initially empty.
  QVariantMap session() const;
  void setSession(const QVariantMap& session);

  // The bookmarks of the program with that build id, in the format of toVariant; initially empty.
  QVariantList bookmarks(const QString& buildId) const;
  void setBookmarks(const QString& buildId, const QVariantList& bookmarks);

private:
  QSettings m_settings;
};

} // namespace revisit::gui
