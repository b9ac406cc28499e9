#include "query/findings/distinct_bugs.h"

#include "query/explain/patterns/pattern.h"
#include "query/timeline/event_text.h"
#include "witness/event_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace revisit {

BugSite siteOf(const WitnessError& error) {
  BugSite site{error.kind, {error.file, error.line}, {}};
  if (error.other) {
    site.other = {error.other->file, error.other->line};
    if (site.other < site.place)
      std::swap(site.place, site.other);
  }
  return site;
}

std::string messageOf(const Witness& witness, const WitnessError& error) {
  std::string message = error.message;
  if (message.empty())
    for (const WitnessWaiting& waiting : error.waiting)
      message += fmt::format("{}{} waits for {}", message.empty() ? "" : "; ", threadText(witness, waiting.thread),
                             awaitedWords(witness, waiting));
  return message;
}

std::string titleOf(const Witness& witness, const WitnessError& error) {
  const std::string kind = errorName(error.kind);
  const auto event = std::ranges::find_if(witness.schedule, [&](const WitnessEvent& one) {
    return error.other && one.thread == error.thread && one.index == error.index;
  });
  if (event != witness.schedule.end())
    return fmt::format("{} on {}", kind, locationText(*event));
  const std::string message = messageOf(witness, error);
  std::string title = message.empty() || message == kind ? kind : fmt::format("{}: {}", kind, message);
  std::ranges::replace(title, '\n', ' ');
  return title;
}

std::string causeOf(ErrorViews& views, const std::shared_ptr<const Witness>& witness, const WitnessError& error) {
  const std::optional<Timeline> timeline = views.timelineOf(witness, error);
  const std::optional<Pattern> pattern = timeline ? patternOf(*timeline) : std::nullopt;
  return pattern ? pattern->headline : "";
}

std::vector<std::size_t> firstOfSameBug(const std::vector<ReportedError>& errors) {
  std::map<BugSite, std::vector<std::size_t>> sites;
  for (std::size_t i = 0; i < errors.size(); i++)
    sites[siteOf(errors[i].error)].push_back(i);
  std::vector<std::size_t> first(errors.size());
  ErrorViews views;
  for (const auto& [site, members] : sites) {
    std::map<std::string, std::size_t> causes;
    for (const std::size_t i : members) {
      const bool isAlone = members.size() == 1 || !errors[i].witness;
      const std::string cause = isAlone ? "" : causeOf(views, errors[i].witness, errors[i].error);
      first[i] = causes.try_emplace(cause, i).first->second;
    }
  }
  return first;
}

std::size_t DistinctBugs::append(const ReportedError& found, const std::string& title, const std::string& cause) {
  m_bugs.push_back({siteOf(found.error), title, cause, 0, 0, 0, found.error, found.witness});
  m_sites.emplace(m_bugs.back().site, m_bugs.size() - 1);
  return m_bugs.size() - 1;
}

std::size_t DistinctBugs::add(const ReportedError& found, const std::string& title) {
  const std::string cause = found.witness ? causeOf(m_views, found.witness, found.error) : "";
  const std::string shown = found.witness ? titleOf(*found.witness, found.error) : title;
  const auto [first, end] = m_sites.equal_range(siteOf(found.error));
  for (auto known = first; known != end; ++known)
    if (!found.witness || m_bugs[known->second].cause == cause)
      return known->second;
  return append(found, shown, cause);
}

void DistinctBugs::conclude(const std::vector<ReportedError>& errors) {
  std::vector<bool> isTaken(m_bugs.size(), false);
  for (const ReportedError& reported : errors) {
    const auto [first, end] = m_sites.equal_range(siteOf(reported.error));
    const std::string cause = reported.witness ? causeOf(m_views, reported.witness, reported.error) : "";
    // The report may know the error from another execution, which tells less or more of its cause.
    std::optional<std::size_t> bug;
    for (auto known = first; known != end; ++known)
      if (const std::size_t i = known->second; !isTaken[i] && (!bug || m_bugs[i].cause == cause))
        bug = i;
    if (!bug) {
      bug = append(reported, reported.witness ? titleOf(*reported.witness, reported.error) : "", cause);
      isTaken.push_back(false);
    }
    isTaken[*bug] = true;
    m_bugs[*bug].executions = reported.executions;
    if (!m_bugs[*bug].witness) {
      m_bugs[*bug].witness = reported.witness;
      m_bugs[*bug].error = reported.error;
    }
  }
}

void DistinctBugs::note(std::size_t bug, std::uint64_t execution, std::uint32_t events) {
  DistinctBug& noted = m_bugs[bug];
  noted.executions++;
  if (noted.shortest != 0 && noted.events <= events)
    return;
  noted.shortest = execution;
  noted.events = events;
}

namespace {

bool isSameHere(const DistinctBug& one, const DistinctBug& other) {
  return one.site == other.site && one.cause == other.cause;
}

bool isSameElsewhere(const DistinctBug& one, const DistinctBug& other) {
  return one.site.kind == other.site.kind && one.site.place.first == other.site.place.first &&
         one.title == other.title && one.cause == other.cause;
}

} // namespace

ComparedBugs compareBugs(const std::vector<DistinctBug>& before, const std::vector<DistinctBug>& now) {
  ComparedBugs compared{std::vector<std::optional<std::size_t>>(now.size()), {}};
  std::vector<bool> isThere(before.size(), false);
  for (const auto& isSame : {isSameHere, isSameElsewhere})
    for (std::size_t i = 0; i < now.size(); i++)
      for (std::size_t k = 0; k < before.size() && !compared.before[i]; k++)
        if (!isThere[k] && isSame(before[k], now[i])) {
          isThere[k] = true;
          compared.before[i] = k;
        }
  for (std::size_t k = 0; k < before.size(); k++)
    if (!isThere[k])
      compared.fixed.push_back(k);
  return compared;
}

} // namespace revisit
