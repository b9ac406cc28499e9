// Source files, each read once. Knows no widget. Thread rule: the window's thread.
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace revisit::gui {

struct SourceFile {
  QStringList lines;
  QString error; // why there are no lines; empty when the file was read
};

class SourceFiles {
public:
  // Reads the file on first use; the reference stays valid until clear().
  const SourceFile& file(const QString& path);
  // The line without leading and trailing blanks; nothing when the file or the line does not exist.
  std::optional<QString> line(const QString& path, unsigned number);
  // Forgets all files, because they may have changed.
  void clear() { m_files.clear(); }

private:
  QHash<QString, std::shared_ptr<const SourceFile>> m_files;
};

} // namespace revisit::gui
