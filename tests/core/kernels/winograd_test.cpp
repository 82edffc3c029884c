// Convolutions and their gradients on every instruction set at hand, against sums in double. In networks they are
// compared with autograd (tests/core/model).
#include "core/kernels/winograd.h"
#include "tests/core/kernels/every_set.h"
#include "tests/core/kernels/random_numbers.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

namespace belfry {
namespace {

using test::asType;
using test::Numbers;
using test::randomNumbers;

double product(const Numbers& a, const Numbers& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += double{a[i]} * b[i];
    return sum;
}

// Odd outputs, zeros on all sides but not as many everywhere. Channels that fill no vector and no panel, of one panel
// and of several.
std::vector<WinogradWork> works() {
    const WinogradWork uneven{.images = 3,
                              .inChannels = 19,
                              .outChannels = 21,
                              .inHeight = 6,
                              .inWidth = 9,
                              .outHeight = 7,
                              .outWidth = 9,
                              .above = 2,
                              .left = 1};
    WinogradWork wide = uneven;
    wide.inChannels = 40;
    wide.outChannels = 70;
    std::vector<WinogradWork> all{uneven, wide};
    for (WinogradWork work : {uneven, wide}) {
        work.tile = 4;
        all.push_back(work);
        work.tile = 2, work.taps = 5, work.above = 3;
        all.push_back(work);
    }
    return all;
}

double convolved(const WinogradWork& w, const Numbers& in, const Numbers& filters, std::int64_t image, int y, int x,
                 int filter) {
    double sum = 0;
    const int taps = w.taps * w.taps;
    for (int tap = 0; tap < taps; ++tap) {
        const int row = y + tap / w.taps - w.above, column = x + tap % w.taps - w.left;
        if (row < 0 || row >= w.inHeight || column < 0 || column >= w.inWidth)
            continue;
        for (int c = 0; c < w.inChannels; ++c)
            sum += double{in[static_cast<std::size_t>(((image * w.inHeight + row) * w.inWidth + column) * w.inChannels +
                                                      c)]} *
                   filters[static_cast<std::size_t>((filter * taps + tap) * w.inChannels + c)];
    }
    return sum;
}

std::size_t pixelsIn(const WinogradWork& w) { return std::size_t(w.images * w.inHeight * w.inWidth * w.inChannels); }
std::size_t pixelsOut(const WinogradWork& w) {
    return std::size_t(w.images * w.outHeight * w.outWidth * w.outChannels);
}
std::size_t filterNumbers(const WinogradWork& w) {
    return std::size_t(w.taps * w.taps) * std::size_t(w.inChannels) * std::size_t(w.outChannels);
}

template <typename T>
Numbers asFloats(const std::vector<T>& numbers) {
    Numbers all;
    for (const T number : numbers)
        all.push_back(toFloat(number));
    return all;
}

// A convolution as the engine makes it: pictures of type T, in memory that holds other things.
template <typename T>
struct Convolution {
    WinogradWork w;
    Numbers forOutput, forInput, tiles, gradients, products;

    Convolution(const WinogradWork& work, const Numbers& filters)
        : w(work), forOutput(std::size_t(w.filterNumbers())), forInput(forOutput),
          tiles(std::size_t(w.tileNumbers()), 77.0F), gradients(std::size_t(w.productNumbers()), 77.0F),
          products(std::size_t(std::max(w.tileNumbers(), w.productNumbers())), 77.0F) {
        winogradFilters(w, filters.data(), forOutput.data(), forInput.data());
    }
    static T sevens() {
        T number;
        store(77.0F, number);
        return number;
    }
    std::vector<T> forward(const std::vector<T>& in, const Numbers& bias, bool relu) {
        std::vector<T> out(pixelsOut(w), sevens());
        winogradInput(w, in.data(), tiles.data());
        winogradMultiply(w, w.inChannels, w.outChannels, tiles.data(), forOutput.data(), products.data());
        winogradOutput(w, products.data(), bias.data(), relu, out.data());
        return out;
    }
    // out: null without a ReLU.
    std::vector<T> inputGradient(const std::vector<T>& outGradient, const T* out) {
        std::vector<T> in(pixelsIn(w), sevens());
        winogradOutputGradient(w, outGradient.data(), out, gradients.data());
        winogradMultiply(w, w.outChannels, w.inChannels, gradients.data(), forInput.data(), products.data());
        winogradInputGradient(w, products.data(), in.data());
        return in;
    }
    Numbers filterGradient(const std::vector<T>& in, const std::vector<T>& outGradient) {
        Numbers sums(std::size_t(w.filterNumbers())), filters(filterNumbers(w), 77.0F);
        winogradOutputGradient<T>(w, outGradient.data(), nullptr, gradients.data());
        winogradInput(w, in.data(), tiles.data());
        winogradAddFilterProducts(w, gradients.data(), tiles.data(), sums.data());
        winogradFilterGradient(w, sums.data(), filters.data());
        return filters;
    }
};

class Winograd : public test::EverySet {
protected:
    // `error`: of one result, as a part of what such sums are.
    template <typename T>
    static void convolves(const WinogradWork& w, double error) {
        const Numbers filters = randomNumbers(filterNumbers(w), 2), bias = randomNumbers(std::size_t(w.outChannels), 3);
        const auto in = asType<T>(randomNumbers(pixelsIn(w), 1));
        const Numbers read = asFloats(in);
        for (const bool relu : {false, true}) {
            const auto out = Convolution<T>(w, filters).forward(in, bias, relu);
            for (std::size_t i = 0; i < out.size(); ++i) {
                const std::size_t filter = i % std::size_t(w.outChannels), place = i / std::size_t(w.outChannels);
                const int x = int(place) % w.outWidth, y = int(place) / w.outWidth % w.outHeight;
                const double expected =
                    convolved(w, read, filters, std::int64_t(place) / (w.outWidth * w.outHeight), y, x, int(filter)) +
                    bias[filter];
                const double rounding = std::is_same_v<T, float> ? 0 : std::abs(expected) / 256; // of the result alone
                ASSERT_NEAR(toFloat(out[i]), relu ? std::max(expected, 0.0) : expected,
                            error * w.taps * std::sqrt(double(w.inChannels)) + rounding)
                    << "filter " << filter << " at " << y << ", " << x;
            }
        }
    }

    // <conv(x), g> = <x, gradient(g)> = <filters, filter gradient(x, g)>: of any x and g.
    template <typename T>
    static void hasItsGradients(const WinogradWork& w, double error) {
        const Numbers filters = randomNumbers(filterNumbers(w), 5), none(std::size_t(w.outChannels), 0.0F);
        const auto in = asType<T>(randomNumbers(pixelsIn(w), 1)), gradient = asType<T>(randomNumbers(pixelsOut(w), 4));
        Convolution<T> convolution(w, filters);
        const double forward = product(asFloats(convolution.forward(in, none, false)), asFloats(gradient));
        const double scale =
            w.taps * std::sqrt(double(pixelsOut(w)) * w.inChannels); // of such a product of random numbers
        EXPECT_NEAR(product(asFloats(convolution.inputGradient(gradient, nullptr)), asFloats(in)), forward,
                    error * scale);
        EXPECT_NEAR(product(convolution.filterGradient(in, gradient), filters), forward, error * scale);
    }

    // Where the output stopped there is no gradient.
    template <typename T>
    static void reluStopsTheGradient(const WinogradWork& w) {
        const Numbers filters = randomNumbers(filterNumbers(w), 5), gradient = randomNumbers(pixelsOut(w), 4);
        const Numbers out = randomNumbers(pixelsOut(w), 6);
        Numbers stopped = gradient;
        for (std::size_t i = 0; i < out.size(); ++i)
            stopped[i] = out[i] > 0 ? gradient[i] : 0;
        Convolution<T> convolution(w, filters);
        const auto through = asFloats(convolution.inputGradient(asType<T>(gradient), asType<T>(out).data()));
        EXPECT_EQ(through, asFloats(convolution.inputGradient(asType<T>(stopped), nullptr)));
    }
};

// The larger tiles round more.
TEST_P(Winograd, Convolves) {
    for (const WinogradWork& w : works()) {
        const double error = w.side() == 6 ? 5e-6 : 2e-6;
        convolves<float>(w, error);
        convolves<Bf16>(w, error);
    }
}

TEST_P(Winograd, ComputesItsGradients) {
    for (const WinogradWork& w : works()) {
        hasItsGradients<float>(w, w.side() == 6 ? 4e-6 : 1e-6);
        hasItsGradients<Bf16>(w, 5e-3);
    }
}

TEST_P(Winograd, ReluMasksTheGradient) {
    for (const WinogradWork& w : works()) {
        reluStopsTheGradient<float>(w);
        reluStopsTheGradient<Bf16>(w);
    }
}

// Enough images for a backward pass in parts, with as many as fill no block, and lines of tiles that cross blocks.
std::vector<WinogradWork> worksInBlocks() {
    WinogradWork small = works().front(), wide = works()[1];
    small.images = 70, wide.images = 150;
    std::vector<WinogradWork> all{small};
    for (WinogradWork work : {small, wide}) {
        work.tile = 4;
        all.push_back(work);
        work.tile = 2, work.taps = 5;
        all.push_back(work);
    }
    return all;
}

TEST_P(Winograd, GivesInBlocksWhatPassesGive) {
    const auto compare = []<typename T>(const WinogradWork& w) {
        const std::int64_t parts = winogradParts(w);
        ASSERT_TRUE(winogradForwardInBlocks(w));
        ASSERT_GT(parts, 1);
        const Numbers filters = randomNumbers(filterNumbers(w), 2), bias = randomNumbers(std::size_t(w.outChannels), 3);
        const auto in = asType<T>(randomNumbers(pixelsIn(w), 1)), gradient = asType<T>(randomNumbers(pixelsOut(w), 4));
        Convolution<T> passes(w, filters);
        for (const bool relu : {false, true}) {
            std::vector<T> out(pixelsOut(w), Convolution<T>::sevens());
            winogradForward(w, in.data(), passes.forOutput.data(), bias.data(), relu, out.data());
            EXPECT_EQ(asFloats(out), asFloats(passes.forward(in, bias, relu)));
            std::vector<T> inGradient(pixelsIn(w), Convolution<T>::sevens());
            Numbers sums(std::size_t(parts * w.filterNumbers()), 77.0F), gradients(filterNumbers(w), 77.0F);
            const T* const stops = relu ? out.data() : nullptr;
            winogradBackward(w, in.data(), stops, gradient.data(), passes.forInput.data(), inGradient.data(),
                             sums.data());
            winogradFilterGradient(w, sums.data(), gradients.data());
            EXPECT_EQ(asFloats(inGradient), asFloats(passes.inputGradient(gradient, stops)));
            std::vector<T> passed = gradient;
            for (std::size_t i = 0; relu && i < passed.size(); ++i)
                if (!(toFloat(out[i]) > 0))
                    passed[i] = T{};
            const Numbers expected = passes.filterGradient(in, passed);
            // Of such sums of random numbers; with five taps the transforms back round more.
            const double scale = std::sqrt(double(pixelsOut(w)) / w.outChannels) * (w.taps == 5 ? 2 : 1);
            for (std::size_t i = 0; i < expected.size(); ++i)
                ASSERT_NEAR(gradients[i], expected[i], 1e-5 * scale);
            Numbers alone(filterNumbers(w));
            winogradBackward<T>(w, in.data(), stops, gradient.data(), passes.forInput.data(), nullptr, sums.data());
            winogradFilterGradient(w, sums.data(), alone.data());
            EXPECT_EQ(alone, gradients);
        }
    };
    for (const WinogradWork& w : worksInBlocks()) {
        compare.operator()<float>(w);
        compare.operator()<Bf16>(w);
    }
}

INSTANTIATE_TEST_SUITE_P(Sets, Winograd, test::everySet(), test::setName);

} // namespace
} // namespace belfry
