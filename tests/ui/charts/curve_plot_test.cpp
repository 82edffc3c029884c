// The labels of a small plot's axis, with the font that the program draws with.
#include "ui/charts/curve_plot.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QLocale>

namespace belfry {
namespace {

class CurvePlotTest : public testing::Test {
protected:
    CurvePlotTest() { theme_.apply(*qobject_cast<QApplication*>(QCoreApplication::instance())); }
    ~CurvePlotTest() override { QLocale::setDefault(before_); }

    // Along x alone; the heights do not matter.
    void draw(double low, double high, YFormat format, bool log, const QString& title) {
        CurvePicture picture;
        picture.logX = log;
        picture.xFormat = format;
        picture.xTitle = title;
        picture.curves.push_back({.points = {{low, 1}, {high, 2}}, .spread = {}, .name = {}});
        plot_.setPicture(std::move(picture));
    }
    QStringList labels() const {
        QStringList texts;
        for (const auto& [text, box] : plot_.xLabels())
            texts += text;
        return texts;
    }
    void expectApart(const char* language) {
        for (int width = 240; width <= 1200; width += 8) {
            plot_.resize(width, 200);
            const auto shown = plot_.xLabels();
            EXPECT_GE(shown.size(), 2U) << language << ' ' << width;
            for (std::size_t i = 1; i < shown.size(); ++i)
                EXPECT_LT(shown[i - 1].second.right() + 4, shown[i].second.left())
                    << language << ' ' << width << ": " << labels().join(QStringLiteral(" | ")).toStdString();
        }
    }

    Theme theme_;
    CurvePlot plot_{theme_, QStringLiteral("plot")};
    QLocale before_;
};

// In Spanish the labels of the rate were "5E-050,0001" and "0,00050,001": their number was limited, not their widths.
TEST_F(CurvePlotTest, LabelsStandApart) {
    for (const char* language : {"en_GB", "es_ES"}) {
        QLocale::setDefault(QLocale(QLatin1String(language)));
        draw(1e-6, 3, YFormat::Number, true, QStringLiteral("tasa"));
        expectApart(language);
        draw(3e-5, 0.2, YFormat::Number, true, {});
        expectApart(language);
        draw(12'345, 12'399, YFormat::Number, false, {});
        expectApart(language);
    }
}

// Where not all have room, the powers of ten stay.
TEST_F(CurvePlotTest, PowersOfTenStay) {
    QLocale::setDefault(QLocale(QLocale::Spanish, QLocale::Spain));
    draw(4e-5, 2e-1, YFormat::Number, true, {});
    plot_.resize(400, 200);
    EXPECT_EQ(labels(), (QStringList{"0,0001", "0,001", "0,01", "0,1"}));
}

} // namespace
} // namespace belfry
