#include "core/doctor/near_copies.h"

#include "core/formats/resize.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace belfry {
namespace {

constexpr int kSide = 16;
constexpr float kSame = 0.975F;            // correlation of two fingerprints, from which on they are copies
constexpr std::int64_t kRowsAtOnce = 1024; // rows of a block of products

// Which pictures are together, whatever the order of the pairs.
class Groups {
public:
    explicit Groups(std::int64_t count) : leader_(static_cast<std::size_t>(count)) {
        std::iota(leader_.begin(), leader_.end(), 0);
    }
    void join(std::int64_t a, std::int64_t b) {
        const std::int64_t first = leaderOf(a), second = leaderOf(b);
        leader_[static_cast<std::size_t>(std::max(first, second))] = std::min(first, second);
    }
    std::vector<std::vector<std::int64_t>> ofSeveral() {
        std::map<std::int64_t, std::vector<std::int64_t>> groups;
        for (std::int64_t i = 0; i < std::ssize(leader_); ++i)
            groups[leaderOf(i)].push_back(i);
        std::vector<std::vector<std::int64_t>> several;
        for (auto& [leader, members] : groups)
            if (members.size() > 1)
                several.push_back(std::move(members));
        return several;
    }

private:
    std::int64_t leaderOf(std::int64_t i) {
        while (leader_[static_cast<std::size_t>(i)] != i)
            i = leader_[static_cast<std::size_t>(i)] =
                leader_[static_cast<std::size_t>(leader_[static_cast<std::size_t>(i)])];
        return i;
    }
    std::vector<std::int64_t> leader_;
};

// An empty picture is all zeros, and like none.
void centreAndScale(std::span<float> numbers) {
    const auto count = static_cast<float>(numbers.size());
    const float mean = std::accumulate(numbers.begin(), numbers.end(), 0.0F) / count;
    float squares = 0;
    for (float& number : numbers) {
        number -= mean;
        squares += number * number;
    }
    const float factor = squares > count ? 1 / std::sqrt(squares) : 0.0F;
    for (float& number : numbers)
        number *= factor;
}

} // namespace

Fingerprints::Fingerprints(const ImageShape& shape, std::int64_t count)
    : shape_(shape), plain_(at::zeros({count, std::int64_t{kSide} * kSide * shape.channels}, at::kFloat)),
      mirrored_(at::zeros_like(plain_)) {}

void Fingerprints::set(std::int64_t index, std::span<const std::uint8_t> picture) {
    const DecodedImage small =
        resized({shape_.width, shape_.height, shape_.channels, Bytes(picture.begin(), picture.end())}, kSide, kSide);
    const auto channels = static_cast<std::size_t>(shape_.channels);
    const auto width = static_cast<std::size_t>(plain_.size(1));
    const std::span<float> plain(plain_.data_ptr<float>() + index * plain_.size(1), width);
    const std::span<float> mirrored(mirrored_.data_ptr<float>() + index * plain_.size(1), width);
    std::ranges::copy(small.pixels, plain.begin());
    centreAndScale(plain);
    for (std::size_t y = 0; y < kSide; ++y)
        for (std::size_t x = 0; x < kSide; ++x)
            for (std::size_t c = 0; c < channels; ++c)
                mirrored[(y * kSide + x) * channels + c] = plain[(y * kSide + kSide - 1 - x) * channels + c];
}

std::vector<std::vector<std::int64_t>> nearCopies(const Fingerprints& fingerprints, const std::stop_token& stop,
                                                  const std::function<void(double)>& onProgress) {
    const std::int64_t count = fingerprints.size();
    Groups groups(count);
    for (std::int64_t first = 0; first < count; first += kRowsAtOnce) {
        if (stop.stop_requested())
            return {};
        const std::int64_t rows = std::min(kRowsAtOnce, count - first);
        const at::Tensor others = fingerprints.plain().narrow(0, first, count - first).t();
        for (const at::Tensor& all : {fingerprints.plain(), fingerprints.mirrored()}) {
            const at::Tensor likeness = at::mm(all.narrow(0, first, rows), others);
            const at::Tensor pairs = likeness.ge(kSame).nonzero().contiguous();
            const auto* places = pairs.const_data_ptr<std::int64_t>();
            for (std::int64_t i = 0; i < pairs.size(0); ++i)
                if (places[2 * i] != places[2 * i + 1]) // a picture may be its own mirror
                    groups.join(first + places[2 * i], first + places[2 * i + 1]);
        }
        if (onProgress) // the part of all pairs
            onProgress(1 - std::pow(static_cast<double>(count - first - rows) / static_cast<double>(count), 2));
    }
    return groups.ofSeveral();
}

} // namespace belfry
