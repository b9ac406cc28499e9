// A window that explores, and what it explores.
#pragma once

#include "model/exploration/exploration_tree.h"
#include "prepare/build_program.h"
#include "window_test.h"

#include <QComboBox>
#include <QTableView>

#include <fstream>

namespace revisit::gui::test {

// N threads write one location each their own value: N! executions, and N of the last writes are 0 (mod N).
inline constexpr const char* writers = R"(
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
atomic_int x;
static void* write(void* value) { atomic_store(&x, (int)(size_t)value); return NULL; }
int main(void) {
  pthread_t threads[N];
  for (size_t i = 0; i < N; i++) pthread_create(&threads[i], NULL, write, (void*)(i + 1));
  for (size_t i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&x) != BAD);
}
)";

class ExplorationTest : public WindowTest {
protected:
  // The tree in sight with a row for every node. ExplorationTest.TheTreeIsFilteredByOutcomeAndText and LayoutTest show
  // how it is at first.
  void SetUp() override {
    find<QComboBox>("outcomes").setCurrentText(QStringLiteral("With what was refused"));
    window().panes().bringToFront(pane("tree"));
  }
  ExplorationRun& run() { return window().exploration(); }
  ExplorationActions& actions() { return window().explorationActions(); }
  QTableView& table() { return find<QTableView>("tree table"); }
  QAbstractItemModel& rows() { return *table().model(); }
  std::uint64_t executionAt(int row) { return rows().index(row, 0).data(ExplorationTree::ExecutionRole).toULongLong(); }
  const ExecutionOrigin& origin() { return selection().execution()->origin(); }

  std::string write(const char* name, const std::string& text) {
    const std::string path = inFolder(QLatin1String(name)).toStdString();
    std::ofstream(path) << text;
    return path;
  }
  ExplorationRequest writersRequest(int count, int bad = 0) {
    ExplorationRequest request = MainWindow::requestFor({QString::fromStdString(write("writers.c", writers))});
    request.compilerFlags = {"-DN=" + std::to_string(count), "-DBAD=" + std::to_string(bad)};
    return request;
  }
  bool waitForEnd(int ms = 60000) {
    return waitFor([&] { return !run().isActive() && run().state() != ExplorationState::None; }, ms);
  }
  void explore(const ExplorationRequest& request) {
    window().explore(request);
    ASSERT_TRUE(waitForEnd());
    ASSERT_EQ(run().state(), ExplorationState::Ended) << run().error().toStdString();
  }
  // What the engine says of the same program without the window.
  static CheckReport reportOf(const ExplorationRequest& request) {
    std::string messages;
    Result<BuiltProgram> program = buildProgram(request.files, request.compilerFlags, &messages);
    EXPECT_TRUE(program) << messages;
    CheckOptions options = request.check;
    options.program.path = program->path();
    options.log = LogOptions();
    Result<CheckReport> report = runCheck(options, {});
    EXPECT_TRUE(report);
    return std::move(*report);
  }
};

} // namespace revisit::gui::test
