#include "core/exchange/gradient_buckets.h"

#include <algorithm>

namespace belfry {

std::vector<Bucket> makeBuckets(const Blueprint& blueprint, std::int64_t floats) {
    std::vector<Bucket> buckets;
    const auto open = [&](std::int64_t end) { buckets.push_back({end, end, 0}); };
    open(blueprint.flatSize);
    for (auto slice = blueprint.slices.rbegin(); slice != blueprint.slices.rend(); ++slice) {
        const bool tailEnds = slice->offset < blueprint.trainableSize && buckets.back().end > blueprint.trainableSize;
        const Bucket& last = buckets.back();
        if (last.slices > 0 && (tailEnds || (last.end <= blueprint.trainableSize && last.end - last.begin >= floats)))
            open(last.begin);
        buckets.back().begin = slice->offset;
        ++buckets.back().slices;
    }
    if (buckets.front().begin >= blueprint.trainableSize)
        std::ranges::rotate(buckets, buckets.begin() + 1);
    return buckets;
}

GradientBuckets::GradientBuckets(const Blueprint& blueprint, int towers, std::int64_t floats)
    : buckets_(makeBuckets(blueprint, floats)), missing_(static_cast<std::size_t>(towers)) {
    for (const Slice& slice : blueprint.slices)
        bucketOf_.push_back(static_cast<int>(
            std::ranges::find_if(
                buckets_,
                [&](const Bucket& bucket) { return bucket.begin <= slice.offset && slice.offset < bucket.end; }) -
            buckets_.begin()));
}

void GradientBuckets::beginStep() {
    std::vector<int> slices;
    for (const Bucket& bucket : buckets_)
        slices.push_back(bucket.slices);
    std::ranges::fill(missing_, slices);
    ended_.assign(buckets_.size(), 0);
    next_ = 0;
}

int GradientBuckets::end(int tower, int slice) {
    const int bucket = bucketOf_[static_cast<std::size_t>(slice)];
    if (--missing_[static_cast<std::size_t>(tower)][static_cast<std::size_t>(bucket)] > 0)
        return -1;
    ++ended_[static_cast<std::size_t>(bucket)];
    return bucket;
}

int GradientBuckets::endNext(int tower) {
    std::vector<int>& missing = missing_[static_cast<std::size_t>(tower)];
    const auto found = std::ranges::find_if(missing, [](int slices) { return slices > 0; });
    if (found == missing.end())
        return -1;
    *found = 0;
    const auto bucket = static_cast<int>(found - missing.begin());
    ++ended_[static_cast<std::size_t>(bucket)];
    return bucket;
}

bool GradientBuckets::allEnded() const {
    return std::ranges::all_of(
        ended_, [this](int towers) { return towers == std::ssize(missing_); });
}

int GradientBuckets::takeNext() {
    if (next_ == size() || ended_[static_cast<std::size_t>(next_)] < static_cast<int>(missing_.size()))
        return -1;
    return next_++;
}

} // namespace belfry
