// A plan's values and a run's title as people read them.
#include "core/runs/run_list.h"
#include "ui/widgets/plan_text.h"
#include "ui/widgets/run_state_text.h"

#include <gtest/gtest.h>

#include <QDateTime>
#include <QLocale>

namespace belfry {
namespace {

// Tables of runs showed the names of files: "lenet", "adam", "by-device", "0".
TEST(PlanText, ValuesHaveTitlesUnitsAndMeanings) {
    Plan plan;
    plan.devices = {"cpu", "cuda:1"};
    plan.epochs = 12;
    plan.queueCapacity = 1;
    plan.trainImages = 0;
    EXPECT_EQ(fieldText("model", plan), "LeNet");
    EXPECT_EQ(fieldText("data", plan), "MNIST");
    EXPECT_EQ(fieldText("optimizer", plan), "Adam");
    EXPECT_EQ(fieldText("feed", plan), "Automatic");
    EXPECT_EQ(fieldText("devices", plan), "CPU, GPU1");
    EXPECT_EQ(fieldText("train_images", plan), "all");
    EXPECT_EQ(fieldText("patience", plan), "never stop");
    EXPECT_EQ(fieldText("queue_capacity", plan), "1 batch");
    EXPECT_EQ(fieldText("shares", plan), "equal");
    EXPECT_EQ(fieldText("picture_size", plan), QStringLiteral("–"));
    plan.patience = 3;
    EXPECT_EQ(fieldText("patience", plan), "3 epochs");
}

// The global batch of a plan that says the batch per tower was shown as 0.
TEST(PlanText, TheGlobalBatchIsTheImagesOfAStep) {
    Plan plan;
    plan.towers = 4;
    plan.batchPerTower = 512;
    plan.globalBatch = 0;
    EXPECT_EQ(fieldText("global_batch", plan), "2,048");
    plan.globalBatch = 100;
    EXPECT_EQ(fieldText("global_batch", plan), "100");
}

TEST(PlanText, NumbersHaveTheDecimalsOfTheLanguage) {
    Plan plan;
    plan.learningRate = 0.0003;
    plan.seed = 18'446'744'073'709'551'615U;
    EXPECT_EQ(fieldText("learning_rate", plan), "0.0003");
    EXPECT_EQ(fieldText("seed", plan), "18446744073709551615");
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::Spanish, QLocale::Spain));
    EXPECT_EQ(fieldText("learning_rate", plan), "0,0003");
    QLocale::setDefault(before);
}

TEST(PlanText, WhatIsNotBelfrysKeepsItsName) {
    EXPECT_EQ(networkTitle("my own"), "my own");
    EXPECT_EQ(dataTitle("/pictures/cats and dogs/"), "cats and dogs");
    EXPECT_EQ(presetTitle("gone"), "gone");
    EXPECT_EQ(presetTitle(""), "");
}

// Every field has a text: none is skipped, and no name of a choice shows through.
TEST(PlanText, EveryFieldHasAText) {
    const Plan plan;
    for (const PlanField& field : planFields())
        EXPECT_FALSE(fieldText(field, plan).isEmpty()) << field.name;
}

// Three runs of the same network and towers could not be told apart in a menu.
TEST(RunTitle, HasDateAndAccuracy) {
    RunSummary run;
    run.name = "lenet, 64 towers";
    EXPECT_EQ(runTitle(run), "lenet, 64 towers");
    run.started = QDateTime({2020, 11, 22}, {1, 20}).toSecsSinceEpoch();
    run.bestValidation = 0.9791;
    EXPECT_EQ(runTitle(run), QStringLiteral("lenet, 64 towers · 22 Nov 2020 01:20 · 97.9 %"));
    run.test = 0.9891;
    EXPECT_TRUE(runTitle(run).endsWith(QStringLiteral(" · 98.9 %")));
}

} // namespace
} // namespace belfry
