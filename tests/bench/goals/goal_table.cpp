// The table of the manual's page on goals: executions until a goal is found, with the guide and without it, for goals
// drawn from ten programs by a seed, in five orders of threads. Also checks the answers.
//
//     revisit_goal_table [--seed N] [--orders N] [--goals N] [--programs N] [--only NAME] [--details]
#include "check/worker/sought_goal.h"
#include "drawn_goals.h"
#include "goals/goal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <unistd.h>

namespace revisit::bench {

namespace {

struct Row {
  const char* source;
  const char* defines;
};

constexpr Row rows[] = {
    {"programs/paper/counter1.c", "-DN=4"},
    {"programs/paper/counter2.c", "-DN=5"},
    {"programs/paper/sv_stack1.c", "-DN=6"},
    {"programs/paper/sv_stack2.c", "-DN=6"},
    {"programs/paper/sv_queue3.c", "-DN=6"},
    {"programs/paper/lb_queue.c", "-DINS=6 -DREM=0"},
    {"programs/paper/fine_list.c", "-DINS=3 -DREM=2"},
    {"programs/paper/fib_bench.c", "-DROUNDS=4"},
    {"programs/paper/treiber_stack.c", "-DINS=3 -DREM=2"},
    {"programs/paper/ms_queue.c", "-DWRAPPED=1 -DINS=2 -DREM=2"},
};

struct Settings {
  std::uint64_t seed = 1;
  unsigned orders = 5, goals = 6, programs = std::size(rows);
  double share = 0.05;
  bool details = false;
  std::string only; // a part of a source's name; empty: all programs
};

std::string compile(const Row& row) {
  const std::string program =
      fmt::format("{}/revisit-goals-{}", std::filesystem::temp_directory_path().string(), getpid());
  const std::string command =
      fmt::format("{}/revisit-cc -w {} -o {} {}/{}", REVISIT_BIN, row.defines, program, REVISIT_TESTS, row.source);
  return std::system(command.c_str()) == 0 ? program : "";
}

Goal parsed(const std::string& text) {
  Result<Goal> goal = parseGoal(text);
  if (goal)
    return std::move(*goal);
  std::cerr << text << ": " << goal.error().where << ": " << goal.error().what << '\n';
  std::exit(1);
}

CheckReport search(const std::string& program, const Goal& goal, bool guide, std::uint64_t order,
                   Observer* observer = nullptr) {
  CheckOptions options;
  options.program.path = program;
  lookForGoal(options.explore);
  options.explore.seed = order;
  options.search.threadOrder = order == 0   ? ThreadOrder::Sequential
                               : order == 1 ? ThreadOrder::Reverse
                                            : ThreadOrder::Random;
  options.goal = &goal;
  options.testing.guide = guide;
  options.observer = observer;
  Result<CheckReport> report = runCheck(options, {});
  if (report)
    return std::move(*report);
  std::cerr << program << ": " << goal.text << ": " << report.error().what << '\n';
  std::exit(1);
}

// Executions, and events added, without the guide for one with it.
struct Ratios {
  double logs = 0, eventLogs = 0, worst = 0; // sums of logarithms; the least ratio
  std::uint64_t guided = 0, unguided = 0;
  unsigned count = 0, losses = 0;

  void add(const Exploration& with, const Exploration& without) {
    const std::uint64_t few = with.counts.total(), many = without.counts.total();
    const double ratio = static_cast<double>(many) / static_cast<double>(few);
    logs += std::log(ratio);
    eventLogs += std::log(static_cast<double>(without.work.eventsAdded) / static_cast<double>(with.work.eventsAdded));
    worst = count == 0 ? ratio : std::min(worst, ratio);
    losses += few > many;
    guided += few;
    unguided += many;
    count++;
  }
  double mean() const { return count == 0 ? 1 : std::exp(logs / count); }
  double ofEvents() const { return count == 0 ? 1 : std::exp(eventLogs / count); }
};

// Whether the goal was found, and said to be nowhere only after everything was explored.
bool isRight(const CheckReport& report, const DrawnGoal& goal) {
  return report.goalWitness.has_value() == (goal.shows > 0) && (report.goalWitness || report.reasons.empty());
}

class Table {
public:
  explicit Table(const Settings& settings) : m_settings(settings) {}

  // How many answers are wrong.
  unsigned make() {
    fmt::print("seed {}: {} goals a program that at most {} % of the executions show, and as many that none shows; {} "
               "orders of threads\n\n",
               m_settings.seed, m_settings.goals, 100 * m_settings.share, m_settings.orders);
    fmt::print("| program | executions | goals | guided, mean | unguided, mean | ratio | worst | losses | events | "
               "nowhere |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < m_settings.programs && i < std::size(rows); i++)
      if (std::string_view(rows[i].source).find(m_settings.only) != std::string_view::npos)
        row(rows[i]);
    const unsigned programs = std::max(m_programs, 1U);
    fmt::print("\ngeometric mean of {} programs: {:.1f} times fewer executions, {:.1f} times fewer events; wrong "
               "answers: {}\n",
               m_programs, std::exp(m_logs / programs), std::exp(m_eventLogs / programs), m_wrong);
    return m_wrong;
  }

private:
  void row(const Row& row) {
    const std::string program = compile(row);
    if (program.empty()) {
      m_wrong++;
      return;
    }
    GoalSurvey survey;
    search(program, parsed("nowhere.c:1"), false, 0, &survey);
    std::mt19937_64 random(m_settings.seed);
    const std::vector<DrawnGoal> rare = survey.rare(random, m_settings.goals, m_settings.share),
                                 nowhere = survey.unreachable(random, m_settings.goals);
    Ratios ratios;
    for (const DrawnGoal& goal : rare)
      look(program, goal, ratios);
    unsigned right = 0;
    for (const DrawnGoal& goal : nowhere)
      right += isNowhere(program, goal);
    const std::string name = std::filesystem::path(row.source).filename().string();
    fmt::print("| {} {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.2f} | {} of {} | {:.1f} | {} of {} |\n", name,
               row.defines, survey.executions(), rare.size(), double(ratios.guided) / std::max(ratios.count, 1U),
               double(ratios.unguided) / std::max(ratios.count, 1U), ratios.mean(), ratios.worst, ratios.losses,
               ratios.count, ratios.ofEvents(), right, nowhere.size());
    std::fflush(stdout);
    if (ratios.count > 0) {
      m_logs += std::log(ratios.mean());
      m_eventLogs += std::log(ratios.ofEvents());
      m_programs++;
    }
    std::filesystem::remove(program);
  }

  void look(const std::string& program, const DrawnGoal& drawn, Ratios& ratios) {
    const Goal goal = parsed(drawn.text);
    for (std::uint64_t order = 0; order < m_settings.orders; order++) {
      const CheckReport with = search(program, goal, true, order), without = search(program, goal, false, order);
      judge(with, drawn);
      judge(without, drawn);
      ratios.add(with.exploration, without.exploration);
      if (m_settings.details)
        fmt::print("  {} [{}], order {}: {} instead of {}\n", drawn.text, drawn.shows, order,
                   with.exploration.counts.total(), without.exploration.counts.total());
    }
  }

  bool isNowhere(const std::string& program, const DrawnGoal& drawn) {
    const Goal goal = parsed(drawn.text);
    bool isAlways = true;
    for (std::uint64_t order = 0; order < m_settings.orders; order++)
      isAlways &= judge(search(program, goal, true, order), drawn);
    return isAlways;
  }

  bool judge(const CheckReport& report, const DrawnGoal& drawn) {
    if (isRight(report, drawn))
      return true;
    m_wrong++;
    fmt::print("  wrong: {} [{}]: {}{}\n", drawn.text, drawn.shows, report.goalWitness ? "found" : "not found",
               report.reasons.empty() ? "" : ", " + report.reasons.front().detail);
    return false;
  }

  const Settings& m_settings;
  double m_logs = 0, m_eventLogs = 0;
  unsigned m_programs = 0, m_wrong = 0;
};

} // namespace

} // namespace revisit::bench

int main(int count, char** arguments) {
  revisit::bench::Settings settings;
  for (int i = 1; i < count; i++) {
    const std::string name = arguments[i];
    const auto number = [&] { return i + 1 < count ? std::strtoul(arguments[++i], nullptr, 10) : 0; };
    if (name == "--seed")
      settings.seed = number();
    else if (name == "--orders")
      settings.orders = static_cast<unsigned>(number());
    else if (name == "--goals")
      settings.goals = static_cast<unsigned>(number());
    else if (name == "--programs")
      settings.programs = static_cast<unsigned>(number());
    else if (name == "--only")
      settings.only = i + 1 < count ? arguments[++i] : "";
    else if (name == "--details")
      settings.details = true;
    else
      return std::cerr << name << ": see the head of goal_table.cpp\n", 2;
  }
  return revisit::bench::Table(settings).make() == 0 ? 0 : 1;
}
