// What the window shows while nothing is open: what it is for, how to get something to open, and what was open lately.
#pragma once

#include <QWidget>

class QLabel;

namespace revisit::gui {

class StartPage : public QWidget {
  Q_OBJECT

public:
  explicit StartPage(QWidget* parent = nullptr);

  void setRecentFiles(const QStringList& files);

signals:
  void openAsked();
  void fileChosen(const QString& path);

private:
  QLabel* m_recent;
};

} // namespace revisit::gui
