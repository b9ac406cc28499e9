// The desktop window, `revisit-gui`.
#include "base/error_text.h"
#include "command_line.h"
#include "main_window.h"
#include "shell/session/session.h"
#include "version.h"

#include <QApplication>
#include <QIcon>
#include <QStyleFactory>

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

namespace revisit::gui {
namespace {

int fail(const std::string& message) {
  std::cerr << "revisit-gui: " << message << '\n';
  return 2;
}

// Replaces Qt's message when it cannot open a window and ends the process.
void sayWithoutDisplay(QtMsgType type, const QMessageLogContext&, const QString& text) {
  if (type != QtFatalMsg)
    return;
  fail("there is no display that a window can open on. Set DISPLAY or WAYLAND_DISPLAY, or run it under "
       "Xvfb. 'revisit show --svg WITNESS' draws an execution without one. (" +
       text.simplified().toStdString() + ")");
  _exit(2);
}

int show(QApplication& application, const CommandLine& line) {
  if (!line.files.isEmpty() && !MainWindow::canOpenTogether(line.files))
    return fail("give one witness, one program, or the source files of one program; what is for the program comes "
                "after '--'");
  if (line.at != 0) {
    const Result<ExecutionPointer> witness = openExecution(line.files.front().toStdString());
    if (!witness)
      return fail(errorText(witness.error()));
    if (const std::size_t most = witness.value()->timeline().size(); line.at > most)
      return fail(fmt::format("--at {}: {} has the events 1 to {}", line.at, line.files.front().toStdString(), most));
  }
  Settings settings;
  MainWindow window(settings);
  window.show();
  if (!line.files.isEmpty())
    window.openFiles(line.files, line.request);
  if (line.at != 0)
    QObject::connect(
        &window, &MainWindow::openingEnded, &window, [&] { window.selection().selectEvent(line.at); },
        Qt::SingleShotConnection);
  if (line.isRestoring)
    window.session().restore();
  return application.exec();
}

int run(int argc, char** argv) {
  const Result<CommandLine> line = parseCommandLine({argv + 1, argv + argc});
  if (!line)
    return fail(errorText(line.error()));
  if (!line.value().toPrint.isEmpty()) {
    std::cout << line.value().toPrint.toStdString() << std::flush;
    return std::cout ? 0 : fail("the help cannot be written");
  }
  int ownWords = 1; // the other arguments are not for Qt
  qInstallMessageHandler(sayWithoutDisplay);
  QApplication application(ownWords, argv);
  qInstallMessageHandler(nullptr);
  QApplication::setApplicationName(QStringLiteral("revisit-gui"));
  QApplication::setApplicationVersion(QLatin1String(versionText));
  QApplication::setDesktopFileName(QStringLiteral("revisit"));
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/revisit.svg")));
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  return show(application, line.value());
}

} // namespace
} // namespace revisit::gui

int main(int argc, char** argv) {
  try {
    return revisit::gui::run(argc, argv);
  } catch (const std::exception& error) {
    return revisit::gui::fail(error.what());
  }
}
