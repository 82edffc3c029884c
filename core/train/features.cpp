#include "core/train/features.h"

#include "core/base/error.h"
#include "core/data/stores.h"
#include "core/model/input.h"
#include "core/tower/predict_batch.h"
#include "core/train/backbone_check.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace belfry {
namespace {

// Images whose features are computed, and may be kept then: a second's work.
std::size_t imagesAtOnce(std::span<const std::string> devices) {
    constexpr std::size_t kOnDevices = 512, kOnCpu = 32; // of each tower there
    const bool onCpu = std::ranges::find(devices, "cpu") != devices.end();
    return onCpu ? kOnCpu * std::max<std::size_t>(devices.size(), 2) : kOnDevices;
}

bool isFinite(std::span<const float> numbers) {
    return std::ranges::all_of(
        numbers, [](float number) { return std::isfinite(number); });
}

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
                             int threads, double keepEvery)
    : body_(std::make_shared<Blueprint>(bodyOf(whole))),
      store_(featureFolder(), identityOf(backbone, *body_), body_->classes),
      team_(devicesFrom(devices), threads, body_, /*seed=*/0), atOnce_(imagesAtOnce(devices)), keepEvery_(keepEvery) {
    std::vector<float> weights(static_cast<std::size_t>(body_->flatSize));
    copyBody(backbone, *body_, weights);
    team_.setWeights(weights);
}

at::Tensor FeatureSource::of(const ImageStore& images, std::vector<std::int64_t>& ids, const std::stop_token& stop,
                             const std::function<void(std::int64_t)>& onDone) {
    at::Tensor features = at::empty({std::ssize(ids), body_->classes}, at::kFloat);
    std::vector<std::int64_t> readable;
    bool stopped = false;
    for (std::size_t first = 0; first < ids.size() && !stopped; first += atOnce_) {
        const std::size_t count = std::min(atOnce_, ids.size() - first);
        const auto begin = ids.begin() + static_cast<std::ptrdiff_t>(first);
        std::vector<std::int64_t> part(begin, begin + static_cast<std::ptrdiff_t>(count));
        stopped = !fill(images, part, stop, features.data_ptr<float>() + std::ssize(readable) * body_->classes);
        if (stopped)
            break;
        readable.insert(readable.end(), part.begin(), part.end());
        if (sinceKept_.seconds() >= keepEvery_)
            keep();
        onDone(static_cast<std::int64_t>(count));
    }
    keep();
    if (stopped)
        return {};
    if (readable.empty() && !ids.empty())
        throw noneReadable(images);
    ids = std::move(readable);
    return features.narrow(0, 0, std::ssize(ids));
}

bool FeatureSource::fill(const ImageStore& images, std::vector<std::int64_t>& ids, const std::stop_token& stop,
                         float* out) {
    const auto bytes = static_cast<std::size_t>(body_->image.bytes());
    const auto width = static_cast<std::size_t>(body_->classes);
    std::vector<std::uint8_t> pictures(ids.size() * bytes), missing;
    images.read(ids, pictures.data());
    std::vector<std::int64_t> readable;
    std::vector<std::size_t> places; // in `out`, of those that are missing
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (!images.readable(ids[i]))
            continue;
        const std::size_t place = readable.size();
        readable.push_back(ids[i]);
        const auto picture = std::span(pictures).subspan(i * bytes, bytes);
        const PictureKey key = keyOf(picture);
        if (const float* there = store_.find(key); there && isFinite({there, width})) {
            std::copy_n(there, width, out + place * width);
            ++kept_;
            continue;
        }
        newKeys_.push_back(key);
        places.push_back(place);
        missing.insert(missing.end(), picture.begin(), picture.end());
    }
    ids = std::move(readable);
    return places.empty() ? !stop.stop_requested() : compute(places, missing, stop, out);
}

// Of pictures that are not kept, whose keys are the last ones of newKeys_.
bool FeatureSource::compute(std::span<const std::size_t> places, const std::vector<std::uint8_t>& pictures,
                            const std::stop_token& stop, float* out) {
    const std::int64_t bytes = body_->image.bytes();
    const auto width = static_cast<std::size_t>(body_->classes);
    const auto read = [&](std::int64_t from, std::int64_t to, std::uint8_t* target) {
        std::copy(pictures.begin() + from * bytes, pictures.begin() + to * bytes, target);
    };
    const std::vector<float> made = predictBatch(team_, std::ssize(places), read, stop);
    if (made.empty()) {
        newKeys_.resize(newKeys_.size() - places.size());
        return false;
    }
    if (!isFinite(made))
        throw dataError(
            Text::tr("The backbone makes numbers of a picture that are not finite: its weights are not those "
                     "of a trained network. Add it again, or choose another one."));
    for (std::size_t i = 0; i < places.size(); ++i)
        std::copy_n(made.begin() + std::ptrdiff_t(i * width), width, out + places[i] * width);
    newFeatures_.insert(newFeatures_.end(), made.begin(), made.end());
    computed_ += std::ssize(places);
    return true;
}

// A full disk costs the next run's time, not this run.
void FeatureSource::keep() {
    try {
        if (notKept_.empty())
            store_.add(newKeys_, newFeatures_);
    } catch (const Error& error) {
        notKept_ = Text::sentences(
            {Text::tr("Features cannot be kept, so that the next run computes them again."), error.message()});
    }
    newKeys_.clear();
    newFeatures_.clear();
    sinceKept_ = {};
}

} // namespace belfry
