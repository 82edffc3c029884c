#include "core/model/initial_weights.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr std::int64_t kBetweenLooks = 1 << 20; // numbers: some hundredths of a second

double truncatedNormal(RandomStream& stream) {
    for (;;)
        if (const double value = stream.normal(); std::abs(value) <= 2.0)
            return value;
}

// Of one slice. Returns whether it was done to its end.
bool draw(const Slice& slice, RandomStream stream, const std::stop_token& stop, float* out) {
    const double limit =
        std::sqrt(6.0 / static_cast<double>(slice.fanIn + slice.fanOut)); // Glorot and Bengio 2010, uniform
    for (std::int64_t i = 0; i < slice.count; ++i) {
        if ((i + 1) % kBetweenLooks == 0 && stop.stop_requested())
            return false;
        out[i] = static_cast<float>(slice.deviation > 0 ? slice.deviation * truncatedNormal(stream)
                                                        : limit * (2.0 * stream.uniform() - 1.0));
    }
    return true;
}

// The first filters: 1 at the middle of the channel with their own number, 0 elsewhere.
void startAsIdentity(const Slice& slice, float* out) {
    const int height = slice.shape[1], width = slice.shape[2], channels = slice.shape[3];
    const std::int64_t size = std::int64_t{height} * width * channels;
    const std::int64_t middle = (std::int64_t{height / 2} * width + width / 2) * channels;
    for (int filter = 0; filter < std::min(slice.shape[0], channels); ++filter) {
        std::fill_n(out + filter * size, size, 0.0f);
        out[filter * size + middle + filter] = 1;
    }
}

} // namespace

std::optional<std::vector<float>> initialWeights(const Blueprint& blueprint, std::uint64_t seed,
                                                 const std::stop_token& stop) {
    std::vector<float> weights(static_cast<std::size_t>(blueprint.flatSize), 0.0f);
    for (std::size_t s = 0; s < blueprint.slices.size(); ++s) {
        const Slice& slice = blueprint.slices[s];
        float* out = weights.data() + slice.offset;
        if (slice.shape.size() < 2)
            std::fill(out, out + slice.count, static_cast<float>(slice.start));
        else if (!draw(slice, RandomStream(seed, Purpose::Initialise, s), stop, out))
            return std::nullopt;
        if (slice.identity)
            startAsIdentity(slice, out);
    }
    return weights;
}

std::vector<float> initialWeights(const Blueprint& blueprint, std::uint64_t seed) {
    return *initialWeights(blueprint, seed, {});
}

} // namespace belfry
