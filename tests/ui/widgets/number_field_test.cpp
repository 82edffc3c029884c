// Keys in number fields, as a person types them.
#include "ui/foundation/number_entry.h"
#include "ui/widgets/linked_batch.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <memory>
#include <random>

namespace belfry {
namespace {

class NumberFields : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        before_ = QLocale();
        QLocale::setDefault(QLocale(QLatin1String(GetParam())));
        column_.resize(300, 200);
        column_.show();
        QApplication::setActiveWindow(&column_);
        ASSERT_TRUE(QTest::qWaitForWindowActive(&column_));
    }
    void TearDown() override { QLocale::setDefault(before_); }
    template <typename Field, typename... Arguments>
    Field* add(Arguments... arguments) {
        auto* field = new Field(arguments..., &column_);
        field->show();
        return field;
    }
    static void type(NumberField* field, const QString& keys) {
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, keys);
    }
    static void leave(NumberField* field) { QTest::keyClick(field, Qt::Key_Return); }

    QLocale before_;
    QWidget column_;
};

// `1e-3` was read as 13, `3e-4` as 34, `0,001` as 1, and in Spanish `0.0005` as 5.
TEST_P(NumberFields, RatesAreTakenHoweverTheyAreTyped) {
    auto* rate = add<RateBox>();
    for (const auto& [keys, number] : {std::pair("1e-3", 1e-3),
                                       {"3e-4", 3e-4},
                                       {".001", 1e-3},
                                       {"0,001", 1e-3},
                                       {"0.001", 1e-3},
                                       {"0.0005", 5e-4},
                                       {"13", 13.0}}) {
        rate->setNumber(0.5);
        type(rate, QLatin1String(keys));
        EXPECT_EQ(rate->number(), number) << keys;
        EXPECT_EQ(rate->text(), QLatin1String(keys)) << "no key may be lost";
        EXPECT_FALSE(rate->property("wrong").toBool());
        leave(rate);
        EXPECT_EQ(rate->number(), number);
        EXPECT_EQ(rate->text(), writeNumber(number, false));
    }
}

// 999 towers became 9.
TEST_P(NumberFields, WhatIsOutOfRangeIsMarkedAndNotTaken) {
    auto* towers = add<SpinBox>();
    towers->setRange(1, 64);
    towers->setNumber(2);
    type(towers, QStringLiteral("999"));
    EXPECT_EQ(towers->text(), "999");
    EXPECT_EQ(towers->number(), 2);
    EXPECT_TRUE(towers->property("wrong").toBool());
    EXPECT_EQ(towers->problem().english(), "999 is out of range; expected 1 to 64.");
    leave(towers);
    EXPECT_EQ(towers->text(), "999");
    type(towers, QStringLiteral("2.5"));
    EXPECT_TRUE(towers->problem().english().find("whole") != std::string::npos);
    type(towers, QStringLiteral("6"));
    EXPECT_EQ(towers->number(), 6);
    EXPECT_FALSE(towers->property("wrong").toBool());
}

// "2000000 is out of range; expected 1 to 1000000": hard to tell apart.
TEST_P(NumberFields, ARangeIsSaidAsTheFieldWritesNumbers) {
    auto* images = add<SpinBox>();
    type(images, QStringLiteral("2000000"));
    const auto shown = [](double number) { return writeNumber(number, true).toStdString(); };
    EXPECT_EQ(images->problem().english(),
              shown(2'000'000) + " is out of range; expected " + shown(1) + " to " + shown(1'000'000) + ".");
    auto* rate = add<RateBox>();
    type(rate, QStringLiteral("2000"));
    EXPECT_EQ(rate->problem().english(), "2000 is out of range; expected 1e-12 to 1000.");
}

// What a running training takes: not every digit on the way.
TEST_P(NumberFields, WithoutTrackingANumberCountsWhenItIsComplete) {
    auto* rate = add<RateBox>();
    rate->setKeyboardTracking(false);
    QSignalSpy changes(rate, &NumberField::numberChanged);
    type(rate, QStringLiteral("5e-4"));
    EXPECT_EQ(changes.count(), 0);
    QSignalSpy forms(rate, &NumberField::changed); // a form that reads it would else keep the number of before
    leave(rate);
    EXPECT_EQ(forms.count(), 1);
    ASSERT_EQ(changes.count(), 1);
    EXPECT_EQ(changes[0][0].toDouble(), 5e-4);
    type(rate, QStringLiteral("5e-"));
    leave(rate);
    EXPECT_EQ(changes.count(), 1);
    EXPECT_EQ(rate->number(), 5e-4);
    EXPECT_TRUE(rate->property("wrong").toBool());
}

// Esc left what was half typed in the field, and did what it does in the window.
TEST_P(NumberFields, EscTakesAnEditBack) {
    auto* rate = add<RateBox>();
    rate->setNumber(0.5);
    for (const bool tracking : {true, false}) {
        rate->setKeyboardTracking(tracking);
        for (const char* keys : {"13", "5e-"}) {
            type(rate, QLatin1String(keys));
            QTest::keyClick(rate, Qt::Key_Escape);
            EXPECT_EQ(rate->text(), writeNumber(0.5, false)) << keys;
            EXPECT_EQ(rate->number(), 0.5) << keys;
            EXPECT_FALSE(rate->property("wrong").toBool()) << keys;
        }
    }
}

TEST_P(NumberFields, AnEmptyFieldIsItsMinimumWhereThatHasAName) {
    auto* steps = add<SpinBox>();
    steps->setRange(0, 1000);
    steps->setMinimumText(QStringLiteral("automatic"));
    steps->setNumber(0);
    EXPECT_EQ(steps->shownText(), "automatic");
    type(steps, QStringLiteral("70"));
    EXPECT_EQ(steps->number(), 70);
    type(steps, {});
    EXPECT_EQ(steps->number(), 0);
    EXPECT_FALSE(steps->property("wrong").toBool());
    auto* plain = add<SpinBox>();
    type(plain, {});
    EXPECT_EQ(plain->problem().english(), "A number is missing.");
}

// A number beyond a new range became the range's end without a word.
TEST_P(NumberFields, ANewRangeMarksANumberOutsideInsteadOfMovingIt) {
    auto* towers = add<SpinBox>();
    towers->setNumber(64);
    QSignalSpy changes(towers, &NumberField::changed);
    towers->setRange(1, 8);
    EXPECT_EQ(towers->number(), 64);
    EXPECT_EQ(towers->text(), "64");
    EXPECT_TRUE(towers->property("wrong").toBool());
    EXPECT_EQ(towers->problem().english(), "64 is out of range; expected 1 to 8.");
    EXPECT_EQ(changes.count(), 1);
    towers->setRange(1, 100);
    EXPECT_FALSE(towers->property("wrong").toBool());
    auto* fresh = add<SpinBox>(); // nobody has said a number yet
    fresh->setRange(20, 30);
    EXPECT_EQ(fresh->number(), 20);
    EXPECT_FALSE(fresh->property("wrong").toBool());
}

// By the C library, for texts without separators of thousands.
std::optional<double> expected(const QString& text) {
    const std::string number = QString(text).replace(',', '.').toStdString();
    char* end = nullptr;
    const double value = std::strtod(number.c_str(), &end);
    return end == number.c_str() + number.size() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// Either the field says the number that was typed, or it is marked and says what it said before.
TEST_P(NumberFields, TenThousandRandomKeysAreTakenOrMarked) {
    std::mt19937 dice(28);
    const QString alphabet = QStringLiteral("0123456789001.,,..eE-+x ");
    const std::vector<NumberField*> fields{add<SpinBox>(), add<RealBox>(), add<RateBox>(), add<FractionBox>(0.99)};
    for (NumberField* field : fields) {
        int taken = 0, marked = 0;
        for (int i = 0; i < 10'000; ++i) {
            const double before = field->minimum() > 0 ? 1 : 0;
            field->setText(writeNumber(before, false));
            leave(field);
            QString keys;
            for (auto left = 1 + dice() % 7; left > 0; --left)
                keys += alphabet[static_cast<qsizetype>(dice() % static_cast<unsigned>(alphabet.size()))];
            field->selectAll();
            QTest::keyClicks(field, keys);
            ASSERT_EQ(field->text(), keys);
            const bool wrong = field->property("wrong").toBool();
            ASSERT_EQ(wrong, !field->problem().empty());
            if (wrong) {
                ASSERT_EQ(field->number(), before) << keys.toStdString();
                ++marked;
            } else if (const auto number = expected(keys.trimmed()); keys.count(',') + keys.count('.') < 2 && number) {
                static const QRegularExpression group(QStringLiteral(R"(^[+-]?[1-9]\d{0,2}[.,]\d{3}(\D|$))"));
                const bool thousand =
                    qobject_cast<SpinBox*>(field) != nullptr && group.match(keys.trimmed()).hasMatch();
                ASSERT_DOUBLE_EQ(field->number(), thousand ? *number * 1000 : *number) << keys.toStdString();
                ++taken;
            }
        }
        EXPECT_GT(taken, 100) << field->metaObject()->className();
        EXPECT_GT(marked, 100) << field->metaObject()->className();
    }
}

// The name of the minimum stood as far to the right as if the prefix were before it.
TEST_P(NumberFields, ThePrefixTakesRoomOnlyBeforeANumber) {
    auto* field = add<SpinBox>();
    field->setPrefix(QStringLiteral("1 / "));
    field->setMinimumText(QStringLiteral("none"));
    const auto* line = field->findChild<QLineEdit*>();
    field->setNumber(1);
    EXPECT_EQ(line->textMargins().left(), 0);
    field->setNumber(3);
    EXPECT_EQ(line->textMargins().left(), line->fontMetrics().horizontalAdvance(QStringLiteral("1 / ")));
}

INSTANTIATE_TEST_SUITE_P(Languages, NumberFields, testing::Values("en_US", "es_ES"),
                         [](const auto& language) { return std::string(language.param, 2); });

} // namespace
} // namespace belfry
