// What the Scaling page says of numbers that cannot be.
#include "tests/ui/pages/window_fixture.h"
#include "ui/charts/curve_plot.h"
#include "ui/pages/scaling/scaling_page.h"
#include "ui/widgets/number_field.h"

#include <QLabel>
#include <QTest>

namespace belfry {
namespace {

class ScalingFieldsTest : public WindowTest {};

// The sentence was grey, named no field, spoke of the first wrong one alone, and moved the chart when it came.
TEST_F(ScalingFieldsTest, EveryWrongFieldIsNamedAndNothingMoves) {
    open();
    openPage("Scaling");
    auto* status = find<QLabel>("scalingStatus");
    const auto* plot = window().scalingPage()->plot();
    const auto placeOf = [this](const QWidget* widget) {
        QCoreApplication::processEvents();
        return QRect(widget->mapTo(&window(), QPoint()), widget->size());
    };
    const QRect chart = placeOf(plot);
    EXPECT_EQ(status->text(), "");
    type("repeatsField", "1.5");
    EXPECT_EQ(status->text(), "Repeats: '1.5' is not a whole number; expected one such as 64.");
    EXPECT_EQ(status->property("kind").toString(), "warning");
    EXPECT_EQ(find("repeatsField")->accessibleDescription(), "'1.5' is not a whole number; expected one such as 64.");
    EXPECT_EQ(placeOf(plot), chart);
    const QRect place = placeOf(status), field = placeOf(find("repeatsField"));
    EXPECT_GT(place.top(), field.bottom());
    EXPECT_LT(place.top() - field.bottom(), field.height()) << "right below the fields";
    type("towersUpToField", "99");
    EXPECT_EQ(status->text(), "Towers up to: 99 is out of range; expected 0 to 64. "
                              "Repeats: '1.5' is not a whole number; expected one such as 64.");
    EXPECT_FALSE(find("measureButton")->isEnabled());
    EXPECT_EQ(placeOf(plot), chart);
    for (const char* code : {"es", "en"}) {
        speak(code);
        EXPECT_GE(status->height(), status->heightForWidth(status->width())) << qPrintable(status->text());
    }
    type("towersUpToField", "2");
    type("repeatsField", "3");
    EXPECT_EQ(status->text(), "");
    EXPECT_TRUE(find("measureButton")->isEnabled());
    EXPECT_EQ(placeOf(plot), chart);
}

} // namespace
} // namespace belfry
