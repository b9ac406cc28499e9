#include "check/distributed/subject.h"

#include "check/content_hash.h"
#include "check/distributed/rank_messages.h"
#include "check/packing.h"
#include "instrument/elf_file.h"

#include <link.h>
#include <unistd.h>

#include <filesystem>

namespace revisit {

namespace packing {

template <> struct Custom<ModelKind> {
  static Json write(ModelKind model) { return nameOf(model); }
  static ModelKind read(const Json& json) {
    const std::optional<ModelKind> model = modelNamed(json.get<std::string>());
    if (!model)
      throw std::out_of_range("an unknown memory model");
    return *model;
  }
};

template <> struct Custom<Equivalence> {
  static Json write(const Equivalence& equivalence) { return equivalenceText(equivalence); }
  static Equivalence read(const Json& json) {
    Equivalence equivalence;
    if (!parseEquivalence(json.get<std::string>(), equivalence))
      throw std::out_of_range("an unknown equivalence");
    return equivalence;
  }
};

template <> struct Custom<ErrorPolicy> {
  static Json write(const ErrorPolicy& policy) {
    Json kinds = Json::array();
    for (const ErrorKind kind : ErrorPolicy::allKinds())
      kinds.push_back({{"kind", toJson(kind)}, {"treatment", toJson(policy.of(kind))}, {"ends", policy.mayEnd(kind)}});
    return kinds;
  }
  static ErrorPolicy read(const Json& kinds) {
    ErrorPolicy policy;
    for (const Json& one : kinds) {
      const int kind = one.at("kind"), treatment = one.at("treatment");
      if (kind < 0 || kind >= static_cast<int>(ErrorKind::None) || treatment < 0 ||
          treatment > static_cast<int>(Treatment::Ignored))
        throw std::out_of_range("an unknown kind of error");
      policy.treat(static_cast<ErrorKind>(kind), static_cast<Treatment>(treatment));
      policy.letEnd(static_cast<ErrorKind>(kind), one.at("ends"));
    }
    return policy;
  }
};

template <> struct Custom<RaceRule::Names> {
  static Json write(RaceRule::Names names) { return static_cast<int>(names); }
  static RaceRule::Names read(const Json& json) {
    const int names = json;
    if (names < 0 || names > static_cast<int>(RaceRule::Names::Place))
      throw std::out_of_range("an unknown kind of rule");
    return static_cast<RaceRule::Names>(names);
  }
};

template <>
inline constexpr auto fieldsOf<RaceRule> =
    std::tuple{Field{"names", &RaceRule::names},   Field{"pattern", &RaceRule::pattern},
               Field{"file", &RaceRule::file},     Field{"line", &RaceRule::line},
               Field{"column", &RaceRule::column}, Field{"origin", &RaceRule::origin}};

template <>
inline constexpr auto fieldsOf<TypedPlace> =
    std::tuple{Field{"type", &TypedPlace::type}, Field{"file", &TypedPlace::file}, Field{"line", &TypedPlace::line},
               Field{"column", &TypedPlace::column}};

template <>
inline constexpr auto fieldsOf<RaceRules> =
    std::tuple{Field{"rules", &RaceRules::rules}, Field{"types", &RaceRules::types}};

// Of the options what a worker that explores pieces asks for.
using Checked = CheckedProgram;
template <>
inline constexpr auto fieldsOf<Checked> =
    std::tuple{Field{"path", &Checked::path}, Field{"arguments", &Checked::arguments},
               Field{"sources", &Checked::sources}, Field{"flags", &Checked::flags},
               Field{"input", &Checked::standardInput}};

using Search = SearchOptions;
template <>
inline constexpr auto fieldsOf<Search> =
    std::tuple{Field{"model", &Search::model}, Field{"all_accesses", &Search::allAccesses},
               Field{"reuse_memory", &Search::reuseMemory}};

using Bounds = CheckBounds;
template <>
inline constexpr auto fieldsOf<Bounds> =
    std::tuple{Field{"unroll", &Bounds::unroll}, Field{"watchdog", &Bounds::watchdogMs},
               Field{"time_outs", &Bounds::timeOuts}, Field{"recursion", &Bounds::recursion}, Field{"run_steps", &Bounds::runSteps},
               Field{"memory", &Bounds::memoryMiB}};

template <> inline constexpr auto fieldsOf<SharingOptions> = std::tuple{Field{"workers", &SharingOptions::workers}};

using Testing = TestSwitches;
template <>
inline constexpr auto fieldsOf<Testing> =
    std::tuple{Field{"os_threads", &Testing::osThreads},     Field{"fresh_runs", &Testing::freshRuns},
               Field{"keep_cache", &Testing::keepCache},     Field{"merge", &Testing::merge},
               Field{"second_model", &Testing::secondModel}, Field{"spread", &Testing::spreadPieces}};

using Check = CheckOptions;
template <>
inline constexpr auto fieldsOf<Check> =
    std::tuple{Field{"program", &Check::program}, Field{"search", &Check::search},
               Field{"bounds", &Check::bounds},   Field{"sharing", &Check::sharing},
               Field{"testing", &Check::testing}, Field{"spurious", &Check::spurious},
               Field{"faults", &Check::faults},   Field{"only", &Check::only}};

using Explore = ExploreOptions;
template <>
inline constexpr auto fieldsOf<Explore> = std::tuple{Field{"keep_going", &Explore::keepGoing},
                                                     Field{"duplicates", &Explore::checkDuplicates},
                                                     Field{"unroll", &Explore::unroll},
                                                     Field{"confirm", &Explore::confirmEvery},
                                                     Field{"errors", &Explore::errors},
                                                     Field{"intended", &Explore::intendedRaces},
                                                     Field{"all_places", &Explore::racesOfAllPlaces},
                                                     Field{"tries_spurious", &Explore::triesSpurious},
                                                     Field{"all_spurious", &Explore::allSpurious},
                                                     Field{"spurious_limit", &Explore::spuriousLimit},
                                                     Field{"fault_limit", &Explore::faultLimit},
                                                     Field{"equivalence", &Explore::equivalence},
                                                     Field{"seed", &Explore::seed}};

template <>
inline constexpr auto fieldsOf<Subject> = std::tuple{Field{"tool", &Subject::tool},
                                                     Field{"program", &Subject::program},
                                                     Field{"environment", &Subject::environment},
                                                     Field{"folder", &Subject::folder},
                                                     Field{"check", &Subject::check},
                                                     Field{"explore", &Subject::explore},
                                                     Field{"seconds", &Subject::secondsLeft},
                                                     Field{"patience", &Subject::patience}};

} // namespace packing

namespace {

namespace fs = std::filesystem;

std::string hashOfFile(const std::string& path) {
  const Result<instrument::MappedFile> file = instrument::MappedFile::open(path);
  return contentHash(file ? file.value().bytes() : std::string_view());
}

// What the addresses in a program depend on.
bool isSystemLibrary(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const std::string_view one : {"libc.so", "libm.so", "libgcc_s.so", "libstdc++.so", "ld-linux"})
    if (name.starts_with(one))
      return true;
  return false;
}

int addSystemLibrary(dl_phdr_info* library, std::size_t, void* all) {
  if (isSystemLibrary(library->dlpi_name))
    *static_cast<std::string*>(all) += hashOfFile(library->dlpi_name);
  return 0;
}

} // namespace

std::string fileBytes(const std::string& path) {
  const Result<instrument::MappedFile> file = instrument::MappedFile::open(path);
  return file ? std::string(file.value().bytes()) : std::string();
}

std::string fingerprintOfTool() {
  std::string all = hashOfFile("/proc/self/exe");
  std::error_code code;
  const fs::path libraries = fs::read_symlink("/proc/self/exe", code).parent_path().parent_path() / "lib";
  for (const fs::path& folder : {libraries / "revisit", libraries}) // in an installation and in a build tree
    all += hashOfFile(folder / "librevisit-runtime.so");
  dl_iterate_phdr(addSystemLibrary, &all);
  return contentHash(all);
}

Result<Subject> subjectOf(const CheckOptions& check, const ExploreOptions& explore) {
  Subject subject;
  subject.tool = fingerprintOfTool();
  subject.program = fileBytes(check.program.path);
  if (subject.program.empty())
    return Error{ErrorCode::NotFound, check.program.path, "the program cannot be read"};
  for (char** entry = environ; *entry != nullptr; entry++)
    subject.environment.emplace_back(*entry);
  std::error_code code;
  subject.folder = fs::current_path(code).string();
  subject.check = check;
  subject.explore = explore;
  return subject;
}

std::string bytesOf(const Subject& subject) {
  return packing::packed(packing::toJson(subject));
}

Result<Subject> subjectFrom(std::string_view bytes) {
  Result<Subject> subject = packing::unpacked<Subject>(bytes, wrongMessage);
  if (subject)
    subject->check.explore = subject->explore;
  return subject;
}

} // namespace revisit
