#include "exploration_settings.h"

#include "cli/options/check_words.h"
#include "model/text.h"
#include "shell/command_line.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <string_view>

namespace revisit::gui {
namespace {

const QString filesKey = QStringLiteral("files"), wordsKey = QStringLiteral("words"),
              risingKey = QStringLiteral("rising"), errorsKey = QStringLiteral("errors"),
              collectedKey = QStringLiteral("collected");

constexpr std::array<std::string_view, 3> treatmentNames = {"error", "warning", "ignored"}; // in the order of Treatment

QStringList listOf(const std::vector<std::string>& texts) {
  QStringList list;
  for (const std::string& text : texts)
    list << fromText(text);
  return list;
}

std::vector<std::string> textsOf(const QVariant& list) {
  std::vector<std::string> texts;
  for (const QString& text : list.toStringList())
    texts.push_back(text.toStdString());
  return texts;
}

// The differences from the default: kinds with another treatment, by name, and kinds that do not end the exploration.
QVariantMap treatmentsOf(const ErrorPolicy& policy) {
  const ErrorPolicy usual;
  QVariantMap map;
  for (const ErrorKind kind : ErrorPolicy::allKinds())
    if (policy.of(kind) != usual.of(kind))
      map.insert(fromText(errorName(kind)), fromText(treatmentNames[static_cast<std::size_t>(policy.of(kind))]));
  return map;
}

QStringList collectedOf(const ErrorPolicy& policy) {
  QStringList names;
  for (const ErrorKind kind : ErrorPolicy::allKinds())
    if (!policy.mayEnd(kind))
      names << fromText(errorName(kind));
  return names;
}

ErrorPolicy policyFrom(const QVariantMap& treatments, const QStringList& collected) {
  ErrorPolicy policy;
  for (const ErrorKind kind : ErrorPolicy::allKinds()) {
    const QString name = fromText(errorName(kind));
    const auto treated = std::ranges::find(treatmentNames, treatments.value(name).toString().toStdString());
    if (treated != treatmentNames.end())
      policy.treat(kind, static_cast<Treatment>(treated - treatmentNames.begin()));
    policy.letEnd(kind, !collected.contains(name));
  }
  return policy;
}

} // namespace

// As the command line that does it. What that does not say has entries of its own.
QVariantMap toVariant(const ExplorationRequest& request) {
  const std::vector<std::string> words = commandOf(request);
  const CheckOptions& check = request.check;
  return {{filesKey, listOf(request.files)},
          {wordsKey, listOf({words.begin() + 2, words.end()})}, // without "revisit check"
          {risingKey, check.bounds.rising.unroll},
          {errorsKey, treatmentsOf(check.explore.errors)},
          {collectedKey, collectedOf(check.explore.errors)}};
}

std::optional<ExplorationRequest> explorationFrom(const QVariantMap& map) {
  const std::vector<std::string> words = textsOf(map.value(wordsKey));
  const bool goesOn = std::ranges::find(words, "--keep-going") != words.end();
  Result<CommandLine> line = parseCommandLine(words);
  if (!line || line->request.files.empty())
    return std::nullopt;
  CheckOptions& check = line->request.check;
  if (!map.value(risingKey).toBool())
    check.bounds.rising = {};
  check.explore.keepGoing = goesOn;
  check.explore.errors = policyFrom(map.value(errorsKey).toMap(), map.value(collectedKey).toStringList());
  return std::move(line->request);
}

} // namespace revisit::gui
