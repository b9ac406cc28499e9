// The page in the place of findings, stage and inspector while these have nothing to show: the answer's sentence,
// the compiler's messages, and the button that helps.
#pragma once

#include "model/exploration/answer.h"
#include "view/widgets/theme.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

namespace revisit::gui {

class AnswerPage : public QWidget {
  Q_OBJECT

public:
  explicit AnswerPage(QWidget* parent = nullptr);

  // `messages`: of the compiler; where there are none, the lines of the answer's tip are shown. `hasEarlier`: what was
  // explored before can still be shown.
  void show(const Answer& answer, const std::vector<CompilerMessage>& messages, bool hasEarlier);

signals:
  void helpAsked();
  void lineAsked(const revisit::SourceLine& line);
  void earlierAsked();

private:
  QLabel* m_sentence;
  QListWidget* m_list;
  QPushButton *m_help, *m_earlier;
  std::vector<CompilerMessage> m_messages;
};

} // namespace revisit::gui
