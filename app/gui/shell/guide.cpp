#include "guide.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

// Makes the resources of a static library available. Must be outside of any namespace.
static void initialiseGuide() {
  Q_INIT_RESOURCE(guide);
}

namespace revisit::gui {

Result<QString> guideExample() {
  initialiseGuide();
  const QString name = QStringLiteral("two_writers.c");
  QFile source(QStringLiteral(":/guide/") + name);
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
