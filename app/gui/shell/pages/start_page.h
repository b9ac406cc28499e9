// The page shown while nothing is open: how to begin, examples by task, the tests of an opened project, recent files.
#pragma once

#include "prepare/project/project_tests.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace revisit::gui {

class StartPage : public QWidget {
  Q_OBJECT

public:
  explicit StartPage(QWidget* parent = nullptr);

  void setRecentFiles(const QStringList& files);
  // The session that can be continued; empty: none.
  void setLastSession(const QString& title);
  // What the project in that folder explores as its tests.
  void setProject(const QString& folder, const std::vector<ProjectTest>& tests);

signals:
  void openAsked();
  void folderAsked();
  void lastSessionAsked();
  // Words as for `revisit check`; the file of an example is only named.
  void exampleAsked(const QStringList& words);
  void testAsked(const QStringList& words);
  void fileChosen(const QString& path);

protected:
  void changeEvent(QEvent* event) override;

private:
  QLabel* addLinks(const char* name);
  void refresh();

  QPushButton* m_last;
  QLabel *m_examples, *m_recent, *m_project;
  QStringList m_files;
  QString m_folder;
  std::vector<ProjectTest> m_tests;
};

} // namespace revisit::gui
