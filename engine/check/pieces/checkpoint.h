// The file in which an exploration is kept, so that it can go on after an interruption, even after the process was
// killed. It is replaced as a whole, so that it always has one complete state: what was found, and the pieces that are
// left (PieceList::State; DESIGN, Pieces). What was explored since the last one is explored again; the final report is
// the same.
#pragma once

#include "check/pieces/piece_list.h"
#include "instrument/image.h"

#include <string>

namespace revisit {

struct Checkpoint {
  PieceList::State state;
  double seconds = 0; // spent until then
};

// Everything that the result depends on: the tool, the program, and the options of the exploration.
class CheckpointFile {
public:
  CheckpointFile(std::string path, const CheckOptions& options, const instrument::Image& image);

  // The state in the file; nothing if there is no such file. Fails with BadUsage if it is of another tool, program or
  // options, which the error names, and with BadFormat if it is no whole checkpoint.
  Result<std::optional<Checkpoint>> read() const;
  // Replaces the file atomically, and waits until it is on the disk.
  Status write(const Checkpoint& checkpoint) const;

private:
  std::string m_path;
  std::string m_subject; // JSON
};

} // namespace revisit
