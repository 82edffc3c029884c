// Dense layers and their gradients on every instruction set at hand, against sums in double.
#include "core/kernels/dense.h"
#include "tests/core/kernels/every_set.h"
#include "tests/core/kernels/random_numbers.h"

#include <omp.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <thread>
#include <type_traits>
#include <vector>

namespace belfry {
namespace {

using test::asType;
using test::expectNear;
using test::Numbers;
using test::randomNumbers;

constexpr std::uint32_t kEpoch = 3;
constexpr DropoutKey kKey{.seed = 5, .layer = 2, .epoch = &kEpoch};

// Images, inputs and units that fill no panel, half a panel, several; more inputs and images than are multiplied in
// one stretch; enough to be shared by threads.
std::vector<DenseWork> denseWorks() {
    return {{.images = 0, .inputs = 84, .units = 10},
            {.images = 1, .inputs = 3, .units = 2},
            {.images = 5, .inputs = 84, .units = 10, .relu = true},
            {.images = 33, .inputs = 16, .units = 40},
            {.images = 300, .inputs = 20, .units = 70, .relu = true},
            {.images = 48, .inputs = 784, .units = 264, .relu = true, .fraction = 0.25F},
            {.images = 16, .inputs = 300, .units = 12, .relu = true, .fraction = 0.5F},
            {.images = 35, .inputs = 1100, .units = 37, .relu = true}};
}

template <typename T>
struct DenseLayerNumbers {
    explicit DenseLayerNumbers(const DenseWork& w)
        : work(w), weights(randomNumbers(std::size_t(w.inputs * w.units), 1, 1 / std::sqrt(double(w.inputs)))),
          bias(randomNumbers(std::size_t(w.units), 2)),
          in(asType<T>(randomNumbers(std::size_t(w.images * w.inputs), 3))),
          gradient(asType<T>(randomNumbers(std::size_t(w.images * w.units), 4))), ids(std::size_t(w.images)),
          columns(std::size_t(w.columnNumbers()), 55.0F),
          out(asType<T>(Numbers(std::size_t(w.images * w.units), 77.0F))) {
        std::iota(ids.begin(), ids.end(), 1000);
        for (float& weight : weights) { // to what products of T take
            T rounded;
            store(weight, rounded);
            weight = toFloat(rounded);
        }
    }
    void forward(bool biased = true) {
        denseForward(work, in.data(), weights.data(), biased ? bias.data() : nullptr, ids.data(), kKey, columns.data(),
                     out.data());
    }

    DenseWork work;
    Numbers weights, bias;
    std::vector<T> in, gradient;
    std::vector<std::int64_t> ids;
    Numbers columns;
    std::vector<T> out;
};

class Dense : public test::EverySet {
protected:
    // A gradient as products take it: rounded where the processor multiplies pairs of bf16 numbers.
    template <typename T>
    static float operand(const DenseWork& w, float number) {
        if (std::is_same_v<T, float> || !cpuMultipliesPairs() || w.inputs % 2 != 0)
            return number;
        T rounded;
        store(number, rounded);
        return toFloat(rounded);
    }

    // Results are written over other numbers.
    template <typename T>
    static void agrees(const DenseWork& w, double error) {
        DenseLayerNumbers<T> layer(w);
        layer.forward();
        Numbers mask(layer.out.size(), 1.0F); // of dropout
        if (w.fraction > 0)
            dropout({}, mask.data(), layer.ids.data(), w.images, w.units, w.fraction, kKey);
        std::vector<double> out(layer.out.size()), ofIn(layer.in.size()), ofWeights(layer.weights.size()),
            ofBias(layer.bias.size());
        for (std::int64_t image = 0; image < w.images; ++image)
            for (std::int64_t unit = 0; unit < w.units; ++unit) {
                const auto at = std::size_t(image * w.units + unit);
                const auto inAt = [&](std::int64_t i) { return std::size_t(image * w.inputs + i); };
                const auto weightAt = [&](std::int64_t i) { return std::size_t(unit * w.inputs + i); };
                double sum = layer.bias[std::size_t(unit)];
                for (std::int64_t i = 0; i < w.inputs; ++i)
                    sum += double{toFloat(layer.in[inAt(i)])} * layer.weights[weightAt(i)];
                out[at] = mask[at] * (w.relu && sum < 0 ? 0 : sum);
                const bool passes = !w.relu || toFloat(layer.out[at]) > 0; // what is near zero may differ
                const float given = passes ? mask[at] * toFloat(layer.gradient[at]) : 0;
                const double gradient = operand<T>(w, given);
                ofBias[std::size_t(unit)] += given;
                for (std::int64_t i = 0; i < w.inputs; ++i) {
                    ofIn[inAt(i)] += gradient * layer.weights[weightAt(i)];
                    ofWeights[weightAt(i)] += gradient * toFloat(layer.in[inAt(i)]);
                }
            }
        expectNear(layer.out, out, error);
        auto in = asType<T>(Numbers(layer.in.size(), 77.0F));
        Numbers weights(layer.weights.size(), 77.0F), bias(layer.bias.size(), 77.0F);
        denseBackward<T>(w, layer.in.data(), layer.out.data(), layer.gradient.data(), layer.weights.data(),
                         layer.columns.data(), {in.data(), weights.data(), bias.data()});
        expectNear(in, ofIn, error);
        expectNear(weights, ofWeights, 1e-5);
        expectNear(bias, ofBias, 1e-5);
    }
};

TEST_P(Dense, AgreesWithItsDefinition) {
    for (const DenseWork& w : denseWorks()) {
        SCOPED_TRACE(testing::Message() << w.images << " images, " << w.inputs << " inputs, " << w.units << " units");
        agrees<float>(w, 5e-6);
        agrees<Bf16>(w, 5e-3);
    }
}

TEST_P(Dense, NeedsNoBiasAndNoGradientOfItsInput) {
    DenseLayerNumbers<float> with(denseWorks()[3]), without = with;
    std::ranges::fill(with.bias, 0.0F);
    with.forward();
    without.forward(/*biased=*/false);
    EXPECT_EQ(with.out, without.out);
    Numbers all(with.weights.size()), alone(all), in(with.in.size()), bias(with.bias.size());
    const auto backward = [&](DenseLayerNumbers<float>& layer, DenseGradients<float> gradients) {
        denseBackward(layer.work, layer.in.data(), layer.out.data(), layer.gradient.data(), layer.weights.data(),
                      layer.columns.data(), gradients);
    };
    backward(with, {in.data(), all.data(), bias.data()});
    backward(without, {nullptr, alone.data(), nullptr});
    EXPECT_EQ(all, alone);
}

TEST_P(Dense, IsBitwiseIndependentOfTheThreads) {
    const auto results = [](int threads) {
        std::vector<Numbers> found;
        std::thread([&] { // whose number of threads is its own
            omp_set_num_threads(threads);
            DenseLayerNumbers<float> layer(denseWorks()[5]);
            layer.forward();
            Numbers in(layer.in.size()), weights(layer.weights.size()), bias(layer.bias.size());
            denseBackward(layer.work, layer.in.data(), layer.out.data(), layer.gradient.data(), layer.weights.data(),
                          layer.columns.data(), DenseGradients<float>{in.data(), weights.data(), bias.data()});
            found = {layer.out, in, weights, bias};
        })
            .join();
        return found;
    };
    EXPECT_EQ(results(3), results(1));
}

// A run that has left the numbers must be seen to.
TEST_P(Dense, KeepsWhatIsNotANumber) {
    const auto keeps = []<typename T>() {
        DenseLayerNumbers<T> layer({.images = 2, .inputs = 40, .units = 3, .relu = true});
        store(std::numeric_limits<float>::quiet_NaN(), layer.in[41]);
        layer.forward();
        for (std::size_t i = 0; i < layer.out.size(); ++i)
            EXPECT_EQ(std::isnan(toFloat(layer.out[i])), i >= 3) << i;
        Numbers weights(layer.weights.size());
        denseBackward<T>(layer.work, layer.in.data(), layer.out.data(), layer.gradient.data(), layer.weights.data(),
                         layer.columns.data(), {nullptr, weights.data(), nullptr});
        EXPECT_TRUE(std::isnan(weights[1]));
        EXPECT_FALSE(std::isnan(weights[0]));
    };
    keeps.operator()<float>();
    keeps.operator()<Bf16>();
}

INSTANTIATE_TEST_SUITE_P(Sets, Dense, test::everySet(), test::setName);

} // namespace
} // namespace belfry
