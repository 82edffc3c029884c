#include "ui/foundation/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_field.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QTest>
#include <QWheelEvent>

namespace belfry {
namespace {

void wheel(QWidget& widget) {
    QWheelEvent event(QPointF(5, 5), widget.mapToGlobal(QPointF(5, 5)), {}, {0, 120}, Qt::NoButton, {},
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
    EXPECT_FALSE(event.isAccepted()) << "the column under the field must scroll instead";
}

// Scrolling the column of settings changed whatever field came under the cursor.
TEST(Fields, TheWheelChangesNoValue) {
    ComboBox combo;
    combo.addItems({QStringLiteral("a"), QStringLiteral("b")});
    combo.setCurrentIndex(1);
    SpinBox spin;
    spin.setNumber(7);
    RateBox rate;
    for (QWidget* field : {static_cast<QWidget*>(&combo), static_cast<QWidget*>(&spin), static_cast<QWidget*>(&rate)}) {
        wheel(*field);
    }
    EXPECT_EQ(combo.currentIndex(), 1);
    EXPECT_EQ(spin.value(), 7);
    EXPECT_DOUBLE_EQ(rate.number(), 0.001);
}

// A styled combo box cuts a long text in mid-letter; ours ends it in dots: the columns before the arrow stay empty.
TEST(Fields, AComboElidesInsteadOfCutting) {
    Theme theme;
    theme.setMode(Theme::Mode::Light);
    theme.apply(*qApp);
    const auto inkBeforeArrow = [&](QComboBox& combo) {
        combo.addItem(QStringLiteral("MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM"));
        combo.resize(154, 28);
        const QImage shown = combo.grab().toImage();
        int ink = 0;
        for (int x = 126; x < 130; ++x) {  // the arrow's room begins at 129
            for (int y = 6; y < 15; ++y) { // above the dots' line
                ink += shown.pixelColor(x, y).lightness() < 160 ? 1 : 0;
            }
        }
        return ink;
    };
    ComboBox ours;
    QComboBox plain;
    EXPECT_EQ(inkBeforeArrow(ours), 0);
    EXPECT_GT(inkBeforeArrow(plain), 0) << "Qt mended it: ComboBox::paintEvent is not needed any more";
}

TEST(Fields, RatesDropTrailingZerosAndStepByDecades) {
    RateBox rate;
    EXPECT_EQ(rate.text(), QStringLiteral("0.001"));
    rate.stepBy(1);
    EXPECT_DOUBLE_EQ(rate.number(), 0.002);
    rate.stepBy(2);
    EXPECT_DOUBLE_EQ(rate.number(), 0.01);
    rate.stepBy(-4);
    EXPECT_DOUBLE_EQ(rate.number(), 0.0005);
    rate.setNumber(0.0003);
    EXPECT_EQ(rate.text(), QStringLiteral("0.0003"));
    rate.stepBy(1);
    EXPECT_DOUBLE_EQ(rate.number(), 0.0005);
    rate.setNumber(1e-12);
    rate.stepBy(-1);
    EXPECT_DOUBLE_EQ(rate.number(), 1e-12);
    rate.setNumber(3);
    EXPECT_EQ(rate.text(), QStringLiteral("3"));
}

TEST(Fields, SpinBoxesTakeTheirNameFromTheEnglishLabel) {
    SpinBox spin;
    spin.setName("Batch per tower");
    EXPECT_EQ(spin.accessibleName(), QStringLiteral("Batch per tower"));
    EXPECT_EQ(spin.objectName(), QStringLiteral("batchPerTowerField"));
}

TEST(ElidedLabel, KeepsItsTextAndShrinks) {
    ElidedLabel label(QStringLiteral("a sentence that is much longer than its place"));
    EXPECT_LT(label.minimumSizeHint().width(), 40);
    label.resize(60, 20);
    label.grab();
    EXPECT_EQ(label.text(), QStringLiteral("a sentence that is much longer than its place"));
}

} // namespace
} // namespace belfry
