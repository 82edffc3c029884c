// Search <-> fields.
#include "tests/ui/pages/search_setup_fixture.h"
#include "ui/pages/search/space_dialog.h"
#include "ui/pages/train/setup_form.h"
#include "ui/widgets/number_field.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <functional>
#include <set>

namespace belfry {
namespace {

using SearchFormTest = SearchSetupTest;

std::vector<std::pair<const char*, std::function<void(SearchPlan&)>>> variations() {
    return {
        {"name", [](SearchPlan& p) { p.name = "mine"; }},
        {"name of two lines", [](SearchPlan& p) { p.name = "two\nlines"; }},
        {"name with spaces", [](SearchPlan& p) { p.name = " mine "; }},
        {"unknown strategy", [](SearchPlan& p) { p.strategy = "tabu"; }},
        {"random", [](SearchPlan& p) { p.strategy = "random", p.trials = 7; }},
        {"hidden genetics",
         [](SearchPlan& p) {
             p.strategy = "random", p.genetic = {6, 3, 0.333, 0.015, 1};
         }},
        {"more trials than fit", [](SearchPlan& p) { p.trials = 500'000'000'000; }},
        {"halving", [](SearchPlan& p) { p.halving = 3, p.halvingEpochs = 2; }},
        {"hidden first rung", [](SearchPlan& p) { p.halvingEpochs = 9; }},
        {"short budget", [](SearchPlan& p) { p.budgetMinutes = 0.26; }},
        {"64-bit seed", [](SearchPlan& p) { p.seed = 0xFEDCBA9876543210; }},
        {"no winners", [](SearchPlan& p) { p.winners = 0, p.winnerSeeds = 5, p.winnerImages = 6, p.winnerEpochs = 7; }},
        {"layout", [](SearchPlan& p) { p.parallel = 2, p.towers = 3; }},
        {"own folder", [](SearchPlan& p) { p.space.plan.data = "/pets", p.space.plan.pictureSize = "32x24x3"; }},
        {"unknown data", [](SearchPlan& p) { p.space.plan.data = "minst"; }},
        {"batch", [](SearchPlan& p) { p.space.plan.batchPerTower = 30, p.space.plan.towers = 2; }},
        {"global batch", [](SearchPlan& p) { p.space.plan.globalBatch = 1000; }},
        {"missing device", [](SearchPlan& p) { p.space.plan.devices = {"cuda:9"}; }},
        {"folder", [](SearchPlan& p) { p.space.plan.dataDir = "/somewhere"; }},
        {"other plan", [](SearchPlan& p) { p.space.plan.patience = 2, p.space.plan.precision = "bf16"; }},
        {"impossible gene",
         [](SearchPlan& p) {
             p.space.genes[0].range = GeneRange{2, 1, 1, true};
         }},
        {"no genes", [](SearchPlan& p) { p.space.genes.clear(); }},
    };
}

TEST_F(SearchFormTest, EveryPresetAndPlanRoundTrips) {
    for (const SearchPreset& preset : searchPresets()) {
        form().setPlan(preset.plan);
        EXPECT_EQ(form().plan(), preset.plan) << preset.name;
        EXPECT_EQ(find<QComboBox>("searchPresetField")->currentData().toString().toStdString(), preset.name);
        for (const auto& [name, change] : variations()) {
            SearchPlan plan = preset.plan;
            change(plan);
            form().setPlan(plan);
            EXPECT_EQ(form().plan(), plan) << preset.name << " " << name;
        }
    }
}

// The foot grew and shrank with its sentences: the field being typed in moved under the mouse, or out of sight.
TEST_F(SearchFormTest, AProblemLeavesTheFieldBeingTypedInAndItsSentenceInSight) {
    auto* scroll = host_->findChild<QScrollArea*>(QStringLiteral("searchScroll"));
    const auto shows = [scroll](QWidget* part) {
        const QRect place(part->mapTo(scroll->viewport(), QPoint()), part->size());
        return part->isVisible() && scroll->viewport()->rect().contains(place);
    };
    host_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(host_.get()));
    for (const char* code : {"en", "es"}) {
        speak(code);
        choose("searchPresetField", "genetic-mnist");
        auto* field = find<NumberField>("searchBudgetField");
        field->setFocus();
        settle();
        const int end = field->mapTo(scroll->widget(), QPoint(0, field->height())).y();
        scroll->verticalScrollBar()->setValue(end - scroll->viewport()->height()); // it is the last that shows
        ASSERT_TRUE(shows(field));
        const int room = scroll->viewport()->height();
        const auto* cost = find<QLabel>("searchCost");
        for (const char* keys : {"1000000", "10x", "12.5", "-1", "90"}) {
            field->selectAll();
            QTest::keyClicks(field, QLatin1String(keys));
            settle();
            EXPECT_TRUE(shows(field)) << keys;
            EXPECT_EQ(scroll->viewport()->height(), room) << keys;
            if (field->property("wrong").toBool())
                EXPECT_TRUE(shows(find("searchBudgetFieldProblem"))) << keys;
            else
                EXPECT_LE(cost->heightForWidth(cost->width()), cost->height()) << cost->text().toStdString();
        }
    }
}

TEST_F(SearchFormTest, EveryFieldSetsItsPartOfThePlan) {
    SearchPlan expected = searchPresetByName("genetic-mnist").plan;
    form().setPlan(expected);
    const QSignalSpy changes(&form(), &SearchForm::changed);
    find<QLineEdit>("searchNameField")->setText(" mine "), expected.name = "mine";
    choose("searchDataField", "fashion-mnist"), expected.space.plan.data = "fashion-mnist";
    spin("searchTrialsField", 50), expected.trials = 50;
    spin("searchHalvingField", 3), expected.halving = 3;
    spin("searchFirstRungField", 2), expected.halvingEpochs = 2;
    fraction("searchBudgetField", 12.5), expected.budgetMinutes = 12.5;
    spin("searchSeedField", 5), expected.seed = 5;
    spin("searchPopulationField", 8), expected.genetic.population = 8;
    spin("searchGenerationsField", 4), expected.genetic.generations = 4;
    fraction("searchRetainField", 0.5), expected.genetic.retain = 0.5;
    fraction("searchRandomSurvivorsField", 0.05), expected.genetic.randomSelect = 0.05;
    fraction("searchMutationRateField", 1), expected.genetic.mutate = 1;
    spin("searchTrainingImagesField", 10'000), expected.space.plan.trainImages = 10'000;
    spin("searchEpochsField", 6), expected.space.plan.epochs = 6;
    spin("searchImagesPerStepField", 64);
    expected.space.plan.globalBatch = expected.space.plan.batchPerTower = 64;
    spin("searchWinnersField", 2), expected.winners = 2;
    spin("searchWinnerSeedsField", 4), expected.winnerSeeds = 4;
    spin("searchWinnerImagesField", 20'000), expected.winnerImages = 20'000;
    spin("searchWinnerEpochsField", 30), expected.winnerEpochs = 30;
    find<QCheckBox>("searchDevice-cpu")->click(), expected.space.plan.devices = {"cuda:0", "cpu"};
    spin("searchParallelTrialsField", 2), expected.parallel = 2;
    spin("searchTowersField", 1), expected.towers = 1;
    expected.preset.clear();
    EXPECT_EQ(form().plan(), expected);
    EXPECT_EQ(changes.count(), 22);
    choose("searchStrategyField", "random"), expected.strategy = "random";
    EXPECT_EQ(form().plan(), expected);
}

TEST_F(SearchFormTest, APresetFillsAllFieldsButTheDevices) {
    find<QCheckBox>("searchDevice-cpu")->click();
    choose("searchPresetField", "genetic-cifar");
    SearchPlan expected = searchPresetByName("genetic-cifar").plan;
    expected.space.plan.devices = {"cuda:0", "cpu"};
    EXPECT_EQ(form().plan(), expected);
    EXPECT_EQ(find<SpinBox>("searchImagesPerStepField")->value(), 64);
    spin("searchImagesPerStepField", 100);
    EXPECT_EQ(form().plan().preset, "");
    EXPECT_EQ(find<QComboBox>("searchPresetField")->currentText(), "Custom");
    spin("searchImagesPerStepField", 64);
    EXPECT_EQ(form().plan(), expected);
    choose("searchPresetField", ""); // what edits lead to cannot be asked for
    EXPECT_EQ(form().plan(), expected);
    EXPECT_EQ(find<QComboBox>("searchPresetField")->currentText(), "Genetic search, CIFAR-10");
}

TEST_F(SearchFormTest, UserFoldersAreInTheMenu) {
    SearchPlan plan = searchPresetByName("genetic-mnist").plan;
    plan.preset.clear();
    plan.space.plan.data = "/pictures/pets";
    plan.space.plan.pictureSize = "32x32x3";
    plan.space.plan.groups = "frames";
    form().setPlan(plan);
    EXPECT_EQ(find<QComboBox>("searchDataField")->currentText(), "pets");
    choose("searchDataField", "mnist");
    EXPECT_EQ(form().plan().space.plan.pictureSize, ""); // it was the other's
    EXPECT_EQ(form().plan().space.plan.groups, "listed");
    choose("searchDataField", "/pictures/pets");
    EXPECT_EQ(form().plan(), plan);
}

TEST_F(SearchFormTest, FieldsShowWhereTheyApply) {
    for (const char* name : {"searchPopulationField", "searchGenerationsField", "searchRetainField",
                             "searchRandomSurvivorsField", "searchMutationRateField"}) {
        choose("searchStrategyField", "genetic");
        EXPECT_TRUE(shows(name)) << name;
        choose("searchStrategyField", "exhaustive");
        EXPECT_FALSE(shows(name)) << name;
    }
    EXPECT_EQ(find<SpinBox>("searchTrialsField")->shownText(), "all");
    choose("searchStrategyField", "random");
    EXPECT_EQ(find<SpinBox>("searchTrialsField")->shownText(), "60 (default)");
    EXPECT_FALSE(shows("searchFirstRungField"));
    find<SpinBox>("searchHalvingField")->stepUp(); // over 1, which says nothing
    EXPECT_EQ(form().plan().halving, 2);
    EXPECT_TRUE(shows("searchFirstRungField"));
    find<SpinBox>("searchHalvingField")->stepDown();
    EXPECT_EQ(form().plan().halving, 0);
    EXPECT_TRUE(shows("searchWinnerSeedsField"));
    spin("searchWinnersField", 0);
    EXPECT_FALSE(shows("searchWinnerSeedsField"));
    EXPECT_FALSE(shows("searchWinnerImagesField"));
    EXPECT_FALSE(shows("searchWinnerEpochsField"));
    EXPECT_TRUE(shows("searchImagesPerStepField"));
    SearchPlan plan = form().plan();
    plan.space.genes.push_back({"global_batch", {std::int64_t{32}, std::int64_t{64}}, std::nullopt});
    form().setPlan(plan);
    EXPECT_FALSE(shows("searchImagesPerStepField"));
}

TEST_F(SearchFormTest, InvalidPlansShowTheEnginesMessage) {
    form().setPlan(searchPresetByName("genetic-mnist").plan);
    EXPECT_EQ(problem(), "");
    spin("searchPopulationField", 1000);
    EXPECT_EQ(problem(), "The population is 1000, but the space has only 672 networks; choose a smaller population or "
                         "an exhaustive search.");
    EXPECT_EQ(form().problem().toStdString(), problem());
    EXPECT_FALSE(find("searchCost")->isVisible());
    spin("searchPopulationField", 20);
    spin("searchHalvingField", 1); // typed
    EXPECT_EQ(problem(), "The factor of successive halving is 1; expected 2 to 100.");
    spin("searchHalvingField", 0);
    choose("searchStrategyField", "random");
    spin("searchTrialsField", 673);
    EXPECT_TRUE(QString::fromStdString(problem()).startsWith("The number of trials is 673")) << problem();
    choose("searchPresetField", "genetic-large");
    EXPECT_EQ(problem(), "");
    choose("searchStrategyField", "exhaustive");
    EXPECT_TRUE(QString::fromStdString(problem()).contains("give it a budget")) << problem();
    fraction("searchBudgetField", 60);
    EXPECT_EQ(problem(), "");
    find<QLineEdit>("searchNameField")->setText(QString(300, 'x'));
    EXPECT_TRUE(QString::fromStdString(problem()).startsWith("The search's name")) << problem();
    find<QLineEdit>("searchNameField")->clear();
    find<QCheckBox>("searchDevice-cuda:0")->click();
    EXPECT_EQ(problem(), "No device is chosen. Name at least one, or 'auto'.");
}

TEST_F(SearchFormTest, ShowsTheCostOfTheSearch) {
    const auto cost = [this] { return find<QLabel>("searchCost")->text().toStdString(); };
    form().setPlan(searchPresetByName("genetic-mnist").plan);
    EXPECT_EQ(cost(), "About 117 trials; trying all networks would take 672. Winner runs afterwards: 3.");
    EXPECT_EQ(form().cost().toStdString(), cost());
    spin("searchWinnersField", 0);
    fraction("searchBudgetField", 12.5);
    EXPECT_EQ(cost(), "About 117 trials; trying all networks would take 672. Trials stop after at most 12.5 min.");
    fraction("searchBudgetField", 0);
    choose("searchStrategyField", "exhaustive");
    EXPECT_EQ(cost(), "672 trials: every network of the space.");
    spin("searchTrialsField", 100);
    EXPECT_EQ(cost(), "100 trials; trying all networks would take 672.");
    EXPECT_EQ(find<QLabel>("searchSpace")->text(),
              "672 networks: width (6), hidden layers (4), activation (4), optimizer (7)");
    choose("searchPresetField", "genetic-large");
    EXPECT_TRUE(find<QLabel>("searchSpace")->text().endsWith("and 9 more"));
}

TEST_F(SearchFormTest, TheDeviceReportIsNotAnEdit) {
    const SearchPlan before = form().plan();
    const QSignalSpy changes(&form(), &SearchForm::changed);
    DeviceReport report = cpuAndGpu();
    report.devices.resize(1);
    form().setReport(report);
    form().setReport(cpuAndGpu());
    EXPECT_EQ(changes.count(), 0);
    EXPECT_EQ(form().plan(), before);
}

TEST_F(SearchFormTest, IsDisabledDuringASearch) {
    form().setEnabledFields(false);
    for (const char* name : {"searchPresetField", "searchSeedField", "searchDevice-cpu", "editSpaceButton"}) {
        EXPECT_FALSE(find(name)->isEnabled()) << name;
    }
    form().setEnabledFields(true);
    EXPECT_TRUE(find("editSpaceButton")->isEnabled());
}

TEST_F(SearchFormTest, SwitchesToSpanishAndBack) {
    spin("searchPopulationField", 1000);
    const std::string english = problem();
    const auto* strategy = find<QComboBox>("searchStrategyField");
    const QString title = strategy->itemText(1), space = find<QLabel>("searchSpace")->text();
    speak("es");
    EXPECT_NE(problem(), english);
    EXPECT_NE(strategy->itemText(1), title);
    EXPECT_NE(find<QLabel>("searchSpace")->text(), space);
    EXPECT_EQ(strategy->accessibleName(), "Strategy");
    EXPECT_EQ(find("searchRandomSurvivorsField")->accessibleName(), "Random survivors");
    speak("en");
    EXPECT_EQ(problem(), english);
    EXPECT_EQ(strategy->itemText(1), title);
    EXPECT_EQ(find<QLabel>("searchSpace")->text(), space);
}

TEST_F(SearchFormTest, EveryTextFitsInBothLanguages) {
    SearchPlan plan = searchPresetByName("genetic-large").plan;
    plan.halving = 3;
    plan.space.plan.trainImages = 1'000'000;
    plan.winnerImages = 1'000'000;
    form().setPlan(plan);
    for (const char* code : {"en", "es"}) {
        speak(code);
        for (const QLabel* label : host_->findChildren<QLabel*>()) {
            const bool elides = QLatin1String(label->metaObject()->className()).contains(QLatin1String("Elided"));
            EXPECT_TRUE(label->isHidden() || elides || label->wordWrap() || label->width() >= label->sizeHint().width())
                << label->text().toStdString() << " " << code;
        }
        for (const QAbstractSpinBox* box : host_->findChildren<QAbstractSpinBox*>()) {
            const auto* edit = box->findChild<QLineEdit*>();
            EXPECT_TRUE(box->isHidden() || edit->width() > box->fontMetrics().horizontalAdvance(box->text()))
                << box->objectName().toStdString() << " " << box->text().toStdString() << " " << code;
        }
    }
}

// Scripts find a control by its name in the whole window, where the Train page has fields of the same labels.
TEST_F(SearchFormTest, ObjectNamesAreUniqueInTheWindow) {
    SetupForm train(theme_, {});
    train.setReport(cpuAndGpu());
    std::set<QString> names;
    for (const QWidget* widget : train.findChildren<QWidget*>()) {
        names.insert(widget->objectName());
    }
    QTest::mouseClick(find<QPushButton>("editSpaceButton"), Qt::LeftButton);
    ASSERT_NE(host_->findChild<SpaceDialog*>(), nullptr);
    for (const QWidget* widget : host_->findChildren<QWidget*>()) {
        const QString name = widget->objectName();
        const bool isControl = qobject_cast<const QAbstractButton*>(widget) != nullptr ||
                               qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
                               qobject_cast<const QComboBox*>(widget) != nullptr;
        if (name.startsWith("qt_") || (name.isEmpty() && !isControl)) {
            continue;
        }
        EXPECT_TRUE(names.insert(name).second) << name.toStdString() << widget->metaObject()->className();
        EXPECT_TRUE(!isControl || !widget->accessibleName().isEmpty()) << name.toStdString();
        EXPECT_TRUE(!isControl || !widget->toolTip().isEmpty() || !widget->parentWidget()->toolTip().isEmpty())
            << name.toStdString();
    }
}

} // namespace
} // namespace belfry
