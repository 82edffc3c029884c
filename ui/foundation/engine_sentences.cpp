#include "ui/foundation/engine_sentences.h"

#include "ui/foundation/engine_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <vector>

namespace belfry {
namespace {

struct Pattern {
    QRegularExpression english; // one capture for each place
    const char* text;
};

bool isPlace(QStringView text, qsizetype at) {
    return text[at] == '%' && at + 1 < text.size() && text[at + 1].isDigit();
}

Pattern patternOf(const char* english) {
    const QString text = QString::fromUtf8(english);
    QString expression, literal;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (isPlace(text, i)) {
            expression += QRegularExpression::escape(literal) + QStringLiteral("(.*?)");
            literal.clear();
            ++i;
        } else {
            literal += text[i];
        }
    }
    expression += QRegularExpression::escape(literal);
    return {QRegularExpression(QRegularExpression::anchoredPattern(expression),
                               QRegularExpression::DotMatchesEverythingOption),
            english};
}

const std::vector<Pattern>& patterns() {
    static const std::vector<Pattern> table = [] {
        std::vector<Pattern> made;
        for (const auto& texts : {engineSearchSentenceTexts(), engineDataSentenceTexts(), engineSentenceTexts(),
                                  engineFileSentenceTexts()}) {
            for (const char* text : texts) {
                if (QLatin1String(text).contains('%')) {
                    made.push_back(patternOf(text));
                }
            }
        }
        return made;
    }();
    return table;
}

// What stands between quotes is a name or a path: never a word of the engine.
bool isQuoted(QStringView text, qsizetype place) {
    const auto at = [&](qsizetype index) { return index >= 0 && index < text.size() ? text[index] : QChar(); };
    return (at(place - 1) == '\'' && at(place + 2) == '\'') || (at(place - 1) == u'«' && at(place + 2) == u'»');
}

// A sentence within another one may have lost its full stop.
QString partText(const QString& english) {
    const QString text = engineSentence(english);
    if (text != english || english.endsWith('.')) {
        return text;
    }
    const QString sentence = engineSentence(english + '.');
    return sentence == english + '.' ? english : sentence.chopped(1);
}

// Each %1 is replaced once and never looked at again: what is put in may hold a per cent sign.
QString filled(const QString& text, const QRegularExpressionMatch& match) {
    QString result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (!isPlace(text, i)) {
            result += text[i];
            continue;
        }
        const QString part = match.captured(text[i + 1].digitValue());
        result += isQuoted(text, i) ? part : partText(part);
        ++i;
    }
    return result;
}

} // namespace

QString engineSentence(const QString& english) {
    const QString whole = engineText(english.toStdString());
    if (whole != english) {
        return whole;
    }
    for (const Pattern& pattern : patterns()) {
        const auto match = pattern.english.match(english);
        if (match.hasMatch()) {
            return filled(QCoreApplication::translate("belfry::Engine", pattern.text), match);
        }
    }
    return english;
}

} // namespace belfry
