// A window for a test, driven as a user drives it: with the mouse and the keyboard.
#pragma once

#include "examples.h"
#include "shell/main_window.h"
#include "shell/pane_area.h"
#include "view/stage/events_table.h"
#include "view/stage/stage_pane.h"
#include "view/stage/stage_view.h"

#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QTemporaryDir>
#include <QTest>

// For GoogleTest's messages; it looks for it where QString is from.
inline void PrintTo(const QString& text, std::ostream* out) {
  *out << '"' << text.toStdString() << '"';
}

namespace revisit::gui::test {

// Lets the window do what is queued until the condition holds; false when it never does.
template <class Condition> bool waitFor(Condition condition, int ms = 30000) {
  return QTest::qWaitFor(condition, ms);
}

// Every model of the window is tested all the time: a change that breaks a model's rules fails the test.
class WindowTest : public testing::Test {
protected:
  WindowTest();

  MainWindow& window() { return *m_window; }
  SelectionModel& selection() { return m_window->selection(); }
  const Timeline& timeline() { return selection().execution()->timeline(); }
  Settings& settings() { return m_settings; }
  // What the answer line says: its word, its sentence, and more in its tip.
  QString answer();
  QString inFolder(const QString& name) const { return m_folder.filePath(name); }

  // Waits for the end of the opening.
  void openFile(const QString& path);
  void open(Example example);
  // A new window with the same settings.
  void restart();

  Pane& pane(const char* id);
  // Brings it to the front.
  Pane& raise(const char* id);
  StagePane& stage() { return static_cast<StagePane&>(pane("stage")); }
  // The stage in front, as a table.
  EventsTable& raiseTable();
  // In front of the panes that share its place.
  static bool isInSight(const Pane& pane);
  // The only child of the window that has the name; a failure and an end when there is none.
  template <class Widget> Widget& find(const char* name) {
    auto* found = m_window->findChild<Widget*>(QLatin1String(name));
    if (!found)
      throw std::logic_error(std::string("the window has no ") + name);
    return *found;
  }
  // An action by its text, without the & of its key.
  QAction& action(const QString& text);

  static void clickRow(QAbstractItemView& view, int row);
  static void typeInto(QWidget& field, const QString& text);
  // A key for whatever has the keyboard.
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);

private:
  QTemporaryDir m_folder;
  Settings m_settings{m_folder.filePath(QStringLiteral("settings.ini"))};
  std::unique_ptr<MainWindow> m_window;
};

} // namespace revisit::gui::test
