#include "guide.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

// Makes the resources of a static library available. Must be outside of any namespace.
static void initialiseGuide() {
  Q_INIT_RESOURCE(guide);
}

namespace revisit::gui {

std::vector<StartExample> startExamples() {
  initialiseGuide();
  QFile list(QStringLiteral(":/examples/list"));
  std::vector<StartExample> examples;
  if (list.open(QIODevice::ReadOnly))
    for (const QString& line : QString::fromUtf8(list.readAll()).split(u'\n', Qt::SkipEmptyParts))
      examples.push_back({line.section(u'|', 0, 0).trimmed(), line.section(u'|', 1).split(u' ', Qt::SkipEmptyParts)});
  return examples;
}

Result<QString> exampleFile(const QString& name) {
  initialiseGuide();
  QFile source(QStringLiteral(":/examples/") + name);
  const QString folder =
      QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + QStringLiteral("/revisit/guide");
  QFile copy(QDir(folder).filePath(name));
  if (source.open(QIODevice::ReadOnly) && QDir().mkpath(folder) && copy.open(QIODevice::WriteOnly) &&
      copy.write(source.readAll()) == source.size())
    return copy.fileName();
  return Error{ErrorCode::NotFound, copy.fileName().toStdString(),
               "the example cannot be written there: set XDG_CACHE_HOME to a writable place"};
}

} // namespace revisit::gui
