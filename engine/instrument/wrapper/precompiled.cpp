#include "precompiled.h"

#include "base/cache_folder.h"
#include "compiler_run.h"
#include "header_index.h"
#include "header_options.h"
#include "instrument/elf_file.h"
#include "leading_headers.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace revisit::instrument {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t maxKept = 12;       // in a user's cache, each of some 20 MB
constexpr std::chrono::minutes inUse{10}; // after its last use nobody reads it any more

// The headers that are worth it. Each contains most of those after it.
constexpr auto Worthwhile = std::to_array<std::string_view>(
    {"thread", "future", "iostream", "vector", "functional", "condition_variable", "mutex", "string", "algorithm"});

struct Wanted {
  std::vector<std::string> arguments; // of the compiler that makes it, without its output
  std::string key;
  std::string name;                  // of its files, without folder and extension
  std::vector<std::string> defined;  // names that headers must not use
  std::string library;               // the folder of our own headers, which must not contain what it was made of
  std::vector<std::string> folders;  // nor must these, nor what the sources include first
  std::vector<std::string> included; // headers that the sources include first
};

std::vector<std::string> includedByAll(const std::vector<std::string>& sources) {
  std::vector<std::string> common;
  for (auto& source : sources) {
    auto file = MappedFile::open(source);
    auto headers = file ? leadingHeaders(file->bytes()) : std::vector<std::string>();
    if (&source == &sources.front())
      common = std::move(headers);
    else
      std::erase_if(common,
                    [&](auto& header) { return std::find(headers.begin(), headers.end(), header) == headers.end(); });
  }
  return common;
}

// Variables with which the compiler finds other headers, or does not do what its arguments say.
bool environmentInterferes() {
  static constexpr std::array Variables = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS"};
  return std::any_of(Variables.begin(), Variables.end(), [](const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value;
  });
}

std::string hexHash(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a; the key itself is compared later
  for (unsigned char c : text)
    hash = (hash ^ c) * 0x100000001b3;
  char word[17];
  std::snprintf(word, sizeof word, "%016llx", static_cast<unsigned long long>(hash));
  return word;
}

std::string stateText(const std::string& path) {
  const auto state = stateOf(path);
  return state ? std::to_string(state->changed) + ' ' + std::to_string(state->size) : "none";
}

std::optional<Wanted> wantedFor(const CommandLine& asked, const Toolchain& toolchain) {
  if (toolchain.cxxInclude.empty() || asked.precompiled == Precompiled::Never || environmentInterferes())
    return std::nullopt;
  auto options = headerOptions(asked);
  if (!options || options->sources.empty())
    return std::nullopt;
  Wanted wanted;
  wanted.included = includedByAll(options->sources);
  const auto chosen = std::find_if(Worthwhile.begin(), Worthwhile.end(), [&](std::string_view header) {
    return std::find(wanted.included.begin(), wanted.included.end(), header) != wanted.included.end();
  });
  if (chosen == Worthwhile.end())
    return std::nullopt;
  // A header of ours includes the chosen one: the compiler names it where it lists what an object depends on.
  const auto header = toolchain.cxxInclude + "/__revisit/precompiled/" + std::string(*chosen) + ".h";
  CommandLine making;
  making.kept = std::move(options->kept);
  making.arithmetic = asked.arithmetic;
  making.openMp = asked.openMp;
  if (asked.links && !asked.relocatable) { // what the wrapper adds for the link has an effect on sources, too
    making.kept.emplace_back("-pthread");
    if (!asked.shared)
      making.kept.emplace_back("-no-pie");
  }
  making.kept.insert(making.kept.end(), {"-w", "-c", "-x", "c++-header", header});
  making.inputs = {header};
  making.links = false;
  wanted.arguments = clangArguments(making, toolchain, {});
  wanted.key = stateText(toolchain.compiler);
  for (auto& argument : wanted.arguments)
    wanted.key += ' ' + argument;
  wanted.name = std::string(*chosen) + '-' + hexHash(wanted.key);
  wanted.defined = std::move(options->defined);
  wanted.folders = std::move(options->folders);
  wanted.folders.emplace_back("/usr/local/include");
  wanted.library = toolchain.cxxInclude;
  return wanted;
}

std::string fileIn(const std::string& folder, const Wanted& wanted, const char* ending) {
  return folder + '/' + wanted.name + ending;
}

enum class Found { Fits, Missing, Unfit };

Found lookIn(const std::string& folder, const Wanted& wanted) {
  const auto index = HeaderIndex::read(fileIn(folder, wanted, ".index"));
  if (!index || index->key != wanted.key || !index->isCurrent())
    return Found::Missing;
  // A header of ours that the sources include, <shared_mutex> for one, means the same after the precompiled one.
  const bool isShadowed = index->isShadowedBy(wanted.library, {}) ||
                          std::any_of(wanted.folders.begin(), wanted.folders.end(), [&](const std::string& other) {
                            return index->isShadowedBy(other, wanted.included);
                          });
  const bool isRenamed = std::any_of(wanted.defined.begin(), wanted.defined.end(),
                                     [&](const std::string& name) { return index->uses(name); });
  return isShadowed || isRenamed ? Found::Unfit : Found::Fits;
}

bool writeFile(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  return file.good();
}

bool make(const std::string& folder, const Wanted& wanted) {
  const auto own = fileIn(folder, wanted, ".") + std::to_string(getpid());
  auto arguments = wanted.arguments;
  arguments.insert(arguments.end(), {"-o", own + ".pch", "-MD", "-MF", own + ".d"});
  const auto pch = fileIn(folder, wanted, ".pch");
  bool isMade = false;
  if (runsSilently(arguments)) // a mistake in the options shows when the source itself is compiled
    if (auto index = HeaderIndex::of(wanted.key, own + ".d")) {
      index->files.push_back({pch, stateOf(own + ".pch").value_or(FileState{})}); // renaming changes neither
      isMade = writeFile(own + ".index", index->text()) && std::rename((own + ".pch").c_str(), pch.c_str()) == 0 &&
               std::rename((own + ".index").c_str(), fileIn(folder, wanted, ".index").c_str()) == 0;
    }
  for (const char* ending : {".pch", ".d", ".index"})
    std::remove((own + ending).c_str());
  return isMade;
}

// Whether nobody else can put files there, whose precompiled headers would become part of this user's programs.
bool isOwn(const std::string& folder) {
  struct stat found{};
  return lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid() &&
         (found.st_mode & S_IWOTH) == 0;
}

// Removes those that were not used for the longest time, and what an interrupted process left.
void clean(const fs::path& folder) {
  const auto isOld = [](fs::file_time_type time) { return fs::file_time_type::clock::now() - time > inUse; };
  std::vector<std::pair<fs::file_time_type, fs::path>> used;
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    const auto time = entry->last_write_time(code);
    if (entry->path().stem().has_extension() && isOld(time)) // with the number of its process
      fs::remove(entry->path(), code);
    else if (entry->path().extension() == ".index")
      used.emplace_back(time, entry->path());
  }
  std::sort(used.rbegin(), used.rend());
  for (std::size_t i = maxKept; i < used.size(); ++i)
    if (auto& [time, path] = used[i]; isOld(time))
      for (const char* ending : {".index", ".pch", ".wanted"})
        fs::remove(fs::path(path).replace_extension(ending), code);
}

// Makes it if it was missed before and no other process is at it.
bool makeInCache(const std::string& folder, const Wanted& wanted) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (!isOwn(folder))
    return false;
  const auto mark = fileIn(folder, wanted, ".wanted");
  const bool isMissedAgain = access(mark.c_str(), F_OK) == 0;
  const int lock = open(mark.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0)
    return false;
  bool isMade = false;
  if (isMissedAgain && flock(lock, LOCK_EX | LOCK_NB) == 0) {
    clean(folder);
    isMade = make(folder, wanted);
  }
  close(lock);
  return isMade;
}

} // namespace

std::string findPrecompiled(const CommandLine& asked, const Toolchain& toolchain) {
  const auto wanted = wantedFor(asked, toolchain);
  if (!wanted)
    return {};
  const auto beside = fs::path(toolchain.plugin).parent_path() / "precompiled";
  const auto cache = (cacheFolder() / "headers").string();
  for (auto& folder : {beside.string(), cache}) {
    if (folder == cache && !isOwn(cache))
      continue;
    const auto found = lookIn(folder, *wanted);
    if (found == Found::Unfit)
      return {};
    if (found == Found::Missing)
      continue;
    utimensat(AT_FDCWD, fileIn(folder, *wanted, ".index").c_str(), nullptr, 0); // when it was used last
    return fileIn(folder, *wanted, ".pch");
  }
  if (!makeInCache(cache, *wanted) || lookIn(cache, *wanted) != Found::Fits)
    return {};
  return fileIn(cache, *wanted, ".pch");
}

bool makePrecompiled(const CommandLine& asked, const Toolchain& toolchain, const std::string& folder) {
  const auto wanted = wantedFor(asked, toolchain);
  std::error_code code;
  fs::create_directories(folder, code);
  return wanted && (lookIn(folder, *wanted) == Found::Fits || make(folder, *wanted));
}

} // namespace revisit::instrument
