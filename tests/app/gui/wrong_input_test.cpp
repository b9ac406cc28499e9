// What cannot be opened: the window says what it is and what to do, and what is open stays.
#include "../../lldb/witnesses.h"
#include "model/text.h"
#include "view/widgets/message_text.h"
#include "window_test.h"

#include <QDir>
#include <QFile>
#include <QToolButton>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace revisit::gui::test {
namespace {

std::string contentOf(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t place = text.find(what);
  EXPECT_NE(place, std::string::npos) << what;
  return place == std::string::npos ? text : text.replace(place, what.size(), by);
}

struct WrongFile {
  const char* title;
  std::function<std::string(const std::string& witness)> content; // of the file, made from a good one
  const char* says;                                               // what it is
  const char* remedy;
  friend void PrintTo(const WrongFile& file, std::ostream* out) { *out << file.title; }
};

std::vector<WrongFile> wrongFiles() {
  const char* again = "run 'revisit check --witness FOLDER PROGRAM' again";
  return {
      {"Text", [](const std::string&) { return "Dear diary\n"; }, "JSON", again},
      {"Empty", [](const std::string&) { return ""; }, "empty", again},
      {"CutOff", [](const std::string& good) { return good.substr(0, good.size() / 2); }, "cut off", again},
      {"OtherVersion", [](const std::string& good) { return replaced(good, "\"version\": 4", "\"version\": 99"); },
       "99", again},
      {"OtherJson", [](const std::string&) { return R"({"some": "thing"})"; }, "witness", again},
      {"MissingField", [](const std::string& good) { return replaced(good, "\"threads\"", "\"shreds\""); }, "threads",
       again},
      {"Binary", [](const std::string&) { return std::string("\0\1\2\377\376", 5); }, "JSON", again},
  };
}

class WrongInputTest : public WindowTest {
protected:
  void SetUp() override { open(Example::LostUpdate); }

  // `file` is refused with words that name it, and the window goes on with what it has.
  void expectRefused(const QString& file, const char* says, const char* remedy) {
    const ExecutionPointer before = selection().execution();
    openFile(file);
    const QString message = window().message();
    EXPECT_TRUE(message.contains(file)) << message.toStdString();
    EXPECT_TRUE(message.contains(QLatin1String(says))) << message.toStdString();
    EXPECT_EQ(message.count(QLatin1String(remedy)), 1) << message.toStdString();
    EXPECT_LE(message.count(QLatin1String("again")), 1) << "what to do is said twice: " << message.toStdString();
    EXPECT_EQ(selection().execution(), before);
    EXPECT_FALSE(settings().recentFiles().contains(file));
    selection().selectEvent(2);
    EXPECT_EQ(selection().current().event, 2u);
    EXPECT_EQ(pane("stage").notice(), QString());
  }
};

class WrongFileTest : public WrongInputTest, public testing::WithParamInterface<WrongFile> {};

TEST_P(WrongFileTest, IsRefusedAndTheOpenExecutionStays) {
  const revisit::test::TemporaryFolder folder;
  const std::string path = folder.write("wrong.revisit", GetParam().content(contentOf(witnessOf(Example::LostUpdate))));
  expectRefused(fromText(path), GetParam().says, GetParam().remedy);
}

INSTANTIATE_TEST_SUITE_P(All, WrongFileTest, testing::ValuesIn(wrongFiles()),
                         [](const auto& info) { return std::string(info.param.title); });

TEST_F(WrongInputTest, AMissingFile) {
  expectRefused(inFolder(QStringLiteral("nothing.revisit")), "No such file", "open a .revisit file");
}

TEST_F(WrongInputTest, ADirectory) {
  const QString folder = inFolder(QStringLiteral("folder"));
  ASSERT_TRUE(QDir().mkpath(folder));
  expectRefused(folder, "no build folder of CMake", "configure and build the project");
}

TEST_F(WrongInputTest, TheMessageGoesWhenClosedAndWhenSomethingIsOpened) {
  openFile(inFolder(QStringLiteral("nothing.revisit")));
  ASSERT_FALSE(window().message().isEmpty());
  QTest::mouseClick(&find<QToolButton>("closeMessage"), Qt::LeftButton);
  EXPECT_EQ(window().message(), QString());
  openFile(inFolder(QStringLiteral("nothing.revisit")));
  ASSERT_FALSE(window().message().isEmpty());
  open(Example::Sensor);
  EXPECT_EQ(window().message(), QString());
}

TEST_F(WrongInputTest, AWitnessWhoseProgramIsGoneIsShownWithAWarning) {
  const revisit::test::TemporaryFolder folder;
  const std::string program = programOf(Example::LostUpdate);
  const std::string path = folder.write(
      "gone.revisit", replaced(contentOf(witnessOf(Example::LostUpdate)), program, folder.path() + "/gone"));
  openFile(fromText(path));
  ASSERT_NE(selection().execution(), nullptr);
  EXPECT_EQ(selection().execution()->path(), path);
  EXPECT_TRUE(answer().startsWith(QLatin1String("Does not fit"))) << answer().toStdString();
  EXPECT_TRUE(answer().contains(QLatin1String("the program is gone; this can be looked at, not replayed")));
  EXPECT_TRUE(answer().contains(QLatin1String("run 'revisit check' again"))) << "the tip";
  raise("replay");
  press(Qt::Key_F4);
  Replay& replay = window().replayActions().link().replay();
  ASSERT_TRUE(waitFor([&] { return !replay.isBusy(); }));
  EXPECT_TRUE(find<MessageText>("replayTrouble").isVisible());
}

TEST_F(WrongInputTest, AWitnessOfAnotherBuildIsShownWithAWarning) {
  const revisit::test::TemporaryFolder folder;
  const std::string path =
      folder.write("other.revisit", replaced(contentOf(witnessOf(Example::LostUpdate)), programOf(Example::LostUpdate),
                                             programOf(Example::Sensor)));
  openFile(fromText(path));
  ASSERT_NE(selection().execution(), nullptr);
  EXPECT_TRUE(answer().contains(QLatin1String("but not done again"))) << answer().toStdString();
}

} // namespace
} // namespace revisit::gui::test
