// What people type as numbers, in both languages.
#include "ui/foundation/number_entry.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

const QLocale kEnglish(QLocale::English), kSpanish(QLocale::Spanish, QLocale::Spain);

NumberEntry read(const QString& text, bool whole, const QLocale& language) {
    const QLocale before;
    QLocale::setDefault(language);
    const NumberEntry entry = readNumber(text, whole);
    QLocale::setDefault(before);
    return entry;
}
std::optional<double> real(const char* text, const QLocale& language) {
    return read(QString::fromUtf8(text), false, language).value;
}
std::optional<double> whole(const char* text, const QLocale& language) {
    return read(QString::fromUtf8(text), true, language).value;
}
QString written(double value, bool grouped, const QLocale& language) {
    const QLocale before;
    QLocale::setDefault(language);
    const QString text = writeNumber(value, grouped);
    QLocale::setDefault(before);
    return text;
}

// `1e-3` was read as 13, and in Spanish `0.001` as 1.
TEST(NumberEntry, PointsCommasAndExponentsAreReadInBothLanguages) {
    for (const QLocale& locale : {kEnglish, kSpanish}) {
        for (const char* text :
             {"1e-3", "1E-3", ".001", ",001", "0.001", "0,001", " 0.001 ", "+0.001", "10e-4", "0.00100"})
            EXPECT_EQ(real(text, locale), 0.001) << text << locale.name().toStdString();
        EXPECT_EQ(real("-2.5", locale), -2.5);
        EXPECT_EQ(real("\xe2\x88\x92"
                       "2,5",
                       locale),
                  -2.5); // a minus sign as typeset
        EXPECT_EQ(real("12", locale), 12);
        EXPECT_EQ(real("3.", locale), 3);
        for (const char* text : {"1,234.5", "1.234,5", "1 234,5", "1234.5"})
            EXPECT_EQ(real(text, locale), 1234.5) << text;
        for (const char* text : {"1e6", "1000000", "1,000,000", "1.000.000", "1 000 000"})
            EXPECT_EQ(whole(text, locale), 1e6) << text;
        for (const char* text : {"60,00", "0.5", "1e-3", "9007199254740993", "60.00"})
            EXPECT_FALSE(whole(text, locale)) << text;
    }
}

// `abc` as a number of images was answered with "expected one such as 0.01".
TEST(NumberEntry, AProblemNamesANumberOfTheFieldsKind) {
    for (const char* text : {"abc", "2000x", "1.2.3.4"}) {
        EXPECT_TRUE(read(text, true, kEnglish).problem.english().ends_with("expected one such as 64.")) << text;
        EXPECT_TRUE(read(text, false, kEnglish).problem.english().ends_with("expected one such as 0.01.")) << text;
    }
}

// "1,000" is a thousand to some and one to others: only the language's own use is taken.
TEST(NumberEntry, AThousandIsTakenInTheLanguagesWayAndElseRefused) {
    EXPECT_EQ(whole("60,000", kEnglish), 60'000);
    EXPECT_EQ(whole("60.000", kSpanish), 60'000);
    EXPECT_FALSE(whole("60.000", kEnglish));
    EXPECT_FALSE(whole("60,000", kSpanish));
    EXPECT_EQ(real("1.000", kEnglish), 1);
    EXPECT_EQ(real("1,000", kSpanish), 1);
    EXPECT_FALSE(real("1,000", kEnglish));
    EXPECT_FALSE(real("1.000", kSpanish));
    EXPECT_NE(read(QStringLiteral("1,000"), false, kEnglish).problem.english().find("two ways"), std::string::npos);
}

TEST(NumberEntry, AllElseIsRefusedWithASentence) {
    for (const char* text :
         {"",    " ",   "abc",   "1e",  "1e-", "e5",    ".",        ",",     "1..2",  "1,2,3", "0x10",
          "nan", "inf", "1e999", "--1", "1 2", "12 34", "1,00,000", "1e1.5", "0.5 %", "1e 3"})
        for (const bool integer : {false, true})
            for (const QLocale& locale : {kEnglish, kSpanish}) {
                const NumberEntry entry = read(QString::fromUtf8(text), integer, locale);
                EXPECT_FALSE(entry.value) << text;
                EXPECT_FALSE(entry.problem.empty()) << text;
            }
}

// All digits: what is written is read back as the same number.
QStringList list(const char* text, const QLocale& language) {
    const QLocale before;
    QLocale::setDefault(language);
    const QStringList parts = readNumbers(QString::fromUtf8(text));
    QLocale::setDefault(before);
    return parts;
}

// A list took the comma only between its numbers: "0,7 0,3" was 0, 7, 0 and 3.
TEST(NumberEntry, ListsHaveDecimalCommasToo) {
    const QStringList shares{QStringLiteral("0.7"), QStringLiteral("0.3")};
    for (const QLocale& language : {kEnglish, kSpanish}) {
        for (const char* typed : {"0.7,0.3", "0.7, 0.3", "0.7 0.3", "0.7; 0.3", "0,7 0,3", "0,7;0,3", " 0,7; 0,3; "})
            EXPECT_EQ(list(typed, language), shares) << typed;
        EXPECT_EQ(list("64,128,256", language).size(), 3);
        EXPECT_EQ(list("0,001, 0,01", language), (QStringList{"0.001", "0.01"}));
        EXPECT_EQ(list("measured", language), QStringList{"measured"});
        EXPECT_EQ(list("1e-3, abc", language), (QStringList{"1e-3", "abc"}));
    }
    EXPECT_EQ(list("0,25", kSpanish), QStringList{"0.25"});
    EXPECT_EQ(list("64,128", kEnglish), (QStringList{"64", "128"}));
}

TEST(NumberEntry, WrittenNumbersAreReadBack) {
    for (const QLocale& locale : {kEnglish, kSpanish})
        for (const double value : {0.0, 1.0, 0.001, 1e-5, 1e-8, 1e-12, 3e-4, 0.1, 1.0 / 3, 12.5, 1234.5, 1e6, 55'000.0,
                                   1e15, 1e20, -0.25, 123'456'789.125, 5e-324, 1.7e308})
            for (const bool grouped : {false, true})
                EXPECT_EQ(read(written(value, grouped, locale), grouped && value == 55'000, locale).value, value)
                    << written(value, grouped, locale).toStdString();
    EXPECT_EQ(written(0.001, false, kEnglish), QStringLiteral("0.001"));
    EXPECT_EQ(written(0.001, false, kSpanish), QStringLiteral("0,001"));
    EXPECT_EQ(written(1e-8, false, kEnglish), QStringLiteral("1e-8"));
    EXPECT_EQ(written(1e20, false, kEnglish), QStringLiteral("1e20"));
    EXPECT_EQ(written(55'000, true, kEnglish), QStringLiteral("55,000"));
    EXPECT_EQ(written(55'000, true, kSpanish), QStringLiteral("55.000"));
}

} // namespace
} // namespace belfry
