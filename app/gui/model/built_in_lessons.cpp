#include "built_in_lessons.h"

#include "base/error_text.h"

#include <QFile>

// Makes the resources of a static library available. Must be outside of any namespace.
static void initialiseLessons() {
  Q_INIT_RESOURCE(lessons);
}

namespace revisit::gui {
namespace {

template <class Texts> Texts builtIn(const QString& name) {
  initialiseLessons();
  QFile file(QStringLiteral(":/") + name);
  if (!file.open(QIODevice::ReadOnly))
    qFatal("%s was not built into the program", qPrintable(name));
  Result<Texts> read = Texts::read(file.readAll().toStdString());
  if (!read)
    qFatal("%s", errorText(read.error()).c_str());
  return std::move(*read);
}

} // namespace

const Lessons& lessons() {
  static const auto all = builtIn<Lessons>(QStringLiteral("lessons.md"));
  return all;
}

const AlgorithmTexts& algorithmTexts() {
  static const auto all = builtIn<AlgorithmTexts>(QStringLiteral("algorithms.md"));
  return all;
}

} // namespace revisit::gui
