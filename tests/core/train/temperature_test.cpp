// The temperature of a network's probabilities: found where it is known, and kept with the best weights of a run.
#include "core/base/random.h"
#include "core/predict/predictor.h"
#include "core/train/temperature.h"
#include "tests/core/train/small_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <ranges>

namespace belfry {
namespace {

struct Answers {
    std::vector<float> logits;
    std::vector<std::uint8_t> labels;
};

// Labels are drawn with the probabilities that the logits, divided by `temperature`, say.
Answers answersAt(double temperature, int count, int classes) {
    RandomStream random(3, Purpose::Sample);
    Answers answers;
    for (int i = 0; i < count; ++i) {
        std::vector<double> weights;
        double sum = 0;
        for (int c = 0; c < classes; ++c) {
            const double logit = 6 * random.uniform();
            answers.logits.push_back(static_cast<float>(logit * temperature));
            weights.push_back(std::exp(logit));
            sum += weights.back();
        }
        double left = random.uniform() * sum;
        int label = 0;
        while (label + 1 < classes && (left -= weights[static_cast<std::size_t>(label)]) > 0)
            ++label;
        answers.labels.push_back(static_cast<std::uint8_t>(label));
    }
    return answers;
}

TEST(Temperature, IsFoundWhereItIsKnown) {
    for (const double temperature : {0.5, 1.0, 3.0}) {
        const Answers answers = answersAt(temperature, 20'000, 4);
        EXPECT_NEAR(fitTemperature(answers.logits, answers.labels) / temperature, 1, 0.03) << temperature;
    }
}

TEST(Temperature, StaysWithinBounds) {
    const Answers few = answersAt(3, static_cast<int>(kFewestForTemperature) - 1, 3);
    EXPECT_EQ(fitTemperature(few.logits, few.labels), 1);
    Answers sure; // always right: as sure as 200 right answers allow
    Answers wrong;
    for (int i = 0; i < 200; ++i) {
        sure.logits.insert(sure.logits.end(), {1, 0});
        sure.labels.push_back(0);
        wrong.logits.insert(wrong.logits.end(), {1, 0});
        wrong.labels.push_back(1);
    }
    EXPECT_NEAR(fitTemperature(sure.logits, sure.labels), 1 / std::log(403.0), 0.002);
    EXPECT_NEAR(fitTemperature(wrong.logits, wrong.labels), 20, 0.1);
}

// Saved again at the end of a run; the weights are the best ones, to the bit.
TEST(Temperature, IsKeptWithTheBestWeights) {
    const test::EndedRun run(test::smallRun(test::smallPlan()));
    ASSERT_EQ(run.calibrated.size(), 1U);
    const Snapshot& calibrated = run.calibrated[0].snapshot;
    EXPECT_NE(calibrated.temperature, 1);
    const auto best = std::ranges::find_if(run.saved | std::views::reverse,
                                           [](const auto& saved) { return saved.kind == CheckpointKind::Best; });
    const Snapshot& before = best->snapshot;
    EXPECT_EQ(before.temperature, 1);
    EXPECT_EQ(calibrated.weights, before.weights);
    EXPECT_EQ(calibrated.step, before.step);
    EXPECT_EQ(calibrated.classes, before.classes);
}

// Of what the best weights answer, although two more epochs were validated after them.
TEST(Temperature, IsThatOfTheBestWeights) {
    Plan plan = test::towersPlan(1, 50, 200);
    plan.patience = 2;
    const PreparedRun prepared = test::smallRun(plan, 300);
    const test::EndedRun run(prepared);
    ASSERT_EQ(run.finished().epochs, static_cast<double>(run.finished().bestEpoch + 2));
    const Snapshot& calibrated = run.calibrated.at(0).snapshot;
    Predictor best(std::make_shared<const Snapshot>(calibrated));
    const ImageStore& store = *prepared.data->validation;
    std::vector<std::int64_t> ids(static_cast<std::size_t>(store.size()));
    std::iota(ids.begin(), ids.end(), std::int64_t{0});
    std::vector<std::uint8_t> images(ids.size() * static_cast<std::size_t>(calibrated.blueprint->image.bytes())),
        labels;
    store.read(ids, images.data());
    for (const std::int64_t id : ids)
        labels.push_back(store.label(id));
    EXPECT_NEAR(calibrated.temperature, fitTemperature(best.logits(images), labels), 0.0011);
}

} // namespace
} // namespace belfry
