// What a backbone makes of images before its last layer: kept from earlier runs (backbones/feature_store.h), or
// computed by towers of its own. Internal to the engine (ATen); one thread.
#pragma once

#include "core/backbones/backbone.h"
#include "core/backbones/feature_store.h"
#include "core/base/stopwatch.h"
#include "core/base/text.h"
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
    // devices: of the towers, whose threads are `threads` each. keepEvery: seconds.
    FeatureSource(const Backbone& backbone, const Blueprint& whole, std::span<const std::string> devices, int threads,
                  double keepEvery = kKeepEvery);

    // ids.size() x width, without the images that cannot be decoded, which are removed from `ids`; undefined when
    // stopped. Throws Error(Data) where a feature is not a finite number, and where no image can be decoded.
    // onDone(images): after each part. Features are kept every few seconds and at the end. Where they cannot be, all
    // goes on.
    at::Tensor of(const ImageStore& images, std::vector<std::int64_t>& ids, const std::stop_token& stop,
                  const std::function<void(std::int64_t)>& onDone);
    std::int64_t computed() const { return computed_; }
    std::int64_t kept() const { return kept_; } // that were there already
    // Why features could not be kept; "" where they were.
    const Text& notKept() const { return notKept_; }

private:
    bool fill(const ImageStore& images, std::vector<std::int64_t>& ids, const std::stop_token& stop, float* out);
    bool compute(std::span<const std::size_t> places, const std::vector<std::uint8_t>& pictures,
                 const std::stop_token& stop, float* out);
    void keep();

    static constexpr double kKeepEvery = 3; // seconds of work that a killed process loses

    std::shared_ptr<const Blueprint> body_;
    FeatureStore store_;
    TowerTeam team_;
    std::size_t atOnce_; // images
    double keepEvery_;
    std::int64_t computed_ = 0, kept_ = 0;
    std::vector<PictureKey> newKeys_; // of those that are not kept yet, and their features
    std::vector<float> newFeatures_;
    Stopwatch sinceKept_;
    Text notKept_;
};

} // namespace belfry
