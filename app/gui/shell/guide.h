// The example programs of the start page, of which one is that of the tutorial about the algorithm. They are resources
// of the window and are stored in the user's cache while they are explored.
#pragma once

#include "base/result.h"

#include <QString>
#include <QStringList>

namespace revisit::gui {

inline constexpr const char* guideExample = "two_writers.c";

struct StartExample {
  QString task;      // "A bug in a queue"
  QStringList words; // options of `revisit check`, and the name of the example
};

std::vector<StartExample> startExamples();

// The path of the example's source. Fails with NotFound when the cache cannot be written.
Result<QString> exampleFile(const QString& name);

} // namespace revisit::gui
