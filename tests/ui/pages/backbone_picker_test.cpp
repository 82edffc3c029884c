// The backbone of a plan in the window: its network comes with it, and goes with another network.
#include "core/backbones/backbone.h"
#include "core/backbones/published_names.h"
#include "core/formats/safetensors.h"
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "tests/ui/file_dialog.h"
#include "tests/ui/pages/window_fixture.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <span>

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

    // A file of torchvision's names, of random numbers.
    void writePublished(const char* file) const {
        const auto scheme = std::ranges::find(namingSchemes(), "mobilenet-v2", &NamingScheme::network);
        const Blueprint blueprint =
            makeBlueprint(architectureOf(*scheme), {.channels = 3, .height = 224, .width = 224}, 5, {});
        const std::vector<float> weights = initialWeights(blueprint, 1);
        SafetensorsFile tensors;
        for (const Slice& slice : blueprint.slices) {
            std::vector<std::int64_t> shape(slice.shape.begin(), slice.shape.end());
            if (shape.size() == 4)
                shape = {shape[0], shape[3], shape[1], shape[2]};
            tensors.tensors.push_back(floatTensor(publishedName(*scheme, blueprint, slice), shape,
                                                  std::span(weights).subspan(static_cast<std::size_t>(slice.offset),
                                                                             static_cast<std::size_t>(slice.count))));
        }
        writeSafetensors(path(file).toStdString(), tensors);
    }

private:
    const QByteArray before_;
};

// It was refused, with the advice to give it another name, which the window has no field for.
TEST_F(BackbonePickerTest, ASecondFileOfANetworkGetsANameOfItsOwn) {
    Backbone first = loadBackbone("mine");
    first.name = "mobilenet-v2";
    saveBackbone(first);
    writePublished("other.safetensors");
    open();
    page().setPlan(longPlan());
    settings_->setFolder(QStringLiteral("backbone"), folder_.path());
    click("addBackboneButton");
    typeFileName(window().findChild<QFileDialog*>("backboneDialog"), QStringLiteral("other.safetensors"));
    ASSERT_TRUE(eventually([this] { return page().plan().backbone == "mobilenet-v2-2"; }))
        << qPrintable(text("backboneStatus"));
    EXPECT_TRUE(text("backboneStatus").startsWith("mobilenet-v2-2 was added")) << qPrintable(text("backboneStatus"));
}

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

// While features were computed, the curves and figures of the run before stayed, as if they were this one's.
TEST_F(BackbonePickerTest, TheFiguresOfTheRunBeforeGo) {
    open();
    const QString none = text("stepFigure");
    startAndWaitForSteps();
    stop();
    EXPECT_NE(text("stepFigure"), none);
    choose("backboneField", "mine");
    Plan plan = page().plan();
    plan.trainImages = 2000;
    plan.pictureSize = "48x48x3";
    page().setPlan(plan);
    click("startButton");
    EXPECT_TRUE(eventually([this] { return text("stateText").startsWith("The backbone has looked at "); }))
        << qPrintable(text("stateText"));
    EXPECT_EQ(text("stepFigure"), none);
    EXPECT_EQ(text("epochFigure"), none);
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

// The preset's backbone was refused with two commands for a terminal; the button that gets it is in a fold.
TEST_F(BackbonePickerTest, AStartOffersToGetThePresetsBackbone) {
    open();
    choose("presetField", "my-pictures");
    click("startButton");
    EXPECT_TRUE(find("banner")->isVisible());
    EXPECT_TRUE(text("bannerText").startsWith("The plan starts from the backbone EfficientNet-Lite0"))
        << qPrintable(text("bannerText"));
    EXPECT_EQ(find<QPushButton>("bannerAction")->text(), "Get it and start");
    EXPECT_FALSE(page().status().isActive());
    Plan plan = page().plan();
    plan.backbone = "yours"; // the start says which there are
    page().setPlan(plan);
    click("startButton");
    ASSERT_TRUE(eventually([this] { return text("bannerText").contains("'yours'"); }))
        << qPrintable(text("bannerText"));
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
