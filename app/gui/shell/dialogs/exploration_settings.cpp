#include "exploration_settings.h"

#include "model/text.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <string_view>

namespace revisit::gui {
namespace {

const QString filesKey = QStringLiteral("files"), flagsKey = QStringLiteral("compilerFlags"),
              argumentsKey = QStringLiteral("arguments"), modelKey = QStringLiteral("model"),
              algorithmKey = QStringLiteral("algorithm"), summariesKey = QStringLiteral("summaries"),
              sleepKey = QStringLiteral("sleepSets"), slicingKey = QStringLiteral("slicing"),
              symbolsKey = QStringLiteral("readSymbols"), unrollKey = QStringLiteral("unroll"),
              accessesKey = QStringLiteral("allAccesses"), reuseKey = QStringLiteral("reuseMemory"),
              keepGoingKey = QStringLiteral("keepGoing"), maximumKey = QStringLiteral("maxExecutions"),
              timeoutKey = QStringLiteral("timeout"), seedKey = QStringLiteral("seed"),
              depthKey = QStringLiteral("depth"), preemptionsKey = QStringLiteral("preemptions"),
              arithmeticKey = QStringLiteral("arithmetic"), inputKey = QStringLiteral("standardInput"),
              errorsKey = QStringLiteral("errors"), collectedKey = QStringLiteral("collected");

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

QVariantMap toVariant(const ExplorationRequest& request) {
  const CheckOptions& check = request.check;
  return {{filesKey, listOf(request.files)},
          {flagsKey, listOf(request.compilerFlags)},
          {argumentsKey, listOf(check.program.arguments)},
          {modelKey, fromText(nameOf(check.search.model))},
          {algorithmKey, fromText(nameOf(check.search.algorithm))},
          {summariesKey, check.search.summaries},
          {sleepKey, check.search.sleepSets},
          {slicingKey, check.search.slices()},
          {symbolsKey, check.search.readSymbols},
          {unrollKey, check.bounds.unroll},
          {accessesKey, check.search.allAccesses},
          {reuseKey, check.search.reuseMemory},
          {keepGoingKey, check.explore.keepGoing},
          {maximumKey, static_cast<qulonglong>(check.explore.maxExecutions)},
          {timeoutKey, check.explore.timeoutSeconds},
          {seedKey, static_cast<qulonglong>(check.explore.seed)},
          {depthKey, check.explore.depth},
          {preemptionsKey, check.explore.preemptions},
          {arithmeticKey, request.arithmetic},
          {inputKey, fromText(request.input)},
          {errorsKey, treatmentsOf(check.explore.errors)},
          {collectedKey, collectedOf(check.explore.errors)}};
}

std::optional<ExplorationRequest> explorationFrom(const QVariantMap& map) {
  ExplorationRequest request;
  CheckOptions& check = request.check;
  request.files = textsOf(map.value(filesKey));
  request.compilerFlags = textsOf(map.value(flagsKey));
  check.program.arguments = textsOf(map.value(argumentsKey));
  check.search.model = modelNamed(map.value(modelKey).toString().toStdString()).value_or(ModelKind::Sc);
  check.search.algorithm =
      algorithmNamed(map.value(algorithmKey).toString().toStdString()).value_or(Algorithm::ConDpor);
  check.search.summaries = map.value(summariesKey).toBool() && canSummarise(check.search.algorithm);
  check.search.sleepSets = map.value(sleepKey).toBool() && exploresPaths(check.search.algorithm);
  if (check.search.summarises() && map.contains(slicingKey))
    check.search.slicing = map.value(slicingKey).toBool();
  check.search.readSymbols = map.value(symbolsKey, true).toBool() || !check.search.summarises();
  check.bounds.unroll = std::max(1U, map.value(unrollKey, check.bounds.unroll).toUInt());
  check.search.allAccesses = map.value(accessesKey).toBool();
  check.search.reuseMemory = map.value(reuseKey).toBool();
  check.explore.keepGoing = map.value(keepGoingKey, true).toBool();
  check.explore.maxExecutions = map.value(maximumKey).toULongLong();
  check.explore.timeoutSeconds = std::max(0.0, map.value(timeoutKey).toDouble());
  check.explore.seed = map.value(seedKey, qulonglong{1}).toULongLong();
  check.explore.depth = std::max(1U, map.value(depthKey, check.explore.depth).toUInt());
  check.explore.preemptions = map.value(preemptionsKey, check.explore.preemptions).toUInt();
  request.arithmetic = map.value(arithmeticKey).toBool();
  request.input = map.value(inputKey).toString().toStdString();
  check.explore.errors = policyFrom(map.value(errorsKey).toMap(), map.value(collectedKey).toStringList());
  return request.files.empty() ? std::nullopt : std::optional(request);
}

} // namespace revisit::gui
