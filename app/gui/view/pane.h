// A part of the window that shows one thing. The window puts each into a dock of its own and knows no more of it than
// this; a pane knows the selection model and no other pane.
// Thread rule: the window's thread, as all of view/ and shell/.
#pragma once

#include "model/selection_model.h"
#include "theme.h"

#include <QKeySequence>
#include <QVariantMap>
#include <QWidget>

class QLabel;
class QStackedLayout;

namespace revisit::gui {

struct PaneInfo {
  QString id;    // stable: settings are kept under it
  QString title; // of the dock and in the menu
  QKeySequence shortcut;
};

class Pane : public QWidget {
  Q_OBJECT

public:
  Pane(PaneInfo info, SelectionModel& selection, QWidget* parent = nullptr);

  const PaneInfo& info() const { return m_info; }
  // Called once before the pane is shown and whenever the theme changes.
  void setTheme(const Theme& theme);
  const Theme& theme() const { return *m_theme; }

  // Whether people can see it: it is shown, and not behind another tab. Qt takes a widget behind a tab for visible, so
  // that who has the tabs says so; alone a pane knows it itself.
  bool isInSight() const { return m_isInSight; }
  void setInSight(bool isInSight);

  // What it shows besides what the selection model says, under names of its own, to be shown again in another session.
  // restore() takes what session() gave, also in an earlier version of the program: what it does not know it leaves.
  virtual QVariantMap session() const { return {}; }
  virtual void restore(const QVariantMap&) {}

  // Why the pane shows nothing, in words that say what would help; empty while it shows something.
  QString notice() const;

signals:
  // Something went wrong that the user asked for; the window says it.
  void failed(const QString& message);

protected:
  SelectionModel& selection() const { return m_selection; }
  // The execution shown, null when none is open.
  const ExecutionPointer& execution() const { return m_selection.execution(); }
  // Takes ownership. Once, in the constructor.
  void setContent(QWidget* content);
  // Puts the text in the place of the content, which stays as it is; an empty text shows the content again.
  void setNotice(const QString& text);
  virtual void themeChanged() {}
  // What costs time can wait until the pane is in sight.
  virtual void inSightChanged() {}
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

private:
  PaneInfo m_info;
  SelectionModel& m_selection;
  const Theme* m_theme;
  QStackedLayout* m_layout;
  QLabel* m_notice;
  bool m_isInSight = false;
};

} // namespace revisit::gui
