#include "core/doctor/near_copies.h"

#include "core/formats/resize.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace belfry {
namespace {

constexpr int kSide = 16;
constexpr float kSame = 0.975F;            // correlation of two fingerprints, from which on they are copies
constexpr std::int64_t kRowsAtOnce = 1024; // rows of a block of products
constexpr std::int64_t kColumnsAtOnce = 16384;

// Each picture that is like an earlier one goes to the first such one that is no copy itself, so that no chain of
// likenesses joins pictures that are unlike.
class Groups {
public:
    explicit Groups(std::int64_t count) : leader_(static_cast<std::size_t>(count), -1) {}
    // first < second; in ascending order of `first`.
    void join(std::int64_t first, std::int64_t second) {
        std::int64_t& leader = leader_[static_cast<std::size_t>(second)];
        if (leader < 0 && leader_[static_cast<std::size_t>(first)] < 0)
            leader = first;
    }
    std::vector<std::vector<std::int64_t>> ofSeveral() const {
        std::map<std::int64_t, std::vector<std::int64_t>> groups;
        for (std::int64_t i = 0; i < std::ssize(leader_); ++i)
            if (const std::int64_t leader = leader_[static_cast<std::size_t>(i)]; leader >= 0) {
                std::vector<std::int64_t>& group = groups[leader];
                if (group.empty())
                    group.push_back(leader);
                group.push_back(i);
            }
        std::vector<std::vector<std::int64_t>> several;
        for (auto& [leader, members] : groups)
            several.push_back(std::move(members));
        return several;
    }

private:
    std::vector<std::int64_t> leader_; // of each copy; -1: it is none
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

// Of rows [first, first + rows) and all from `first` on: the earlier and the later one of each pair that is alike.
std::set<std::pair<std::int64_t, std::int64_t>> pairsIn(const Fingerprints& fingerprints, std::int64_t first,
                                                        std::int64_t rows) {
    std::set<std::pair<std::int64_t, std::int64_t>> pairs;
    const std::int64_t count = fingerprints.size();
    for (std::int64_t from = first; from < count; from += kColumnsAtOnce) {
        const at::Tensor others = fingerprints.plain().narrow(0, from, std::min(kColumnsAtOnce, count - from)).t();
        for (const at::Tensor& all : {fingerprints.plain(), fingerprints.mirrored()}) {
            const at::Tensor found = at::mm(all.narrow(0, first, rows), others).ge(kSame).nonzero().contiguous();
            const auto* places = found.const_data_ptr<std::int64_t>();
            for (std::int64_t i = 0; i < found.size(0); ++i) {
                const std::int64_t one = first + places[2 * i], other = from + places[2 * i + 1];
                if (one != other) // a picture may be its own mirror
                    pairs.emplace(std::min(one, other), std::max(one, other));
            }
        }
    }
    return pairs;
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
        for (const auto& [one, other] : pairsIn(fingerprints, first, rows))
            groups.join(one, other);
        if (onProgress) // the part of all pairs
            onProgress(1 - std::pow(static_cast<double>(count - first - rows) / static_cast<double>(count), 2));
    }
    return groups.ofSeveral();
}

} // namespace belfry
