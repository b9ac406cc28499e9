#include "start_page.h"

#include "model/text.h"
#include "shell/guide.h"

#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace revisit::gui {
namespace {

constexpr int columnGap = 64, rowGap = 16;

QString title(const QString& text) {
  return QStringLiteral("<p><b>%1</b></p>").arg(text.toHtmlEscaped());
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent), m_last(new QPushButton), m_examples(addLinks("startExamples")),
      m_recent(addLinks("recentFiles")), m_project(addLinks("projectTests")) {
  auto* text = new QLabel(tr("<h1>Revisit</h1><p>A debugger for executions that have not happened yet.</p>"
                             "<p>Open a C or C++ source file or a program of <code>revisit-cc</code>: it is explored."
                             "<br>Or a witness (<code>NAME.revisit</code>), an execution that was found before.</p>"));
  auto* open = new QPushButton(tr("Open…"));
  auto* folder = new QPushButton(tr("Open a CMake project…"));
  open->setDefault(true);
  open->setObjectName(QStringLiteral("openButton"));
  m_last->setObjectName(QStringLiteral("lastSessionButton"));
  m_last->hide();
  auto* buttons = new QHBoxLayout;
  for (QPushButton* button : {open, folder, m_last})
    buttons->addWidget(button);
  buttons->addStretch(1);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(columnGap);
  for (QLabel* column : {m_project, m_examples, m_recent})
    columns->addWidget(column, 0, Qt::AlignTop);
  columns->addStretch(1);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(columnGap, rowGap, columnGap, rowGap);
  rows->setSpacing(rowGap);
  rows->addStretch(1);
  rows->addWidget(text);
  rows->addLayout(buttons);
  rows->addLayout(columns);
  rows->addStretch(2);
  refresh();
  connect(open, &QPushButton::clicked, this, &StartPage::openAsked);
  connect(folder, &QPushButton::clicked, this, &StartPage::folderAsked);
  connect(m_last, &QPushButton::clicked, this, &StartPage::lastSessionAsked);
  connect(m_recent, &QLabel::linkActivated, this,
          [this](const QString& link) { emit fileChosen(QUrl(link).toLocalFile()); });
  connect(m_examples, &QLabel::linkActivated, this,
          [this](const QString& link) { emit exampleAsked(link.split(u' ')); });
  connect(m_project, &QLabel::linkActivated, this, [this](const QString& link) {
    QStringList words;
    for (const std::string& word : m_tests[link.toULongLong()].check)
      words << fromText(word);
    emit testAsked(words);
  });
}

QLabel* StartPage::addLinks(const char* name) {
  auto* label = new QLabel(this);
  label->setObjectName(QLatin1String(name));
  label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  return label;
}

void StartPage::setLastSession(const QString& title) {
  m_last->setText(tr("Continue %1").arg(title));
  m_last->setVisible(!title.isEmpty());
}

void StartPage::setRecentFiles(const QStringList& files) {
  m_files = files;
  refresh();
}

void StartPage::setProject(const QString& folder, const std::vector<ProjectTest>& tests) {
  m_folder = folder;
  m_tests = tests;
  refresh();
}

void StartPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange)
    refresh(); // a text has the colours of the time when it was set
}

void StartPage::refresh() {
  const QString quiet = palette().color(QPalette::PlaceholderText).name();
  const auto row = [&quiet](const QString& link, const QString& text, const QString& note) {
    return QStringLiteral("<p style='margin:4px'><a href='%1'>%2</a>&nbsp; <span style='color:%3'>%4</span></p>")
        .arg(link.toHtmlEscaped(), text.toHtmlEscaped(), quiet, note.toHtmlEscaped());
  };
  QString examples = title(tr("Try an example")), recent = title(tr("Lately")),
          tests = title(tr("Tests of %1").arg(QFileInfo(m_folder).fileName()));
  for (const StartExample& example : startExamples())
    examples += row(example.words.join(u' '), example.task, example.words.back());
  for (const QString& file : m_files)
    recent += row(QUrl::fromLocalFile(file).toString(QUrl::FullyEncoded), QFileInfo(file).fileName(),
                  QFileInfo(file).absolutePath());
  for (std::size_t i = 0; i < m_tests.size(); i++)
    tests += row(QString::number(i), fromText(m_tests[i].name),
                 m_tests[i].expected.empty() ? QString() : tr("expected: %1").arg(fromText(m_tests[i].expected)));
  for (const auto& [label, text] : {std::pair(m_examples, examples), {m_recent, recent}, {m_project, tests}}) {
    label->clear(); // otherwise the same text keeps its colours
    label->setText(text);
  }
  m_recent->setVisible(!m_files.isEmpty());
  m_project->setVisible(!m_tests.empty());
}

} // namespace revisit::gui
