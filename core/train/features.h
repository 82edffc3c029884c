// What a backbone makes of images before its last layer: kept from earlier runs (backbones/feature_store.h), or
// computed by towers of its own. Internal to the engine (ATen); one thread.
#pragma once

#include "core/backbones/backbone.h"
#include "core/backbones/feature_store.h"
#include "core/data/dataset.h"
#include "core/tower/tower_team.h"

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

class FeatureSource {
public:
    // whole: the network that starts from the backbone; it decides the size of images and how they are normalised.
    // devices: of the towers, whose threads are `threads` each.
    FeatureSource(const Backbone& backbone, const Blueprint& whole, std::span<const std::string> devices, int threads);

    // images x width; undefined when stopped. Throws Error(Data) where a feature is not a finite number.
    // onDone(images): after each part, which is kept from then on. Where it cannot be, all goes on.
    at::Tensor of(const ImageStore& images, std::span<const std::int64_t> ids, const std::stop_token& stop,
                  const std::function<void(std::int64_t)>& onDone);
    std::int64_t computed() const { return computed_; }
    std::int64_t kept() const { return kept_; } // that were there already

private:
    bool fill(const ImageStore& images, std::span<const std::int64_t> ids, const std::stop_token& stop, float* out);
    void keep(std::span<const PictureKey> keys, std::span<const float> features);

    std::shared_ptr<const Blueprint> body_;
    FeatureStore store_;
    TowerTeam team_;
    std::int64_t computed_ = 0, kept_ = 0;
    bool keeps_ = true;
};

} // namespace belfry
