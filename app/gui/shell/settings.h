// What the window remembers from one time to the next. Kept in the user's configuration, or in a file of its own.
#pragma once

#include "view/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QStringList>
#include <QVariantMap>

namespace revisit::gui {

class Settings {
public:
  // The user's own.
  Settings();
  // In that file; for tests, which must not change the user's.
  explicit Settings(const QString& file);

  ThemeKind theme() const;
  void setTheme(ThemeKind kind);

  // The newest first. Files that are gone stay: opening one says so.
  QStringList recentFiles() const;
  void addRecentFile(const QString& path);

  // As QMainWindow and QWidget save them; empty at first.
  QByteArray geometry() const;
  QByteArray layout() const;
  void setGeometry(const QByteArray& geometry);
  void setLayout(const QByteArray& layout);

  // Where the user was, as toVariant makes it of a SessionState; empty at first.
  QVariantMap session() const;
  void setSession(const QVariantMap& session);

  // Of the program of that build, as toVariant makes it of them; empty at first.
  QVariantList bookmarks(const QString& buildId) const;
  void setBookmarks(const QString& buildId, const QVariantList& bookmarks);

private:
  void set(const QString& key, const QByteArray& value);

  QSettings m_settings;
};

} // namespace revisit::gui
