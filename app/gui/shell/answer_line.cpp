#include "answer_line.h"

#include "model/text.h"
#include "view/widgets/elided.h"
#include "view/widgets/explained_action.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTabBar>
#include <QToolButton>

namespace revisit::gui {
namespace {

constexpr int lineHeight = 40, answerPadding = 8, answerPixels = 16;

QColor answerColour(AnswerKind kind, const Theme& theme) {
  switch (kind) {
  case AnswerKind::Bug:
  case AnswerKind::NotCompiled:
  case AnswerKind::Failed:
    return theme.bug;
  case AnswerKind::Safe:
    return theme.ok;
  case AnswerKind::Incomplete:
  case AnswerKind::Misfit:
    return theme.warn;
  case AnswerKind::Nothing:
  case AnswerKind::Compiling:
  case AnswerKind::Exploring:
  case AnswerKind::Paused:
  case AnswerKind::Graph:
    break;
  }
  return theme.text;
}

} // namespace

AnswerLine::AnswerLine(ExplorationActions& actions, const LitmusStates& litmus, QWidget* parent)
    : QFrame(parent), m_actions(actions), m_litmus(litmus), m_word(new QLabel), m_sentence(new ElidedLabel),
      m_help(new QPushButton), m_model(new QToolButton), m_theme(&themeOf(ThemeKind::Light)) {
  setObjectName(QStringLiteral("answerLine"));
  setFixedHeight(lineHeight);
  setAutoFillBackground(true);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(2 * answerPadding, 0, answerPadding, 0);
  row->setSpacing(answerPadding);
  row->addWidget(m_word);
  row->addWidget(m_sentence, 1);
  row->addWidget(m_help);
  QFont font = m_word->font();
  font.setPixelSize(answerPixels);
  m_sentence->setFont(font);
  font.setWeight(QFont::DemiBold);
  m_word->setFont(font);
  m_word->setObjectName(QStringLiteral("answerWord"));
  m_sentence->setObjectName(QStringLiteral("answerSentence"));
  m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_help->setObjectName(QStringLiteral("answerHelp"));
  m_model->setObjectName(QStringLiteral("answerModel"));
  m_model->setPopupMode(QToolButton::InstantPopup);
  m_model->setToolButtonStyle(Qt::ToolButtonTextOnly);
  m_model->setToolTip(tr("Memory model: explore again under another one"));
  m_model->setAccessibleName(tr("Memory model"));
  m_model->setMenu(makeModels());
  row->addWidget(m_model);
  addActions();
  connect(m_help, &QPushButton::clicked, this, [this] { emit helpAsked(m_answer); });
  const ExplorationBrowser& browser = actions.browser();
  connect(&browser.run(), &ExplorationRun::stateChanged, this, &AnswerLine::refresh);
  connect(&browser.run(), &ExplorationRun::progressed, this, &AnswerLine::refresh);
  connect(&browser.selection(), &SelectionModel::executionChanged, this, &AnswerLine::refresh);
  connect(&litmus, &LitmusStates::changed, this, &AnswerLine::refresh);
  setModel(ModelKind::Sc);
  refresh();
}

void AnswerLine::addActions() {
  const auto add = [this](QAction* action) {
    QToolButton* button = makeActionButton(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    layout()->addWidget(button);
    return std::pair(button, action);
  };
  m_whileActive = {add(m_actions.pause()), add(m_actions.step()), add(m_actions.cancel())};
  m_atRest = {add(m_actions.explore())};
}

QMenu* AnswerLine::makeModels() {
  auto* menu = new QMenu(this);
  for (const ModelKind model : allModels)
    menu->addAction(fromText(titleOf(model)), this, [this, model] { emit modelAsked(model); });
  return menu;
}

void AnswerLine::addTabs(QTabBar* tabs) {
  auto* row = static_cast<QHBoxLayout*>(layout());
  row->insertWidget(row->indexOf(m_model), tabs, 0, Qt::AlignBottom);
}

void AnswerLine::setTheme(const Theme& theme) {
  m_theme = &theme;
  refresh();
}

void AnswerLine::setMisfit(const ExecutionPointer& witness, const QString& why) {
  m_misfitting = witness;
  m_misfit = why;
  refresh();
}

void AnswerLine::setModel(ModelKind model) {
  m_model->setText(fromText(nameOf(model)));
}

void AnswerLine::setElsewhere(bool isElsewhere) {
  m_isElsewhere = isElsewhere;
  m_help->setVisible(m_answer.help != AnswerHelp::None && !isElsewhere);
  m_sentence->setText(isElsewhere ? QString() : m_answer.sentence);
  m_sentence->setToolTip(m_answer.tip.isEmpty() ? m_answer.sentence : m_answer.sentence + u'\n' + m_answer.tip);
}

void AnswerLine::refresh() {
  const ExplorationBrowser& browser = m_actions.browser();
  const ExecutionPointer& open = browser.selection().execution();
  m_answer = browser.isAboutWitness() ? answerOf(*open, open == m_misfitting ? m_misfit : QString())
                                      : answerOf(m_litmus, answerOf(browser.run()));
  const bool isActive = browser.run().isActive();
  for (const auto& [button, action] : m_whileActive)
    button->setVisible(isActive);
  for (const auto& [button, action] : m_atRest)
    button->setVisible(!isActive && m_answer.kind != AnswerKind::Nothing);
  m_model->setVisible(!isActive && m_answer.kind != AnswerKind::Nothing);
  m_word->setText(m_answer.word);
  m_word->setVisible(!m_answer.word.isEmpty());
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, answerColour(m_answer.kind, *m_theme));
  m_word->setPalette(colours);
  m_help->setText(m_answer.helpText);
  setAccessibleName(m_answer.word + u' ' + m_answer.sentence);
  setElsewhere(m_isElsewhere);
  emit changed();
}

} // namespace revisit::gui
