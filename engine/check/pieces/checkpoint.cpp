#include "check/pieces/checkpoint.h"

#include "base/replace_file.h"
#include "check/pieces/content_hash.h"
#include "check/pieces/piece_bytes.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <fstream>
#include <iterator>

namespace revisit {

namespace {

using Json = nlohmann::json;

constexpr std::string_view magic = "revisit checkpoint 3\n";

std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Json treatments(const ErrorPolicy& policy) {
  Json all = Json::array();
  for (int kind = 0; kind < static_cast<int>(ErrorKind::None); kind++) {
    const auto error = static_cast<ErrorKind>(kind);
    all.push_back(static_cast<int>(policy.of(error)) * 2 + (policy.ends(error) ? 1 : 0));
  }
  return all;
}

// What the exploration depends on, by the name under which a user knows it.
Json subjectOf(const CheckOptions& options, const instrument::Image& image) {
  Json rules = Json::array();
  for (const RaceRule& rule : options.explore.intendedRaces.rules)
    rules.push_back(rule.origin);
  return {{"the tool", contentHash(contentOf("/proc/self/exe"))},
          {"the program", image.buildId()},
          {"the program's arguments", options.program.arguments},
          {"its standard input", options.program.standardInput ? contentHash(*options.program.standardInput) : ""},
          {"--model", nameOf(options.search.model)},
          {"--equivalence", equivalenceText(options.explore.equivalence)},
          {"--unroll", options.bounds.unroll},
          {"--time-outs", options.bounds.timeOuts},
          {"--recursion", options.bounds.recursion},
          {"--run-steps", options.bounds.runSteps},
          {"--watchdog", options.bounds.watchdogMs},
          {"--all-accesses", options.search.allAccesses},
          {"--reuse-memory", options.search.reuseMemory},
          {"--spurious, --faults or --signals", options.permitted()},
          {"--spurious-limit", options.explore.spuriousLimit},
          {"--all-spurious", options.explore.allSpurious},
          {"--fault-limit", options.explore.faultLimit},
          {"--no-merge", !options.testing.merge},
          {"--no-second-model", !options.testing.secondModel},
          {"--keep-going", options.explore.keepGoing},
          {"--only", options.only},
          {"--ignore, --warn, --exit-status or --stop-at", treatments(options.explore.errors)},
          {"--suppressions", rules}};
}

std::string packedHeader(const std::string& payload) {
  return fmt::format("{}{:016x} {}\n", magic, payload.size(), contentHash(payload));
}

} // namespace

CheckpointFile::CheckpointFile(std::string path, const CheckOptions& options, const instrument::Image& image)
    : m_path(std::move(path)),
      m_subject(subjectOf(options, image).dump(-1, ' ', true, Json::error_handler_t::replace)) {}

Result<std::optional<Checkpoint>> CheckpointFile::read() const {
  if (::access(m_path.c_str(), F_OK) != 0)
    return std::optional<Checkpoint>();
  const Error broken{ErrorCode::BadFormat, m_path,
                     "this is no whole checkpoint of this version; remove the file to begin anew, or name another one"};
  const std::string content = contentOf(m_path);
  const std::size_t headerSize = packedHeader("").size();
  if (content.size() < headerSize || !content.starts_with(magic))
    return broken;
  const std::string payload = content.substr(headerSize);
  if (content.substr(0, headerSize) != packedHeader(payload))
    return broken;
  const std::size_t end = payload.find('\n');
  if (end == std::string::npos)
    return broken;
  const Json subject = Json::parse(m_subject), known = Json::parse(payload.substr(0, end), nullptr, false);
  for (const auto& [name, value] : subject.items())
    if (!known.is_object() || !known.contains(name) || known[name] != value)
      return Error{ErrorCode::BadUsage, m_path,
                   fmt::format("the checkpoint is of another exploration: {} changed; explore as before, or remove the "
                               "file to begin anew",
                               name)};
  Result<PieceList::State> state = stateFrom(std::string_view(payload).substr(end + 1));
  if (!state)
    return broken;
  return std::optional(Checkpoint{std::move(*state), known.value("seconds", 0.0)});
}

Status CheckpointFile::write(const Checkpoint& checkpoint) const {
  Json subject = Json::parse(m_subject);
  subject["seconds"] = checkpoint.seconds;
  const std::string payload =
      subject.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n' + bytesOf(checkpoint.state);
  if (const std::error_code error = replaceFile(m_path, packedHeader(payload) + payload, Durable::Yes))
    return Error{ErrorCode::BadUsage, m_path, fmt::format("cannot write the checkpoint: {}", error.message())};
  return Done{};
}

} // namespace revisit
