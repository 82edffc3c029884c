// The fields that say how often a run is saved.
#include "tests/ui/pages/window_fixture.h"
#include "ui/widgets/number_field.h"

namespace belfry {
namespace {

using CheckpointFieldsTest = WindowTest;

// It said that nothing but the best and the final weights were kept, while the plan kept some every two minutes.
TEST_F(CheckpointFieldsTest, ZeroStepsBetweenCheckpointsMeansByTime) {
    open();
    page().setPlan(Plan{});
    EXPECT_EQ(find<SpinBox>("saveEveryField")->shownText(), "by time");
    find<NumberField>("saveEveryField")->setNumber(200); // what the two numbers count had to be guessed
    EXPECT_EQ(find<SpinBox>("saveEveryField")->shownText(), "200 steps");
    find<NumberField>("saveEveryField")->setNumber(0);
    find<NumberField>("saveAtLeastEveryField")->setNumber(0);
    EXPECT_EQ(find<SpinBox>("saveEveryField")->shownText(), "best and final");
}

// Two rows, "Save every" and "Save at least every", said one thing: which of the two decided had to be guessed.
TEST_F(CheckpointFieldsTest, HowOftenToSaveIsOneRow) {
    open();
    for (const char* code : {"en", "es"}) {
        speak(code);
        page().setPlan(Plan{});
        auto *steps = find<NumberField>("saveEveryField"), *minutes = find<NumberField>("saveAtLeastEveryField");
        const auto placeOf = [this](const QWidget* field) {
            return QRect(field->mapTo(&window(), QPoint()), field->size());
        };
        EXPECT_EQ(placeOf(steps).top(), placeOf(minutes).top()) << code;
        EXPECT_LT(placeOf(steps).right(), placeOf(minutes).left()) << code;
        // The word stood beside the first with room for another one after it.
        EXPECT_LE(placeOf(minutes).left() - placeOf(steps).right(), 30) << code;
        enter("saveEveryField", "1000000");
        enter("saveAtLeastEveryField", "1500");
        EXPECT_EQ(page().plan().checkpointEvery, 1'000'000);
        EXPECT_EQ(page().plan().checkpointMinutes, 1500);
        for (const NumberField* field : {steps, minutes})
            EXPECT_GE(field->width(), field->minimumSizeHint().width()) << field->objectName().toStdString() << code;
    }
}

} // namespace
} // namespace belfry
