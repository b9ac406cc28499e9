#include "project_options.h"

#include "prepare/command_words.h"
#include "prepare/source_kind.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>

namespace revisit {
namespace fs = std::filesystem;
namespace {

constexpr const char* databaseName = "compile_commands.json";
constexpr int mostLevels = 12; // of folders above a file

struct Entry {
  fs::path folder, file;
  std::vector<std::string> command;
  std::string target; // "CMakeFiles/pool.dir", from the path of the object; empty: not known
};

fs::path absolutePath(const fs::path& folder, const std::string& path) {
  return (folder / path).lexically_normal();
}

// The part of an object's path by which CMake tells targets apart.
std::string targetOf(const fs::path& object) {
  fs::path target;
  for (const fs::path& part : object) {
    target /= part;
    if (part.extension() == ".dir")
      return target.string();
  }
  return {};
}

std::optional<Entry> entryOf(const nlohmann::json& json) {
  if (!json.is_object())
    return std::nullopt;
  Entry entry;
  entry.folder = json.value("directory", "");
  entry.file = absolutePath(entry.folder, json.value("file", ""));
  if (json.contains("arguments"))
    entry.command = json["arguments"].get<std::vector<std::string>>();
  else
    entry.command = splitWords(json.value("command", "")).value_or(std::vector<std::string>());
  const auto output = std::ranges::find(entry.command, "-o");
  if (output != entry.command.end() && std::next(output) != entry.command.end())
    entry.target = targetOf(*std::next(output));
  return entry;
}

// Nothing when the file cannot be read or is in another form. One that does not contain the name is not parsed.
std::vector<Entry> entriesIn(const fs::path& database, const std::string& name) {
  std::ifstream file(database);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (text.find(name) == std::string::npos)
    return {};
  std::vector<Entry> entries;
  try {
    for (const nlohmann::json& json : nlohmann::json::parse(text))
      if (std::optional<Entry> entry = entryOf(json))
        entries.push_back(std::move(*entry));
  } catch (const nlohmann::json::exception&) {
    return {};
  }
  return entries;
}

// Databases that may name the file, the nearest first.
std::vector<fs::path> databasesFor(const fs::path& file) {
  constexpr std::array<std::string_view, 3> beginnings = {"build", "cmake-build", "out"};
  std::vector<fs::path> found;
  std::error_code code;
  fs::path folder = file.parent_path();
  for (int level = 0; level < mostLevels; level++, folder = folder.parent_path()) {
    std::set<fs::path> folders{folder};
    for (const fs::directory_entry& inner : fs::directory_iterator(folder, code)) {
      const std::string name = inner.path().filename().string();
      const auto begins = [&](std::string_view beginning) { return name.starts_with(beginning); };
      if (std::ranges::any_of(beginnings, begins) && inner.is_directory(code))
        folders.insert(inner.path());
    }
    for (const fs::path& each : folders)
      if (fs::is_regular_file(each / databaseName, code))
        found.push_back(each / databaseName);
    if (folder == folder.root_path())
      break;
  }
  return found;
}

void add(std::vector<std::string>& flags, std::vector<std::string> words) {
  if (std::ranges::search(flags, words).empty())
    std::ranges::move(words, std::back_inserter(flags));
}

// The options that decide what the source means, with absolute paths.
void addFlags(const Entry& entry, std::vector<std::string>& flags) {
  constexpr std::array<std::string_view, 4> paths = {"-isystem", "-iquote", "-include", "-I"};
  for (auto word = entry.command.begin(); word != entry.command.end(); word++) {
    const auto option = std::ranges::find_if(paths, [&](std::string_view path) { return word->starts_with(path); });
    if (option != paths.end()) {
      const bool isNext = *word == *option;
      if (isNext && ++word == entry.command.end())
        return;
      add(flags, {std::string(*option), absolutePath(entry.folder, isNext ? *word : word->substr(option->size()))});
    } else if (*word == "-D" || *word == "-U") {
      const std::string kind = *word;
      if (++word == entry.command.end())
        return;
      if (*word != "NDEBUG")
        add(flags, {kind + *word});
    } else if ((word->starts_with("-D") || word->starts_with("-U")) && *word != "-DNDEBUG") {
      add(flags, {*word});
    } else if (word->starts_with("-std=") || *word == "-pthread") {
      add(flags, {*word});
    }
  }
}

} // namespace

ProjectOptions projectOptions(const std::vector<std::string>& files) {
  std::vector<Entry> entries;
  ProjectOptions project;
  std::set<fs::path> named;
  std::set<std::string> targets;
  for (const std::string& given : files) {
    const fs::path file = fs::absolute(given).lexically_normal();
    const SourceKind kind = sourceKind(given);
    if (kind != SourceKind::C && kind != SourceKind::Cxx)
      continue;
    named.insert(file);
    const auto isFile = [&](const Entry& entry) { return entry.file == file; };
    if (project.database.empty())
      for (const fs::path& database : databasesFor(file)) {
        entries = entriesIn(database, file.filename().string());
        if (std::ranges::any_of(entries, isFile)) {
          project.database = database.string();
          break;
        }
      }
    const auto entry = std::ranges::find_if(entries, isFile);
    if (project.database.empty() || entry == entries.end())
      continue;
    addFlags(*entry, project.flags);
    targets.insert(entry->target);
  }
  for (const Entry& entry : entries)
    if (!entry.target.empty() && targets.contains(entry.target) && named.insert(entry.file).second)
      project.sources.push_back(entry.file.string());
  return project;
}

std::vector<std::string> withProject(const ProjectOptions& project, const std::vector<std::string>& given) {
  const auto isStandard = [](const std::string& flag) { return flag.starts_with("-std="); };
  std::vector<std::string> flags;
  for (const std::string& flag : project.flags)
    if (!isStandard(flag) || std::ranges::none_of(given, isStandard))
      flags.push_back(flag);
  if (!flags.empty() && !std::ranges::search(given, flags).empty())
    return given; // they come from an earlier run
  flags.insert(flags.end(), given.begin(), given.end());
  return flags;
}

} // namespace revisit
