#include "ui/widgets/answer_panel.h"
#include "ui/widgets/confidence_chart.h"
#include "ui/widgets/digit_view.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/thumbnails.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QLabel>
#include <QVBoxLayout>
#include <cmath>

namespace belfry {
namespace {

QString text(const QWidget& widget, const char* name) {
    const auto* label = widget.findChild<QLabel*>(QLatin1String(name));
    return label != nullptr ? label->text() : QStringLiteral("no such label");
}

TEST(AnswerPanel, LabelsShowOnlyTheAnswer) {
    Theme theme;
    AnswerPanel panel(theme);
    EXPECT_EQ(text(panel, "answer"), QStringLiteral("-"));
    panel.setAnswer(QStringLiteral("7"), 0.981, AnswerPanel::snapshotText(1740));
    EXPECT_EQ(text(panel, "answer"), QStringLiteral("7"));
    EXPECT_EQ(text(panel, "answerDetail"), QStringLiteral("98.1 %, snapshot of step 1,740"));
    EXPECT_EQ(panel.findChild<QLabel*>(QStringLiteral("answer"))->accessibleName(), QString())
        << "a name would hide the text from screen readers";
    panel.clear();
    EXPECT_EQ(text(panel, "answer"), QStringLiteral("-"));
    EXPECT_EQ(text(panel, "answerDetail"), QStringLiteral("nothing drawn yet"));
    panel.clear(QStringLiteral("no network is loaded"));
    EXPECT_EQ(text(panel, "answerDetail"), QStringLiteral("no network is loaded"));
}

// In a column with height to spare the caption, the class and the percentage were spread over all of it.
TEST(AnswerPanel, StaysTogetherInATallColumn) {
    Theme theme;
    QWidget column;
    auto* panel = new AnswerPanel(theme);
    auto* layout = new QVBoxLayout(&column);
    layout->addWidget(panel);
    layout->addStretch();
    panel->setAnswer(QStringLiteral("aeroplane"), 0.981, AnswerPanel::snapshotText(1740));
    column.resize(312, 900);
    column.show();
    QCoreApplication::processEvents();
    EXPECT_EQ(panel->height(), panel->view()->height());
}

TEST(DigitView, ShowsEveryPixelAsACrispSquare) {
    Theme theme;
    DigitView view(theme);
    view.resize(84, 84);
    DigitImage digit{};
    digit[28 * 5 + 9] = 200; // row 5, column 9
    view.setDigit(digit);
    const QImage shown = view.grab().toImage();
    for (const QPoint inside : {QPoint(27, 15), QPoint(29, 17), QPoint(28, 16)}) {
        EXPECT_EQ(qRed(shown.pixel(inside)), 200);
    }
    EXPECT_EQ(qRed(shown.pixel(26, 16)), 0);
    EXPECT_EQ(qRed(shown.pixel(30, 16)), 0);
    view.clear();
    EXPECT_TRUE(view.picture().isNull());
}

// A picture of 32 pixels stood in a black border of ten, as if the network got that too.
TEST(DigitView, DrawsNothingRoundThePicture) {
    Theme theme;
    DigitView view(theme);
    const std::vector<std::uint8_t> white(std::size_t{3} * 32 * 32, 255);
    view.setPicture(white, {3, 32, 32});
    EXPECT_EQ(view.sizeHint(), QSize(96, 96)) << "a whole multiple";
    view.resize(100, 110); // with more room than a layout would give
    const QImage shown = view.grab().toImage();
    for (int x = 0; x < shown.width(); ++x)
        for (int y = 0; y < shown.height(); ++y)
            ASSERT_NE(shown.pixelColor(x, y), QColor(Qt::black)) << x << ' ' << y;
    EXPECT_EQ(shown.pixelColor(1, 1), view.palette().color(view.backgroundRole()));
    EXPECT_EQ(shown.pixelColor(50, 55), QColor(Qt::white));
    view.setDigit(DigitImage{});
    EXPECT_EQ(view.sizeHint(), QSize(84, 84));
}

TEST(Pictures, UnsupportedShapesGiveNoImage) {
    const std::vector<std::uint8_t> bytes(12, 7);
    EXPECT_EQ(imageFromBytes(bytes, {3, 2, 2}).size(), QSize(2, 2));
    EXPECT_TRUE(imageFromBytes(bytes, {3, 2, 3}).isNull());
    EXPECT_TRUE(imageFromBytes(bytes, {2, 2, 3}).isNull());
    EXPECT_TRUE(imageFromBytes({}, {1, 0, 0}).isNull());
}

TEST(Thumbnails, ShowsAsManyAsFit) {
    Theme theme;
    Thumbnails strip(theme);
    const std::vector<std::uint8_t> bytes(28 * 28 * 20, 255);
    strip.setPictures(bytes, ImageShape{});
    strip.resize(232, 28);
    EXPECT_EQ(strip.shown(), 7);
    strip.resize(96, 28);
    EXPECT_EQ(strip.shown(), 3);
    strip.setPictures(std::span(bytes).first(28 * 28 * 2 + 5), ImageShape{});
    EXPECT_EQ(strip.shown(), 2) << "half a picture is none";
    strip.clear();
    EXPECT_EQ(strip.shown(), 0);
}

// Pictures smaller than their places stood on black squares, as if the network got that too.
TEST(Thumbnails, DrawNothingRoundThePictures) {
    Theme theme;
    Thumbnails row(theme);
    const std::vector<std::uint8_t> white(std::size_t{3} * 24 * 24 * 2, 255);
    row.setPictures(white, {3, 24, 24});
    row.resize(232, 28);
    ASSERT_EQ(row.shown(), 2);
    const QImage shown = row.grab().toImage();
    EXPECT_EQ(shown.pixelColor(1, 1), row.palette().color(row.backgroundRole()));
    EXPECT_EQ(shown.pixelColor(14, 14), QColor(Qt::white));
}

// Of ten classes five to eight were seen, depending on the row's width.
TEST(Thumbnails, ShowOneOfEachClassWhateverTheWidth) {
    Theme theme;
    Thumbnails strip(theme);
    const std::vector<std::uint8_t> bytes(std::size_t{28} * 28 * 24, 255);
    strip.setPictures(bytes, ImageShape{}, {}, 10);
    for (int width = 130; width < 1200; width += 4) {
        strip.resize(width, 100);
        EXPECT_GE(strip.shown(), 10) << width;
        EXPECT_EQ(strip.sizeHint().height(), strip.minimumSizeHint().height());
    }
    strip.resize(232, 100);
    EXPECT_EQ(strip.sizeHint().height(), 2 * 28 + 6) << "seven in a row";
    strip.resize(334, 100);
    EXPECT_EQ(strip.sizeHint().height(), 28) << "ten in a row";
    strip.resize(614, 100);
    EXPECT_EQ(strip.sizeHint().height(), 56) << "larger, as ten still have room";
    strip.setPictures(bytes, ImageShape{}, {}, 24);
    strip.resize(232, 100);
    EXPECT_EQ(strip.shown(), 21) << "three rows at most";
}

// On a large screen twelve pictures of 28 pixels stood in a row of 900.
TEST(Thumbnails, GrowWithTheRow) {
    Theme theme;
    Thumbnails row(theme);
    const std::vector<std::uint8_t> digits(std::size_t{28} * 28 * 24, 255);
    row.setPictures(digits, ImageShape{});
    const auto at = [&row](int width) {
        row.resize(width, 100);
        return std::pair(row.shown(), row.sizeHint().height());
    };
    EXPECT_EQ(at(232), std::pair(7, 28));
    EXPECT_EQ(at(427), std::pair(12, 28)) << "no whole multiple fits: more of them";
    EXPECT_EQ(at(428), std::pair(7, 56));
    EXPECT_EQ(at(900), std::pair(14, 56));
    const std::vector<std::uint8_t> colours(std::size_t{3} * 32 * 32 * 24, 255);
    row.setPictures(colours, {3, 32, 32});
    EXPECT_EQ(at(232), std::pair(7, 28)) << "shrunk";
    EXPECT_EQ(at(300), std::pair(8, 32));
    EXPECT_EQ(at(600), std::pair(8, 64));
}

TEST(ProbabilityBars, ShowsPercentAndTheBest) {
    Theme theme;
    ProbabilityBars bars(theme);
    EXPECT_EQ(bars.valueText(3), QStringLiteral("–"));
    EXPECT_EQ(bars.best(), -1);
    const std::vector<float> p{0, 0, 0, 0.25F, 0, 0, 0, 0.7F, 0.05F, 0};
    bars.setProbabilities(p);
    EXPECT_EQ(bars.best(), 7);
    EXPECT_EQ(bars.valueText(3), QStringLiteral("25.0 %"));
    EXPECT_EQ(bars.accessibleDescription(), QStringLiteral("7: 70.0 %"));
    bars.clear();
    EXPECT_EQ(bars.valueText(7), QStringLiteral("–"));
}

TEST(ProbabilityBars, PaintsTheBestInAccent) {
    Theme theme;
    ProbabilityBars bars(theme);
    bars.resize(280, bars.sizeHint().height());
    const std::vector<float> p{0, 0, 0, 0.3F, 0, 0, 0, 0.7F, 0, 0};
    bars.setProbabilities(p);
    const QImage shown = bars.grab().toImage();
    EXPECT_EQ(shown.pixelColor(60, 7 * 18 + 9), theme.palette().accent);
    EXPECT_EQ(shown.pixelColor(40, 3 * 18 + 9), theme.palette().faint);
    EXPECT_EQ(shown.pixelColor(60, 0 * 18 + 9), theme.palette().grid);
}

TEST(ProbabilityBars, ToleratesNaN) {
    Theme theme;
    ProbabilityBars bars(theme);
    std::vector<float> p(10, NAN);
    bars.setProbabilities(p);
    EXPECT_EQ(bars.best(), -1);
    EXPECT_EQ(bars.valueText(0), QStringLiteral("–"));
    bars.grab();
    p[4] = 0.5F;
    bars.setProbabilities(p);
    EXPECT_EQ(bars.best(), 4);
    bars.setProbabilities(std::span(p).first(3)); // of another network: ignored
    EXPECT_EQ(bars.best(), 4);
}

TEST(ProbabilityBars, ManyClassesShowTheTenBest) {
    Theme theme;
    ProbabilityBars bars(theme);
    QStringList names;
    std::vector<float> p(100);
    for (int i = 0; i < 100; ++i) {
        names << QStringLiteral("class %1").arg(i);
        p[static_cast<std::size_t>(i)] = static_cast<float>((i * 37) % 100) / 4950.0F;
    }
    bars.setClasses(names);
    bars.setProbabilities(p);
    const std::vector<int> rows = bars.rows();
    ASSERT_EQ(rows.size(), 10U);
    EXPECT_EQ(rows[0], bars.best());
    EXPECT_GT(p[static_cast<std::size_t>(rows[0])], p[static_cast<std::size_t>(rows[9])]);
    bars.resize(280, bars.sizeHint().height());
    bars.grab();
}

TEST(ConfidenceChart, MemoryIsBoundedAndTheNewestIsKept) {
    Theme theme;
    ConfidenceChart strip(theme);
    strip.resize(280, 40);
    for (int step = 0; step < 10'000; ++step) {
        std::vector<float> p(10, 0.01F);
        p[step < 9'999 ? 3 : 5] = 0.9F;
        strip.append(step, p);
        ASSERT_LE(strip.samples(), ConfidenceChart::kMaxSamples);
    }
    EXPECT_GT(strip.samples(), ConfidenceChart::kMaxSamples / 3);
    EXPECT_EQ(strip.winner(), 5);
    strip.grab();
    strip.clear();
    EXPECT_EQ(strip.winner(), -1);
    strip.grab();
}

// A stroke's first pixels were answered once more after the chart was cleared for the whole one: "9" stood at the end
// of the line beside a "1".
TEST(ConfidenceChart, AnotherAnswerOfTheSameStepTakesItsPlace) {
    Theme theme;
    ConfidenceChart strip(theme);
    strip.append(7, std::vector<float>{0.9F, 0.1F});
    strip.append(7, std::vector<float>{0.2F, 0.8F});
    EXPECT_EQ(strip.samples(), 1U);
    EXPECT_EQ(strip.winner(), 1);
    strip.append(8, std::vector<float>{0.7F, 0.3F});
    EXPECT_EQ(strip.samples(), 2U);
    EXPECT_EQ(strip.winner(), 0);
}

// The name at the line's end was one letter: "d" for deer and dog.
TEST(ConfidenceChart, TheEndOfTheLineHasTheClassesName) {
    Theme theme;
    ConfidenceChart chart(theme);
    chart.resize(280, 60);
    const auto grabOf = [&](const QStringList& classes, bool second) {
        chart.setClasses(classes);
        chart.append(1, second ? std::vector<float>{0.1F, 0.9F} : std::vector<float>{0.9F, 0.1F});
        return chart.grab().toImage();
    };
    const QStringList animals{QStringLiteral("deer"), QStringLiteral("dog")};
    EXPECT_NE(grabOf(animals, false), grabOf(animals, true));
    const QStringList digits{QStringLiteral("3"), QStringLiteral("7")};
    const QImage digit = grabOf(digits, false);
    EXPECT_EQ(digit.pixelColor(280 - 18, 9), theme.palette().accent) << "short names leave the room to the plot";
    const QString endless = QString(200, QLatin1Char('m'));
    const QImage elided = grabOf({endless, QStringLiteral("dog")}, false);
    EXPECT_EQ(elided.pixelColor(280 - 72, 9), theme.palette().accent) << "a long one takes a quarter at most";
}

TEST(ConfidenceChart, ToleratesNaN) {
    Theme theme;
    ConfidenceChart strip(theme);
    strip.resize(280, 40);
    strip.append(1, std::vector<float>(10, NAN));
    EXPECT_EQ(strip.winner(), -1);
    strip.append(2, {});
    strip.append(3, std::vector<float>{0.2F, 0.8F});
    EXPECT_EQ(strip.winner(), 1);
    strip.grab();
}

} // namespace
} // namespace belfry
