// What the window remembers from one time to the next. Kept in the user's configuration, or in a file of its own.
#pragma once

#include "view/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QStringList>

#include <optional>

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

  // The names of the relations that the graph shows; nothing at first.
  std::optional<QStringList> shownRelations() const;
  void setShownRelations(const QStringList& names);

private:
  QSettings m_settings;
};

} // namespace revisit::gui
