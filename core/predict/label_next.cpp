#include "core/predict/label_next.h"

#include "core/base/random.h"
#include "core/predict/body_features.h"
#include "core/predict/evaluate_snapshot.h"

#include <algorithm>
#include <numeric>

namespace belfry {
namespace {

constexpr int kRounds = 15;                   // of k-means: then hardly a picture moves
constexpr std::int64_t kLikeOnes = 20;        // that typicality is measured by
constexpr std::int64_t kMostInCluster = 4096; // pictures of a cluster that are compared with one another

using Ids = std::vector<std::int64_t>;

at::Tensor tensorOf(const Ids& ids) { return at::tensor(ids, at::kLong); }

// The first centre by chance, each further one with a chance that grows with the distance from those that there are
// (k-means++).
at::Tensor firstCentres(const at::Tensor& features, std::int64_t count, RandomStream& random) {
    Ids chosen{static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(features.size(0))))};
    at::Tensor distance = at::full({features.size(0)}, 4.0, at::kFloat); // of two directions at most
    while (std::ssize(chosen) < count) {
        const at::Tensor centre = features[chosen.back()];
        distance = at::minimum(distance, (2 - 2 * at::mv(features, centre)).clamp_min(0));
        const at::Tensor sums = distance.to(at::kDouble).cumsum(0);
        const double wanted = random.uniform() * sums[-1].item<double>();
        chosen.push_back(std::min(at::searchsorted(sums, wanted).item<std::int64_t>(), features.size(0) - 1));
    }
    return features.index_select(0, tensorOf(chosen));
}

// The cluster of each.
std::vector<std::int64_t> clustersOf(const at::Tensor& features, std::int64_t count, RandomStream& random) {
    at::Tensor centres = firstCentres(features, count, random), nearest;
    for (int round = 0; round < kRounds; ++round) {
        // Of centres that are means, not directions, the nearest.
        nearest = (2 * at::mm(features, centres.t()) - centres.square().sum(1)).argmax(1);
        const at::Tensor sizes = at::bincount(nearest, {}, count).to(at::kFloat);
        const at::Tensor sums = at::zeros_like(centres).index_add_(0, nearest, features);
        centres = at::where((sizes > 0).unsqueeze(1), sums / sizes.clamp_min(1).unsqueeze(1), centres);
    }
    const std::int64_t* data = nearest.const_data_ptr<std::int64_t>();
    return {data, data + nearest.numel()};
}

// Of the members of a cluster the one with the most similar neighbours.
std::int64_t mostTypical(const at::Tensor& features, Ids members) {
    members.resize(std::min<std::size_t>(members.size(), kMostInCluster));
    const at::Tensor own = features.index_select(0, tensorOf(members));
    const std::int64_t neighbours = std::min(kLikeOnes, own.size(0));
    const at::Tensor typicality = std::get<0>(at::mm(own, own.t()).topk(neighbours, 1)).mean(1);
    return members[static_cast<std::size_t>(typicality.argmax().item<std::int64_t>())];
}

// Indices of the less sure half, but at least `count`, in ascending order.
Ids unsure(const Evaluation& evaluation, std::int64_t count) {
    std::vector<float> margins;
    for (std::int64_t i = 0; i < evaluation.images(); ++i) {
        const auto row = evaluation.probabilitiesOf(i);
        std::vector<float> sorted(row.begin(), row.end());
        sorted.resize(std::max<std::size_t>(sorted.size(), 2)); // of a single class: 0 for the other
        std::ranges::partial_sort(sorted, sorted.begin() + 2, std::greater());
        margins.push_back(sorted[0] - sorted[1]);
    }
    Ids ids(margins.size());
    std::iota(ids.begin(), ids.end(), std::int64_t{0});
    std::ranges::stable_sort(ids, {}, [&](std::int64_t id) { return margins[static_cast<std::size_t>(id)]; });
    ids.resize(static_cast<std::size_t>(std::min(std::max(evaluation.images() / 2, count), evaluation.images())));
    std::ranges::sort(ids);
    for (std::int64_t& id : ids)
        id = evaluation.indices[static_cast<std::size_t>(id)];
    return ids;
}

} // namespace

std::vector<WorthLabelling> labelNext(const Snapshot& snapshot, const ImageStore& pictures, std::int64_t count,
                                      std::uint64_t seed, const std::stop_token& stop,
                                      const std::function<void(double)>& onProgress) {
    const BodyFeatures body(snapshot);
    const auto half = [&onProgress](double first) {
        return [&onProgress, first](double part) {
            if (onProgress)
                onProgress(first + part / 2);
        };
    };
    const Evaluation evaluation = evaluateSnapshot(snapshot, pictures, {.progress = half(0), .stop = stop, .views = 1});
    count = std::min(count, evaluation.images());
    if (count < 1)
        return {};
    Ids ids = unsure(evaluation, count);
    const at::Tensor features = body.of(pictures, ids, stop, half(0.5));
    if (!features.defined())
        return {};
    count = std::min(count, std::ssize(ids));
    RandomStream random(seed, Purpose::Sample);
    std::vector<Ids> clusters(static_cast<std::size_t>(count));
    for (std::int64_t place = 0; const std::int64_t cluster : clustersOf(features, count, random))
        clusters[static_cast<std::size_t>(cluster)].push_back(place++);
    std::erase_if(
        clusters, [](const Ids& members) { return members.empty(); });
    std::ranges::stable_sort(clusters, std::greater(), [](const Ids& members) { return members.size(); });
    std::vector<WorthLabelling> chosen;
    for (const Ids& members : clusters) {
        const std::int64_t picture = ids[static_cast<std::size_t>(mostTypical(features, members))];
        const auto image = std::ranges::lower_bound(evaluation.indices, picture) - evaluation.indices.begin();
        const int answer = evaluation.answers[static_cast<std::size_t>(image)];
        chosen.push_back({picture, answer, evaluation.probability(image, answer)});
    }
    return chosen;
}

} // namespace belfry
