// Plan <-> fields.
#include "tests/ui/pages/window_fixture.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/number_field.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <algorithm>

namespace belfry {
namespace {

// Plans that differ from the default in one field each, also where the form has no field or not the field's range.
std::vector<std::pair<const char*, std::function<void(Plan&)>>> variations() {
    return {
        {"name", [](Plan& p) { p.name = "mine"; }},
        {"own folder",
         [](Plan& p) { p.data = "/pictures/pets", p.pictureSize = "32x24x3", p.splitSeed = 5, p.groups = "frames"; }},
        {"model", [](Plan& p) { p.model = "mlp"; }},
        {"hidden layers", [](Plan& p) { p.model = "mlp", p.mlp.hiddenLayers = 7; }},
        {"width", [](Plan& p) { p.model = "mlp", p.mlp.width = 33; }},
        {"activation", [](Plan& p) { p.model = "mlp", p.mlp.activation = Activation::Tanh; }},
        {"dropout", [](Plan& p) { p.model = "mlp", p.mlp.dropout = 0.333; }},
        {"devices", [](Plan& p) { p.devices = {"cpu"}; }},
        {"missing device", [](Plan& p) { p.devices = {"cuda:9"}; }},
        {"towers", [](Plan& p) { p.towers = 5; }},
        {"batch", [](Plan& p) { p.batchPerTower = 100; }},
        {"global batch", [](Plan& p) { p.towers = 3, p.globalBatch = 1000; }},
        {"augmentation", [](Plan& p) { p.augmentation = "digits"; }},
        {"normalisation", [](Plan& p) { p.normalisation = "centred"; }},
        {"feed", [](Plan& p) { p.feed = "queue"; }},
        {"queue", [](Plan& p) { p.queueCapacity = 3, p.queueWorkers = 2; }},
        {"exchange", [](Plan& p) { p.exchange = "first"; }},
        {"async", [](Plan& p) { p.exchange = "async", p.towers = 3; }},
        {"shares", [](Plan& p) { p.towers = 2, p.shares = "0.7,0.3"; }},
        {"replica check", [](Plan& p) { p.replicaCheckEvery = 7; }},
        {"optimizer", [](Plan& p) { p.optimizer = "nesterov"; }},
        {"momentum", [](Plan& p) { p.optimizer = "momentum", p.momentum = 0.85; }},
        {"betas", [](Plan& p) { p.beta1 = 0.8, p.beta2 = 0.99, p.epsilon = 1e-6; }},
        {"learning rate", [](Plan& p) { p.learningRate = 0.0123456789; }},
        {"tiny rate", [](Plan& p) { p.learningRate = 1e-12; }},
        {"huge rate", [](Plan& p) { p.learningRate = 900; }},
        {"schedule", [](Plan& p) { p.schedule = "one-cycle"; }},
        {"epochs", [](Plan& p) { p.epochs = 3; }},
        {"steps", [](Plan& p) { p.steps = 200; }},
        {"more steps than fit", [](Plan& p) { p.steps = 500'000'000'000; }},
        {"seed", [](Plan& p) { p.seed = 7; }},
        {"64-bit seed", [](Plan& p) { p.seed = 0xFEDCBA9876543210; }},
        {"checkpoint", [](Plan& p) { p.checkpointEvery = 250; }},
        {"minutes", [](Plan& p) { p.checkpointMinutes = 0.75; }},
        {"no minutes", [](Plan& p) { p.checkpointMinutes = 0; }},
        {"tensorboard", [](Plan& p) { p.tensorboard = true, p.histogramsEvery = 50; }},
        {"display", [](Plan& p) { p.displayEvery = 10; }},
        {"folder", [](Plan& p) { p.dataDir = "/somewhere"; }},
    };
}

class SetupFormTest : public WindowTest {
protected:
    SetupForm& form() { return *page().form(); }
};

TEST_F(SetupFormTest, EveryPlanRoundTrips) {
    SetupForm own(theme_, {});
    for (const auto& [name, change] : variations()) {
        Plan plan;
        change(plan);
        own.setPlan(plan);
        EXPECT_EQ(own.plan(), plan) << name;
        own.setPlan(Plan{});
        EXPECT_EQ(own.plan(), Plan{}) << "after " << name;
    }
}

// A seed beyond what a number field can read was marked as out of range, and the plan could not be started.
TEST_F(SetupFormTest, A64BitSeedOfAPlanIsNoProblem) {
    SetupForm own(theme_, {});
    Plan plan;
    plan.seed = 0xFEDCBA9876543210;
    own.setPlan(plan);
    EXPECT_EQ(own.problem(), QString());
    EXPECT_FALSE(own.findChild<NumberField*>("seedField")->property("wrong").toBool());
    EXPECT_EQ(own.plan().seed, plan.seed);
}

TEST_F(SetupFormTest, EveryFieldSetsItsPartOfThePlan) {
    open();
    const auto spin = [this](const char* name, int value) { find<SpinBox>(name)->setNumber(value); };
    const auto choose = [this](const char* name, const char* item) {
        auto* box = find<QComboBox>(name);
        box->setCurrentIndex(box->findData(QLatin1String(item)));
    };
    page().setPlan(Plan{});
    Plan expected;
    choose("networkField", "mlp"), expected.model = "mlp";
    spin("hiddenLayersField", 3), expected.mlp.hiddenLayers = 3;
    spin("widthField", 99), expected.mlp.width = 99;
    choose("activationField", "sigmoid"), expected.mlp.activation = Activation::Sigmoid;
    find<NumberField>("dropoutField")->setNumber(0.5), expected.mlp.dropout = 0.5;
    spin("towersField", 3), expected.towers = 3;
    spin("globalBatchField", 1000), expected.globalBatch = 1000, expected.batchPerTower = 334;
    choose("augmentationField", "digits"), expected.augmentation = "digits";
    choose("normalisationField", "centred"), expected.normalisation = "centred";
    choose("feedField", "queue"), expected.feed = "queue";
    spin("queueCapacityField", 5), expected.queueCapacity = 5;
    spin("queueWorkersField", 2), expected.queueWorkers = 2;
    choose("exchangeField", "first"), expected.exchange = "first";
    find<QLineEdit>("sharesField")->setText("0.5,0.3,0.2"), expected.shares = "0.5,0.3,0.2";
    choose("optimizerField", "nesterov"), expected.optimizer = "nesterov";
    find<NumberField>("learningRateField")->setNumber(0.05), expected.learningRate = 0.05;
    choose("scheduleField", "one-cycle"), expected.schedule = "one-cycle";
    choose("precisionField", "bf16"), expected.precision = "bf16";
    spin("epochsField", 4), expected.epochs = 4;
    spin("stepsField", 77), expected.steps = 77;
    spin("seedField", 11), expected.seed = 11;
    spin("saveEveryField", 50), expected.checkpointEvery = 50;
    find<NumberField>("saveAtLeastEveryField")->setNumber(0.5), expected.checkpointMinutes = 0.5;
    EXPECT_FALSE(find("histogramsField")->isVisibleTo(&form()));
    find<QCheckBox>("tensorBoardField")->click(), expected.tensorboard = true;
    EXPECT_TRUE(find("histogramsField")->isVisibleTo(&form()));
    spin("histogramsField", 40), expected.histogramsEvery = 40;
    EXPECT_EQ(page().plan(), expected);
    spin("batchPerTowerField", 256), expected.globalBatch = 0, expected.batchPerTower = 256;
    EXPECT_EQ(page().plan(), expected);
}

// One long label, "Tasa de aprendizaje", took the room of the menus, which went below their own labels.
TEST_F(SetupFormTest, ALongLabelMovesNoMenuBelowAShortOne) {
    open();
    page().setPlan(Plan{});
    speak("es");
    const auto* menu = find<ComboBox>("dataField");
    const auto labels = menu->parentWidget()->findChildren<QLabel*>();
    const auto label = std::ranges::find(labels, menu, &QLabel::buddy);
    ASSERT_NE(label, labels.end());
    EXPECT_GT(menu->x(), (*label)->geometry().right());
    EXPECT_LE(menu->wholeWidth(), menu->width()); // its titles are whole
}

// One tower has nothing to share, and towers that go their own ways take what they want.
TEST_F(SetupFormTest, SharesAreForSynchronousTowers) {
    open();
    page().setPlan(Plan{});
    auto* shares = find<QLineEdit>("sharesField");
    EXPECT_FALSE(shares->isVisibleTo(&page()));
    find<SpinBox>("towersField")->setNumber(2);
    EXPECT_TRUE(shares->isVisibleTo(&page()));
    EXPECT_TRUE(find("startButton")->isEnabled());
    shares->setText("0.7,0.4");
    EXPECT_EQ(page().plan().shares, "0.7,0.4");
    EXPECT_FALSE(find("startButton")->isEnabled());
    shares->setText("0.7,0.3");
    EXPECT_TRUE(find("startButton")->isEnabled());
    auto* exchange = find<QComboBox>("exchangeField");
    exchange->setCurrentIndex(exchange->findData(QStringLiteral("async")));
    EXPECT_FALSE(shares->isVisibleTo(&page()));
    EXPECT_EQ(page().plan().shares, "");
    EXPECT_TRUE(find("startButton")->isEnabled());
}

// With Adam's 0.001 plain SGD hardly learned anything.
TEST_F(SetupFormTest, ChangingTheOptimizerSetsItsDefaultRate) {
    open();
    page().setPlan(Plan{});
    auto* box = find<QComboBox>("optimizerField");
    for (const OptimizerInfo& info : optimizers()) {
        box->setCurrentIndex(box->findData(QString::fromStdString(info.name)));
        EXPECT_EQ(page().plan().optimizer, info.name);
        if (info.name != "adam") {
            EXPECT_EQ(page().plan().learningRate, info.defaultRate) << info.name;
        }
        EXPECT_EQ(optimizerSettings(page().plan()), info.defaults) << info.name;
    }
    Plan own;
    own.optimizer = "sgd";
    own.learningRate = 0.3;
    page().setPlan(own);
    EXPECT_EQ(page().plan(), own); // a plan keeps the rate that it names
}

TEST_F(SetupFormTest, APresetFillsTheFieldsAndIsDeselectedOnEdit) {
    open();
    auto* preset = find<QComboBox>("presetField");
    preset->setCurrentIndex(preset->findData(QStringLiteral("quick")));
    Q_EMIT preset->activated(preset->currentIndex());
    const Plan quick = presetByName("quick").plan;
    EXPECT_EQ(page().plan(), quick);
    find<SpinBox>("epochsField")->setNumber(3);
    EXPECT_EQ(page().plan().preset, "");
    EXPECT_EQ(page().plan().name, "");
    EXPECT_EQ(preset->currentText(), "Custom");
    find<SpinBox>("epochsField")->setNumber(static_cast<double>(quick.epochs));
    EXPECT_EQ(page().plan(), quick);
}

// A run keeps what its devices were given: its plan is the preset's all the same.
TEST_F(SetupFormTest, ThePlanOfAPresetsRunMatchesThePreset) {
    open();
    Plan quick = presetByName("quick").plan;
    const std::int64_t epochs = quick.epochs;
    quick.feed = "direct";
    quick.exchange = "cpu";
    page().setPlan(quick);
    EXPECT_EQ(page().plan(), quick);
    find<SpinBox>("epochsField")->setNumber(3);
    EXPECT_EQ(page().plan().preset, "");
    find<SpinBox>("epochsField")->setNumber(static_cast<double>(epochs));
    EXPECT_EQ(page().plan().preset, "quick");
    Plan other = quick;
    other.exchange = "async"; // learns otherwise
    page().setPlan(other);
    find<SpinBox>("epochsField")->setNumber(3);
    find<SpinBox>("epochsField")->setNumber(static_cast<double>(epochs));
    EXPECT_EQ(page().plan().preset, "");
}

TEST_F(SetupFormTest, EveryPresetCanBeSelected) {
    open();
    auto* field = find<QComboBox>("presetField");
    for (const Preset& preset : loadPresets()) {
        Plan expected = preset.plan;
        if (!expected.backbone.empty()) // for the pictures that are chosen
            expected.data = page().plan().data;
        field->setCurrentIndex(field->findData(QString::fromStdString(preset.name)));
        Q_EMIT field->activated(field->currentIndex());
        EXPECT_EQ(page().plan(), expected) << preset.name;
        EXPECT_EQ(field->currentData().toString().toStdString(), preset.name);
    }
}

TEST_F(SetupFormTest, FieldsWithoutEffectAreHidden) {
    open();
    page().setPlan(Plan{});
    EXPECT_FALSE(find("hiddenLayersField")->isVisible());
    EXPECT_FALSE(find("queueCapacityField")->isVisible());
    EXPECT_FALSE(find("queueWorkersField")->isVisible());
    Plan plan;
    plan.model = "mlp";
    plan.feed = "queue";
    page().setPlan(plan);
    EXPECT_TRUE(find("hiddenLayersField")->isVisible());
    EXPECT_TRUE(find("queueCapacityField")->isVisible());
    EXPECT_TRUE(find("queueWorkersField")->isVisible());
}

TEST_F(SetupFormTest, InvalidPlansAreReportedAndDisableStart) {
    open();
    page().setPlan(longPlan());
    EXPECT_TRUE(find("startButton")->isEnabled());
    EXPECT_FALSE(find("planProblem")->isVisible());
    find<SpinBox>("towersField")->setNumber(4);
    find<SpinBox>("globalBatchField")->setNumber(3);
    EXPECT_TRUE(text("planProblem").contains("3 is smaller than 4 towers"));
    EXPECT_TRUE(find("planProblem")->isVisible());
    EXPECT_FALSE(find("startButton")->isEnabled());
    find<SpinBox>("globalBatchField")->setNumber(4);
    EXPECT_FALSE(find("planProblem")->isVisible());
    EXPECT_TRUE(find("startButton")->isEnabled());
}

// Shares took no decimal comma, and what was wrong with them stood far from their field.
TEST_F(SetupFormTest, SharesHaveDecimalCommasAndAFrameWhenTheyAreWrong) {
    open();
    Plan plan = longPlan();
    plan.towers = 2;
    page().setPlan(plan);
    auto* shares = find<QLineEdit>("sharesField");
    const auto type = [shares](const char* text) {
        shares->setFocus();
        shares->selectAll();
        QTest::keyClicks(shares, QString::fromLatin1(text));
    };
    for (const char* typed : {"0,7; 0,3", "0,7 0,3", "0.7,0.3"}) {
        type(typed);
        EXPECT_EQ(page().plan().shares, "0.7,0.3") << typed;
        EXPECT_FALSE(shares->property("wrong").toBool()) << typed;
        EXPECT_EQ(shares->text(), QString::fromLatin1(typed)); // what is being typed stays
    }
    type("0.7, 0.7");
    EXPECT_TRUE(shares->property("wrong").toBool());
    EXPECT_TRUE(find("sharesFieldProblem")->isVisible());
    EXPECT_TRUE(text("sharesFieldProblem").startsWith("The shares '0.7,0.7' add up to 1.4; expected 1."));
    type("0.7 x");
    EXPECT_TRUE(text("sharesFieldProblem").contains("contain something that is not a number between 0 and 1"));
    find<SpinBox>("towersField")->setNumber(1);
    EXPECT_TRUE(find("startButton")->isEnabled()); // a single tower has no shares
}

// The sentence about a field at the lower edge made the foot higher: the field being typed in went out of sight.
TEST_F(SetupFormTest, AProblemLeavesTheFieldBeingTypedInAndItsSentenceInSight) {
    open();
    page().setPlan(longPlan());
    auto* scroll = find<QScrollArea>("setupScroll");
    const auto shows = [scroll](QWidget* part) {
        const QRect place(part->mapTo(scroll->viewport(), QPoint()), part->size());
        return part->isVisible() && scroll->viewport()->rect().contains(place);
    };
    auto* field = find<NumberField>("learningRateField");
    field->setFocus();
    ASSERT_TRUE(eventually([&] { // it is the last that shows
        const int end = field->mapTo(scroll->widget(), QPoint(0, field->height())).y();
        scroll->verticalScrollBar()->setValue(end - scroll->viewport()->height());
        return shows(field);
    }));
    const int room = scroll->viewport()->height();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("0.001x"));
    EXPECT_TRUE(eventually([&] { return shows(find("learningRateFieldProblem")) && shows(field); }));
    EXPECT_TRUE(find("planProblem")->isVisible());
    EXPECT_EQ(scroll->viewport()->height(), room);
}

// The name of a preset stayed on a plan of other data: "Quick" on somebody's own pictures.
TEST_F(SetupFormTest, APlanThatIsNotItsPresetsLosesTheName) {
    open();
    Plan plan = presetByName("quick").plan;
    page().setPlan(plan);
    EXPECT_EQ(page().plan().preset, "quick");
    plan.data = "cifar10";
    page().setPlan(plan);
    EXPECT_EQ(page().plan().preset, "");
    EXPECT_EQ(page().plan().name, "");
    EXPECT_EQ(find<QComboBox>("presetField")->currentText(), "Custom");
    EXPECT_EQ(page().plan().data, "cifar10");
}

// Epochs could be edited to no effect while Steps decided.
TEST_F(SetupFormTest, AFieldThatAnotherOverridesIsDisabledAndSaysWhy) {
    open();
    page().setPlan(longPlan());
    auto* epochs = find<SpinBox>("epochsField");
    EXPECT_TRUE(epochs->isEnabled());
    const QString help = epochs->toolTip();
    auto* steps = find<SpinBox>("stepsField");
    steps->setFocus();
    steps->selectAll();
    QTest::keyClicks(steps, QStringLiteral("200"));
    EXPECT_FALSE(epochs->isEnabled());
    EXPECT_EQ(epochs->toolTip(), QStringLiteral("“Steps” decides: set it to 0 to use this field."));
    EXPECT_EQ(epochs->accessibleDescription(), epochs->toolTip());
    speak("es");
    EXPECT_TRUE(epochs->toolTip().contains(QStringLiteral("«Pasos»"))) << epochs->toolTip().toStdString();
    speak("en");
    steps->selectAll();
    QTest::keyClicks(steps, QStringLiteral("0"));
    EXPECT_TRUE(epochs->isEnabled());
    EXPECT_EQ(epochs->toolTip(), help);
}

TEST_F(SetupFormTest, ReportsMissingDevices) {
    open();
    page().setPlan(longPlan());
    ASSERT_TRUE(eventually([this] { return window().findChild<QCheckBox*>("device-cpu") != nullptr; }));
    auto* cpu = find<QCheckBox>("device-cpu");
    ASSERT_TRUE(cpu->isChecked());
    cpu->click();
    EXPECT_TRUE(text("planProblem").startsWith("No device is chosen."));
    EXPECT_FALSE(find("startButton")->isEnabled());
    cpu->click();
    EXPECT_TRUE(find("startButton")->isEnabled());
}

TEST_F(SetupFormTest, DeviceDetectionIsNotAnEdit) {
    open();
    page().setPlan(Plan{});
    ASSERT_TRUE(eventually([this] { return window().findChild<QCheckBox*>("device-cpu") != nullptr; }));
    EXPECT_EQ(page().plan(), Plan{});
}

} // namespace
} // namespace belfry
