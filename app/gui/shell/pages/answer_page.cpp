#include "answer_page.h"

#include "model/text.h"

#include <QFileInfo>
#include <QFontDatabase>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace revisit::gui {
namespace {

constexpr int widest = 900, edge = 32, sentencePixels = 16;

QString lineOf(const CompilerMessage& message) {
  return QStringLiteral("%1:%2  %3")
      .arg(QFileInfo(fromText(message.place.file)).fileName())
      .arg(message.place.line)
      .arg(fromText(message.text));
}

} // namespace

AnswerPage::AnswerPage(QWidget* parent)
    : QWidget(parent), m_sentence(new QLabel), m_list(new QListWidget), m_help(new QPushButton),
      m_earlier(new QPushButton(tr("Show what was explored before"))) {
  setObjectName(QStringLiteral("answerPage"));
  auto* column = new QWidget;
  column->setMaximumWidth(widest);
  auto* rows = new QVBoxLayout(column);
  auto* buttons = new QHBoxLayout;
  m_sentence->setWordWrap(true);
  m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
  rows->addWidget(m_sentence);
  QFont large = font();
  large.setPixelSize(sentencePixels);
  m_sentence->setFont(large);
  m_sentence->setObjectName(QStringLiteral("answerPageSentence"));
  buttons->addWidget(m_help);
  buttons->addWidget(m_earlier);
  buttons->addStretch(1);
  rows->addLayout(buttons);
  m_help->setObjectName(QStringLiteral("answerPageHelp"));
  m_help->setDefault(true);
  m_earlier->setObjectName(QStringLiteral("earlierButton"));
  m_earlier->setFlat(true);
  m_list->setObjectName(QStringLiteral("compilerMessages"));
  m_list->setAccessibleName(tr("Messages"));
  m_list->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setWordWrap(true);
  m_list->viewport()->setAutoFillBackground(false); // it is no box on the page
  rows->addWidget(m_list, 1);
  rows->addStretch(0);
  auto* outer = new QHBoxLayout(this);
  outer->setContentsMargins(edge, edge, edge, edge / 2);
  outer->addStretch(1);
  outer->addWidget(column, 100);
  outer->addStretch(1);
  setFocusProxy(m_list);
  const auto go = [this](int row) {
    if (row >= 0 && row < static_cast<int>(m_messages.size()))
      emit lineAsked(m_messages[static_cast<std::size_t>(row)].place);
  };
  connect(m_list, &QListWidget::currentRowChanged, this, go);
  connect(m_list, &QListWidget::itemClicked, this, [this, go] { go(m_list->currentRow()); });
  connect(m_help, &QPushButton::clicked, this, &AnswerPage::helpAsked);
  connect(m_earlier, &QPushButton::clicked, this, &AnswerPage::earlierAsked);
}

void AnswerPage::show(const Answer& answer, const std::vector<CompilerMessage>& messages, bool hasEarlier) {
  m_sentence->setText(answer.sentence);
  m_help->setText(answer.helpText);
  m_help->setVisible(answer.help != AnswerHelp::None);
  m_earlier->setVisible(hasEarlier);
  QStringList lines;
  for (const CompilerMessage& message : messages)
    lines << lineOf(message);
  if (messages.empty() && answer.tip != answer.sentence)
    lines = answer.tip.split(u'\n', Qt::SkipEmptyParts);
  m_messages.clear(); // no line is gone to while the list is filled
  m_list->clear();
  m_list->addItems(lines);
  m_list->setVisible(!lines.isEmpty());
  m_messages = messages;
}

} // namespace revisit::gui
