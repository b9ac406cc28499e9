#include "words.h"

#include "text.h"

#include <QStringList>

#include <algorithm>

namespace revisit::gui {

std::optional<std::vector<std::string>> splitWords(const QString& text) {
  std::vector<std::string> words;
  std::optional<QString> word;
  QChar quote;
  for (qsizetype i = 0; i < text.size(); i++) {
    const QChar c = text[i];
    if (quote.isNull() && c.isSpace()) {
      if (word)
        words.push_back(word->toStdString());
      word.reset();
      continue;
    }
    if (!word)
      word.emplace();
    if (c == u'\\' && quote != u'\'') {
      if (++i == text.size())
        return std::nullopt;
      *word += text[i];
    } else if (c == quote) {
      quote = QChar();
    } else if (quote.isNull() && (c == u'"' || c == u'\'')) {
      quote = c;
    } else {
      *word += c;
    }
  }
  if (!quote.isNull())
    return std::nullopt;
  if (word)
    words.push_back(word->toStdString());
  return words;
}

QString joinWords(const std::vector<std::string>& words) {
  QStringList parts;
  for (const std::string& word : words) {
    QString text = fromText(word);
    const bool isPlain = !text.isEmpty() && std::ranges::none_of(text, [](QChar c) {
      return c.isSpace() || c == u'"' || c == u'\'' || c == u'\\';
    });
    parts << (isPlain
                  ? text
                  : u'"' + text.replace(u'\\', QStringLiteral("\\\\")).replace(u'"', QStringLiteral("\\\"")) + u'"');
  }
  return parts.join(u' ');
}

} // namespace revisit::gui
