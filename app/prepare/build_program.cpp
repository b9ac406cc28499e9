#include "build_program.h"

#include "litmus/parse.h"
#include "litmus/translate.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

extern char** environ;

namespace revisit {
namespace fs = std::filesystem;
namespace {

enum class Kind { C, Cxx, LinkInput, Other };

Kind kindOf(const std::string& file) {
  constexpr std::array<std::string_view, 8> cxx = {".ii", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cp", ".CPP"};
  constexpr std::array<std::string_view, 3> link = {".o", ".a", ".so"};
  const std::string ending = fs::path(file).extension().string();
  if (ending == ".c" || ending == ".i")
    return Kind::C;
  if (std::find(cxx.begin(), cxx.end(), ending) != cxx.end())
    return Kind::Cxx;
  return std::find(link.begin(), link.end(), ending) != link.end() ? Kind::LinkInput : Kind::Other;
}

std::string compilerFor(Kind kind) {
  std::error_code code;
  const fs::path self = fs::read_symlink("/proc/self/exe", code);
  return (self.parent_path() / (kind == Kind::Cxx ? "revisit-c++" : "revisit-cc")).string();
}

// Captures a process's standard output and error until it closes them.
class Capture {
public:
  // Fails when too many files are open.
  Status open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      return Error{ErrorCode::NotFound, "", fmt::format("cannot start the compiler ({})", std::strerror(errno))};
    m_read = ends[0];
    m_write = ends[1];
    return Done{};
  }
  ~Capture() {
    posix_spawn_file_actions_destroy(&m_actions);
    closeWrite();
    if (m_read >= 0)
      ::close(m_read);
  }
  Capture() { posix_spawn_file_actions_init(&m_actions); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  const posix_spawn_file_actions_t* redirect() {
    posix_spawn_file_actions_adddup2(&m_actions, m_write, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&m_actions, m_write, STDERR_FILENO);
    return &m_actions;
  }
  void readInto(std::string& text) {
    closeWrite();
    std::array<char, 4096> bytes{};
    for (;;) {
      const ssize_t count = ::read(m_read, bytes.data(), bytes.size());
      if (count > 0)
        text.append(bytes.data(), static_cast<std::size_t>(count));
      else if (count == 0 || errno != EINTR)
        return;
    }
  }

private:
  void closeWrite() {
    if (m_write >= 0)
      ::close(std::exchange(m_write, -1));
  }

  posix_spawn_file_actions_t m_actions;
  int m_read = -1, m_write = -1;
};

Status run(const std::vector<std::string>& command, std::string* messages) {
  std::vector<char*> words;
  for (const std::string& word : command)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  Capture capture;
  if (messages)
    if (const Status opened = capture.open(); !opened)
      return opened;
  pid_t pid = 0;
  const posix_spawn_file_actions_t* actions = messages ? capture.redirect() : nullptr;
  std::vector<char*> environment;
  for (char** entry = environ; *entry; entry++)
    environment.push_back(*entry);
  std::string notes = "REVISIT_NOTES=reported"; // the report contains what the compilers would print
  environment.push_back(notes.data());
  environment.push_back(nullptr);
  if (const int problem = posix_spawn(&pid, words[0], actions, nullptr, words.data(), environment.data()))
    return Error{ErrorCode::NotFound, command[0],
                 fmt::format("cannot start the compiler ({}): build Revisit completely", std::strerror(problem))};
  if (messages)
    capture.readInto(*messages);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return Done{};
  if (WIFEXITED(status))
    return Error{ErrorCode::CompileFailed, "",
                 messages ? "the program does not compile"
                          : "the program does not compile; the compiler says why above"};
  return Error{ErrorCode::CompileFailed, command[0], "the compiler was stopped by a signal"};
}

bool isForOtherLanguage(const std::string& flag, Kind kind) {
  if (!flag.starts_with("-std="))
    return false;
  return (flag.find("++") != std::string::npos) != (kind == Kind::Cxx);
}

std::vector<std::string> flagsFor(const std::vector<std::string>& flags, Kind kind) {
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
               const std::string& output, std::string* messages) {
  const auto isKind = [](Kind kind) { return [kind](const std::string& file) { return kindOf(file) == kind; }; };
  const bool isCxx = std::any_of(files.begin(), files.end(), isKind(Kind::Cxx));
  const bool isMixed = isCxx && std::any_of(files.begin(), files.end(), isKind(Kind::C));
  std::vector<std::string> link = {compilerFor(isCxx ? Kind::Cxx : Kind::C)};
  if (!isCxx)
    addSilence(link, files);
  for (std::size_t i = 0; i < files.size(); i++) {
    std::string file = files[i];
    if (isMixed && kindOf(file) == Kind::C) {
      const std::string object = fmt::format("{}/{}.o", folder, i);
      std::vector<std::string> command = {compilerFor(Kind::C), "-c", file, "-o", object};
      addSilence(command, {file});
      const std::vector<std::string> own = flagsFor(flags, Kind::C);
      command.insert(command.end(), own.begin(), own.end());
      if (const Status status = run(command, messages); !status)
        return status;
      file = object;
    }
    link.push_back(file);
  }
  const std::vector<std::string> own = isMixed ? flagsFor(flags, Kind::Cxx) : flags;
  link.insert(link.end(), own.begin(), own.end());
  link.insert(link.end(), {"-o", output});
  return run(link, messages);
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
                               std::string* messages) {
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
  return kindOf(file) == Kind::C || kindOf(file) == Kind::Cxx || litmus::isTestFile(file);
}

bool isLinkInput(const std::string& file) {
  return kindOf(file) == Kind::LinkInput;
}

Result<BuiltProgram> buildProgram(const std::vector<std::string>& named, const std::vector<std::string>& flags,
                                  std::string* messages) {
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
    if (kindOf(file) == Kind::Other)
      return Error{ErrorCode::BadUsage, file, "neither source nor object file; put the program's arguments after '--'"};

  Result<ProgramFolder> folder = ProgramFolder::make();
  if (!folder)
    return folder.error();
  std::vector<std::string> sources;
  for (const std::string& file : named)
    sources.push_back(fs::absolute(file).lexically_normal().string());
  const std::string path = folder->path();
  BuiltProgram program((fs::path(path) / fs::path(*firstSource).stem()).string(), std::move(*folder),
                       std::move(sources), flags);
  if (const Status status = compile(named, flags, path, program.path(), messages); !status)
    return status.error();
  return program;
}

} // namespace revisit
