#include "image.h"

#include "base/names.h"
#include "imports.h"
#include "section.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

namespace revisit::instrument {

Result<Image> Image::open(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file)
    return file.error();
  auto bytes = file->bytes();
  auto sections = elfSections(bytes, path);
  if (!sections)
    return sections.error();
  Image image(std::move(*file));
  for (auto& section : *sections) {
    if (section.name == BitcodeSection) {
      if (auto read = image.readModules(section.bytes, path); !read)
        return read.error();
    } else if (section.name == ForeignSection) {
      image.m_foreign = textsIn(section.bytes);
    } else if (section.name == RacesSection) {
      image.m_raceNotes = textsIn(section.bytes);
    } else if (section.name == AllocationsSection) {
      image.m_allocationNotes = textsIn(section.bytes);
    } else if (section.name == MarksSection) {
      image.m_marks = textsIn(section.bytes);
    }
  }
  image.m_buildId = buildIdOf(*sections);
  image.m_importsTell = mayTellThreadsApart(*sections);
  return image;
}

bool Image::isMarked(const std::string& file, unsigned line) const {
  const std::string end = ":" + std::to_string(line);
  return std::ranges::any_of(m_marks, [&](const std::string& mark) {
    return mark.ends_with(end) && pathEndsWith(mark.substr(0, mark.size() - end.size()), file);
  });
}

Status Image::readModules(std::string_view section, const std::string& path) {
  Error damage{ErrorCode::BadFormat, path, "the embedded bitcode is damaged; build the program again"};
  for (std::uint64_t offset = 0; section.size() - offset >= sizeof(ModuleHeader);) {
    ModuleHeader header;
    std::memcpy(&header, section.data() + offset, sizeof header);
    if (std::all_of(header.magic, header.magic + 4, [](char c) { return c == 0; })) {
      offset += ModuleAlignment;
      continue;
    }
    if (std::memcmp(header.magic, ModuleMagic, 4) != 0)
      return damage;
    if (header.version != ModuleVersion)
      return Error{ErrorCode::BadFormat, path, "was built by another version of revisit-cc; build the program again"};
    auto rest = section.substr(offset + sizeof header);
    auto nameBytes = padded(header.nameBytes);
    if (header.nameBytes == 0 || nameBytes > rest.size() || header.bitcodeBytes > rest.size() - nameBytes ||
        padded(header.bitcodeBytes) > rest.size() - nameBytes)
      return damage;
    m_modules.push_back({std::string(rest.substr(0, header.nameBytes - 1)), header.hash,
                         (header.flags & AssertionsOff) != 0, (header.flags & UsesInputs) != 0,
                         (header.flags & For32Bits) != 0, (header.flags & Optimised) != 0,
                         (header.flags & Sanitised) != 0, (header.flags & NumbersAddresses) != 0,
                         (header.flags & WalksEnvironment) != 0, rest.substr(nameBytes, header.bitcodeBytes)});
    offset += sizeof header + nameBytes + padded(header.bitcodeBytes);
  }
  return Done{};
}

bool Image::usesInputs() const {
  return std::any_of(m_modules.begin(), m_modules.end(), [](auto& module) { return module.usesInputs; });
}

bool Image::tellsThreadsApart() const {
  return m_importsTell || !m_foreign.empty() ||
         std::any_of(m_modules.begin(), m_modules.end(), [](auto& module) { return module.numbersAddresses; });
}

bool Image::walksEnvironment() const {
  return std::any_of(m_modules.begin(), m_modules.end(), [](auto& module) { return module.walksEnvironment; });
}

bool Image::for32Bits() const {
  return std::any_of(m_modules.begin(), m_modules.end(), [](auto& module) { return module.for32Bits; });
}

bool Image::optimised() const {
  return std::any_of(m_modules.begin(), m_modules.end(), [](auto& module) { return module.optimised; });
}

bool Image::sanitised() const {
  return std::any_of(m_modules.begin(), m_modules.end(), [](auto& module) { return module.sanitised; });
}

std::vector<std::string> textsIn(std::string_view section) {
  std::vector<std::string> texts;
  std::unordered_set<std::string_view> known;
  while (!section.empty()) {
    const auto text = section.substr(0, section.find('\0'));
    if (!text.empty() && known.insert(text).second)
      texts.emplace_back(text);
    section.remove_prefix(std::min(text.size() + 1, section.size()));
  }
  return texts;
}

} // namespace revisit::instrument
