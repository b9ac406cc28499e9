// What precompiled headers were made of: with which options, from which files, and where else the compiler looked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace revisit::instrument {

// When a file was changed, and its size.
struct FileState {
  std::int64_t changed = 0;
  std::int64_t size = 0;
  bool operator==(const FileState&) const = default;
};
std::optional<FileState> stateOf(const std::string& path);

struct HeaderIndex {
  struct File {
    std::string path;
    FileState state;
  };
  std::string key;                // the tool and the options, in one line
  std::vector<File> files;        // all that was read
  std::vector<std::string> names; // all that these files may include, as they write it
  std::string words;              // all names in these files that are not reserved, each between spaces

  // Reads what `write` wrote; nothing if the file is not there, or is none of this version.
  static std::optional<HeaderIndex> read(const std::string& path);
  // Looks at the files that a dependency file of the compiler names. Nothing if one of them cannot be read.
  static std::optional<HeaderIndex> of(std::string key, const std::string& dependencies);
  std::string text() const;

  // Whether all files are as they were.
  bool isCurrent() const;
  // Whether the files use the name, if it is not reserved.
  bool uses(const std::string& name) const;
  // Whether a file in the folder would be found under a name that was looked for, or is one of `more`, other than the
  // files that were read.
  bool isShadowedBy(const std::string& folder, const std::vector<std::string>& more) const;
};

} // namespace revisit::instrument
