// What the shipped network reads: pen drawings on the pad, and pictures dropped on it.
#include "core/base/files.h"
#include "core/data/catalogue.h"
#include "core/data/stores.h"
#include "core/predict/evaluate_snapshot.h"
#include "core/predict/picture.h"
#include "core/predict/predictor.h"
#include "core/runs/weights_file.h"
#include "core/train/data_fit.h"
#include "tests/strokes/strokes.h"
#include "tests/support/damaged_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <mutex>

namespace belfry {
namespace {

std::shared_ptr<const Snapshot> readyNetwork() { return loadSnapshot(readyNetworkFile()); }

// The drawing scaled about the pad's corner and moved, as somebody draws smaller or elsewhere; the pen keeps its width.
Drawing placed(const Drawing& drawing, float scale, float dx, float dy) {
    Drawing moved = drawing;
    for (Stroke& stroke : moved)
        for (StrokePoint& point : stroke)
            point = {point.x * scale + dx, point.y * scale + dy};
    return moved;
}

TEST(ReadyNetwork, ClassifiesPenDrawingsAtThreePositionsAndSizes) {
    const StoredDrawings stored = loadStoredDrawings();
    ASSERT_GE(stored.drawings.size(), 100u);
    Predictor predictor(readyNetwork());
    for (const float scale : {0.5f, 0.75f, 1.0f})
        for (const float place : {0.0f, 0.5f, 1.0f}) { // of the room that is left on the pad
            const float room = place * stored.pad * (1 - scale);
            int right = 0;
            std::string missed;
            for (const LabelledDrawing& drawing : stored.drawings) {
                DigitImage image{};
                ASSERT_TRUE(renderDrawing(placed(drawing.strokes, scale, room, stored.pad * (1 - scale) - room),
                                          stored.pen, image));
                const int answer = predictor.predict(image).best;
                right += answer == drawing.digit;
                if (answer != drawing.digit)
                    missed +=
                        " " + std::to_string(drawing.digit) + " (" + drawing.style + ") as " + std::to_string(answer);
            }
            const double share = static_cast<double>(right) / static_cast<double>(stored.drawings.size());
            std::printf("size %.2f, place %.1f: %d of %zu read (%.1f %%)%s%s\n", static_cast<double>(scale),
                        static_cast<double>(place), right, stored.drawings.size(), 100 * share,
                        missed.empty() ? "" : "; missed:", missed.c_str());
            EXPECT_GE(share, 0.95);
        }
}

TEST(ReadyNetwork, DroppedEnlargedTestImagesLoseLessThanAFifthOfAPoint) {
    const auto data = openDataSet("mnist");
    Predictor predictor(readyNetwork());
    const std::int64_t count = data->test->size();
    std::vector<std::uint8_t> image(784), large(280 * 280);
    std::int64_t direct = 0, dropped = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t index[] = {i};
        data->test->read(index, image.data());
        for (std::size_t y = 0; y < 280; ++y)
            for (std::size_t x = 0; x < 280; ++x)
                large[y * 280 + x] = image[y / 10 * 28 + x / 10];
        DigitImage digit{};
        ASSERT_TRUE(renderPicture(large, 280, 280, digit));
        direct += predictor.predict(image).best == data->test->label(i);
        dropped += predictor.predict(digit).best == data->test->label(i);
    }
    std::printf("test images: %lld right as they are, %lld enlarged and dropped\n", static_cast<long long>(direct),
                static_cast<long long>(dropped));
    EXPECT_GT(direct, 9850);
    EXPECT_LT(100.0 * static_cast<double>(direct - dropped) / static_cast<double>(count), 0.2);
}

TEST(EvaluateSnapshot, AgreesWithThePredictor) {
    const auto data = openDataSet("mnist");
    const auto snapshot = readyNetwork();
    double furthest = 0;
    std::mutex mutex;
    const Evaluation evaluation = evaluateSnapshot(*snapshot, *data->validation, {.progress = [&](double part) {
        const std::lock_guard lock(mutex);
        furthest = std::max(furthest, part);
    }});
    const EvaluationResult& result = evaluation.result;
    EXPECT_GT(furthest, 0.5);
    EXPECT_LT(furthest, 1);
    Predictor predictor(snapshot);
    std::vector<std::uint8_t> image(784);
    std::int64_t correct = 0;
    for (std::int64_t i = 0; i < data->validation->size(); ++i) {
        const std::int64_t index[] = {i};
        data->validation->read(index, image.data());
        const Prediction prediction = predictor.predict(image);
        correct += prediction.best == data->validation->label(i);
        ASSERT_EQ(evaluation.answers[static_cast<std::size_t>(i)], prediction.best) << i;
        for (int label = 0; label < 10; ++label)
            ASSERT_NEAR(evaluation.probability(i, label), prediction.probabilities[static_cast<std::size_t>(label)],
                        1e-5);
    }
    EXPECT_EQ(evaluation.images(), 5000);
    EXPECT_EQ(result.images, 5000);
    EXPECT_EQ(result.correct, correct);
    std::int64_t diagonal = 0, total = 0;
    for (std::size_t row = 0; row < 10; ++row)
        for (std::size_t column = 0; column < 10; ++column) {
            total += result.confusion[row * 10 + column];
            diagonal += row == column ? result.confusion[row * 10 + column] : 0;
        }
    EXPECT_EQ(total, 5000);
    EXPECT_EQ(diagonal, result.correct);
}

// No answer and no loss changes by it, and both ways of asking use it alike.
TEST(EvaluateSnapshot, TheTemperatureChangesProbabilitiesAlone) {
    const auto images = rangeStore(openDataSet("mnist")->validation, 0, 200, 784);
    const auto cold = readyNetwork();
    auto warm = std::make_shared<Snapshot>(*cold);
    warm->temperature = 2;
    const Evaluation before = evaluateSnapshot(*cold, *images), after = evaluateSnapshot(*warm, *images);
    EXPECT_EQ(after.answers, before.answers);
    EXPECT_EQ(after.result.loss, before.result.loss);
    Predictor predictor(warm);
    std::vector<std::uint8_t> image(784);
    for (std::int64_t i = 0; i < images->size(); ++i) {
        const int answer = after.answers[static_cast<std::size_t>(i)];
        EXPECT_LE(after.probability(i, answer), before.probability(i, answer));
        const std::int64_t index[] = {i};
        images->read(index, image.data());
        const Prediction prediction = predictor.predict(image);
        double sum = 0; // of the square roots: softmax at twice the temperature
        for (int label = 0; label < 10; ++label)
            sum += std::sqrt(static_cast<double>(before.probability(i, label)));
        EXPECT_NEAR(prediction.probabilities[static_cast<std::size_t>(answer)],
                    std::sqrt(static_cast<double>(before.probability(i, answer))) / sum, 1e-4);
    }
}

// They counted, as plain grey pictures of their class.
TEST(EvaluateSnapshot, LeavesOutWhatCannotBeRead) {
    const auto snapshot = readyNetwork();
    const auto images = rangeStore(openDataSet("mnist")->test, 0, 300, 784);
    const test::DamagedStore damaged(images, {0, 120, 121, 299}, 784);
    const Evaluation found = evaluateSnapshot(*snapshot, damaged, {.views = 2}),
                     expected = evaluateSnapshot(*snapshot, *damaged.sound(), {.views = 2});
    EXPECT_EQ(found.images(), 296);
    EXPECT_EQ(found.result.images, 296);
    EXPECT_EQ(found.result.confusion, expected.result.confusion);
    EXPECT_NEAR(found.result.loss, expected.result.loss, 1e-6);
    EXPECT_EQ(found.labels, expected.labels);
    EXPECT_EQ(found.answers, expected.answers);
    EXPECT_EQ(found.indices.front(), 1);
    EXPECT_EQ(found.indices[119], 122);
    EXPECT_EQ(found.indices.back(), 298);
    EXPECT_EQ(expected.indices.back(), 295);
    const test::DamagedStore all(rangeStore(images, 0, 2, 784), {0, 1}, 784);
    EXPECT_THROW(evaluateSnapshot(*snapshot, all), Error);
}

TEST(EvaluateSnapshot, RefusesOtherDataAndStopsWhenAsked) {
    const auto snapshot = readyNetwork();
    DataSet data = *openDataSet("mnist");
    checkFits(*snapshot, data);
    std::stop_source stop;
    stop.request_stop();
    const Evaluation evaluation = evaluateSnapshot(*snapshot, *data.test, {.stop = stop.get_token()});
    EXPECT_EQ(evaluation.images(), 0);
    EXPECT_TRUE(evaluation.probabilities.empty());
    data.classes.pop_back();
    EXPECT_ANY_THROW(checkFits(*snapshot, data));
    data.classes.emplace_back("9");
    data.shape.width = 32;
    EXPECT_ANY_THROW(checkFits(*snapshot, data));
}

TEST(Predictor, NewWeightsTakeEffectAndWrongSizesAreRefused) {
    const auto ready = readyNetwork();
    auto blank = std::make_shared<Snapshot>(*ready);
    std::fill(blank->weights.begin(), blank->weights.end(), 0.0f);
    blank->step = 7;
    Predictor predictor(ready);
    const DigitImage image{};
    EXPECT_EQ(predictor.predict(image).step, ready->step);
    predictor.update(blank);
    const Prediction flat = predictor.predict(image);
    EXPECT_EQ(flat.step, 7);
    for (float probability : flat.probabilities)
        EXPECT_NEAR(probability, 0.1f, 1e-6f);
    EXPECT_ANY_THROW(predictor.predict(std::vector<std::uint8_t>(783)));
    EXPECT_ANY_THROW(predictor.predictMany({}));
}

} // namespace
} // namespace belfry
