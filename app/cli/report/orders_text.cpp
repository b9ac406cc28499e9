#include "orders_text.h"

#include "check/report/check_notes.h"
#include "order_patch.h"
#include "program/error_kind.h"
#include "table_text.h"
#include "witness/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace revisit::cli {

namespace {

using Json = nlohmann::ordered_json;
using Verdict = OrdersReport::Verdict;

constexpr const char* scope = "for this client and these bounds";

std::string sitePlace(const OrderSite& site) {
  return fmt::format("{}:{}", site.place.file, site.place.line);
}

// "acquire"; of a compare-and-swap, the order of failure too: "acq_rel, acquire".
std::string orderText(const OrderSite& site, OrderLevel level) {
  const MemoryOrder order = level == site.now ? site.order : orderOf(level);
  std::string text(nameOf(order));
  if (site.label == LabelKind::Cas)
    text += fmt::format(", {}", nameOf(failureOrderOf(level, site.now, site.failureOrder)));
  if (site.kind == SiteKind::Fence && level == relaxedLevel)
    text += " (no fence)";
  return text;
}

std::vector<std::size_t> changesOf(const OrdersReport& report, const OrderAssignment& levels) {
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < levels.size(); i++)
    if (levels[i] != report.sites[i].now)
      changed.push_back(i);
  return changed;
}

// By site: by file, line and column.
std::vector<std::size_t> inOrder(const OrdersReport& report) {
  std::vector<std::size_t> order(report.sites.size());
  for (std::size_t i = 0; i < order.size(); i++)
    order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) {
    const SourcePosition& place = report.sites[i].place;
    return std::tuple(place.file, place.line, place.column, i);
  });
  return order;
}

class OrdersPage {
public:
  OrdersPage(const OrdersReport& report, std::size_t width, const SourceReader& sources)
      : m_report(report), m_width(width == 0 ? SIZE_MAX : width), m_sources(sources) {}

  std::string whole() {
    if (m_report.failure)
      addFailure(*m_report.failure);
    for (std::size_t i = 0; i < m_report.repairs.size(); i++)
      addRepair(i);
    if (m_report.unproven)
      addUnproven();
    if (m_report.verdict == Verdict::Passes)
      addWeaker();
    addReasons();
    addConclusion();
    return std::move(m_text);
  }

private:
  template <class... Values> void add(fmt::format_string<Values...> format, Values&&... values) {
    m_text += fmt::format(format, std::forward<Values>(values)...);
  }

  void addFailure(const OrderFailure& failure) {
    add("fails under {} as written: {}{}\n  execution {}\n\n", nameOf(m_report.model), failure.message,
        failure.file.empty() ? "" : fmt::format(" at {}:{}", failure.file, failure.line), failure.execution);
  }

  // The orders that differ from those as written, as a table.
  void addChanges(const OrderAssignment& levels, const std::vector<bool>& patched, const char* heading) {
    std::vector<std::string> rows = {fmt::format("| place | operation | order now | {} | |", heading),
                                     "|---|---|---|---|---|"};
    for (const std::size_t i : inOrder(m_report)) {
      const OrderSite& site = m_report.sites[i];
      if (i >= levels.size() || levels[i] == site.now)
        continue;
      rows.push_back(fmt::format("| {} | {} | {} | {} | {} |", sitePlace(site), site.operation,
                                 orderText(site, site.now), orderText(site, levels[i]),
                                 patched[i] ? "" : writeText(levels[i])));
    }
    m_text += tableText(rows, m_width);
  }

  static std::string writeText(OrderLevel level) {
    return fmt::format("not written here: it has to become memory_order_{}", nameOf(orderOf(level)));
  }

  void addRepair(std::size_t number) {
    const OrderAssignment& levels = m_report.repairs[number];
    const OrderPatch patch = patchOf(m_report.sites, levels, m_sources);
    add("repair {} of {}{}: {}\n", number + 1, m_report.repairs.size(), m_report.moreRepairs ? " or more" : "",
        counted(changesOf(m_report, levels).size(), "stronger order"));
    addChanges(levels, patch.patched, "needed");
    m_text += '\n' + patch.text + (patch.text.empty() ? "" : "\n");
  }

  void addUnproven() {
    add("not known, because not everything was explored: {} that may repair it\n",
        counted(changesOf(m_report, *m_report.unproven).size(), "stronger order"));
    addChanges(*m_report.unproven, std::vector<bool>(m_report.sites.size(), true), "perhaps");
    m_text += '\n';
  }

  std::string aloneText(std::size_t i) const {
    const OrdersReport::Weakest& weakest = m_report.alone[i];
    std::vector<std::string> names;
    for (const OrderLevel level : weakest.levels)
      names.push_back(level == m_report.sites[i].now ? "as it is" : orderText(m_report.sites[i], level));
    return fmt::format("{}{}", fmt::join(names, " or "), weakest.isKnown ? "" : " (perhaps weaker)");
  }

  void addWeaker() {
    const OrderPatch patch = patchOf(m_report.sites, m_report.together, m_sources);
    std::vector<std::string> rows = {"| place | operation | order now | alone possible | together | |",
                                     "|---|---|---|---|---|---|"};
    for (const std::size_t i : inOrder(m_report)) {
      const OrderSite& site = m_report.sites[i];
      const OrderLevel level = m_report.together[i];
      rows.push_back(fmt::format(
          "| {} | {} | {} | {} | {} | {} |", sitePlace(site), site.operation, orderText(site, site.now), aloneText(i),
          level == site.now ? "as it is" : orderText(site, level), patch.patched[i] ? "" : writeText(level)));
    }
    if (m_report.sites.empty())
      m_text += "no atomic access or fence of the source is shared between threads\n";
    else
      m_text += tableText(rows, m_width);
    m_text += '\n';
    if (changesOf(m_report, m_report.together).empty())
      return;
    m_text += "'alone possible' holds while all other orders stay as written. 'together' is one choice of orders that "
              "can be changed at once.\n\n" +
              patch.text + (patch.text.empty() ? "" : "\n");
  }

  void addReasons() {
    for (const CheckNote& reason : m_report.reasons)
      add("not everything was explored: {}: {}{}\n", reason.kind, reason.detail,
          reason.file.empty() ? "" : fmt::format(" ({}:{})", reason.file, reason.line));
  }

  void addConclusion() {
    add("{}, {} in {:.2f} s\n", counted(m_report.explorations, "exploration"),
        counted(m_report.executions, "execution"), m_report.seconds);
    const std::string_view model = nameOf(m_report.model);
    switch (m_report.verdict) {
    case Verdict::Passes: {
      const std::size_t weaker = changesOf(m_report, m_report.together).size();
      const std::string said = weaker != 0                ? counted(weaker, "order") + " can be weaker together"
                               : m_report.reasons.empty() ? std::string("no order can be weaker")
                                                          : std::string("no weaker order was shown to suffice");
      add("{}: passes under {}; {}, {}\n", m_report.reasons.empty() ? "PASSES" : "INCOMPLETE", model, said, scope);
      break;
    }
    case Verdict::Repaired:
      add("REPAIRED: fails under {} as written; passes with {}, {}\n", model,
          counted(changesOf(m_report, m_report.repairs.front()).size(), "stronger order"), scope);
      break;
    case Verdict::Unrepairable:
      add("NO REPAIR: fails under every order of its atomic accesses and fences, under {}\n", model);
      break;
    case Verdict::Unknown:
      add("INCOMPLETE: {} under {}\n",
          m_report.failure ? "it fails, and no repair was proved" : "it is not known whether it passes", model);
      break;
    }
  }

  const OrdersReport& m_report;
  const std::size_t m_width;
  const SourceReader& m_sources;
  std::string m_text;
};

Json siteJson(const OrderSite& site) {
  Json json = {{"file", site.place.file},         {"line", site.place.line},     {"column", site.place.column},
               {"function", site.place.function}, {"operation", site.operation}, {"order", nameOf(site.order)}};
  if (site.label == LabelKind::Cas)
    json["failure_order"] = nameOf(site.failureOrder);
  return json;
}

Json changesJson(const OrdersReport& report, const OrderAssignment& levels, const SourceReader& sources) {
  const OrderPatch patch = patchOf(report.sites, levels, sources);
  Json json = {{"changes", Json::array()}, {"patch", patch.text}};
  for (const std::size_t i : changesOf(report, levels)) {
    const OrderSite& site = report.sites[i];
    Json change = {{"site", i}, {"order", nameOf(orderOf(levels[i]))}, {"in_patch", bool(patch.patched[i])}};
    if (site.label == LabelKind::Cas)
      change["failure_order"] = nameOf(failureOrderOf(levels[i], site.now, site.failureOrder));
    json["changes"].push_back(std::move(change));
  }
  return json;
}

const char* verdictWord(Verdict verdict) {
  switch (verdict) {
  case Verdict::Passes:
    return "passes";
  case Verdict::Repaired:
    return "repaired";
  case Verdict::Unrepairable:
    return "no-repair";
  case Verdict::Unknown:
    break;
  }
  return "incomplete";
}

} // namespace

OrderAssignment proposalOf(const OrdersReport& report) {
  return report.repairs.empty() ? report.together : report.repairs.front();
}

std::string ordersText(const OrdersReport& report, std::size_t width, const SourceReader& sources) {
  return OrdersPage(report, width, sources).whole();
}

std::string ordersJson(const OrdersReport& report, const SourceReader& sources) {
  Json json = {{"schema_version", 1}, {"model", nameOf(report.model)}, {"verdict", verdictWord(report.verdict)}};
  json["complete"] = report.reasons.empty();
  json["sites"] = Json::array();
  for (const OrderSite& site : report.sites)
    json["sites"].push_back(siteJson(site));
  if (report.failure)
    json["failure"] = {{"kind", errorName(report.failure->kind)},
                       {"message", report.failure->message},
                       {"file", report.failure->file},
                       {"line", report.failure->line},
                       {"execution", report.failure->execution}};
  json["repairs"] = Json::array();
  for (const OrderAssignment& repair : report.repairs)
    json["repairs"].push_back(changesJson(report, repair, sources));
  json["more_repairs"] = report.moreRepairs;
  if (report.unproven)
    json["unproven"] = changesJson(report, *report.unproven, sources);
  if (report.verdict == Verdict::Passes) {
    json["alone"] = Json::array();
    for (std::size_t i = 0; i < report.alone.size(); i++) {
      Json weakest = {{"site", i}, {"orders", Json::array()}, {"complete", report.alone[i].isKnown}};
      for (const OrderLevel level : report.alone[i].levels)
        weakest["orders"].push_back(nameOf(level == report.sites[i].now ? report.sites[i].order : orderOf(level)));
      json["alone"].push_back(std::move(weakest));
    }
    json["together"] = changesJson(report, report.together, sources);
  }
  json["reasons"] = notesJson(report.reasons);
  json["explorations"] = report.explorations;
  json["executions"] = report.executions;
  json["seconds"] = report.seconds;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace revisit::cli
