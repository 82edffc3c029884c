// How much a picture is like those that a network learnt from: a network of ten digits answers a photograph with one of
// them, and is often sure. What its layers below the last one make of the picture is compared with what they make of
// the training pictures. Internal calls block for the disk and the devices; one thread at a time; free of torch.
#pragma once

#include "core/data/dataset.h"
#include "core/train/snapshot.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace belfry {

class Familiarity {
public:
    // Looks at the training and validation pictures, at most `mostPictures` of each, evenly taken, without those that
    // cannot be decoded. onProgress: the part done, 0 to 1. Throws Error(Usage) for a network whose last layer is not
    // dense, Error(Data) for pictures of another size, and where no picture can be decoded.
    static constexpr std::int64_t kMostPictures = 20'000;
    Familiarity(const Snapshot& snapshot, const DataSet& data, const std::stop_token& stop = {},
                const std::function<void(double)>& onProgress = {}, std::int64_t mostPictures = kMostPictures);
    ~Familiarity();

    // Of all pictures of a store that can be decoded: the mean cosine between a picture's features and those of its ten
    // nearest training pictures, at most 1. Empty when stopped. Throws Error(Data) where none can.
    std::vector<float> of(const ImageStore& pictures, const std::stop_token& stop = {}) const;
    // Nineteen of twenty validation pictures are at least so familiar.
    float threshold() const { return threshold_; }

private:
    struct Body;
    std::unique_ptr<Body> body_;
    float threshold_ = 0;
};

// The chance that a picture of the first kind is more familiar than one of the second: 0.5 where nothing tells them
// apart. Neither may be empty.
double areaUnderCurve(std::span<const float> familiar, std::span<const float> unfamiliar);

} // namespace belfry
