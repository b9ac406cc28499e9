#include "source_files.h"

#include <QFile>

namespace revisit::gui {
namespace {

SourceFile read(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly))
    return {{}, file.errorString()};
  return {QString::fromUtf8(file.readAll()).split(u'\n'), {}};
}

} // namespace

const SourceFile& SourceFiles::file(const QString& path) {
  auto found = m_files.find(path);
  if (found == m_files.end())
    found = m_files.insert(path, std::make_shared<const SourceFile>(read(path)));
  return **found;
}

std::optional<QString> SourceFiles::line(const QString& path, unsigned number) {
  const SourceFile& source = file(path);
  if (number == 0 || number > static_cast<unsigned>(source.lines.size()))
    return std::nullopt;
  return source.lines[number - 1].trimmed();
}

} // namespace revisit::gui
