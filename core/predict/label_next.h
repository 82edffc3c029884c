// Which pictures without a label are worth labelling first, so that a network gains most by them. Blocks for the disk
// and the devices; one thread; free of torch.
#pragma once

#include "core/data/dataset.h"
#include "core/train/snapshot.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace belfry {

struct WorthLabelling {
    std::int64_t picture = 0; // in the store
    int answer = 0;           // the network's
    float confidence = 0;
};

// The half of the pictures of which the network is least sure, as the two most probable classes are closest, is divided
// into `count` clusters of like features (k-means); of each cluster the most typical picture is taken, the one most
// like its neighbours there (Hacohen et al. 2022, Active Learning on a Budget). So they differ
// from one another, and oddities are rare. The largest clusters come first; chosen by `seed`, equally for equal input.
// Pictures that cannot be decoded are left out. Fewer for a smaller store, or one of many equal pictures; none when
// stopped. Throws Error(Usage) for a network that does not end in a dense layer, Error(Data) where no picture can be
// decoded. onProgress: the part done, 0 to 1.
std::vector<WorthLabelling> labelNext(const Snapshot& snapshot, const ImageStore& pictures, std::int64_t count,
                                      std::uint64_t seed, const std::stop_token& stop = {},
                                      const std::function<void(double)>& onProgress = {});

} // namespace belfry
