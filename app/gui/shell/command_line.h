// The command line of the window: the options of `revisit check`, and its own. Knows no screen.
#pragma once

#include "base/result.h"
#include "cli/options/exploration_request.h"

#include <QString>
#include <QStringList>

namespace revisit::gui {

struct CommandLine {
  QString toPrint; // printed instead of opening a window: --help, --version
  QStringList files;
  // The files, if they are to be explored, with the given options.
  ExplorationRequest request;
  bool isRestoring = false;
  std::uint64_t at = 0; // the event of the witness to be selected; 0: not said
};

// Fails with BadUsage; the message says what to do.
Result<CommandLine> parseCommandLine(const std::vector<std::string>& words);

} // namespace revisit::gui
