// A heat map must speak of the network: with random weights it must be another one (Adebayo et al. 2018, "Sanity checks
// for saliency maps").
#include "core/base/files.h"
#include "core/data/catalogue.h"
#include "core/explain/explainer.h"
#include "core/explain/grad_cam_layer.h"
#include "core/model/initial_weights.h"
#include "core/runs/weights_file.h"
#include "tests/core/train/small_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace belfry {
namespace {

constexpr std::int64_t kPictures = 40;
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

std::vector<std::size_t> layersWithWeights(const Blueprint& blueprint) {
    std::vector<std::size_t> layers;
    for (const Slice& slice : blueprint.slices)
        if (layers.empty() || layers.back() != slice.layer)
            layers.push_back(slice.layer);
    return layers;
}

// From the last layer to the first: with 1 the last layer's weights are random, with all of them every layer's.
std::shared_ptr<const Snapshot> randomised(const Snapshot& trained, std::size_t layers) {
    auto changed = std::make_shared<Snapshot>(trained);
    const std::vector<float> random = initialWeights(*trained.blueprint, 77);
    const std::vector<std::size_t> withWeights = layersWithWeights(*trained.blueprint);
    for (const Slice& slice : trained.blueprint->slices)
        if (slice.layer >= withWeights[withWeights.size() - layers])
            std::copy_n(random.begin() + slice.offset, slice.count, changed->weights.begin() + slice.offset);
    return changed;
}

// Those of a layer whole. Of a gradient through convolutions the middle: windows reach pixels near the edges less
// often, and gradients are smaller there in every network.
std::vector<float> comparedPart(const HeatMap& map, const Snapshot& network) {
    if (map.kind != HeatMapKind::InputGradient)
        return map.coarse;
    if (!gradCamLayer(*network.blueprint))
        return map.values;
    std::vector<float> middle;
    for (int y = map.height / 4; y < map.height * 3 / 4; ++y)
        for (int x = map.width / 4; x < map.width * 3 / 4; ++x)
            middle.push_back(map.values[static_cast<std::size_t>(y * map.width + x)]);
    return middle;
}

// On average over pictures, with 1, 2 ... layers of random weights.
std::vector<double> correlations(const std::shared_ptr<const Snapshot>& trained, HeatMapKind kind) {
    const auto data = openDataSet("mnist", DataOptions{.dataDir = BELFRY_TEST_RESOURCES "/datasets"});
    std::vector<std::uint8_t> picture(static_cast<std::size_t>(data->shape.bytes()));
    std::vector<double> means;
    Explainer own(trained);
    const std::size_t all = layersWithWeights(*trained->blueprint).size();
    for (std::size_t layers = 1; layers <= all; ++layers) {
        Explainer other(randomised(*trained, layers));
        double sum = 0;
        for (std::int64_t i = 0; i < kPictures; ++i) {
            data->test->read({&i, 1}, picture.data());
            const HeatMap map = own.look(picture, {}, kind);
            sum += rankCorrelation(comparedPart(map, *trained),
                                   comparedPart(other.look(picture, map.label, kind), *trained));
        }
        means.push_back(sum / kPictures);
    }
    return means;
}

TEST(HeatMap, ChangesWithTheWeights) {
    for (const HeatMapKind kind : {HeatMapKind::HiResCam, HeatMapKind::GradCam, HeatMapKind::InputGradient}) {
        const std::vector<double> found = correlations(loadSnapshot(readyNetworkFile()), kind);
        SCOPED_TRACE(static_cast<int>(kind));
        EXPECT_LT(std::accumulate(found.begin(), found.end(), 0.0) / static_cast<double>(found.size()), kMostAlike);
        EXPECT_LT(found.back(), kMostAlike);
    }
}

// Where the gradient is the usual map, of the whole picture.
TEST(HeatMap, OfANetworkWithoutConvolutionsChangesWithTheWeights) {
    Plan plan = test::towersPlan(1, 50, 3);
    plan.model = "mlp";
    const test::EndedRun run(test::smallRun(plan, 2000));
    ASSERT_FALSE(run.saved.empty());
    const auto trained = std::make_shared<const Snapshot>(run.saved.back().snapshot);
    const std::vector<double> found = correlations(trained, HeatMapKind::InputGradient);
    for (const double correlation : found)
        EXPECT_LT(correlation, kMostAlike);
}

} // namespace
} // namespace belfry
