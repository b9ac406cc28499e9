// What the window shows while nothing is open: what it is for, how to get something to open, and what was open lately.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace revisit::gui {

class StartPage : public QWidget {
  Q_OBJECT

public:
  explicit StartPage(QWidget* parent = nullptr);

  void setRecentFiles(const QStringList& files);
  // What can be gone on with; empty: nothing.
  void setLastSession(const QString& title);

signals:
  void openAsked();
  void lastSessionAsked();
  void fileChosen(const QString& path);

private:
  QPushButton* m_last;
  QLabel* m_recent;
};

} // namespace revisit::gui
