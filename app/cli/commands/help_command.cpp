// revisit help: lists the subjects of the manual, or shows one page.
#include "base/suggestion.h"
#include "cli/exit_status.h"
#include "cli/manual.h"
#include "commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

namespace revisit::cli {
namespace help_command {
namespace {

void printList(const std::vector<Subject>& subjects) {
  std::size_t width = 0;
  for (const Subject& subject : subjects)
    width = std::max(width, subject.name.size());
  std::cout << "The manual, a page for each subject:\n";
  std::string chapter;
  for (const Subject& subject : subjects) {
    if (subject.chapter != chapter)
      std::cout << fmt::format("\n{}\n", chapter = subject.chapter);
    std::cout << fmt::format("  {:<{}}  {}\n", subject.name, width, subject.summary);
  }
  std::cout << "\n'revisit help SUBJECT' shows the page; 'revisit COMMAND --help' lists the options of a command.\n";
}

int reportUnknown(const std::string& subject, const std::vector<Subject>& subjects) {
  std::vector<std::string> names;
  for (const Subject& known : subjects)
    names.push_back(known.name);
  const std::string meant = didYouMean(subject, names);
  return report({ErrorCode::BadUsage, subject,
                 "the manual has no such page" + (meant.empty() ? "; 'revisit help' lists its subjects" : meant)});
}

// `commands` is the parser of all commands: for the name of a command, its options are shown.
int run(const std::string& subject, const CLI::App& commands) {
  const std::string folder = manualFolder();
  const Result<std::vector<Subject>> subjects = readSubjects(folder);
  if (!subjects)
    return report(subjects.error());
  if (subject.empty()) {
    printList(subjects.value());
    return nothingFound;
  }
  const auto asked = std::ranges::find(subjects.value(), subject, &Subject::name);
  if (asked != subjects.value().end()) {
    const Result<std::string> page = readPage(folder, *asked);
    if (!page)
      return report(page.error());
    std::cout << page.value();
    return nothingFound;
  }
  const auto called = commands.get_subcommands([&](const CLI::App* one) { return one->get_name() == subject; });
  if (!called.empty()) {
    std::cout << called.front()->help("revisit");
    return nothingFound;
  }
  return reportUnknown(subject, subjects.value());
}

} // namespace
} // namespace help_command

Run addHelp(CLI::App& command) {
  using namespace help_command;
  const auto subject = std::make_shared<std::string>();
  command.add_option("SUBJECT", *subject, "a subject of the manual, or a command");
  return [subject, &command](const Arguments&) { return run(*subject, *command.get_parent()); };
}

} // namespace revisit::cli
