#include "ui/pages/evaluate/picture_cache.h"

#include "ui/widgets/pictures.h"

#include <QTimer>
#include <algorithm>
#include <span>
#include <utility>

namespace belfry {
namespace {

constexpr std::size_t kMostKept = 1000, kAtOnce = 64;
constexpr int kLongestSide = 72; // pixels: twice what the map shows, for dense screens

} // namespace

void PictureCache::setStore(const std::shared_ptr<const ImageStore>& store, const ImageShape& shape) {
    reading_.cancel();
    store_ = store;
    shape_ = shape;
    kept_.clear();
    wanted_.clear();
}

QImage PictureCache::picture(std::int64_t image) {
    if (!store_)
        return {};
    const auto [place, added] = kept_.try_emplace(image);
    place->second.used = ++time_;
    if (added) {
        if (wanted_.empty())
            QTimer::singleShot(0, this, &PictureCache::readNext); // when all of a painting have been asked for
        wanted_.push_back(image);
    }
    return place->second.picture;
}

void PictureCache::readNext() {
    if (reading_.isRunning() || wanted_.empty())
        return;
    const std::size_t count = std::min(wanted_.size(), kAtOnce);
    std::vector<std::int64_t> images(wanted_.end() - static_cast<std::ptrdiff_t>(count), wanted_.end());
    wanted_.resize(wanted_.size() - count); // the newest are in sight
    reading_.start<Read>(
        [store = store_, shape = shape_, images = std::move(images)](const LatestJob::Token&) {
            yieldToTraining();
            const auto each = static_cast<std::size_t>(shape.bytes());
            std::vector<std::uint8_t> bytes(each * images.size());
            store->read(images, bytes.data());
            Read read{images, {}};
            for (std::size_t i = 0; i < images.size(); ++i) {
                const QImage whole = imageFromBytes(std::span(bytes).subspan(i * each, each), shape);
                const bool large = std::max(whole.width(), whole.height()) > kLongestSide;
                read.pictures.push_back(
                    large ? whole.scaled(kLongestSide, kLongestSide, Qt::KeepAspectRatio, Qt::SmoothTransformation)
                          : whole);
            }
            return read;
        },
        [this](const Read& read) {
            for (std::size_t i = 0; i < read.images.size(); ++i)
                kept_[read.images[i]].picture = read.pictures[i];
            forgetOldest();
            readNext();
            Q_EMIT arrived();
        },
        [this](const Text& sentence) {
            wanted_.clear();
            Q_EMIT failed(sentence);
        });
}

void PictureCache::forgetOldest() {
    if (kept_.size() <= kMostKept)
        return;
    std::vector<std::pair<std::uint64_t, std::int64_t>> ages;
    for (const auto& [image, kept] : kept_)
        if (!kept.picture.isNull()) // others are still being read
            ages.emplace_back(kept.used, image);
    std::ranges::sort(ages);
    for (std::size_t i = 0; i < ages.size() / 2; ++i)
        kept_.erase(ages[i].second);
}

} // namespace belfry
