// The list of the manual, and a page as a terminal shows it.
#include "cli/manual.h"
#include "cli/report/table_text.h"

#include <gtest/gtest.h>

namespace revisit::cli::manual_test {
namespace {

TEST(Manual, ListsItsSubjectsInOrder) {
  const std::vector<Subject> subjects = subjectsOf("# Manual\n\n## First\n"
                                                   "- [races](races.md): which accesses race\n"
                                                   "- [own-programs](own-programs.md): a [link](x.md): and more\n"
                                                   "- [other](elsewhere.md): another file\n"
                                                   "## Second\n\n- [lab](reports/lab.md): in a folder\n"
                                                   "- [broken\n- plain\n[bounds](bounds.md): no item\n- [cut](cut.md)");
  ASSERT_EQ(subjects.size(), 3u);
  EXPECT_EQ(subjects[0].name, "races");
  EXPECT_EQ(subjects[0].summary, "which accesses race");
  EXPECT_EQ(subjects[1].name, "own-programs");
  EXPECT_EQ(subjects[1].summary, "a [link](x.md): and more");
  EXPECT_EQ(subjects[1].page, "own-programs.md");
  EXPECT_EQ(subjects[1].chapter, "First");
  EXPECT_EQ(subjects[2].name, "lab");
  EXPECT_EQ(subjects[2].page, "reports/lab.md");
  EXPECT_EQ(subjects[2].chapter, "Second");
}

TEST(Manual, LeavesOutPicturesAndComments) {
  EXPECT_EQ(forTerminal(
                "# Title\n\n<picture>\n  <img src=\"a.png\">\n</picture>\n\nText.\n<!-- run -->\n```text\na\n\nb\n```"),
            "# Title\n\nText.\n```text\na\n\nb\n```\n");
  EXPECT_EQ(forTerminal("```text\n| a\n\n\n<!-- b -->\n<picture>\n```\n<picture>\n"),
            "```text\n| a\n\n\n<!-- b -->\n<picture>\n```\n");
  EXPECT_EQ(forTerminal(""), "");
  EXPECT_EQ(forTerminal("<picture>\nnever closed"), "");
}

TEST(Manual, ShowsTablesInColumns) {
  EXPECT_EQ(tableText({"| A | Long |", "|---|---|", "| one | two |", "| 3 | |"}, 40),
            "A    Long\n---------\none  two\n3\n");
  EXPECT_EQ(tableText({"| K | V |", "|---|---|", "| key | a b c d e f |"}, 10),
            "K    V\n----------\nkey  a b c\n     d e f\n");
  EXPECT_EQ(tableText({"| K |", "|---|", "| aVeryLongWord |"}, 4), "K\n----\naVeryLongWord\n");
  EXPECT_EQ(forTerminal("Text.\n\n| A | B |\n|---|---|\n| 1 | 2 |"), "Text.\n\nA  B\n----\n1  2\n");
}

TEST(Manual, SaysWhatIsMissing) {
  const Result<std::vector<Subject>> subjects = readSubjects("/nowhere");
  ASSERT_FALSE(subjects.ok());
  EXPECT_EQ(subjects.error().where, "/nowhere/README.md");
  EXPECT_FALSE(readPage("/nowhere", {.name = "races", .page = "races.md"}).ok());
}

} // namespace
} // namespace revisit::cli::manual_test
