#include "built_in_lessons.h"

#include "base/error_text.h"

#include <QFile>

// Makes the resources of a static library available. Must be outside of any namespace.
static void initialiseLessons() {
  Q_INIT_RESOURCE(lessons);
}

namespace revisit::gui {
namespace {

Lessons builtInLessons() {
  initialiseLessons();
  QFile file(QStringLiteral(":/lessons.md"));
  if (!file.open(QIODevice::ReadOnly))
    qFatal("lessons.md was not built into the program");
  Result<Lessons> read = Lessons::read(file.readAll().toStdString());
  if (!read)
    qFatal("%s", errorText(read.error()).c_str());
  return std::move(*read);
}

} // namespace

const Lessons& lessons() {
  static const Lessons all = builtInLessons();
  return all;
}

} // namespace revisit::gui
