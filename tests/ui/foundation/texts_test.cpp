#include "ui/foundation/texts.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QLocale>
#include <QTranslator>
#include <map>

namespace belfry {
namespace {

// A few sentences in Spanish, by template; of a plural's two forms the count chooses.
class Spanish : public QTranslator {
public:
    QString translate(const char* context, const char* source, const char* one, int count) const override {
        static const std::map<QString, std::array<const char*, 2>> sentences{
            {"The number of %1 is %2; expected %3 to %4.", {"", "El número de %1 es %2; se espera de %3 a %4."}},
            {"towers", {"", "torres"}},
            {"%1 The run continues.", {"", "La ejecución continúa. %1"}},
            {"Belfry was closed before the run finished.", {"", "Belfry se cerró."}},
            {"Belfry (process %1) quit unexpectedly during this run.", {"", "Belfry (proceso %1) se fue."}},
            {"%n images in '%1'.", {"%n imagen en «%1».", "%n imágenes en «%1»."}},
        };
        const auto found = sentences.find(QString::fromUtf8(source));
        if (QLatin1String(context) != QLatin1String("belfry::Text") || found == sentences.end()) {
            return {};
        }
        EXPECT_EQ(one == nullptr, found->second[0][0] == '\0') << source;
        return QString::fromUtf8(found->second[count == 1 ? 0 : 1]);
    }
    bool isEmpty() const override { return false; }
};

Text images(std::int64_t count, const std::string& folder = "a") {
    return Text::plural("%n images in '%1'.", "%n image in '%1'.", count, folder);
}

class TextsTest : public testing::Test {
protected:
    TextsTest() { QLocale::setDefault(QLocale(QLocale::English)); }
    ~TextsTest() override { QLocale::setDefault(before_); }
    void speakSpanish() {
        QLocale::setDefault(QLocale(QLocale::Spanish));
        QCoreApplication::installTranslator(&spanish_); // its destructor removes it
    }
    static std::string said(const Text& text) { return translated(text).toStdString(); }

private:
    QLocale before_;
    Spanish spanish_;
};

TEST_F(TextsTest, EnglishMatchesTheEngineExactly) {
    for (const Text& text : {
             Text(),
             Text::verbatim("disk on fire"),
             images(0),
             images(1),
             images(2),
             Text::tr("%1 %2 %3 %4", significant(1e-7), decimals(1234.5, 2), significant(1e6), significant(123.456, 3)),
             Text::tr("Seed %1, 50 % of '%2'", 1234567, std::string("%1 ä")),
             Text::sentences({images(1), Text::tr("%1 The run continues.", images(3))}),
         })
        EXPECT_EQ(said(text), text.english());
}

TEST_F(TextsTest, TranslatesTheTemplateAndFillsIt) {
    speakSpanish();
    EXPECT_EQ(
        said(Text::tr("The number of %1 is %2; expected %3 to %4.", Text::tr("towers"), 10000, 1, significant(64.5))),
        "El número de torres es 10000; se espera de 1 a 64,5.");
    EXPECT_EQ(said(Text::tr("%1 The run continues.", Text::verbatim("disk on fire."))),
              "La ejecución continúa. disk on fire.");
    EXPECT_EQ(said(Text::sentences({images(2), images(1)})), "2 imágenes en «a». 1 imagen en «a».");
    EXPECT_EQ(said(Text::tr("No translation: %1.", decimals(0.25, 2))), "No translation: 0,25.");
}

TEST_F(TextsTest, PluralsFollowTheLanguage) {
    speakSpanish();
    EXPECT_EQ(said(images(0)), "0 imágenes en «a».");
    EXPECT_EQ(said(images(1)), "1 imagen en «a».");
    EXPECT_EQ(said(images(1'195)), "1195 imágenes en «a»."); // four digits stay together
    EXPECT_EQ(said(images(5'000'000'000)), "5.000.000.000 imágenes en «a».");
}

TEST_F(TextsTest, NestedSentencesMayLackTheirFullStop) {
    const Text sentence = Text::tr("The number of %1 is %2; expected %3 to %4.", Text::tr("towers"), 0, 1, 64);
    EXPECT_EQ(said(sentence.withoutFullStop()), "The number of towers is 0; expected 1 to 64");
    speakSpanish();
    EXPECT_EQ(said(sentence.withoutFullStop()), "El número de torres es 0; se espera de 1 a 64");
    EXPECT_EQ(said(Text::tr("No translation.").withoutFullStop()), "No translation");
}

// A file may be called what a translation has, or have a place's name.
TEST_F(TextsTest, NamesAreNotTranslated) {
    speakSpanish();
    EXPECT_EQ(said(images(2, "towers")), "2 imágenes en «towers».");
    EXPECT_EQ(said(images(2, "%n %1")), "2 imágenes en «%n %1».");
}

// Records of earlier versions were English in a window of another language: their sentences read otherwise since.
TEST_F(TextsTest, RecordedSentencesAreTranslatedThoughTheyAreRetired) {
    const Text parts = Text::fromParts("The program exited before the run ended.", "", 0, {});
    const Text words = Text::verbatim("The program left the run before its end.");
    const Text process = Text::fromParts("Its process %1 exited before the run ended.", "", 0, {std::int64_t{17}});
    EXPECT_EQ(said(parts), "Belfry was closed before the run finished.");
    speakSpanish();
    EXPECT_EQ(said(parts), "Belfry se cerró.");
    EXPECT_EQ(said(words), "Belfry se cerró.");
    EXPECT_EQ(said(Text::verbatim("Belfry was closed before the run finished.")), "Belfry se cerró.");
    EXPECT_EQ(said(process), "Belfry (proceso 17) se fue.");
    EXPECT_EQ(said(Text::verbatim("The program exited")), "The program exited");
}

} // namespace
} // namespace belfry
