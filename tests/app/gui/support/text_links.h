// The links of a text, and clicks on them.
#pragma once

#include <gtest/gtest.h>

#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>

namespace revisit::gui::test {

inline std::vector<QTextFragment> links(const QTextBrowser& text) {
  std::vector<QTextFragment> found;
  for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next())
    for (auto part = block.begin(); !part.atEnd(); ++part)
      if (part.fragment().charFormat().isAnchor())
        found.push_back(part.fragment());
  return found;
}

inline void click(QTextBrowser& text, int position) {
  QTextCursor cursor(text.document());
  cursor.setPosition(position);
  text.setTextCursor(cursor);
  text.ensureCursorVisible();
  const QPoint end = text.cursorRect(cursor).center();
  cursor.setPosition(position + 1);
  QTest::mouseClick(text.viewport(), Qt::LeftButton, {}, (end + text.cursorRect(cursor).center()) / 2);
}

inline void clickOn(QTextBrowser& text, const QString& words) {
  const QTextCursor found = text.document()->find(words);
  ASSERT_FALSE(found.isNull()) << words.toStdString() << " is not in: " << text.toPlainText().toStdString();
  click(text, found.selectionStart() + 1);
}

} // namespace revisit::gui::test
