#include "sideways/session/drive_text.h"

#include "query/timeline/event_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace revisit {

namespace {

std::string stateText(const DrivenThread& thread) {
  if (thread.next.empty())
    return "has ended";
  if (!thread.waits.empty())
    return "waits for " + thread.waits;
  std::string text = fmt::format("{}  {}{}", thread.next, thread.place, thread.makesDifference ? "  *" : "");
  for (std::size_t i = 0; i < thread.ways.size(); i++)
    text += fmt::format("\n        {} {}  {}", thread.number, i + 1, thread.ways[i]);
  return text;
}

} // namespace

std::string drivenText(const std::vector<DrivenThread>& threads) {
  std::string text;
  for (const DrivenThread& thread : threads)
    text += fmt::format("  {:<4}{:<20}{}\n", threadText(thread.number), thread.name, stateText(thread));
  return text;
}

nlohmann::ordered_json drivenJson(std::size_t steps, const std::vector<DrivenThread>& threads) {
  nlohmann::ordered_json json = {{"steps", steps}, {"threads", nlohmann::ordered_json::array()}};
  for (const DrivenThread& thread : threads)
    json["threads"].push_back({{"thread", thread.number},
                               {"name", thread.name},
                               {"next", thread.next},
                               {"place", thread.place},
                               {"waits_for", thread.waits},
                               {"makes_difference", thread.makesDifference},
                               {"ways", thread.ways}});
  return json;
}

} // namespace revisit
