#include "query/interleaving/execution_note.h"

#include "query/explain/explain.h"
#include "query/interleaving/columns.h"
#include "query/interleaving/relevance.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {
namespace {

// Escapes Markdown's special characters with a backslash and replaces line feeds, which would end the item.
std::string escaped(const std::string& text) {
  constexpr std::string_view special = "\\`*_[]<>#|&~";
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos)
      result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

// A code block whose fence is longer than any in the text.
std::string codeBlock(const std::string& text) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{}text\n{}{}\n", fence, text, fence);
}

std::string commandOf(const WitnessProgram& program) {
  std::string text = program.path;
  for (const std::string& argument : program.arguments)
    text += ' ' + argument;
  return text;
}

std::string columnsOf(const Timeline& timeline) {
  return columns(timeline.witness(), relevantRows(timeline), ColumnsStyle());
}

std::string runText(const Witness& witness) {
  return fmt::format("program: {}\nexecution: {}\n", commandOf(witness.program), witness.executionId);
}

} // namespace

std::string noteAsText(const Timeline& timeline) {
  const Witness& witness = timeline.witness();
  std::string text = describeError(witness) + '\n';
  if (witness.error.kind != ErrorKind::None)
    text += explanationText(whyBug(timeline)) + '\n';
  return text + columnsOf(timeline) + '\n' + runText(witness);
}

std::string noteAsMarkdown(const Timeline& timeline) {
  const Witness& witness = timeline.witness();
  const std::string description = describeError(witness);
  const std::size_t first = description.find('\n');
  std::string text = fmt::format("### {}\n\n", escaped(description.substr(0, first)));
  if (first + 1 < description.size())
    text += codeBlock(description.substr(first + 1)) + '\n';
  if (witness.error.kind != ErrorKind::None) {
    const Explanation explanation = whyBug(timeline);
    text += escaped(explanation.headline) + "\n\n";
    for (const Reason& reason : explanation.reasons)
      text += fmt::format("- {}\n", escaped(reason.sentence));
    text += explanation.reasons.empty() ? "" : "\n";
  }
  return text + codeBlock(columnsOf(timeline)) + '\n' + codeBlock(runText(witness));
}

} // namespace revisit
