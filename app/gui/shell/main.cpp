// The desktop window, `revisit-gui`.
#include "base/error_text.h"
#include "main_window.h"
#include "render.h"
#include "session.h"
#include "version.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>
#include <QStyleFactory>

#include <iostream>

namespace revisit::gui {
namespace {

int fail(const std::string& message) {
  std::cerr << "revisit-gui: " << message << '\n';
  return 2;
}

std::optional<QSize> sizeOf(const QString& text) {
  const QStringList parts = text.split(u'x');
  if (parts.size() != 2)
    return std::nullopt;
  const QSize size(parts[0].toInt(), parts[1].toInt());
  return size.width() >= 640 && size.height() >= 480 && size.width() <= 8192 && size.height() <= 8192
             ? std::optional(size)
             : std::nullopt;
}

int renderPictures(const QString& folder, const QString& sizeText, const QStringList& files) {
  RenderOrder order{files, folder, {}};
  const std::optional<QSize> size = sizeOf(sizeText);
  if (files.isEmpty())
    return fail("--render needs a file: revisit-gui --render FOLDER WITNESS [OTHER], or PROGRAM, or SOURCE...");
  if (!size)
    return fail("--size " + sizeText.toStdString() + ": give WIDTHxHEIGHT, from 640x480 to 8192x8192");
  order.size = *size;
  const Status status = render(order);
  if (status)
    return 0;
  return fail(errorText(status.error()));
}

int run(QApplication& application) {
  QCommandLineParser parser;
  parser.setApplicationDescription(QObject::tr("Explores programs and shows the executions that are found."));
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument(QStringLiteral("file"),
                               QObject::tr("a witness (.revisit), a program built with revisit-cc or revisit-c++, or "
                                           "its C or C++ source files"),
                               QStringLiteral("[file...]"));
  const QCommandLineOption renderOption(QStringLiteral("render"),
                                        QObject::tr("write pictures of the window into a folder, and end"),
                                        QStringLiteral("folder"));
  const QCommandLineOption sizeOption(
      QStringLiteral("size"),
      QObject::tr("of the pictures, or what the window needs at least; the default is 1280x800"), QStringLiteral("WxH"),
      QStringLiteral("1280x800"));
  const QCommandLineOption restoreOption(QStringLiteral("restore"), QObject::tr("go on where the last session ended"));
  parser.addOptions({renderOption, sizeOption, restoreOption});
  if (!parser.parse(QApplication::arguments()))
    return fail(parser.errorText().toStdString() + " 'revisit-gui --help' says more");
  if (parser.isSet(QStringLiteral("help")))
    parser.showHelp();
  if (parser.isSet(QStringLiteral("version")))
    parser.showVersion();
  const QStringList files = parser.positionalArguments();
  if (parser.isSet(renderOption))
    return renderPictures(parser.value(renderOption), parser.value(sizeOption), files);
  if (!files.isEmpty() && !MainWindow::canOpenTogether(files))
    return fail("give one witness, one program, or the source files of one program");
  if (parser.isSet(restoreOption) && !files.isEmpty())
    return fail("--restore opens what was open the last time: give no file with it");

  Settings settings;
  MainWindow window(settings);
  window.show();
  if (!files.isEmpty())
    window.openFiles(files);
  if (parser.isSet(restoreOption))
    window.session().restore();
  return application.exec();
}

} // namespace
} // namespace revisit::gui

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("revisit-gui"));
  QApplication::setApplicationVersion(QLatin1String(revisit::versionText));
  QApplication::setDesktopFileName(QStringLiteral("revisit"));
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/revisit.svg")));
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  return revisit::gui::run(application);
}
