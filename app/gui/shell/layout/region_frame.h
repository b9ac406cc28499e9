// A region of the window: a row with the names of its faces, and the face chosen. A face is a pane; which ones there
// are depends on the tab of the window.
#pragma once

#include "view/widgets/pane.h"

#include <set>
#include <vector>

class QButtonGroup;
class QHBoxLayout;
class QStackedWidget;
class QToolButton;

namespace revisit::gui {

enum class WindowTab : std::uint8_t { Result, Algorithm, Runs };

class RegionFrame : public QWidget {
  Q_OBJECT

public:
  explicit RegionFrame(const QString& name, QWidget* parent = nullptr);

  static constexpr int headHeight = 24;
  // Takes ownership of the face. `pane`: what it stands for, itself or a part of it.
  void add(Pane* pane, std::set<WindowTab> tabs, QWidget* face = nullptr);
  // Shows the faces of the tab, in front the one that was there before. Whether there is any.
  bool setTab(WindowTab tab);
  void bringToFront(const Pane& pane);
  // Null: no face belongs to the tab.
  Pane* front() const;
  // At the right end of the head.
  void addToHead(QWidget* widget);
  void setMaximised(bool isMaximised);

signals:
  void maximiseAsked();

private:
  struct Face {
    Pane* pane;
    QWidget* widget;
    QToolButton* button;
    std::set<WindowTab> tabs;
  };
  void show(const Face& face);

  std::vector<Face> m_faces;
  std::map<WindowTab, Pane*> m_fronts;
  WindowTab m_tab = WindowTab::Result;
  QHBoxLayout* m_head;
  QButtonGroup* m_buttons;
  QStackedWidget* m_stack;
  QToolButton* m_maximise;
};

} // namespace revisit::gui
