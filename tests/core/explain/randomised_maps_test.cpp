// A heat map must speak of the network: with random weights it must be another one (Adebayo et al. 2018, "Sanity checks
// for saliency maps").
#include "core/base/files.h"
#include "core/data/catalogue.h"
#include "core/explain/explainer.h"
#include "core/model/initial_weights.h"
#include "core/runs/weights_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace belfry {
namespace {

constexpr std::int64_t kPictures = 40;
constexpr int kLayers = 5; // of LeNet, that have weights
constexpr double kMostAlike = 0.3;

// The ranks of equal values are their mean.
std::vector<double> ranksOf(const std::vector<float>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
        while (last < order.size() && values[order[last]] == values[order[first]])
            ++last;
        for (std::size_t i = first; i < last; ++i)
            ranks[order[i]] = static_cast<double>(first + last - 1) / 2;
    }
    return ranks;
}

// Spearman's; 0 where one of them is the same everywhere.
double rankCorrelation(const std::vector<float>& a, const std::vector<float>& b) {
    const std::vector<double> x = ranksOf(a), y = ranksOf(b);
    const double middle = static_cast<double>(x.size() - 1) / 2;
    double xy = 0, xx = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xy += (x[i] - middle) * (y[i] - middle);
        xx += (x[i] - middle) * (x[i] - middle);
        yy += (y[i] - middle) * (y[i] - middle);
    }
    return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

// From the last layer to the first: with 1 the last layer's weights are random, with all of them every layer's.
std::shared_ptr<const Snapshot> randomised(const Snapshot& trained, int layers) {
    auto changed = std::make_shared<Snapshot>(trained);
    const std::vector<float> random = initialWeights(*trained.blueprint, 77);
    std::vector<std::size_t> withWeights;
    for (const Slice& slice : trained.blueprint->slices)
        if (withWeights.empty() || withWeights.back() != slice.layer)
            withWeights.push_back(slice.layer);
    for (const Slice& slice : trained.blueprint->slices)
        if (slice.layer >= withWeights[withWeights.size() - static_cast<std::size_t>(layers)])
            std::copy_n(random.begin() + slice.offset, slice.count, changed->weights.begin() + slice.offset);
    return changed;
}

// Those of a layer whole. Of the gradient the middle: windows reach pixels near the edges less often, and gradients are
// smaller there in every network.
std::vector<float> comparedPart(const HeatMap& map) {
    if (map.kind != HeatMapKind::InputGradient)
        return map.coarse;
    std::vector<float> middle;
    for (int y = map.height / 4; y < map.height * 3 / 4; ++y)
        for (int x = map.width / 4; x < map.width * 3 / 4; ++x)
            middle.push_back(map.values[static_cast<std::size_t>(y * map.width + x)]);
    return middle;
}

// On average over pictures, with 1, 2 ... layers of random weights.
std::vector<double> correlations(HeatMapKind kind) {
    const auto trained = loadSnapshot(readyNetworkFile());
    const auto data = openDataSet("mnist", DataOptions{.dataDir = BELFRY_TEST_RESOURCES "/datasets"});
    std::vector<std::uint8_t> picture(static_cast<std::size_t>(data->shape.bytes()));
    std::vector<double> means;
    Explainer own(trained);
    for (int layers = 1; layers <= kLayers; ++layers) {
        Explainer other(randomised(*trained, layers));
        double sum = 0;
        for (std::int64_t i = 0; i < kPictures; ++i) {
            data->test->read({&i, 1}, picture.data());
            const HeatMap map = own.look(picture, {}, kind);
            sum += rankCorrelation(comparedPart(map), comparedPart(other.look(picture, map.label, kind)));
        }
        means.push_back(sum / kPictures);
    }
    return means;
}

TEST(HeatMap, ChangesWithTheWeights) {
    for (const HeatMapKind kind : {HeatMapKind::HiResCam, HeatMapKind::GradCam, HeatMapKind::InputGradient}) {
        const std::vector<double> found = correlations(kind);
        SCOPED_TRACE(static_cast<int>(kind));
        EXPECT_LT(std::accumulate(found.begin(), found.end(), 0.0) / kLayers, kMostAlike);
        EXPECT_LT(found.back(), kMostAlike);
    }
}

} // namespace
} // namespace belfry
