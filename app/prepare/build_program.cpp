#include "build_program.h"

#include "compile_failure.h"
#include "litmus/parse.h"
#include "litmus/translate.h"
#include "prepare/project/project_options.h"
#include "run_compiler.h"
#include "source_kind.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>

namespace revisit {
namespace fs = std::filesystem;
namespace {

using Words = std::vector<std::string>;

bool isForOtherLanguage(const std::string& flag, SourceKind kind) {
  if (!flag.starts_with("-std="))
    return false;
  return (flag.find("++") != std::string::npos) != (kind == SourceKind::Cxx);
}

std::vector<std::string> flagsFor(const std::vector<std::string>& flags, SourceKind kind) {
  std::vector<std::string> result;
  std::copy_if(flags.begin(), flags.end(), std::back_inserter(result),
               [&](const std::string& flag) { return !isForOtherLanguage(flag, kind); });
  return result;
}

// Suppresses warnings for preprocessed sources, which were given when they were preprocessed.
void addSilence(std::vector<std::string>& command, const std::vector<std::string>& files) {
  if (std::all_of(files.begin(), files.end(),
                  [](const std::string& file) { return fs::path(file).extension() == ".i"; }))
    command.emplace_back("-w");
}

// One call if all sources have the same language; otherwise the C sources are compiled to objects first.
Status compile(const std::vector<std::string>& files, const std::vector<std::string>& flags, const std::string& folder,
               const std::string& output, std::string& messages) {
  const auto isKind = [](SourceKind kind) {
    return [kind](const std::string& file) { return sourceKind(file) == kind; };
  };
  const bool isCxx = std::any_of(files.begin(), files.end(), isKind(SourceKind::Cxx));
  const bool isMixed = isCxx && std::any_of(files.begin(), files.end(), isKind(SourceKind::C));
  std::vector<std::string> link = {compilerPath(isCxx)};
  if (!isCxx)
    addSilence(link, files);
  for (std::size_t i = 0; i < files.size(); i++) {
    std::string file = files[i];
    if (isMixed && sourceKind(file) == SourceKind::C) {
      const std::string object = fmt::format("{}/{}.o", folder, i);
      std::vector<std::string> command = {compilerPath(false), "-c", file, "-o", object};
      addSilence(command, {file});
      const std::vector<std::string> own = flagsFor(flags, SourceKind::C);
      command.insert(command.end(), own.begin(), own.end());
      if (const Status status = runCompiler(command, messages); !status)
        return status;
      file = object;
    }
    link.push_back(file);
  }
  const std::vector<std::string> own = isMixed ? flagsFor(flags, SourceKind::Cxx) : flags;
  link.insert(link.end(), own.begin(), own.end());
  link.insert(link.end(), {"-o", output});
  return runCompiler(link, messages);
}

Status checkReadable(const std::string& file) {
  std::error_code code;
  const fs::file_status status = fs::status(file, code);
  if (!fs::exists(status))
    return Error{ErrorCode::NotFound, file, "no such file"};
  if (fs::is_directory(status))
    return Error{ErrorCode::BadUsage, file, "this is a directory; name a program or source files"};
  if (access(file.c_str(), R_OK) != 0)
    return Error{ErrorCode::NotFound, file, fmt::format("cannot be read: {}", std::strerror(errno))};
  return Done{};
}

// A litmus test becomes a C program, which is compiled.
Result<BuiltProgram> buildTest(const std::vector<std::string>& named, const std::vector<std::string>& flags,
                               std::string& messages) {
  if (named.size() > 1)
    return Error{ErrorCode::BadUsage, named[litmus::isTestFile(named[0]) ? 1 : 0],
                 "a litmus test is a whole program: name it alone"};
  const Result<litmus::Test> test = litmus::readTest(named[0]);
  if (!test)
    return test.error();
  Result<ProgramFolder> folder = ProgramFolder::make();
  if (!folder)
    return folder.error();
  const std::string path = folder->path();
  const std::string file = fs::absolute(named[0]).lexically_normal().string();
  const std::string output = (fs::path(path) / fs::path(file).stem()).string();
  const std::string source = output + ".c";
  BuiltProgram program(output, std::move(*folder), {file}, flags);
  std::ofstream written(source);
  written << litmus::programOf(test.value(), file) << std::flush;
  if (!written)
    return Error{ErrorCode::NotFound, source, fmt::format("cannot be written: {}", std::strerror(errno))};
  // A function that is not declared is a mistake in the test: the compiler's message names its line, the linker's does
  // not.
  std::vector<std::string> all = {"-Werror=implicit-function-declaration"};
  all.insert(all.end(), flags.begin(), flags.end());
  if (const Status status = compile({source}, all, path, output, messages); !status)
    return status.error();
  return program;
}

} // namespace

BuiltProgram::BuiltProgram(std::string path, ProgramFolder folder, std::vector<std::string> sources,
                           std::vector<std::string> flags)
    : m_path(std::move(path)), m_folder(std::move(folder)), m_sources(std::move(sources)), m_flags(std::move(flags)) {}

BuiltProgram::BuiltProgram(BuiltProgram&& other) noexcept
    : m_path(std::move(other.m_path)), m_folder(std::exchange(other.m_folder, std::nullopt)), m_isKept(other.m_isKept),
      m_sources(std::move(other.m_sources)), m_flags(std::move(other.m_flags)) {}

BuiltProgram::~BuiltProgram() {
  std::error_code code;
  if (m_folder && !m_isKept)
    fs::remove_all(m_folder->path(), code);
}

std::string BuiltProgram::name() const {
  return fs::path(m_path).stem().string();
}

bool isSourceFile(const std::string& file) {
  return sourceKind(file) == SourceKind::C || sourceKind(file) == SourceKind::Cxx || litmus::isTestFile(file);
}

bool isLinkInput(const std::string& file) {
  return sourceKind(file) == SourceKind::LinkInput;
}

namespace {

// The compiler's messages are appended to `messages`.
Result<BuiltProgram> build(const Words& named, const Words& flags, bool isColoured, std::string& messages) {
  for (const std::string& file : named)
    if (const Status status = checkReadable(file); !status)
      return status.error();
  if (std::any_of(named.begin(), named.end(), litmus::isTestFile))
    return buildTest(named, flags, messages);
  const auto firstSource = std::find_if(named.begin(), named.end(), isSourceFile);
  if (firstSource == named.end()) {
    if (named.size() > 1)
      return Error{ErrorCode::BadUsage, named[1], "more than one program; put the program's arguments after '--'"};
    if (!flags.empty())
      return Error{ErrorCode::BadUsage, flags[0], "compiler options need source files, not a program"};
    return BuiltProgram(fs::absolute(named[0]).lexically_normal().string());
  }
  for (const std::string& file : named)
    if (sourceKind(file) == SourceKind::Other)
      return Error{ErrorCode::BadUsage, file, "neither source nor object file; put the program's arguments after '--'"};

  Result<ProgramFolder> folder = ProgramFolder::make();
  if (!folder)
    return folder.error();
  Words sources;
  for (const std::string& file : named)
    sources.push_back(fs::absolute(file).lexically_normal().string());
  const std::string path = folder->path();
  const ProjectOptions project = projectOptions(named);
  Words all = withProject(project, flags);
  if (all.size() > flags.size())
    messages += fmt::format("revisit: compiled with the options of {}\n", project.database);
  BuiltProgram program((fs::path(path) / fs::path(*firstSource).stem()).string(), std::move(*folder),
                       std::move(sources), all);
  if (isColoured)
    all.emplace_back("-fcolor-diagnostics");
  if (const Status status = compile(named, all, path, program.path(), messages); !status)
    return status.error();
  return program;
}

} // namespace

Result<BuiltProgram> buildProgram(const Words& named, const Words& flags, std::string* messages) {
  if (messages)
    return build(named, flags, false, *messages);
  std::string said;
  Result<BuiltProgram> built = build(named, flags, isatty(STDERR_FILENO) != 0, said);
  std::cerr << said << std::flush;
  if (built || built.error().code != ErrorCode::CompileFailed || !built.error().where.empty())
    return built;
  const CompileFailure failure = compileFailure(named, flags, said);
  return Error{ErrorCode::CompileFailed, "",
               "the program does not compile; the compiler says why above" +
                   (failure.remedy ? "; " + failure.remedy->option : std::string())};
}

} // namespace revisit
