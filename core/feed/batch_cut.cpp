#include "core/feed/batch_cut.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/feed/stand_ins.h"

#include <algorithm>
#include <span>
#include <system_error>
#include <utility>

namespace belfry {
namespace {

constexpr std::int64_t kMaxEpochs = 1'000'000'000; // far below overflow

std::vector<std::uint8_t> labelsOf(const ImageStore& store) {
    std::vector<std::uint8_t> labels;
    for (std::int64_t image = 0; image < store.size(); ++image)
        labels.push_back(store.label(image));
    return labels;
}

// `count` draws of the order from share.first on.
void fillShare(const FeedOptions& options, const std::vector<std::int64_t>& order, std::int64_t count, Carry carry,
               Share& share) {
    const auto begin = order.begin() + share.first;
    share.draws.assign(begin, begin + count);
    share.hasNext = options.withNext && count > 0;
    if (share.hasNext)
        share.draws.push_back(order[static_cast<std::size_t>(share.first + count) % order.size()]);
    share.ids.resize(share.draws.size());
    std::ranges::transform(share.draws, share.ids.begin(),
                           [images = options.store->size()](std::int64_t draw) { return draw % images; });
    const std::vector<std::int64_t>& ids = share.ids;
    if (carry == Carry::Images) {
        share.images.resize(ids.size() * static_cast<std::size_t>(options.shape.bytes()));
        readWithStandIns(*options.store, ids, options.shape.bytes(), share.images.data());
    }
    share.labels.resize(ids.size());
    std::transform(ids.begin(), ids.end(), share.labels.begin(),
                   [&options](std::int64_t id) { return options.store->label(id); });
}

} // namespace

BatchCut cutAt(const FeedOptions& options, FeedPosition position) {
    const std::int64_t total = options.store->size();
    const std::int64_t images = std::min(options.imagesPerStep, total - position.image);
    const bool last = position.image + images == total;
    return {position,
            last ? FeedPosition{position.epoch + 1, 0} : FeedPosition{position.epoch, position.image + images}, images};
}

void checkPosition(const FeedOptions& options, FeedPosition position) {
    const bool known = position.epoch >= 0 && position.epoch <= kMaxEpochs && position.image >= 0 &&
                       position.image < options.store->size();
    if (!known)
        throw dataError(Text::tr("Found the position epoch %1, image %2; the data set has images 0 to %3. Is it "
                                 "another data set than the one the run was started with?",
                                 position.epoch, position.image, options.store->size() - 1));
}

EpochOrders::EpochOrders(const FeedOptions& options)
    : EpochOrders(options.store->size(), options.seed, options.keepAlive > 0) {
    if (options.sampling == Sampling::Balanced)
        balanced_.emplace(labelsOf(*options.store), options.seed);
}

EpochOrder EpochOrders::make(std::int64_t epoch) const {
    const RandomStream stream(seed_, Purpose::Shuffle, static_cast<std::uint64_t>(epoch));
    return std::make_shared<const std::vector<std::int64_t>>(balanced_ ? balanced_->of(epoch)
                                                                       : permutation(images_, stream));
}

EpochOrder EpochOrders::of(std::int64_t epoch) {
    const std::lock_guard lock(mutex_);
    for (const Known* known : {&newest_, &before_})
        if (known->epoch == epoch)
            return known->order;
    const bool isPrepared = prepared_.valid() && epoch == newest_.epoch + 1;
    before_ = std::exchange(newest_, {epoch, isPrepared ? prepared_.get() : make(epoch)});
    if (ahead_)
        prepareNext();
    return newest_.order;
}

void EpochOrders::prepareNext() {
    try {
        prepared_ = std::async(std::launch::async, &EpochOrders::make, this, newest_.epoch + 1);
    } catch (const std::system_error&) { // no thread is to be had: then it is made when it is asked for
        prepared_ = {};
    }
}

void fillBatch(const FeedOptions& options, const BatchCut& cut, const EpochOrder& order, Carry carry, Batch& batch) {
    batch.epoch = cut.at.epoch;
    batch.firstImage = cut.at.image;
    batch.lastOfEpoch = cut.after.epoch != cut.at.epoch;
    std::int64_t first = cut.at.image;
    for (int tower = 0; tower < options.towers; ++tower) {
        const std::int64_t count = shareOf(cut.images, options.towers, tower, options.fractions);
        Share& share = batch.shares[static_cast<std::size_t>(tower)];
        const bool own =
            options.ownTowers < 0 || (tower >= options.firstTower && tower < options.firstTower + options.ownTowers);
        share.first = first;
        fillShare(options, *order, count, own ? carry : Carry::IdsOnly, share);
        share.order = carry == Carry::IdsOnly ? order : nullptr;
        first += count;
    }
}

Batch emptyBatch(const FeedOptions& options) {
    Batch batch;
    for (int tower = 0; tower < options.towers; ++tower)
        batch.shares.emplace_back().images = HostBytes(options.pageLockedThrough >= 0);
    return batch;
}

} // namespace belfry
