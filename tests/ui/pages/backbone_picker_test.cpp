// The backbone of a plan in the window: its network comes with it, and goes with another network.
#include "core/backbones/backbone.h"
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "tests/ui/pages/window_fixture.h"

#include <QComboBox>
#include <QLabel>

namespace belfry {
namespace {

class BackbonePickerTest : public WindowTest {
protected:
    // The user's data folder is one of the test.
    BackbonePickerTest() : before_(qgetenv("XDG_DATA_HOME")) {
        qputenv("XDG_DATA_HOME", path("data").toLocal8Bit());
        Backbone backbone{.name = "mine", .blueprint = {}, .weights = {}, .origin = {.sha256 = "12"}};
        backbone.blueprint = makeBlueprint(networkByName("resnet-20"), {.channels = 3, .height = 32, .width = 32}, 5,
                                           {.normalisation = Normalisation::Signed});
        backbone.weights = initialWeights(backbone.blueprint, 1);
        saveBackbone(backbone);
    }
    ~BackbonePickerTest() override {
        if (before_.isEmpty())
            qunsetenv("XDG_DATA_HOME");
        else
            qputenv("XDG_DATA_HOME", before_);
    }
    // As a user does it.
    void choose(const char* field, const char* item) {
        auto* box = find<QComboBox>(field);
        const int index = box->findData(QLatin1String(item));
        ASSERT_GE(index, 0) << item;
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }

private:
    const QByteArray before_;
};

TEST_F(BackbonePickerTest, BringsItsNetworkAndNormalisation) {
    open();
    page().setPlan(longPlan());
    choose("backboneField", "mine");
    const Plan plan = page().plan();
    EXPECT_EQ(plan.backbone, "mine");
    EXPECT_EQ(plan.model, "resnet-20");
    EXPECT_EQ(plan.normalisation, "signed");
    EXPECT_EQ(plan.pictureSize, "128x128x3");
    choose("networkField", "lenet");
    EXPECT_EQ(page().plan().backbone, "");
}

// The preset brought MNIST with it, in the place of the folder that had been chosen.
TEST_F(BackbonePickerTest, APresetForOwnPicturesKeepsTheirFolder) {
    open();
    Plan plan = longPlan();
    plan.data = path("pictures").toStdString();
    plan.dataVersion = "kept.json";
    page().setPlan(plan);
    choose("presetField", "my-pictures");
    EXPECT_EQ(page().plan().data, plan.data);
    EXPECT_EQ(page().plan().dataVersion, plan.dataVersion);
    EXPECT_EQ(page().plan().preset, "my-pictures");
    choose("presetField", "quick");
    EXPECT_EQ(page().plan().data, "mnist");
}

// It read "Running: , 0 towers" until the first step.
TEST_F(BackbonePickerTest, SaysHowFarItIs) {
    open();
    Plan plan = longPlan();
    page().setPlan(plan);
    choose("backboneField", "mine");
    plan = page().plan();
    plan.trainImages = 2000;
    plan.pictureSize = "48x48x3";
    page().setPlan(plan);
    click("startButton");
    EXPECT_TRUE(eventually([this] {
        EXPECT_FALSE(text("stateText").contains("0 towers"));
        return text("stateText").startsWith("The backbone has looked at ");
    })) << qPrintable(text("stateText"));
    stop();
}

// Of the preset for own pictures, whose runs have no steps, there was no card at the end.
TEST_F(BackbonePickerTest, ARunWithoutEpochsOffersWhatIsNext) {
    open();
    page().setPlan(longPlan());
    choose("backboneField", "mine");
    Plan plan = page().plan();
    plan.epochs = 0;
    plan.pictureSize = "32x32x3";
    plan.trainImages = plan.validationImages = 100;
    start(plan);
    ASSERT_TRUE(eventually([this] { return page().status().kind == RunStatus::Kind::Finished; }))
        << qPrintable(text("stateText"));
    EXPECT_TRUE(find("endCard")->isVisible());
    EXPECT_TRUE(text("endText").startsWith("Finished in ")) << qPrintable(text("endText"));
    EXPECT_FALSE(text("endText").startsWith("Finished in 0.0 s")) << qPrintable(text("endText"));
    click("trainRunLongerButton");
    EXPECT_TRUE(find("trainToThisLengthButton")->isEnabled());
}

TEST_F(BackbonePickerTest, NamesOneThatIsNotThere) {
    open();
    Plan plan = longPlan();
    plan.backbone = "yours";
    page().setPlan(plan);
    EXPECT_EQ(page().plan().backbone, "yours");
    EXPECT_EQ(find<QComboBox>("backboneField")->currentText(), "yours (not there yet)");
    EXPECT_TRUE(text("backboneStatus").contains("not on this computer"));
    speak("es");
    EXPECT_FALSE(find<QComboBox>("backboneField")->currentText().contains("not there"));
    choose("backboneField", "");
    EXPECT_EQ(page().plan().backbone, "");
}

} // namespace
} // namespace belfry
