#include "render.h"

#include "main_window.h"
#include "pane_area.h"

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

// What is looked at: the access before the bug, of which every pane has something to say.
void lookAtAccess(SelectionModel& selection) {
  const Timeline& timeline = selection.execution()->timeline();
  for (EventNumber event = timeline.bug(); event > 0; event--)
    if (timeline.rangeOf(event).size != 0 || !timeline.chainOf(event).empty()) {
      selection.selectEvent(event);
      return;
    }
}

} // namespace

Status visitScenes(const QString& witness, const QSize& size, const SceneVisitor& visit) {
  static const std::array scenes = {Scene{"overview", {}, "graph"},
                                    Scene{"graph", {"graph"}, "graph"},
                                    Scene{"constraints", {"graph", "constraints", "source"}, "constraints"},
                                    Scene{"explanation", {"graph", "explanation", "location"}, "location"},
                                    Scene{"source", {"source", "events", "threads"}, "events"},
                                    Scene{"replay", {"graph", "source", "replay"}, "replay"}};
  const QTemporaryDir settingsFolder;
  Settings settings(settingsFolder.filePath(QStringLiteral("settings.ini")));
  MainWindow window(settings);
  window.resize(size);
  window.show();
  window.openFile(witness);
  waitUntil([&] { return !window.isOpening(); });
  settle();
  if (!window.selection().execution())
    return Error{ErrorCode::BadFormat, "", window.message().toStdString()};
  goToBug(window);
  for (const ThemeKind theme : {ThemeKind::Light, ThemeKind::Dark}) {
    window.setTheme(theme);
    for (const Scene& scene : scenes) {
      if (QLatin1String(scene.inFront) == QLatin1String("location"))
        lookAtAccess(window.selection());
      else
        window.selection().selectPosition(window.selection().execution()->timeline().bug());
      arrange(window, scene);
      if (const Status visited = visit(window, QLatin1String(scene.name), theme); !visited)
        return visited;
    }
  }
  return Done{};
}

Status render(const RenderOrder& order) {
  if (!QDir().mkpath(order.folder))
    return Error{ErrorCode::NotFound, order.folder.toStdString(), "the folder cannot be made; name another"};
  return visitScenes(order.witness, order.size, [&](MainWindow& window, const QString& scene, ThemeKind theme) {
    const QString name = theme == ThemeKind::Light ? QStringLiteral("%1-light.png") : QStringLiteral("%1-dark.png");
    const QString path = QDir(order.folder).filePath(name.arg(scene));
    return window.grab().save(path) ? Status(Done{})
                                    : Error{ErrorCode::NotFound, path.toStdString(),
                                            "the picture cannot be written; name a folder that is writable"};
  });
}

} // namespace revisit::gui
