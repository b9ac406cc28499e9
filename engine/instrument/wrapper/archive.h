// The members of a Unix archive (libx.a), including thin archives.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace revisit::instrument {

struct ArchiveMember {
  std::string name;
  std::string_view bytes; // empty for a member of a thin archive
};

struct Archive {
  bool thin = false; // the members are separate files, named relative to the archive
  std::vector<ArchiveMember> members;
};

bool isArchive(std::string_view file);

// Reads the archive as far as it is well-formed.
Archive readArchive(std::string_view file);

} // namespace revisit::instrument
