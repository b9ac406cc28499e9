// The commands with which a program is driven by hand, and their answers. The terminal and the debugger share it.
#pragma once

#include "sideways/session/drive_session.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace revisit {

struct DriveCommand {
  enum class Kind : std::uint8_t { List, Step, Until, Undo, History, Finish, Help, Quit };
  Kind kind = Kind::List;
  unsigned thread = 0;   // Step
  std::size_t way = 0;   // Step, from 0
  std::size_t count = 1; // Undo
};
// Fails with BadUsage; no words are a command, too.
Result<DriveCommand> parseDriveCommand(const std::vector<std::string>& words);

// A row for each command.
std::string driveHelp();

struct DriveAnswer {
  std::string message;                              // what was done, or why it could not be, in words
  std::optional<std::vector<std::string>> done;     // Until, History: steps
  std::optional<std::size_t> steps;                 // so many were taken from the start
  std::optional<std::vector<DrivenThread>> threads; // where they are now
};
// Fails when the program cannot be followed any more. A step that is not possible is told in the message. Not for
// Finish and Quit.
Result<DriveAnswer> obey(DriveSession& session, const DriveCommand& command);

std::string driveText(const DriveAnswer& answer);
// What the answer has of message, done, steps and threads.
nlohmann::ordered_json driveJson(const DriveAnswer& answer);

} // namespace revisit
