// The base class of panes. The window puts each pane into a region and knows only this class; a pane knows the
// selection model and no other pane. Thread rule: the window's thread, as for all of view/ and shell/.
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
  QString id;    // stable, because settings use it as a key
  QString title; // of the region's head and the menu entry
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

  // Whether the user can see the pane: it is shown, and not behind another face of its region.
  bool isInSight() const { return m_isInSight; }
  void setInSight(bool isInSight); // for a pane without a window

  // The pane's own state, for the next session. restore() receives the result of session(), possibly from an earlier
  // version of the program, and ignores what it does not know.
  virtual QVariantMap session() const { return {}; }
  virtual void restore(const QVariantMap&) {}

  // Why the pane shows nothing, and what would help; empty while it shows something.
  QString notice() const;

signals:
  // A request of the user failed; the window shows the message.
  void failed(const QString& message);

protected:
  SelectionModel& selection() const { return m_selection; }
  // The open execution; null when there is none.
  const ExecutionPointer& execution() const { return m_selection.execution(); }
  // Takes ownership. Called once, in the constructor.
  void setContent(QWidget* content);
  // The notice of a pane that stays empty, because another one says why.
  static QString nothing() { return QStringLiteral(" "); }
  // Shows the text instead of the content, which is kept; an empty text shows the content again.
  void setNotice(const QString& text);
  virtual void themeChanged() {}
  // Expensive work can wait until the pane is visible.
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
