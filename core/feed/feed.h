// Feeds deliver batches to the towers. For the same seed and plan all feeds deliver the same images in the same order.
// An epoch is counted in images and does not depend on the number of towers.
#pragma once

#include "core/data/dataset.h"
#include "core/kernels/host_bytes.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

// All draws of an epoch in the order in which it shows them. A draw is an image's position in the training store; where
// the epoch shows an image again (Sampling::Balanced), that and the number of images for each time before. So no draw
// occurs twice in an epoch, and the image is the draw modulo the number of images.
using EpochOrder = std::shared_ptr<const std::vector<std::int64_t>>;

// One tower's part of a step. The vectors are reused from step to step.
struct Share {
    std::vector<std::int64_t> ids; // positions in the training store
    // What keys the random numbers of these images, beside the epoch: their draws. So an image that is shown twice in
    // an epoch is augmented in two ways, and other units are dropped. Empty: the ids.
    std::vector<std::int64_t> draws;
    HostBytes images; // ids.size() contiguous images; empty if they are gathered from wholeSet()
    std::vector<std::uint8_t> labels;
    // Where the ids are found in the order of their epoch: from `first` on. Null where the images come with the share.
    EpochOrder order;
    std::int64_t first = 0;
    // ids, draws, images and labels have one more: of the image after these in the epoch, with which the last one is
    // mixed (kernels/augment_mix.h). Never of an empty share.
    bool hasNext = false;
    std::int64_t count() const { return static_cast<std::int64_t>(ids.size()) - (hasNext ? 1 : 0); }
};

struct Batch {
    std::int64_t epoch = 0;      // 0 for the first
    std::int64_t firstImage = 0; // within the epoch
    bool lastOfEpoch = false;
    std::vector<Share> shares; // one per tower; some may be empty in a short last batch
    std::int64_t images() const;
};

// The position of a feed. A run that is resumed from it gets the same images.
struct FeedPosition {
    std::int64_t epoch = 0;
    std::int64_t image = 0; // images of this epoch delivered so far
    bool operator==(const FeedPosition&) const = default;
};

class Feed {
public:
    virtual ~Feed() = default;
    // The images of the next step. The reference stays valid for FeedOptions::keepAlive further calls. Blocks for the
    // data; a stop request makes it return early with an empty batch. Session thread only.
    virtual const Batch& next(std::stop_token stop) = 0;
    virtual FeedPosition position() const = 0; // of the next batch
    // Throws Error(Data) for a position outside the data set, as in a damaged checkpoint.
    virtual void restore(FeedPosition position) = 0;
    // Ready batches at the last next(), as a fraction of the queue's capacity; negative if there is no queue.
    virtual float fill() const { return -1; }
    // All training images, contiguous, if shares carry only ids; else null. Valid as long as the feed.
    virtual const std::uint8_t* wholeSet() const { return nullptr; }
    // The labels of those images; empty where there is no wholeSet().
    virtual std::span<const std::uint8_t> wholeLabels() const { return {}; }
};

// Which images an epoch shows: as many as there are, in both cases.
enum class Sampling {
    Shuffle,  // every image once
    Balanced, // every class equally often (balanced_order.h)
};

struct FeedOptions {
    std::shared_ptr<const ImageStore> store;
    ImageShape shape;
    std::int64_t imagesPerStep = 0; // divided among the towers
    int towers = 1;
    int firstTower = 0,
        ownTowers = -1;            // whose images are needed here (-1: all); other shares have ids and labels alone
    std::vector<double> fractions; // of the images of a step, by tower; empty: equal
    std::uint64_t seed = 0;
    Sampling sampling = Sampling::Shuffle;
    bool withNext = false;      // shares have the image after theirs, too: for a stage that mixes
    int queueCapacity = 8;      // queue: maximum number of ready batches
    int queueWorkers = 1;       // queue: threads that prepare batches
    int keepAlive = 0;          // older batches that devices may still read; with some, each epoch is prepared early
    int pageLockedThrough = -1; // CUDA device for which images are in page-locked memory; -1: none
};

std::vector<std::string> feedNames();
// Throws Error(Usage) for an unknown name, an empty store, and counts below 1 (towers, images per step, capacity,
// workers).
std::unique_ptr<Feed> makeFeed(const std::string& name, FeedOptions options);

// The share of tower `index` in a step of `images` images: as equal as possible, or by fractions (one per tower).
std::int64_t shareOf(std::int64_t images, int towers, int index, std::span<const double> fractions = {});

} // namespace belfry
