#include "check/distributed/subject.h"

#include "check/content_hash.h"
#include "check/distributed/rank_messages.h"
#include "check/packing.h"
#include "instrument/elf_file.h"

#include <link.h>
#include <unistd.h>

#include <filesystem>

namespace revisit {

namespace {

namespace fs = std::filesystem;
using packing::binary;
using packing::bytesIn;
using packing::Json;

Json listOfBytes(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts)
    list.push_back(binary(text));
  return list;
}

std::vector<std::string> listFrom(const Json& list) {
  std::vector<std::string> texts;
  for (const Json& text : list)
    texts.push_back(bytesIn(text));
  return texts;
}

Json checkJson(const CheckOptions& check) {
  Json json = {{"program", binary(check.program.path)},
               {"arguments", listOfBytes(check.program.arguments)},
               {"sources", listOfBytes(check.program.sources)},
               {"flags", listOfBytes(check.program.flags)},
               {"model", nameOf(check.search.model)},
               {"unroll", check.bounds.unroll},
               {"all_accesses", check.search.allAccesses},
               {"reuse_memory", check.search.reuseMemory},
               {"spurious", check.triesSpurious()},
               {"faults", check.faults},
               {"os_threads", check.testing.osThreads},
               {"fresh_runs", check.testing.freshRuns},
               {"keep_cache", check.testing.keepCache},
               {"merge", check.testing.merge},
               {"second_model", check.testing.secondModel},
               {"watchdog", check.bounds.watchdogMs},
               {"recursion", check.bounds.recursion},
               {"run_steps", check.bounds.runSteps},
               {"memory", check.bounds.memoryMiB},
               {"only", check.only},
               {"workers", check.sharing.workers},
               {"spread", check.testing.spreadPieces}};
  if (check.program.standardInput)
    json["input"] = binary(*check.program.standardInput);
  return json;
}

CheckOptions checkFrom(const Json& json) {
  CheckOptions check;
  check.program.path = bytesIn(json.at("program"));
  check.program.arguments = listFrom(json.at("arguments"));
  check.program.sources = listFrom(json.at("sources"));
  check.program.flags = listFrom(json.at("flags"));
  const std::optional<ModelKind> model = modelNamed(json.at("model").get<std::string>());
  if (!model)
    throw std::out_of_range("an unknown memory model");
  check.search.model = *model;
  check.bounds.unroll = json.at("unroll");
  check.search.allAccesses = json.at("all_accesses");
  check.search.reuseMemory = json.at("reuse_memory");
  check.spurious = json.at("spurious").get<bool>();
  check.faults = json.at("faults");
  check.testing.osThreads = json.at("os_threads");
  check.testing.freshRuns = json.at("fresh_runs");
  check.testing.keepCache = json.at("keep_cache");
  check.testing.merge = json.at("merge");
  check.testing.secondModel = json.at("second_model");
  check.bounds.watchdogMs = json.at("watchdog");
  check.bounds.recursion = json.at("recursion");
  check.bounds.runSteps = json.at("run_steps");
  check.bounds.memoryMiB = json.at("memory");
  check.only = json.at("only");
  check.sharing.workers = json.at("workers");
  check.testing.spreadPieces = json.at("spread");
  if (json.contains("input"))
    check.program.standardInput = bytesIn(json.at("input"));
  return check;
}

Json policyJson(const ErrorPolicy& policy) {
  Json kinds = Json::array();
  for (const ErrorKind kind : ErrorPolicy::allKinds())
    kinds.push_back({static_cast<int>(kind), static_cast<int>(policy.of(kind)), policy.mayEnd(kind)});
  return kinds;
}

ErrorPolicy policyFrom(const Json& kinds) {
  ErrorPolicy policy;
  for (const Json& one : kinds) {
    const int kind = one.at(0), treatment = one.at(1);
    if (kind < 0 || kind >= static_cast<int>(ErrorKind::None) || treatment < 0 ||
        treatment > static_cast<int>(Treatment::Ignored))
      throw std::out_of_range("an unknown kind of error");
    policy.treat(static_cast<ErrorKind>(kind), static_cast<Treatment>(treatment));
    policy.letEnd(static_cast<ErrorKind>(kind), one.at(2));
  }
  return policy;
}

Json racesJson(const RaceRules& races) {
  Json rules = Json::array(), types = Json::array();
  for (const RaceRule& rule : races.rules)
    rules.push_back({static_cast<int>(rule.names), binary(rule.pattern), binary(rule.file), rule.line, rule.column,
                     binary(rule.origin)});
  for (const TypedPlace& place : races.types)
    types.push_back({binary(place.type), binary(place.file), place.line, place.column});
  return {rules, types};
}

RaceRules racesFrom(const Json& json) {
  RaceRules races;
  for (const Json& rule : json.at(0)) {
    const int names = rule.at(0);
    if (names < 0 || names > static_cast<int>(RaceRule::Names::Place))
      throw std::out_of_range("an unknown kind of rule");
    races.rules.push_back({static_cast<RaceRule::Names>(names), bytesIn(rule.at(1)), bytesIn(rule.at(2)), rule.at(3),
                           rule.at(4), bytesIn(rule.at(5))});
  }
  for (const Json& place : json.at(1))
    races.types.push_back({bytesIn(place.at(0)), bytesIn(place.at(1)), place.at(2), place.at(3)});
  return races;
}

Json exploreJson(const ExploreOptions& explore) {
  return {{"keep_going", explore.keepGoing},
          {"duplicates", explore.checkDuplicates},
          {"unroll", explore.unroll},
          {"confirm", explore.confirmEvery},
          {"errors", policyJson(explore.errors)},
          {"intended", racesJson(explore.intendedRaces)},
          {"all_places", explore.racesOfAllPlaces},
          {"tries_spurious", explore.triesSpurious},
          {"all_spurious", explore.allSpurious},
          {"spurious_limit", explore.spuriousLimit},
          {"fault_limit", explore.faultLimit},
          {"equivalence", equivalenceText(explore.equivalence)},
          {"seed", explore.seed}};
}

ExploreOptions exploreFrom(const Json& json) {
  ExploreOptions explore;
  explore.keepGoing = json.at("keep_going");
  explore.checkDuplicates = json.at("duplicates");
  explore.unroll = json.at("unroll");
  explore.confirmEvery = json.at("confirm");
  explore.errors = policyFrom(json.at("errors"));
  explore.intendedRaces = racesFrom(json.at("intended"));
  explore.racesOfAllPlaces = json.at("all_places");
  explore.triesSpurious = json.at("tries_spurious");
  explore.allSpurious = json.at("all_spurious");
  explore.spuriousLimit = json.at("spurious_limit");
  explore.faultLimit = json.at("fault_limit");
  explore.seed = json.at("seed");
  if (!parseEquivalence(json.at("equivalence").get<std::string>(), explore.equivalence))
    throw std::out_of_range("an unknown equivalence");
  return explore;
}

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
  return packing::packed({{"tool", subject.tool},
                          {"program", binary(subject.program)},
                          {"environment", listOfBytes(subject.environment)},
                          {"folder", binary(subject.folder)},
                          {"check", checkJson(subject.check)},
                          {"explore", exploreJson(subject.explore)},
                          {"seconds", subject.secondsLeft},
                          {"patience", subject.patience}});
}

Result<Subject> subjectFrom(std::string_view bytes) {
  return packing::unpacked<Subject>(
      bytes,
      [](const Json& json) {
        Subject subject;
        subject.tool = json.at("tool");
        subject.program = bytesIn(json.at("program"));
        subject.environment = listFrom(json.at("environment"));
        subject.folder = bytesIn(json.at("folder"));
        subject.check = checkFrom(json.at("check"));
        subject.explore = exploreFrom(json.at("explore"));
        subject.check.explore = subject.explore;
        subject.secondsLeft = json.at("seconds");
        subject.patience = json.at("patience");
        return subject;
      },
      wrongMessage);
}

} // namespace revisit
