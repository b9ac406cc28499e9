#include "witness/witness.h"

#include "base/replace_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace revisit {

ExecutionKind Witness::ending() const {
  switch (error.kind) {
  case ErrorKind::None:
    return endingWithoutError;
  case ErrorKind::Deadlock:
  case ErrorKind::Livelock:
    return ExecutionKind::Deadlocked;
  default:
    return ExecutionKind::Erroneous;
  }
}

Status Witness::checkAgainst(const std::string& buildId) const {
  if (buildId == program.buildId)
    return Done{};
  return Error{ErrorCode::BadFormat, program.path,
               fmt::format("the program was rebuilt since this witness was made (build {}, the witness has {}): run "
                           "'revisit check' again",
                           buildId.empty() ? "unknown" : buildId, program.buildId)};
}

Status writeWitness(const Witness& witness, const std::string& path) {
  if (const std::error_code error = replaceFile(path, witnessToJson(witness) + '\n', Durable::No))
    return Error{ErrorCode::NotFound, path, fmt::format("cannot write the witness: {}", error.message())};
  return Done{};
}

Result<Witness> readWitness(const std::string& path) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code))
    return Error{ErrorCode::NotFound, path, "this is a directory; give one of the .revisit files in it"};
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return Error{ErrorCode::NotFound, path, fmt::format("cannot read the witness: {}", std::strerror(errno))};
  std::ostringstream text;
  text << file.rdbuf();
  return witnessFromJson(text.str(), path);
}

} // namespace revisit
