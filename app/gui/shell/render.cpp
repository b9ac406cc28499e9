#include "render.h"

#include "main_window.h"
#include "pane_area.h"
#include "view/compare_pane.h"

#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPixmap>
#include <QTemporaryDir>
#include <QThread>

#include <array>

namespace revisit::gui {
namespace {

struct Scene {
  const char* name;
  std::initializer_list<const char*> panes; // shown; empty: all
  const char* inFront;
};

constexpr int patience = 30000; // ms

// Lets the window do what is queued, and what follows from that.
void settle() {
  for (int i = 0; i < 10; i++)
    QGuiApplication::processEvents(QEventLoop::AllEvents, 50);
}

template <class Condition> bool waitUntil(Condition condition) {
  QElapsedTimer timer;
  for (timer.start(); timer.elapsed() < patience; QThread::msleep(5)) {
    QGuiApplication::processEvents(QEventLoop::AllEvents, 50);
    if (condition())
      return true;
  }
  return false;
}

void arrange(MainWindow& window, const Scene& scene) {
  window.panes().arrange();
  for (Pane* pane : window.panes().panes()) {
    const bool isShown = scene.panes.size() == 0 || std::ranges::any_of(scene.panes, [&](const char* id) {
                           return pane->info().id == QLatin1String(id);
                         });
    window.panes().dockOf(*pane)->setVisible(isShown);
  }
  window.panes().raise(*window.panes().pane(QLatin1String(scene.inFront)));
  settle();
}

// The replay runs to the bug; a picture of why it does not is as good.
void goToBug(MainWindow& window) {
  Replay& replay = window.replayActions().link().replay();
  replay.move(ReplayMove::Bug);
  waitUntil([&] { return !replay.isBusy(); });
  settle();
}

Status compare(MainWindow& window, const QString& other) {
  auto* pane = qobject_cast<ComparePane*>(window.panes().pane(QStringLiteral("compare")));
  window.panes().raise(*pane);
  QString failure;
  QObject::connect(pane, &Pane::failed, &window, [&failure](const QString& message) { failure = message; });
  pane->compareWithFile(other);
  waitUntil([&] { return pane->compared() || !failure.isEmpty(); });
  QObject::disconnect(pane, &Pane::failed, &window, nullptr);
  settle();
  return pane->compared() ? Status(Done{}) : Error{ErrorCode::BadFormat, "", failure.toStdString()};
}

Status save(MainWindow& window, const QString& path) {
  if (window.grab().save(path))
    return Done{};
  return Error{ErrorCode::NotFound, path.toStdString(),
               "the picture cannot be written; name a folder that is writable"};
}

} // namespace

Status render(const RenderOrder& order) {
  static const std::array scenes = {Scene{"overview", {}, "graph"},
                                    Scene{"graph", {"graph"}, "graph"},
                                    Scene{"constraints", {"graph", "constraints", "source"}, "constraints"},
                                    Scene{"explanation", {"graph", "explanation", "location"}, "location"},
                                    Scene{"source", {"source", "events", "threads"}, "events"},
                                    Scene{"replay", {"graph", "source", "replay"}, "replay"},
                                    Scene{"compare", {"compare", "source", "events"}, "compare"}};
  if (!QDir().mkpath(order.folder))
    return Error{ErrorCode::NotFound, order.folder.toStdString(), "the folder cannot be made; name another"};
  const QTemporaryDir settingsFolder;
  Settings settings(settingsFolder.filePath(QStringLiteral("settings.ini")));
  MainWindow window(settings);
  window.resize(order.size);
  window.show();
  window.openFile(order.witness);
  waitUntil([&] { return !window.isOpening(); });
  settle();
  if (!window.selection().execution())
    return Error{ErrorCode::BadFormat, "", window.message().toStdString()};
  goToBug(window);
  if (!order.other.isEmpty())
    if (const Status compared = compare(window, order.other); !compared)
      return compared.error();
  for (const auto& [kind, themeName] : {std::pair{ThemeKind::Light, "light"}, std::pair{ThemeKind::Dark, "dark"}}) {
    window.setTheme(kind);
    for (const Scene& scene : scenes) {
      arrange(window, scene);
      const QString name = QStringLiteral("%1-%2.png").arg(QLatin1String(scene.name), QLatin1String(themeName));
      if (const Status saved = save(window, QDir(order.folder).filePath(name)); !saved)
        return saved.error();
    }
  }
  return Done{};
}

} // namespace revisit::gui
