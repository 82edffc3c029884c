// What a network makes of pictures below its last layer. Internal to the engine (ATen).
#pragma once

#include "core/data/dataset.h"
#include "core/tower/tower_team.h"
#include "core/train/snapshot.h"

#include <ATen/ATen.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace belfry {

class BodyFeatures {
public:
    // Throws Error(Usage) for a network that does not end in a dense layer behind others.
    explicit BodyFeatures(const Snapshot& snapshot);
    // Of length 1, ids.size() x width, of those with these ids; undefined when stopped. Pictures that cannot be decoded
    // are removed from `ids`; throws Error(Data) where none can. onProgress: the part done, 0 to 1. Blocks for the disk
    // and the devices; one thread at a time.
    at::Tensor of(const ImageStore& pictures, std::vector<std::int64_t>& ids, const std::stop_token& stop,
                  const std::function<void(double)>& onProgress) const;

private:
    std::shared_ptr<const Blueprint> blueprint_;
    mutable TowerTeam team_;
};

} // namespace belfry
