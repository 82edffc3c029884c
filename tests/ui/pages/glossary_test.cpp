// The Spanish texts keep to the glossary of docs/spanish.md: one word per idea.
#include <gtest/gtest.h>

#include <QFile>
#include <QRegularExpression>
#include <QStringList>
#include <QXmlStreamReader>
#include <algorithm>
#include <vector>

namespace belfry {
namespace {

struct Term {
    QString english;
    QStringList spanish;
    QStringList rejected;
};

struct Message {
    QString source;
    QString translation; // plural forms one after another
};

QStringList words(const QString& cell) {
    QStringList all = cell.split(',');
    for (QString& word : all) {
        word = word.trimmed();
    }
    return all;
}

std::vector<Term> glossary() {
    QFile file(QStringLiteral(BELFRY_SOURCE_DIR "/docs/spanish.md"));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    std::vector<Term> terms;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
        const QStringList cells = line.split('|');
        if (cells.size() == 5 && !cells[1].startsWith('-') && cells[1].trimmed() != QLatin1String("English")) {
            terms.push_back({cells[1].trimmed(), words(cells[2]), words(cells[3])});
        }
    }
    return terms;
}

std::vector<Message> messages() {
    QFile file(QStringLiteral(BELFRY_TRANSLATIONS "/belfry_es.ts"));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    std::vector<Message> all;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1String("source")) {
            all.push_back({xml.readElementText(), {}});
        } else if (xml.isStartElement() && xml.name() == QLatin1String("translation")) {
            all.back().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    return all;
}

bool hasWord(const QString& text, const QString& word, const char* end = "\\b") {
    const QRegularExpression pattern(QStringLiteral("\\b") + QRegularExpression::escape(word) + QLatin1String(end),
                                     QRegularExpression::CaseInsensitiveOption |
                                         QRegularExpression::UseUnicodePropertiesOption);
    return pattern.match(text).hasMatch();
}

bool says(const QString& source, const Term& term) { return hasWord(source, term.english, ""); }

// The word belongs to another idea of the same text ("the trials never see the test images").
bool allowedByAnother(const QString& source, const QString& word, const std::vector<Term>& terms) {
    return std::any_of(terms.begin(), terms.end(), [&](const Term& term) {
        return says(source, term) && std::any_of(term.spanish.begin(), term.spanish.end(), [&](const QString& own) {
                   return word.startsWith(own); // in the plural, too
               });
    });
}

// "prueba" was both a test and a trial; "acierto" and "exactitud", "archivo" and "fichero" stood side by side.
TEST(GlossaryTest, EveryIdeaHasOneWord) {
    const std::vector<Term> terms = glossary();
    const std::vector<Message> texts = messages();
    ASSERT_GT(terms.size(), 30U);
    ASSERT_GT(texts.size(), 1000U);
    for (const Term& term : terms) {
        for (const Message& text : texts) {
            if (!says(text.source, term)) {
                continue;
            }
            QString rest = text.translation; // what is rejected may be a part of the right word
            for (const QString& own : term.spanish)
                rest.remove(own, Qt::CaseInsensitive);
            for (const QString& word : term.rejected) {
                EXPECT_FALSE(hasWord(rest, word) && !allowedByAnother(text.source, word, terms))
                    << text.source.toStdString() << "\n  " << text.translation.toStdString() << "\n  has '"
                    << word.toStdString() << "' for '" << term.english.toStdString() << "'";
            }
        }
    }
}

// Spanish texts said "0.1" where the window shows and takes "0,1". The address 0.0.0.0 is no decimal.
TEST(GlossaryTest, DecimalsHaveAComma) {
    const QRegularExpression point(QStringLiteral("(?<![\\d.,])0\\.\\d+(?!\\d|\\.\\d|,0)"));
    for (const Message& text : messages()) {
        EXPECT_FALSE(point.match(text.translation).hasMatch()) << text.translation.toStdString();
    }
}

} // namespace
} // namespace belfry
