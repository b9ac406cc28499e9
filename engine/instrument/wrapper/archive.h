// The members of a Unix archive (libx.a), thin ones included.
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
  bool thin = false; // the members are files of their own, named relative to the archive
  std::vector<ArchiveMember> members;
};

bool isArchive(std::string_view file);

// Reads as far as the archive is well formed.
Archive readArchive(std::string_view file);

} // namespace revisit::instrument
