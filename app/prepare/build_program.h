// Makes an instrumented program of what the user names, a program or source files: sources are compiled with the
// compiler wrappers next to this executable. Shared by the command line and the window. Thread rule: any thread (it
// starts processes and waits for them).
#pragma once

#include "base/result.h"
#include "prepare/program_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit {

// A program that is ready to run. A program that was compiled here is in a separate folder, which is deleted with this
// object unless it is kept.
class BuiltProgram {
public:
  explicit BuiltProgram(std::string path) : m_path(std::move(path)) {}
  BuiltProgram(std::string path, ProgramFolder folder, std::vector<std::string> sources,
               std::vector<std::string> flags);
  BuiltProgram(BuiltProgram&& other) noexcept;
  BuiltProgram& operator=(BuiltProgram&&) = delete;
  ~BuiltProgram();

  const std::string& path() const { return m_path; } // absolute
  const std::vector<std::string>& sources() const { return m_sources; }
  const std::vector<std::string>& flags() const { return m_flags; }
  // The base name for output files: the first source or the program, without folder and extension.
  std::string name() const;
  void keep() { m_isKept = true; }

private:
  std::string m_path;
  std::optional<ProgramFolder> m_folder;
  bool m_isKept = false;
  std::vector<std::string> m_sources, m_flags;
};

// `named`: one program, one litmus test, or source files with objects and archives to link. The compiler's messages are
// appended to `messages`; if it is null they go to standard error, and the error says what would help. Sources are
// compiled with the options of their project, too: see project/project_options.h. Fails with BadUsage, NotFound or
// CompileFailed.
Result<BuiltProgram> buildProgram(const std::vector<std::string>& named, const std::vector<std::string>& flags,
                                  std::string* messages = nullptr);

// The wrappers' option that makes signed overflow and division by zero errors.
inline constexpr const char* arithmeticFlag = "-frevisit-arithmetic";
// The option that makes accesses to volatile objects relaxed atomic ones.
inline constexpr const char* relaxedVolatileFlag = "-frevisit-volatile=relaxed";

// The option, followed by FILE:LINE, by which a line of the source tells of each time that a thread reaches it.
inline constexpr const char* markFlag = "-frevisit-mark=";
// The option, followed by NAME:BYTES, by which the file of that name has unknown content.
inline constexpr const char* unknownFileFlag = "-frevisit-unknown-file=";

// Whether the name has the extension of a C or C++ source or of a litmus test; of an object, an archive or a library.
bool isSourceFile(const std::string& file);
bool isLinkInput(const std::string& file);

} // namespace revisit
