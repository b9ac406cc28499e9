#include "exploration_settings.h"

#include "model/text.h"

#include <QStringList>

#include <algorithm>

namespace revisit::gui {
namespace {

const QString filesKey = QStringLiteral("files"), flagsKey = QStringLiteral("compilerFlags"),
              argumentsKey = QStringLiteral("arguments"), modelKey = QStringLiteral("model"),
              algorithmKey = QStringLiteral("algorithm"), unrollKey = QStringLiteral("unroll"),
              accessesKey = QStringLiteral("allAccesses"), reuseKey = QStringLiteral("reuseMemory"),
              keepGoingKey = QStringLiteral("keepGoing"), maximumKey = QStringLiteral("maxExecutions"),
              timeoutKey = QStringLiteral("timeout"), seedKey = QStringLiteral("seed"),
              depthKey = QStringLiteral("depth"), preemptionsKey = QStringLiteral("preemptions"),
              raceKey = QStringLiteral("race"), exitStatusKey = QStringLiteral("exitStatus");

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

} // namespace

QVariantMap toVariant(const ExplorationRequest& request) {
  const CheckOptions& check = request.check;
  return {{filesKey, listOf(request.files)},
          {flagsKey, listOf(request.compilerFlags)},
          {argumentsKey, listOf(check.arguments)},
          {modelKey, fromText(check.model)},
          {algorithmKey, fromText(nameOf(check.algorithm))},
          {unrollKey, check.unroll},
          {accessesKey, check.allAccesses},
          {reuseKey, check.reuseMemory},
          {keepGoingKey, check.explore.keepGoing},
          {maximumKey, static_cast<qulonglong>(check.explore.maxExecutions)},
          {timeoutKey, check.explore.timeoutSeconds},
          {seedKey, static_cast<qulonglong>(check.explore.seed)},
          {depthKey, check.explore.depth},
          {preemptionsKey, check.explore.preemptions},
          {raceKey, static_cast<int>(check.explore.errors.of(ErrorKind::Race))},
          {exitStatusKey, check.explore.errors.isError(ErrorKind::ExitStatus)}};
}

std::optional<ExplorationRequest> explorationFrom(const QVariantMap& map) {
  ExplorationRequest request;
  CheckOptions& check = request.check;
  request.files = textsOf(map.value(filesKey));
  request.compilerFlags = textsOf(map.value(flagsKey));
  check.arguments = textsOf(map.value(argumentsKey));
  check.model = map.value(modelKey, fromText(check.model)).toString().toStdString();
  check.algorithm = algorithmNamed(map.value(algorithmKey).toString().toStdString()).value_or(Algorithm::ConDpor);
  check.unroll = std::max(1U, map.value(unrollKey, check.unroll).toUInt());
  check.allAccesses = map.value(accessesKey).toBool();
  check.reuseMemory = map.value(reuseKey).toBool();
  check.explore.keepGoing = map.value(keepGoingKey, true).toBool();
  check.explore.maxExecutions = map.value(maximumKey).toULongLong();
  check.explore.timeoutSeconds = std::max(0.0, map.value(timeoutKey).toDouble());
  check.explore.seed = map.value(seedKey, qulonglong{1}).toULongLong();
  check.explore.depth = std::max(1U, map.value(depthKey, check.explore.depth).toUInt());
  check.explore.preemptions = map.value(preemptionsKey, check.explore.preemptions).toUInt();
  const int race = std::clamp(map.value(raceKey, 0).toInt(), 0, static_cast<int>(Treatment::Ignored));
  check.explore.errors.treat(ErrorKind::Race, static_cast<Treatment>(race));
  if (map.value(exitStatusKey).toBool())
    check.explore.errors.treat(ErrorKind::ExitStatus, Treatment::Error);
  return request.files.empty() ? std::nullopt : std::optional(request);
}

} // namespace revisit::gui
