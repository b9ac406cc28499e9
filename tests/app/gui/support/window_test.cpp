#include "window_test.h"

#include "shell/answer_line.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QListWidget>

namespace revisit::gui::test {

WindowTest::WindowTest() {
  m_settings.setShowsLibraries(true); // a row for each event; FoldingTest shows the others
  restart();
}

void WindowTest::restart() {
  m_window.reset(); // its layout is saved by closing it
  m_window = std::make_unique<MainWindow>(m_settings);
  // A broken rule is a warning, and main.cpp makes a failure of that.
  for (auto* model : m_window->findChildren<QAbstractItemModel*>())
    if (!qobject_cast<QListWidget*>(model->parent())) // Qt's own, which tells of a change while it is deleted
      new QAbstractItemModelTester(model, QAbstractItemModelTester::FailureReportingMode::Warning, m_window.get());
  m_window->show();
  m_window->activateWindow();
  EXPECT_TRUE(QTest::qWaitForWindowActive(m_window.get()));
}

QString WindowTest::answer() {
  const Answer& said = m_window->answerLine().answer();
  return QStringList{said.word, said.sentence, said.tip}.join(QStringLiteral(": "));
}

void WindowTest::openFile(const QString& path) {
  bool hasEnded = false;
  QObject context;
  QObject::connect(m_window.get(), &MainWindow::openingEnded, &context, [&] { hasEnded = true; });
  m_window->openFile(path);
  EXPECT_TRUE(waitFor([&] { return hasEnded; })) << "opening does not end";
  QApplication::processEvents();
}

void WindowTest::open(Example example) {
  const std::string& path = witnessOf(example);
  openFile(QString::fromStdString(path));
  ASSERT_NE(selection().execution(), nullptr) << window().message().toStdString();
  ASSERT_EQ(selection().execution()->path(), path);
}

Pane& WindowTest::pane(const char* id) {
  Pane* found = m_window->panes().pane(QLatin1String(id));
  if (!found) // a part of another pane
    found = m_window->findChild<Pane*>(QLatin1String(id));
  if (!found)
    throw std::logic_error(std::string("the window has no pane ") + id);
  return *found;
}

EventsTable& WindowTest::raiseTable() {
  raise("stage");
  stage().showTable(true);
  return stage().table();
}

Pane& WindowTest::raise(const char* id) {
  Pane& found = pane(id);
  for (Pane* whole : m_window->panes().panes())
    if (whole == &found || whole->isAncestorOf(&found))
      m_window->panes().raise(*whole);
  found.setFocus();
  EXPECT_TRUE(waitFor([&] { return isInSight(found); })) << id;
  return found;
}

bool WindowTest::isInSight(const Pane& pane) {
  const QWidget* there = pane.window()->childAt(pane.mapTo(pane.window(), pane.rect().center()));
  return pane.isVisible() && (there == &pane || pane.isAncestorOf(there));
}

QAction& WindowTest::action(const QString& text) {
  for (QAction* action : m_window->findChildren<QAction*>())
    if (action->text().remove(u'&') == text)
      return *action;
  throw std::logic_error("the window has no action " + text.toStdString());
}

void WindowTest::clickRow(QAbstractItemView& view, int row) {
  const QModelIndex index = view.model()->index(row, 0);
  ASSERT_TRUE(index.isValid()) << view.objectName().toStdString() << " has no row " << row;
  view.scrollTo(index);
  QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(index).center());
}

void WindowTest::typeInto(QWidget& field, const QString& text) {
  field.setFocus();
  QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClick(&field, Qt::Key_Delete);
  QTest::keyClicks(&field, text);
}

void WindowTest::press(Qt::Key key, Qt::KeyboardModifiers modifiers) {
  QWidget* focus = QApplication::focusWidget();
  QTest::keyClick(focus ? focus : m_window.get(), key, modifiers);
  QApplication::processEvents();
}

} // namespace revisit::gui::test
