#include "start_page.h"

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace revisit::gui {

StartPage::StartPage(QWidget* parent) : QWidget(parent), m_last(new QPushButton), m_recent(new QLabel) {
  auto* title = new QLabel(tr("Revisit"));
  QFont large = font();
  large.setPointSizeF(large.pointSizeF() * 2);
  large.setBold(true);
  title->setFont(large);
  auto* text =
      new QLabel(tr("<p>A debugger for executions that have not happened yet.</p>"
                    "<p>Open a C or C++ source file, or a program that was built with <code>revisit-cc</code> or "
                    "<code>revisit-c++</code>: it is explored.<br>Or open a witness "
                    "(<code>NAME.revisit</code>), an execution that was found before.</p>"));
  auto* open = new QPushButton(tr("Open…"));
  auto* guide = new QPushButton(tr("See how the algorithm works, on a small program"));
  guide->setObjectName(QStringLiteral("guideButton"));
  open->setDefault(true);
  open->setObjectName(QStringLiteral("openButton"));
  m_last->setObjectName(QStringLiteral("lastSessionButton"));
  m_last->hide();
  m_recent->setObjectName(QStringLiteral("recentFiles"));
  m_recent->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  auto* column = new QVBoxLayout;
  for (QWidget* part : std::initializer_list<QWidget*>{title, text, open, m_last, guide, m_recent})
    column->addWidget(part, 0, Qt::AlignLeft);
  auto* rows = new QVBoxLayout(this);
  rows->addStretch(2);
  auto* middle = new QHBoxLayout;
  middle->addStretch(1);
  middle->addLayout(column);
  middle->addStretch(1);
  rows->addLayout(middle);
  rows->addStretch(3);
  connect(open, &QPushButton::clicked, this, &StartPage::openAsked);
  connect(guide, &QPushButton::clicked, this, &StartPage::guideAsked);
  connect(m_last, &QPushButton::clicked, this, &StartPage::lastSessionAsked);
  connect(m_recent, &QLabel::linkActivated, this,
          [this](const QString& link) { emit fileChosen(QUrl(link).toLocalFile()); });
}

void StartPage::setLastSession(const QString& title) {
  m_last->setText(tr("Continue %1").arg(title));
  m_last->setVisible(!title.isEmpty());
}

void StartPage::setRecentFiles(const QStringList& files) {
  QString text;
  for (const QString& file : files)
    text += QStringLiteral("<p style='margin:2px'><a href='%1'>%2</a> &nbsp; %3</p>")
                .arg(QUrl::fromLocalFile(file).toString(QUrl::FullyEncoded), QFileInfo(file).fileName().toHtmlEscaped(),
                     QFileInfo(file).absolutePath().toHtmlEscaped());
  m_recent->setText(text.isEmpty() ? QString() : tr("<p><b>Lately</b></p>") + text);
}

} // namespace revisit::gui
