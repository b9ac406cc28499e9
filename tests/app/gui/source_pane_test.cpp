// The source: marks, notes, and the way from a line to its events.
#include "../../lldb/witnesses.h"
#include "model/text.h"
#include "view/widgets/source_editor.h"
#include "window_test.h"

#include <QComboBox>
#include <QLabel>

#include <filesystem>

namespace revisit::gui::test {
namespace {

class SourcePaneTest : public WindowTest {
protected:
  SourceEditor& editor() { return find<SourceEditor>("sourceEditor"); }

  // In the middle of the line's text, which is brought into sight.
  QPoint placeOf(unsigned line) {
    editor().ensureLineVisible(static_cast<int>(line) - 1);
    QApplication::processEvents();
    const auto position =
        editor().SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line - 1));
    const auto x = editor().SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0, position + 2);
    const auto y = editor().SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0, position + 2);
    return {static_cast<int>(x), static_cast<int>(y) + 5};
  }
  void click(unsigned line) { QTest::mouseClick(editor().viewport(), Qt::LeftButton, {}, placeOf(line)); }
  unsigned firstLineOf(const char* text) {
    for (int line = 0; line < editor().lines(); line++)
      if (editor().text(line).contains(QLatin1String(text)))
        return static_cast<unsigned>(line) + 1;
    throw std::logic_error(std::string("the source has no ") + text);
  }
};

TEST_F(SourcePaneTest, ShowsTheFileAtTheError) {
  open(Example::LostUpdate);
  raise("source");
  EXPECT_TRUE(find<QComboBox>("sourceChoice").currentText().endsWith(QLatin1String("lost_update.c")));
  const WitnessError& error = selection().execution()->witness().error;
  EXPECT_TRUE(editor().text(static_cast<int>(error.line) - 1).contains(QLatin1String("assert")));
  const auto first = editor().SendScintilla(QsciScintilla::SCI_GETFIRSTVISIBLELINE);
  const auto shown = editor().SendScintilla(QsciScintilla::SCI_LINESONSCREEN);
  const auto line =
      editor().SendScintilla(QsciScintilla::SCI_VISIBLEFROMDOCLINE, static_cast<unsigned long>(error.line - 1));
  EXPECT_GE(line, first);
  EXPECT_LT(line, first + shown);
}

TEST_F(SourcePaneTest, TheTextStaysWhereItIsFromEventToEvent) {
  open(Example::LostUpdate);
  raise("source");
  const auto margins = [&] {
    int width = 0;
    for (int margin = 0; margin < editor().margins(); margin++)
      width += editor().marginWidth(margin);
    return width;
  };
  const int narrow = margins();
  editor().setThreads({{1, QStringLiteral("T1 T2 T3")}});
  const int wide = margins();
  EXPECT_GT(wide, narrow);
  editor().setThreads({{1, QStringLiteral("T1")}});
  EXPECT_EQ(margins(), wide);
  editor().showText(editor().text());
  editor().setThreads({{1, QStringLiteral("T1")}});
  EXPECT_LT(margins(), wide) << "another file begins anew";
}

TEST_F(SourcePaneTest, TheTextStaysWhereItIsWhenTheThemeChanges) {
  open(Example::Queue);
  window().resize(1000, 500);
  raise("source");
  const auto first = [&] { return editor().SendScintilla(QsciScintilla::SCI_GETFIRSTVISIBLELINE); };
  editor().SendScintilla(QsciScintilla::SCI_SETFIRSTVISIBLELINE, 10000UL);
  const auto before = first();
  ASSERT_GT(before, 5) << "it does not scroll";
  window().setTheme(ThemeKind::Dark);
  EXPECT_EQ(first(), before);
  window().setTheme(ThemeKind::Light);
  EXPECT_EQ(first(), before);
}

TEST_F(SourcePaneTest, AClickOnALineGoesThroughItsEvents) {
  open(Example::LostUpdate);
  raise("source");
  const std::string file = selection().current().line->file;
  const unsigned line = firstLineOf("atomic_store(&balance");
  std::vector<EventNumber> events = selection().execution()->eventsAt({file, line});
  ASSERT_GE(events.size(), 2u) << "each thread writes";
  events.push_back(events.front());
  selection().selectPosition(0);
  for (const EventNumber event : events) {
    QTest::qWait(600); // a double click, for Scintilla within half a second, would select a word
    click(line);
    EXPECT_EQ(selection().current().event, event);
    EXPECT_EQ(selection().current().line->line, line);
  }
}

TEST_F(SourcePaneTest, AClickBesideALineIsOneClick) {
  open(Example::LostUpdate);
  raise("source");
  const unsigned line = firstLineOf("atomic_store(&balance");
  const std::vector<EventNumber> events = selection().execution()->eventsAt({selection().current().line->file, line});
  selection().selectPosition(0);
  QTest::mouseClick(editor().viewport(), Qt::LeftButton, {}, {4, placeOf(line).y()}); // on its number
  EXPECT_EQ(selection().current().event, events[0]);
  const int beforeText = editor().marginWidth(0) + editor().marginWidth(1) + editor().marginWidth(2);
  const auto before = selection().current();
  QTest::mouseClick(editor().viewport(), Qt::LeftButton, {}, {beforeText - 4, placeOf(firstLineOf("return 0")).y()});
  EXPECT_EQ(selection().current().event, before.event) << "the margin of breakpoints chooses no line";
  EXPECT_EQ(selection().current().line, before.line);
}

TEST_F(SourcePaneTest, AClickOnALineWithoutEventsSelectsTheLineOnly) {
  open(Example::LostUpdate);
  raise("source");
  const auto before = selection().current().event;
  const unsigned line = firstLineOf("static void* pay");
  click(line);
  EXPECT_EQ(selection().current().event, before);
  EXPECT_EQ(selection().current().line->line, line);
}

TEST_F(SourcePaneTest, ReturnDoesWhatAClickDoes) {
  open(Example::LostUpdate);
  raise("source");
  const unsigned line = firstLineOf("atomic_load(&balance)");
  editor().setFocus();
  editor().setCursorPosition(static_cast<int>(line) - 1, 0);
  QTest::keyClick(&editor(), Qt::Key_Return);
  ASSERT_TRUE(selection().current().event);
  EXPECT_EQ(selection().execution()->lineOf(*selection().current().event)->line, line);
  EXPECT_EQ(editor().text(static_cast<int>(line) - 1).trimmed().isEmpty(), false) << "the source is not edited";
}

TEST_F(SourcePaneTest, LinesHaveTheValuesOfTheirEvents) {
  open(Example::LostUpdate);
  raise("source");
  const QString note = editor().annotation(static_cast<int>(firstLineOf("atomic_store(&balance")) - 1);
  EXPECT_TRUE(note.contains(QLatin1String("T1 write balance = 10"))) << note.toStdString();
  EXPECT_TRUE(note.contains(QLatin1String("T2 write balance = 20"))) << note.toStdString();
}

TEST_F(SourcePaneTest, AFileThatIsGoneIsSaidAndTheRestWorks) {
  const revisit::test::TemporaryFolder folder;
  const std::string source = folder.write("gone.c", "#include <assert.h>\nint main(void) { assert(0); }\n");
  const std::vector<std::string> witnesses = revisit::test::check(folder.path(), source);
  ASSERT_FALSE(witnesses.empty());
  std::filesystem::remove(source);
  openFile(fromText(witnesses.front()));
  raise("source");
  EXPECT_TRUE(find<QLabel>("sourceMessage").isVisible());
  EXPECT_TRUE(find<QLabel>("sourceMessage").text().contains(QLatin1String("Put the file back")));
  EXPECT_FALSE(editor().isVisible());
  EXPECT_EQ(pane("stage").notice(), QString());
  open(Example::LostUpdate);
  EXPECT_TRUE(editor().isVisible());
}

} // namespace
} // namespace revisit::gui::test
