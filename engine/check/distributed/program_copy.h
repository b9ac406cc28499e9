// The program of rank 0 on another machine. Thread rule: belongs to one thread.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace revisit {

// The executable with these bytes: the file at the same path, if it has them; otherwise a copy in a folder for
// temporary files, which is removed with this object.
class ProgramCopy {
public:
  // Fails with TargetFailed if no copy can be written.
  static Result<ProgramCopy> make(const std::string& path, std::string_view bytes);
  ProgramCopy(ProgramCopy&& other) noexcept;
  ProgramCopy& operator=(ProgramCopy&&) = delete;
  ~ProgramCopy();

  // Empty: there is none, and none is needed.
  std::string path() const;

private:
  explicit ProgramCopy(std::string folder) : m_folder(std::move(folder)) {}

  std::string m_folder; // empty: none
};

} // namespace revisit
