// The presets: valid, and what their sources did, length and rates included.
#include "core/base/error.h"
#include "core/optim/schedule.h"
#include "core/train/plan.h"
#include "core/train/plan_schedule.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace belfry {
namespace {

TEST(Presets, AllAreValid) {
    const std::vector<Preset> presets = loadPresets();
    ASSERT_GE(presets.size(), 10u);
    for (const Preset& preset : presets) {
        EXPECT_NO_THROW(validate(preset.plan)) << preset.name;
        const bool own = preset.name == "quick" || preset.name == "my-pictures" || preset.name.starts_with("record-");
        EXPECT_EQ(preset.published.empty(), own) << preset.name;
    }
}

TEST(Presets, AreNamedByTheirFiles) {
    std::vector<std::string> names;
    for (const Preset& preset : loadPresets())
        names.push_back(preset.name);
    EXPECT_EQ(presetNames(), names);
    EXPECT_FALSE(names.empty());
    ::setenv("BELFRY_RESOURCES", "/nowhere", 1);
    EXPECT_TRUE(presetNames().empty());
    ::unsetenv("BELFRY_RESOURCES");
}

TEST(Presets, AreFoundByName) {
    EXPECT_EQ(presetByName("notebook-lenet").plan.model, "lenet");
    EXPECT_THROW(presetByName("quik"), Error);
}

// The seeds' experiments, with what their authors wrote.
TEST(Presets, MatchTheSeeds) {
    struct Expected {
        const char* preset;
        const char* model;
        const char* data;
        int towers;
        std::int64_t imagesPerStep, epochs, steps; // steps 0: the length is in epochs
        const char* feed;
        const char* normalisation;
        const char* augmentation;
        const char* optimizer;
        double rate, momentum, averageDecay;
        const char* schedule;
    };
    const Expected all[] = {
        {"notebook-lenet", "lenet", "mnist", 4, 2048, 20, 0, "by-device", "unit", "none", "adam", 0.001, 0, 0,
         "constant"},
        {"tower-batching", "tower", "mnist", 2, 128, 10, 0, "queue", "centred", "none", "nesterov", 0.1, 0.9, 0,
         "cosine"},
        {"tower-direct", "tower-direct", "mnist", 2, 2000, 0, 20'000, "direct", "unit", "none", "adam", 0.0001, 0, 0,
         "constant"},
        {"sonnet", "sonnet", "mnist", 2, 100, 20, 0, "queue", "centred", "none", "nesterov", 0.1, 0.9, 0, "staircase"},
        {"keras-cnn", "keras-cnn", "mnist", 2, 256, 12, 0, "by-device", "unit", "none", "adadelta", 1.0, 0, 0,
         "constant"},
        {"keras-mnist", "keras-mnist", "mnist", 2, 128, 12, 0, "by-device", "unit", "none", "adadelta", 1.0, 0, 0.9999,
         "constant"},
        {"wide-notebook", "wide", "mnist", 2, 2048, 0, 200, "by-device", "unit", "none", "adam", 0.001, 0, 0,
         "constant"},
        {"cifar-tutorial", "cifar-tutorial", "cifar-10", 1, 128, 0, 100'000, "queue", "standardised", "cifar-tutorial",
         "sgd", 0.1, 0, 0.9999, "constant"},
        {"cifar-vgg", "cifar-vgg", "cifar-10", 4, 4096, 0, 1000, "by-device", "unit", "none", "adam", 0.001, 0, 0,
         "constant"},
    };
    for (const Expected& expected : all) {
        SCOPED_TRACE(expected.preset);
        const Plan plan = presetByName(expected.preset).plan;
        EXPECT_EQ(plan.model, expected.model);
        EXPECT_EQ(plan.data, expected.data);
        EXPECT_EQ(plan.towers, expected.towers);
        EXPECT_EQ(plan.imagesPerStep(), expected.imagesPerStep);
        EXPECT_EQ(plan.steps, expected.steps);
        EXPECT_TRUE(expected.steps > 0 || plan.epochs == expected.epochs);
        EXPECT_EQ(plan.feed, expected.feed);
        EXPECT_EQ(plan.normalisation, expected.normalisation);
        EXPECT_EQ(plan.augmentation, expected.augmentation);
        EXPECT_EQ(plan.optimizer, expected.optimizer);
        EXPECT_EQ(plan.learningRate, expected.rate);
        EXPECT_TRUE(expected.momentum == 0 || optimizerSettings(plan).momentum == expected.momentum);
        EXPECT_EQ(plan.averageDecay, expected.averageDecay);
        EXPECT_EQ(plan.schedule, expected.schedule);
        EXPECT_EQ(plan.exchange, "by-device"); // on the CPU as the diagram of the seeds draws it
        EXPECT_EQ(plan.precision, "fp32");
    }
}

TEST(Presets, KeepTheSettingsThatTheSeedsNeed) {
    // At the full rate from the first step on, the ten units before its last layer may all die: 11 % with seed 1.
    EXPECT_EQ(presetByName("tower-batching").plan.warmupEpochs, 1);
    for (const auto& [keras, epsilon] :
         {std::pair{"keras-cnn", 1e-8}, {"keras-mnist", 1e-6}}) { // Keras 2.0's, and 0.3's
        EXPECT_EQ(optimizerSettings(presetByName(keras).plan).rho, 0.95);
        EXPECT_EQ(optimizerSettings(presetByName(keras).plan).epsilon, epsilon);
    }
}

// A decay that comes after the end is a bug of the seeds: the rate of every schedule that is not constant must fall.
TEST(Presets, DecaysAreReached) {
    constexpr std::int64_t kImages = 55'000;
    for (const Preset& preset : loadPresets()) {
        if (preset.plan.schedule == "constant")
            continue;
        const auto schedule = scheduleOf(preset.plan, kImages);
        const std::int64_t perEpoch = (kImages + preset.plan.imagesPerStep() - 1) / preset.plan.imagesPerStep();
        const std::int64_t steps = preset.plan.steps > 0 ? preset.plan.steps : preset.plan.epochs * perEpoch;
        EXPECT_LE(schedule->rate(preset.plan.learningRate, steps - 1, steps), 0.11 * preset.plan.learningRate)
            << preset.name;
    }
}

} // namespace
} // namespace belfry
