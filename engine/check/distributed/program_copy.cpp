#include "check/distributed/program_copy.h"

#include "check/distributed/subject.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace revisit {
namespace fs = std::filesystem;

namespace {
constexpr const char* copyName = "program";
}

Result<ProgramCopy> ProgramCopy::make(const std::string& path, std::string_view bytes) {
  if (fileBytes(path) == bytes)
    return ProgramCopy("");
  std::error_code code;
  std::string folder = (fs::temp_directory_path(code) / "revisit-rank-XXXXXX").string();
  if (!mkdtemp(folder.data()))
    return Error{ErrorCode::TargetFailed, folder,
                 fmt::format("no folder for a copy of the program: {}", std::strerror(errno))};
  ProgramCopy copy(folder);
  std::ofstream file(copy.path(), std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  fs::permissions(copy.path(), fs::perms::owner_all, code);
  if (!file || code)
    return Error{ErrorCode::TargetFailed, copy.path(), "a copy of the program cannot be written"};
  return copy;
}

ProgramCopy::ProgramCopy(ProgramCopy&& other) noexcept : m_folder(std::exchange(other.m_folder, {})) {}

ProgramCopy::~ProgramCopy() {
  std::error_code code;
  if (!m_folder.empty())
    fs::remove_all(m_folder, code);
}

std::string ProgramCopy::path() const {
  return m_folder.empty() ? std::string() : (fs::path(m_folder) / copyName).string();
}

} // namespace revisit
