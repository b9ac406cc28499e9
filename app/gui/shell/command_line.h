// The command line of the window: that of `revisit check`, and how pictures are made. Knows no screen.
#pragma once

#include "base/result.h"
#include "model/exploration_request.h"

#include <QSize>
#include <QString>
#include <QStringList>

namespace revisit::gui {

struct CommandLine {
  QString toPrint; // instead of a window: --help, --version
  QStringList files;
  // The files, when they are to be explored, with the options given.
  ExplorationRequest request;
  QString renderFolder; // not empty: pictures are made instead
  QSize size{1280, 800};
  bool isRestoring = false;
};

// Fails with BadUsage; the sentence says what to do.
Result<CommandLine> parseCommandLine(const std::vector<std::string>& words);

} // namespace revisit::gui
