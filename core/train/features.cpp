#include "core/train/features.h"

#include "core/base/error.h"
#include "core/model/input.h"
#include "core/tower/predict_batch.h"
#include "core/train/backbone_check.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <ranges>

namespace belfry {
namespace {

constexpr std::size_t kAtOnce = 512; // images whose features are computed, then kept

// What decides the features of a picture.
std::string identityOf(const Backbone& backbone, const Blueprint& body) {
    return nlohmann::json{{"sha256", backbone.origin.sha256},
                          {"network", toJson(body.architecture)},
                          {"augmentation", augmentationName(body.input)}, // it may crop
                          {"normalisation", normalisationName(body.input.normalisation)},
                          {"picture", {body.image.height, body.image.width, body.image.channels}}}
        .dump();
}

std::vector<at::Device> devicesFrom(std::span<const std::string> names) { return {names.begin(), names.end()}; }

} // namespace

FeatureSource::FeatureSource(const Backbone& backbone, const Blueprint& whole, std::span<const std::string> devices,
                             int threads)
    : body_(std::make_shared<Blueprint>(bodyOf(whole))),
      store_(featureFolder(), identityOf(backbone, *body_), body_->classes),
      team_(devicesFrom(devices), threads, body_, /*seed=*/0) {
    std::vector<float> weights(static_cast<std::size_t>(body_->flatSize));
    copyBody(backbone, *body_, weights);
    team_.setWeights(weights);
}

at::Tensor FeatureSource::of(const ImageStore& images, std::span<const std::int64_t> ids, const std::stop_token& stop,
                             const std::function<void(std::int64_t)>& onDone) {
    at::Tensor features = at::empty({static_cast<std::int64_t>(ids.size()), body_->classes}, at::kFloat);
    for (std::size_t first = 0; first < ids.size(); first += kAtOnce) {
        const auto part = ids.subspan(first, std::min<std::size_t>(kAtOnce, ids.size() - first));
        if (!fill(images, part, stop, features.data_ptr<float>() + std::int64_t(first) * body_->classes))
            return {};
        onDone(static_cast<std::int64_t>(part.size()));
    }
    return features;
}

bool FeatureSource::fill(const ImageStore& images, std::span<const std::int64_t> ids, const std::stop_token& stop,
                         float* out) {
    const auto bytes = static_cast<std::size_t>(body_->image.bytes());
    const auto width = static_cast<std::size_t>(body_->classes);
    const auto finite = [width](const float* features) {
        return std::all_of(features, features + width, [](float value) { return std::isfinite(value); });
    };
    std::vector<std::uint8_t> pictures(ids.size() * bytes), missing;
    images.read(ids, pictures.data());
    std::vector<PictureKey> keys;
    std::vector<std::size_t> places; // of those that are missing
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto picture = std::span(pictures).subspan(i * bytes, bytes);
        const PictureKey key = keyOf(picture);
        if (const float* there = store_.find(key); there && finite(there)) {
            std::copy_n(there, width, out + i * width);
            ++kept_;
            continue;
        }
        keys.push_back(key);
        places.push_back(i);
        missing.insert(missing.end(), picture.begin(), picture.end());
    }
    if (keys.empty())
        return !stop.stop_requested();
    const auto read = [&](std::int64_t from, std::int64_t to, std::uint8_t* target) {
        std::copy(missing.begin() + from * std::int64_t(bytes), missing.begin() + to * std::int64_t(bytes), target);
    };
    const std::vector<float> made = predictBatch(team_, std::int64_t(keys.size()), read, stop);
    if (made.empty())
        return false;
    if (!std::ranges::all_of(std::views::iota(std::size_t{0}, keys.size()),
                             [&](std::size_t i) { return finite(made.data() + i * width); }))
        throw dataError(
            Text::tr("The backbone makes numbers of a picture that are not finite: its weights are not those "
                     "of a trained network. Add it again, or choose another one."));
    for (std::size_t i = 0; i < places.size(); ++i)
        std::copy_n(made.begin() + std::ptrdiff_t(i * width), width, out + places[i] * width);
    computed_ += static_cast<std::int64_t>(keys.size());
    keep(keys, made);
    return true;
}

// A full disk costs the next run's time, not this run.
void FeatureSource::keep(std::span<const PictureKey> keys, std::span<const float> features) {
    try {
        if (keeps_)
            store_.add(keys, features);
    } catch (const Error&) {
        keeps_ = false;
    }
}

} // namespace belfry
