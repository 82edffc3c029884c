#include "ui/foundation/fuzzy_match.h"

#include <QStringList>
#include <algorithm>

namespace belfry {
namespace {

// "Época" -> "epoca".
QString plain(const QString& text) {
    QString letters;
    for (const QChar letter : text.normalized(QString::NormalizationForm_D))
        if (letter.category() != QChar::Mark_NonSpacing)
            letters += letter.toLower();
    return letters;
}

bool beginsWord(const QString& text, qsizetype at) { return at == 0 || !text[at - 1].isLetterOrNumber(); }

// From `start` on, which fits the word's first letter; each letter where it comes first.
std::optional<int> scoreFrom(const QString& word, const QString& text, qsizetype start) {
    constexpr int kSideBySide = 3, kWordStart = 4, kLetter = 1;
    int score = 0;
    qsizetype before = start - 1;
    for (const QChar letter : word) {
        const qsizetype at = text.indexOf(letter, before + 1);
        if (at < 0)
            return std::nullopt;
        score += kLetter + (beginsWord(text, at) ? kWordStart : at == before + 1 ? kSideBySide : 0);
        before = at;
    }
    return score;
}

std::optional<int> wordScore(const QString& word, const QString& text) {
    std::optional<int> best;
    for (qsizetype start = text.indexOf(word[0]); start >= 0; start = text.indexOf(word[0], start + 1))
        if (const std::optional<int> score = scoreFrom(word, text, start))
            best = std::max(best.value_or(*score), *score);
    return best;
}

} // namespace

std::optional<int> fuzzyScore(const QString& query, const QString& text) {
    const QString letters = plain(text);
    int sum = 0;
    for (const QString& word : plain(query).split(' ', Qt::SkipEmptyParts)) {
        const std::optional<int> score = wordScore(word, letters);
        if (!score)
            return std::nullopt;
        sum += *score;
    }
    return sum;
}

} // namespace belfry
