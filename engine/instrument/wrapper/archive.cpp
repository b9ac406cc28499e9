#include "archive.h"

#include <ar.h>
#include <charconv>
#include <cstring>

namespace revisit::instrument {

namespace {

constexpr std::string_view Regular = "!<arch>\n";
constexpr std::string_view Thin = "!<thin>\n";

std::uint64_t numberIn(std::string_view field) {
  std::uint64_t value = 0;
  std::from_chars(field.data(), field.data() + field.size(), value);
  return value;
}

// A member name in GNU format: "name/", or "/offset" into the table of long names.
std::string memberName(std::string_view field, std::string_view longNames) {
  if (field.size() > 1 && field[0] == '/' && field[1] >= '0' && field[1] <= '9') {
    auto offset = numberIn(field.substr(1));
    auto rest = longNames.substr(std::min<std::uint64_t>(offset, longNames.size()));
    rest = rest.substr(0, rest.find('\n'));
    return std::string(rest.substr(0, rest.rfind('/')));
  }
  return std::string(field.substr(0, field.find('/')));
}

} // namespace

bool isArchive(std::string_view file) {
  auto magic = file.substr(0, SARMAG);
  return magic == Regular || magic == Thin;
}

Archive readArchive(std::string_view file) {
  Archive archive;
  archive.thin = file.substr(0, SARMAG) == Thin;
  std::string_view longNames;
  for (std::uint64_t offset = SARMAG; offset < file.size() && file.size() - offset >= sizeof(ar_hdr);) {
    ar_hdr header;
    std::memcpy(&header, file.data() + offset, sizeof header);
    offset += sizeof header;
    std::string_view name(header.ar_name, sizeof header.ar_name);
    name = name.substr(0, name.find_last_not_of(' ') + 1);
    auto size = numberIn({header.ar_size, sizeof header.ar_size});
    bool isTable = name == "/" || name == "//" || name == "/SYM64/";
    bool inside = isTable || !archive.thin;
    if (inside && size > file.size() - offset)
      break;
    auto bytes = inside ? file.substr(offset, size) : std::string_view();
    if (name == "//")
      longNames = bytes;
    else if (!isTable)
      archive.members.push_back({memberName(name, longNames), bytes});
    if (inside)
      offset += size + size % 2;
  }
  return archive;
}

} // namespace revisit::instrument
