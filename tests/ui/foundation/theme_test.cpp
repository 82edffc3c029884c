#include "ui/foundation/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

// WCAG 2.1: relative luminance and contrast ratio.
double luminance(const QColor& colour) {
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

class ThemeTest : public testing::TestWithParam<Theme::Mode> {
protected:
    ThemeTest() { theme_.setMode(GetParam()); }
    Theme theme_;
};

TEST_P(ThemeTest, TextIsReadable) {
    const Palette& p = theme_.palette();
    for (const QColor& ground : {p.window, p.card, p.field}) {
        for (const QColor& text : {p.text, p.muted, p.accent, p.warning}) {
            EXPECT_GE(contrast(text, ground), 4.5)
                << text.name().toStdString() << " on " << ground.name().toStdString();
        }
    }
    EXPECT_GE(contrast(p.onAccent, p.accent), 4.5);
}

TEST_P(ThemeTest, LinesAndRingsAreVisible) {
    const Palette& p = theme_.palette();
    for (const QColor& line : p.series) {
        EXPECT_GE(contrast(line, p.card), 3.0) << line.name().toStdString();
    }
    EXPECT_GE(contrast(p.faint, p.card), 3.0);
    EXPECT_GE(contrast(p.good, p.card), 3.0);
}

TEST_P(ThemeTest, AppliesToTheWholeApplication) {
    theme_.apply(*qApp);
    const Palette& p = theme_.palette();
    EXPECT_EQ(qApp->palette().color(QPalette::Window), p.window);
    EXPECT_EQ(qApp->palette().color(QPalette::ToolTipText), p.text);
    EXPECT_TRUE(qApp->styleSheet().contains(p.accent.name()));
    EXPECT_FALSE(qApp->styleSheet().contains('@')) << "a colour of the style sheet has no value";
}

// An arrow or a check mark whose file is missing is simply not painted.
TEST_P(ThemeTest, EveryImageOfTheStyleSheetExists) {
    theme_.apply(*qApp);
    static const QRegularExpression url(QStringLiteral("url\\(([^)]+)\\)"));
    int found = 0;
    const QString sheet = qApp->styleSheet();
    for (auto match = url.globalMatch(sheet); match.hasNext(); ++found) {
        const QString file = match.next().captured(1);
        EXPECT_TRUE(QFile::exists(file)) << file.toStdString();
        EXPECT_FALSE(QPixmap(file).isNull()) << file.toStdString() << " (is Qt's SVG plugin installed?)";
    }
    EXPECT_GT(found, 8);
}

TEST_P(ThemeTest, FieldsAre28AndButtons34High) {
    theme_.apply(*qApp);
    QComboBox combo;
    QLineEdit line;
    QSpinBox spin;
    QPushButton button(QStringLiteral("Start"));
    EXPECT_EQ(combo.sizeHint().height(), 28);
    EXPECT_EQ(line.sizeHint().height(), 28);
    EXPECT_EQ(spin.sizeHint().height(), 28);
    EXPECT_EQ(button.sizeHint().height(), 34);
}

INSTANTIATE_TEST_SUITE_P(Modes, ThemeTest, testing::Values(Theme::Mode::Light, Theme::Mode::Dark),
                         [](const auto& mode) { return mode.param == Theme::Mode::Dark ? "Dark" : "Light"; });

TEST(Theme, NotifiesOnceAndOnlyWhenColoursDiffer) {
    Theme theme;
    theme.setMode(Theme::Mode::Light);
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setMode(Theme::Mode::Light);
    EXPECT_EQ(changed.count(), 0);
    theme.setMode(Theme::Mode::Dark);
    EXPECT_EQ(changed.count(), 1);
    EXPECT_TRUE(theme.palette().dark);
}

TEST(Theme, SystemModeFollowsThePlatform) {
    const QPalette before = qApp->palette();
    qApp->setPalette(QPalette(QColor("#202020")));
    Theme dark;
    EXPECT_TRUE(dark.palette().dark);
    dark.setMode(Theme::Mode::Light);
    dark.setMode(Theme::Mode::System);
    EXPECT_TRUE(dark.palette().dark);
    qApp->setPalette(QPalette(QColor("#EEEEEE")));
    EXPECT_FALSE(Theme().palette().dark);
    qApp->setPalette(before);
}

TEST(Theme, UpdatesTheApplicationItWasAppliedTo) {
    Theme theme;
    theme.setMode(Theme::Mode::Light);
    theme.apply(*qApp);
    theme.setMode(Theme::Mode::Dark);
    EXPECT_EQ(qApp->palette().color(QPalette::Window), theme.palette().window);
}

// Live figures would jitter otherwise.
TEST(Theme, DigitsHaveOneWidthInTheBundledFont) {
    Theme theme;
    theme.apply(*qApp);
    for (const auto weight : {QFont::Normal, QFont::Medium, QFont::Bold}) {
        const QFont font = Theme::font(20, weight);
        EXPECT_EQ(QFontInfo(font).family(), QStringLiteral("Roboto"));
        const QFontMetricsF metrics(font);
        for (char digit = '1'; digit <= '9'; ++digit) {
            EXPECT_EQ(metrics.horizontalAdvance(QLatin1Char(digit)), metrics.horizontalAdvance(QLatin1Char('0')));
        }
    }
    // The weights are three different faces.
    EXPECT_NE(QFontMetricsF(Theme::font(20, QFont::Medium)).horizontalAdvance('0'),
              QFontMetricsF(Theme::font(20, QFont::Bold)).horizontalAdvance('0'));
    EXPECT_NE(QFontMetricsF(Theme::font(20, QFont::Medium)).horizontalAdvance('0'),
              QFontMetricsF(Theme::font(20)).horizontalAdvance('0'));
}

TEST(Theme, TheSixthLineHasTheFirstColourAndAnotherDash) {
    Theme theme;
    EXPECT_EQ(theme.seriesColour(5), theme.seriesColour(0));
    EXPECT_NE(theme.seriesDash(5), theme.seriesDash(0));
}

// Task switchers showed an empty page.
TEST(Theme, TheWindowHasAnIcon) {
    Theme theme;
    theme.apply(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    const QImage icon = QApplication::windowIcon().pixmap(32).toImage();
    ASSERT_FALSE(icon.isNull());
    EXPECT_GT(icon.pixelColor(16, 16).alpha(), 0);
}

} // namespace
} // namespace belfry
