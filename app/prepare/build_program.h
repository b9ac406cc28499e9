// From what the user names, a program or source files, to an instrumented program: sources are compiled on the spot
// with the compilers beside this executable. What the command line and the window share.
// Thread rule: any thread (it starts processes and waits for them).
#pragma once

#include "base/result.h"
#include "prepare/program_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit {

// A program that is ready to run. One that was compiled here lies in a folder of its own, which goes away with this
// object unless kept.
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
  // What to call files made for it: the first source or the program, without folder and ending.
  std::string name() const;
  void keep() { m_isKept = true; }

private:
  std::string m_path;
  std::optional<ProgramFolder> m_folder;
  bool m_isKept = false;
  std::vector<std::string> m_sources, m_flags;
};

// `named`: one program, or source files with the objects and archives to link. The compiler's own messages are added to
// `messages`; without it they go to standard error. Fails with BadUsage, NotFound or CompileFailed.
Result<BuiltProgram> buildProgram(const std::vector<std::string>& named, const std::vector<std::string>& flags,
                                  std::string* messages = nullptr);

// The compilers' option by which signed overflow and division by zero are errors.
inline constexpr const char* arithmeticFlag = "-frevisit-arithmetic";
// The one by which accesses to volatile objects are relaxed atomic ones.
inline constexpr const char* relaxedVolatileFlag = "-frevisit-volatile=relaxed";

// Whether the name ends as that of a C or C++ source does; of an object, an archive or a library.
bool isSourceFile(const std::string& file);
bool isLinkInput(const std::string& file);

} // namespace revisit
