#include "compile_failure.h"

#include "prepare/project/project_options.h"
#include "run_compiler.h"
#include "source_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <string_view>

namespace revisit {
namespace fs = std::filesystem;
namespace {

using Words = std::vector<std::string>;

// The newest first. Titles as on buttons.
struct Standard {
  const char *flag, *title;
};
constexpr std::array<Standard, 2> newerCxx = {{{"-std=c++23", "C++23"}, {"-std=c++20", "C++20"}}};
constexpr std::array<Standard, 1> newerC = {{{"-std=c23", "C23"}}};
constexpr std::size_t mostBytes = std::size_t{1} << 20; // of a source that is searched for a definition

bool isOf(const std::string& file, SourceKind kind) {
  return sourceKind(file) == kind;
}

// Whether the sources of that kind compile as that standard, linking apart.
bool compilesAs(const Words& named, SourceKind kind, const Words& flags, const char* standard) {
  Words command{compilerPath(kind == SourceKind::Cxx), "-fsyntax-only", "-w"};
  std::ranges::copy_if(named, std::back_inserter(command), [&](const std::string& file) { return isOf(file, kind); });
  command.insert(command.end(), flags.begin(), flags.end());
  command.emplace_back(standard);
  std::string output;
  return runCompiler(command, output).ok();
}

std::optional<CompileRemedy> newerStandard(const Words& named, const Words& flags) {
  if (std::ranges::any_of(flags, [](const std::string& flag) { return flag.starts_with("-std="); }))
    return std::nullopt;
  const auto has = [&](SourceKind kind) {
    return std::ranges::any_of(named, [&](const std::string& file) { return isOf(file, kind); });
  };
  const SourceKind kind = has(SourceKind::Cxx) ? SourceKind::Cxx : SourceKind::C;
  if (!has(kind))
    return std::nullopt;
  std::optional<CompileRemedy> remedy;
  for (const Standard& standard : kind == SourceKind::Cxx ? std::span<const Standard>(newerCxx) : newerC) {
    if (!compilesAs(named, kind, flags, standard.flag))
      break;
    remedy = {fmt::format("Explore with {}", standard.title),
              fmt::format("it compiles with {}: add {}", standard.title, standard.flag),
              {},
              {standard.flag}};
  }
  return remedy;
}

// "ThreadPool::accept" of "ThreadPool::accept(Task)".
std::string nameOf(const std::string& symbol) {
  return symbol.substr(0, symbol.find('('));
}

std::string lastPart(const std::string& name) {
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

// The class and the name, or the name: how a definition outside of its class begins.
std::string definedAs(const std::string& symbol) {
  const std::string name = nameOf(symbol), last = lastPart(name);
  if (last.size() == name.size())
    return name;
  const std::string owner = lastPart(name.substr(0, name.size() - last.size() - 2));
  return owner + "::" + last;
}

bool isOfName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Whether a line of the text looks like the head of a function of that name.
bool hasDefinition(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(name);
    if (at == std::string::npos || line.starts_with("#") || line.find("//") < at || line.ends_with(";"))
      continue;
    const std::size_t next = line.find_first_not_of(' ', at + name.size());
    const bool isWhole = at == 0 || (!isOfName(line[at - 1]) && line[at - 1] != '.' && line[at - 1] != '>');
    const bool isHead = next != std::string::npos && line[next] == '(' && (at == 0 || isOfName(line[0]));
    if (isWhole && isHead)
      return true;
  }
  return false;
}

std::string textOf(const fs::path& file) {
  std::error_code code;
  if (fs::file_size(file, code) > mostBytes || code)
    return {};
  std::ifstream input(file);
  return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
}

// Sources that may belong to the program: those of its targets, or those in its folder.
Words candidates(const Words& named, const ProjectOptions& project) {
  if (!project.sources.empty())
    return project.sources;
  Words files, own;
  for (const std::string& file : named)
    own.push_back(fs::absolute(file).lexically_normal().string());
  std::error_code code;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::absolute(named.front()).parent_path(), code)) {
    const std::string file = entry.path().lexically_normal().string();
    const bool isSource = isOf(file, SourceKind::C) || isOf(file, SourceKind::Cxx);
    if (isSource && entry.is_regular_file(code) && std::ranges::find(own, file) == own.end())
      files.push_back(file);
  }
  std::ranges::sort(files);
  return files;
}

std::optional<CompileRemedy> otherSources(const Words& named, const Words& missing) {
  CompileRemedy remedy;
  std::string names;
  for (const std::string& file : candidates(named, projectOptions(named))) {
    const std::string text = textOf(file);
    const auto isHere = [&](const std::string& symbol) { return hasDefinition(text, definedAs(symbol)); };
    if (hasDefinition(text, "main") || std::ranges::none_of(missing, isHere))
      continue;
    names += (names.empty() ? "" : ", ") + fs::path(file).filename().string();
    remedy.files.push_back(file);
  }
  if (remedy.files.empty())
    return std::nullopt;
  remedy.words = fmt::format("Explore with {} too", names);
  remedy.option = fmt::format("{} defines what is missing: name that, too", names);
  return remedy;
}

std::string errorsText(const std::vector<CompilerMessage>& messages, const std::string& output) {
  const auto first = std::ranges::find_if(messages, &CompilerMessage::isError);
  if (first == messages.end()) { // the linker's own words, or those of a script
    const std::size_t error = output.find("error: ");
    const std::string rest = error == std::string::npos ? output : output.substr(error + 7);
    return rest.substr(0, rest.find('\n'));
  }
  const auto count = std::ranges::count_if(messages, &CompilerMessage::isError);
  std::string text = fmt::format("{}:{}: {}", fs::path(first->place.file).filename().string(), first->place.line,
                                 first->text.substr(first->text.find(": ") + 2));
  if (count > 1)
    text += fmt::format(", the first of {} errors", count);
  return text;
}

} // namespace

CompileFailure compileFailure(const Words& named, const Words& flags, const std::string& output) {
  CompileFailure failure;
  const std::string text = withoutColours(output);
  failure.messages = compilerMessages(text);
  const Words missing = undefinedSymbols(text);
  failure.lacksSources = !missing.empty();
  failure.sentence = errorsText(failure.messages, text);
  failure.remedy = failure.lacksSources ? otherSources(named, missing)
                                        : newerStandard(named, withProject(projectOptions(named), flags));
  if (failure.remedy)
    failure.sentence += "; " + failure.remedy->option.substr(0, failure.remedy->option.find(':'));
  return failure;
}

} // namespace revisit
