#include "error_options.h"

#include "base/suggestion.h"
#include "witness/names.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace revisit::cli {
namespace {

std::vector<std::string> kindNames() {
  std::vector<std::string> names;
  for (const ErrorKind kind : ErrorPolicy::allKinds())
    names.emplace_back(errorName(kind));
  return names;
}

CLI::Validator errorKind() {
  return {[](std::string& text) {
            const auto kind = errorKindNamed(text);
            return kind && *kind != ErrorKind::None
                       ? std::string()
                       : fmt::format("'{}' is no kind of error{}", text, didYouMean(text, kindNames()));
          },
          "KIND"};
}

std::vector<ErrorKind> kindsOf(const std::vector<std::string>& names) {
  std::vector<ErrorKind> kinds;
  for (const std::string& name : names)
    kinds.push_back(errorKindNamed(name).value_or(ErrorKind::None));
  return kinds;
}

} // namespace

void addErrorOptions(CLI::App& command, ErrorOptions& options) {
  command.add_option("--race", options.race, "what a data race is: error, warn or ignore")
      ->check(CLI::IsMember({"error", "warn", "ignore"}))
      ->capture_default_str()
      ->group(errorGroup);
  command
      .add_option("--stop-on", options.stopOn,
                  "of the kinds of errors only these end the exploration (KIND,KIND...); the others are collected")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(errorKind())
      ->group(errorGroup);
  command
      .add_option("--ignore", options.ignore,
                  fmt::format("do not report errors of these kinds (KIND,KIND...); the kinds are {}",
                              fmt::join(kindNames(), ", ")))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(errorKind())
      ->group(errorGroup);
  command.add_flag("--exit-status", options.exitStatus, "an exit with a status other than 0 is an error")
      ->group(errorGroup);
}

Result<ErrorPolicy> policyOf(const ErrorOptions& options) {
  for (const std::string& name : options.ignore)
    if (std::ranges::find(options.stopOn, name) != options.stopOn.end())
      return Error{ErrorCode::BadUsage, "--ignore " + name, "--stop-on names this kind too; leave one of the two out"};
  ErrorPolicy policy;
  if (options.race != "error")
    policy.treat(ErrorKind::Race, options.race == "warn" ? Treatment::Warning : Treatment::Ignored);
  if (options.exitStatus)
    policy.treat(ErrorKind::ExitStatus, Treatment::Error);
  if (!options.stopOn.empty())
    policy.stopOnlyOn(kindsOf(options.stopOn));
  for (const ErrorKind kind : kindsOf(options.ignore))
    policy.treat(kind, Treatment::Ignored);
  return policy;
}

} // namespace revisit::cli
