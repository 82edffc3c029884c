// How batches reach the towers. All feeds yield the same images in the same order for the same seed and plan; an epoch
// is counted in images and does not depend on the number of towers.
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

// One tower's part of a step. The vectors keep their memory from step to step.
struct Share {
    std::vector<std::int64_t> ids; // positions in the training store
    HostBytes images;              // ids.size() images one after another; empty when they are gathered from wholeSet()
    std::vector<std::uint8_t> labels;
    std::int64_t count() const { return static_cast<std::int64_t>(ids.size()); }
};

struct Batch {
    std::int64_t epoch = 0;      // 0 for the first
    std::int64_t firstImage = 0; // within the epoch
    bool lastOfEpoch = false;
    std::vector<Share> shares; // one per tower; some may be empty in a short last batch
    std::int64_t images() const;
};

// Where a feed stands: what a checkpoint needs to go on with the same images.
struct FeedPosition {
    std::int64_t epoch = 0;
    std::int64_t image = 0; // images of this epoch already handed out
    bool operator==(const FeedPosition&) const = default;
};

class Feed {
public:
    virtual ~Feed() = default;
    // The next step's images; the reference is valid until FeedOptions::keepAlive further calls have been made and the
    // one after them begins. Blocks for the data; a stop request makes it return early with an empty batch. Session
    // thread only.
    virtual const Batch& next(std::stop_token stop) = 0;
    virtual FeedPosition position() const = 0; // before the next batch
    // Throws Error(Data) for a position that this data set does not have, as a damaged checkpoint may hold.
    virtual void restore(FeedPosition position) = 0;
    // Batches that were ready when the last one was asked for / capacity of the queue; negative: there is no queue.
    virtual float fill() const { return -1; }
    // All training images one after another, when shares carry ids alone; else null. Valid as long as the feed.
    virtual const std::uint8_t* wholeSet() const { return nullptr; }
};

struct FeedOptions {
    std::shared_ptr<const ImageStore> store;
    ImageShape shape;
    std::int64_t imagesPerStep = 0; // dealt over the towers
    int towers = 1;
    std::vector<double> fractions; // of a step's images, by tower; empty: equal
    std::uint64_t seed = 0;
    int queueCapacity = 8;      // queue: batches ready at most
    int queueWorkers = 1;       // queue: threads that prepare them
    int keepAlive = 0;          // batches before the newest that devices may still read
    int pageLockedThrough = -1; // CUDA device: images in memory that it copies from without the processor; -1: none
};

std::vector<std::string> feedNames();
// Throws Error(Usage) for an unknown name, and for no towers, images a step, capacity or workers, or an empty store.
std::unique_ptr<Feed> makeFeed(const std::string& name, FeedOptions options);

// Images of tower `index` in a step of `images` images: as equal as possible, or by fractions (one per tower).
std::int64_t shareOf(std::int64_t images, int towers, int index, std::span<const double> fractions = {});

} // namespace belfry
