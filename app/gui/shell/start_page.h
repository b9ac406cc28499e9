// The page shown while nothing is open: the purpose of the tool, how to begin, and recent files.
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
  // The session that can be continued; empty: none.
  void setLastSession(const QString& title);

signals:
  void openAsked();
  void lastSessionAsked();
  void guideAsked();
  void fileChosen(const QString& path);

private:
  QPushButton* m_last;
  QLabel* m_recent;
};

} // namespace revisit::gui
