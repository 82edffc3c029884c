// Pictures that are the same but for their encoding, size or a mirror. Internal to the engine (ATen); one thread.
#pragma once

#include "core/data/dataset.h"

#include <ATen/ATen.h>

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace belfry {

// What is compared: a small copy of a picture, centred, of length 1. Mirrored or not.
class Fingerprints {
public:
    Fingerprints(const ImageShape& shape, std::int64_t count);
    // Picture by picture, on any threads. Index: below count.
    void set(std::int64_t index, std::span<const std::uint8_t> picture);
    std::int64_t size() const { return plain_.size(0); }
    const at::Tensor& plain() const { return plain_; }       // count x numbers, fp32
    const at::Tensor& mirrored() const { return mirrored_; } // the same of the mirrored pictures

private:
    ImageShape shape_;
    at::Tensor plain_, mirrored_;
};

// Groups of two pictures or more, ascending: all others are near copies of the first. onProgress(part done, 0 to 1).
// None when stopped.
std::vector<std::vector<std::int64_t>> nearCopies(const Fingerprints& fingerprints, const std::stop_token& stop = {},
                                                  const std::function<void(double)>& onProgress = {});

} // namespace belfry
