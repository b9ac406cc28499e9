// Runs tests of the desktop window where there is no screen, and fails the one during which Qt warns of something:
// a connection that does not exist, a model that breaks the rules.
#include <gtest/gtest.h>

#include <QApplication>
#include <QStyleFactory>
#include <QTemporaryDir>

#include <array>

namespace {

// What ctest takes as skipped. A test that needs what this machine lacks says what that is.
constexpr int skipped = 77;

bool isOfThePlatform(const QString& text) {
  // The offscreen platform has no window manager, and says so.
  constexpr std::array phrases = {"This plugin does not support"};
  return std::any_of(phrases.begin(), phrases.end(),
                     [&](const char* phrase) { return text.contains(QLatin1String(phrase)); });
}

void failOnWarning(QtMsgType type, const QMessageLogContext& context, const QString& text) {
  const bool isBad = type == QtWarningMsg || type == QtCriticalMsg || type == QtFatalMsg;
  if (isBad && !isOfThePlatform(text))
    ADD_FAILURE() << "Qt (" << (context.category ? context.category : "default") << "): " << text.toStdString();
}

} // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (testing::GTEST_FLAG(list_tests))
    return RUN_ALL_TESTS();
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
    qputenv("QT_QPA_PLATFORM", "offscreen");
  const QTemporaryDir configuration; // nothing of the user's is read or changed
  for (const char* variable : {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"})
    qputenv(variable, configuration.path().toLocal8Bit());
  QApplication application(argc, argv);
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  qInstallMessageHandler(failOnWarning);
  const int status = RUN_ALL_TESTS();
  return status == 0 && testing::UnitTest::GetInstance()->skipped_test_count() > 0 ? skipped : status;
}
