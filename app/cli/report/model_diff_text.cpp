#include "cli/report/model_diff_text.h"

#include "query/interleaving/columns.h"
#include "query/interleaving/interleaving.h"
#include "query/timeline/event_text.h"
#include "witness/names.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace revisit::cli {

namespace {

using Json = nlohmann::ordered_json;

// "1 behaviour", "3 behaviours".
std::string countText(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string differenceText(const ModelDiff& diff, const ModelDifference& difference, const std::string& path,
                           unsigned width) {
  std::string text = fmt::format("  execution {}, {}\n", difference.execution, nameOf(difference.kind));
  if (!difference.witness)
    return text;
  const Witness& witness = *difference.witness;
  text += columns(witness, interleavingRows(witness), {width, false, std::nullopt});
  if (difference.forbidden != 0) {
    std::vector<std::string> names;
    for (const WitnessThread& thread : witness.threads)
      names.push_back(thread.name);
    const WitnessEvent& event = witness.schedule[difference.forbidden - 1];
    const std::string place = placeText(event);
    text +=
        fmt::format("  under {}, {} cannot '{}'{} after the events before it\n", nameOf(diff.first.model),
                    threadText(witness, event.thread), eventText(event, names), place.empty() ? "" : " at " + place);
  }
  if (!path.empty())
    text += fmt::format("  witness: {}\n", path);
  return text;
}

} // namespace

std::string modelDiffText(const ModelDiff& diff, const std::vector<std::string>& paths, unsigned width) {
  const std::string_view first = nameOf(diff.first.model), second = nameOf(diff.second.model);
  std::string text;
  for (std::size_t i = 0; i < diff.differences.size(); i++)
    text += fmt::format("only under {}, {} of {}\n{}\n", second, i + 1, diff.onlySecond,
                        differenceText(diff, diff.differences[i], paths[i], width));
  for (const ModelDiff::Side& side : {diff.first, diff.second})
    text += fmt::format("{}: {}, {}\n", nameOf(side.model), countText(side.executions, "execution"),
                        countText(side.behaviours, "behaviour"));
  for (const CheckNote& reason : diff.reasons)
    text += fmt::format("  {}: {}\n", reason.kind, reason.detail);
  if (!diff.reasons.empty())
    text += "INCOMPLETE: not everything was compared\n";
  else if (diff.onlySecond == 0)
    text += fmt::format("SAME: every behaviour under {} is one under {}\n", second, first);
  else
    text += fmt::format("DIFFERENT: {} under {} that {} does not allow\n", countText(diff.onlySecond, "behaviour"),
                        second, first);
  return text;
}

std::string modelDiffJson(const ModelDiff& diff, const std::vector<std::string>& paths) {
  Json json = {{"schema_version", 1}, {"only_second", diff.onlySecond}, {"seconds", diff.seconds}};
  for (const auto& [key, side] : {std::pair("first", diff.first), std::pair("second", diff.second)})
    json[key] = {{"model", nameOf(side.model)}, {"executions", side.executions}, {"behaviours", side.behaviours}};
  json["differences"] = Json::array();
  for (std::size_t i = 0; i < diff.differences.size(); i++)
    json["differences"].push_back({{"execution", diff.differences[i].execution},
                                   {"ending", nameOf(diff.differences[i].kind)},
                                   {"forbidden_event", diff.differences[i].forbidden},
                                   {"witness", paths[i]}});
  json["reasons"] = Json::array();
  for (const CheckNote& reason : diff.reasons)
    json["reasons"].push_back({{"kind", reason.kind}, {"detail", reason.detail}});
  return json.dump(1) + "\n";
}

} // namespace revisit::cli
