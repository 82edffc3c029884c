// The transforms on every instruction set at hand: a convolution in double, and every gradient as the transpose of
// its transform. In networks they are compared with autograd (tests/core/model).
#include "core/kernels/winograd.h"
#include "tests/core/kernels/every_set.h"
#include "tests/core/kernels/random_numbers.h"

#include <cmath>
#include <vector>

namespace belfry {
namespace {

using test::Numbers;
using test::randomNumbers;

double product(const Numbers& a, const Numbers& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += double{a[i]} * b[i];
    return sum;
}

// Odd outputs, channels that fill no vector, zeros on all sides but not as many everywhere.
WinogradWork uneven() {
    return {.images = 3,
            .inChannels = 19,
            .outChannels = 21,
            .inHeight = 6,
            .inWidth = 9,
            .outHeight = 7,
            .outWidth = 9,
            .above = 2,
            .left = 1};
}

struct Sizes {
    std::int64_t in, out, tiles, products, filters, transformed;
    explicit Sizes(const WinogradWork& w)
        : in(w.images * w.inHeight * w.inWidth * w.inChannels),
          out(w.images * w.outHeight * w.outWidth * w.outChannels), tiles(kWinogradProducts * w.tiles() * w.inChannels),
          products(kWinogradProducts * w.tiles() * w.outChannels),
          filters(std::int64_t{9} * w.inChannels * w.outChannels),
          transformed(std::int64_t{kWinogradProducts} * w.inChannels * w.outChannels) {}
};

double convolved(const WinogradWork& w, const Numbers& in, const Numbers& filters, std::int64_t image, int y, int x,
                 int filter) {
    double sum = 0;
    for (int tap = 0; tap < 9; ++tap) {
        const int row = y + tap / 3 - w.above, column = x + tap % 3 - w.left;
        if (row < 0 || row >= w.inHeight || column < 0 || column >= w.inWidth)
            continue;
        for (int c = 0; c < w.inChannels; ++c)
            sum += double{in[static_cast<std::size_t>(((image * w.inHeight + row) * w.inWidth + column) * w.inChannels +
                                                      c)]} *
                   filters[static_cast<std::size_t>((filter * 9 + tap) * w.inChannels + c)];
    }
    return sum;
}

// [16][tiles][out] = [16][tiles][in] x [16][out][in] transposed.
Numbers multiplied(const WinogradWork& w, const Numbers& tiles, const Numbers& filters) {
    Numbers products(static_cast<std::size_t>(Sizes(w).products));
    for (std::size_t i = 0; i < products.size(); ++i) {
        const std::size_t filter = i % std::size_t(w.outChannels), tile = i / std::size_t(w.outChannels);
        const std::size_t of = tile / std::size_t(w.tiles());
        double sum = 0;
        for (std::size_t c = 0; c < std::size_t(w.inChannels); ++c)
            sum += double{tiles[tile * std::size_t(w.inChannels) + c]} *
                   filters[(of * std::size_t(w.outChannels) + filter) * std::size_t(w.inChannels) + c];
        products[i] = static_cast<float>(sum);
    }
    return products;
}

class Winograd : public test::EverySet {};

TEST_P(Winograd, Convolves) {
    const WinogradWork w = uneven();
    const Sizes sizes(w);
    const Numbers in = randomNumbers(std::size_t(sizes.in), 1), filters = randomNumbers(std::size_t(sizes.filters), 2),
                  bias = randomNumbers(std::size_t(w.outChannels), 3);
    Numbers tiles(std::size_t(sizes.tiles)), transformed(std::size_t(sizes.transformed)),
        out(std::size_t(sizes.out), 77.0F);
    winogradInput(w, in.data(), tiles.data());
    winogradFilters(w, filters.data(), transformed.data());
    winogradOutput(w, multiplied(w, tiles, transformed).data(), bias.data(), out.data());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t filter = i % std::size_t(w.outChannels), place = i / std::size_t(w.outChannels);
        const int x = int(place) % w.outWidth, y = int(place) / w.outWidth % w.outHeight;
        const double expected =
            convolved(w, in, filters, std::int64_t(place) / (w.outWidth * w.outHeight), y, x, int(filter));
        ASSERT_NEAR(out[i], expected + bias[filter], 1e-4) << "filter " << filter << " at " << y << ", " << x;
    }
}

// <T x, y> = <x, T' y>: whatever is in the memory that T' writes.
TEST_P(Winograd, GradientsAreTransposes) {
    const WinogradWork w = uneven();
    const Sizes sizes(w);
    const auto expectEqual = [](double a, double b) { EXPECT_NEAR(a, b, 1e-5 * std::abs(a) + 1e-3); };

    const Numbers in = randomNumbers(std::size_t(sizes.in), 1),
                  tileGradient = randomNumbers(std::size_t(sizes.tiles), 2);
    Numbers tiles(tileGradient.size()), inGradient(in.size(), 77.0F);
    winogradInput(w, in.data(), tiles.data());
    winogradInputGradient(w, tileGradient.data(), inGradient.data());
    expectEqual(product(tiles, tileGradient), product(in, inGradient));

    const Numbers products = randomNumbers(std::size_t(sizes.products), 3),
                  outGradient = randomNumbers(std::size_t(sizes.out), 4), bias(std::size_t(w.outChannels), 0.0F);
    Numbers out(outGradient.size()), productGradient(products.size(), 77.0F);
    winogradOutput(w, products.data(), bias.data(), out.data());
    winogradOutputGradient(w, outGradient.data(), productGradient.data());
    expectEqual(product(out, outGradient), product(products, productGradient));

    const Numbers filters = randomNumbers(std::size_t(sizes.filters), 5),
                  transformedGradient = randomNumbers(std::size_t(sizes.transformed), 6);
    Numbers transformed(transformedGradient.size()), filterGradient(filters.size(), 77.0F);
    winogradFilters(w, filters.data(), transformed.data());
    winogradFilterGradient(w, transformedGradient.data(), filterGradient.data());
    expectEqual(product(transformed, transformedGradient), product(filters, filterGradient));
}

INSTANTIATE_TEST_SUITE_P(Sets, Winograd, test::everySet(), test::setName);

} // namespace
} // namespace belfry
