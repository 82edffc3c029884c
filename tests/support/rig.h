// A training set-up without a session: feed, towers and exchange, stepped by hand. For tests of the engine below train.
#pragma once

#include "core/device/cpu.h"
#include "core/exchange/exchange.h"
#include "core/feed/feed.h"
#include "core/model/initial_weights.h"
#include "core/tower/tower_team.h"
#include "tests/support/synthetic.h"

#include <ATen/Parallel.h>
#include <c10/core/StreamGuard.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace belfry::test {

struct RigOptions {
    std::shared_ptr<const Blueprint> blueprint;
    std::shared_ptr<const ImageStore> store;
    std::int64_t imagesPerStep = 60;
    std::vector<at::Device> devices{at::Device(at::kCPU)}; // one per tower
    std::string exchange = "cpu";
    OptimizerSettings optimizer{};
    UpdateRules rules{};
    std::uint64_t seed = 1;
    std::string feed = "direct";
    std::function<std::unique_ptr<Exchange>(TowerTeam&)> make{}; // instead of the exchange's name
    Precision precision = Precision::Fp32;
    std::vector<double> fractions{}; // of a step's images, by tower; empty: equal
    float labelSmoothing = 0;
    ClassTerms classTerms{};
    Sampling sampling = Sampling::Shuffle;
    int towers = 0, firstTower = 0;         // of all ranks, and whose the first device is; 0: the devices are all
    Rendezvous::AddOthers otherTowers = {}; // of other ranks, in synchronised layers
};

// initialWeights(), and random filters in whitening layers, in the place of those that a session computes: with zeros
// all numbers of a channel are equal, and a batch norm makes much of their rounding.
inline std::vector<float> startingWeights(const Blueprint& blueprint, std::uint64_t seed) {
    std::vector<float> weights = initialWeights(blueprint, seed);
    RandomStream random(seed, Purpose::Sample);
    for (const BlueprintLayer& layer : blueprint.layers)
        if (std::holds_alternative<WhitenLayer>(layer.spec)) {
            const Slice& filters = blueprint.slices[static_cast<std::size_t>(layer.weightSlice)];
            std::generate_n(weights.begin() + filters.offset, filters.count,
                            [&random] { return static_cast<float>(random.normal()); });
        }
    return weights;
}

class Rig {
public:
    explicit Rig(RigOptions options)
        : options_(std::move(options)), feed_(makeFeed(options_.feed, ownFeedOptions())),
          team_(options_.devices, 1, options_.blueprint, options_.seed, options_.precision, TowerThreads::AsNeeded,
                options_.otherTowers) {
        // All threads have teams of the same size, as in a session: with two for this thread and one for each tower,
        // bf16 gave other bits in every third run.
        useThreads(options_.devices.size() == 1 && options_.towers == 0 ? usableCores() : 1);
        if (feed_->wholeSet())
            team_.makeResident(feed_->wholeSet(), options_.store->size() * options_.blueprint->image.bytes(),
                               feed_->wholeLabels());
        for (Tower& tower : team_) {
            tower.setLabelSmoothing(options_.labelSmoothing);
            tower.setClassTerms(options_.classTerms);
        }
        start(startingWeights(*options_.blueprint, options_.seed));
    }

    // Equal weights everywhere and an optimizer that has seen nothing.
    void start(const std::vector<float>& weights) {
        team_.setWeights(weights);
        optimizer_ = makeOptimizer(options_.optimizer);
        exchange_ = options_.make ? options_.make(team_) : makeExchange(options_.exchange, team_);
        exchange_->attach(team_, *optimizer_, options_.rules);
    }

    // Returns the sums over all towers.
    TowerStep step(double rate) {
        const Batch& batch = feed_->next({});
        images_.clear();
        for (const Share& share : batch.shares)
            images_.push_back(share.count());
        exchange_->begin(images_);
        team_.run([&](Tower& tower) {
            tower.compute(batch.shares[static_cast<std::size_t>(options_.firstTower + tower.index())], batch.epoch,
                          [&](int slice) { exchange_->ready(tower.index(), slice); });
        });
        TowerStep sum;
        for (int t = 0; t < team_.size(); ++t) {
            const TowerStep part = team_.tower(t).collect();
            sum.lossSum += part.lossSum;
            sum.correct += part.correct;
            sum.images += part.images;
        }
        exchange_->finish({images_, rate});
        return sum;
    }

    std::vector<float> replica(int tower) {
        const c10::OptionalStreamGuard guard(team_.tower(tower).stream()); // new weights may still be queued there
        const at::Tensor host = team_.tower(tower).weights().cpu();
        return {host.const_data_ptr<float>(), host.const_data_ptr<float>() + host.numel()};
    }
    const std::vector<std::int64_t>& images() const { return images_; } // of the last step, by tower
    Exchange& exchange() { return *exchange_; }
    VariableStore& variables() { return exchange_->variables(); }
    Optimizer& optimizer() { return *optimizer_; }
    Feed& feed() { return *feed_; }
    TowerTeam& team() { return team_; }

private:
    FeedOptions ownFeedOptions() const {
        FeedOptions feed = feedOptions(options_.store, options_.blueprint->image, options_.imagesPerStep,
                                       std::max(options_.towers, static_cast<int>(options_.devices.size())),
                                       options_.seed, options_.fractions);
        feed.sampling = options_.sampling;
        feed.withNext = options_.blueprint->input.mixes();
        return feed;
    }

    RigOptions options_;
    std::unique_ptr<Feed> feed_;
    TowerTeam team_;
    std::unique_ptr<Optimizer> optimizer_;
    std::unique_ptr<Exchange> exchange_;
    std::vector<std::int64_t> images_;
};

inline double norm(const std::vector<float>& values) {
    double sum = 0;
    for (const double value : values)
        sum += value * value;
    return std::sqrt(sum);
}

// ||a - reference|| / ||reference||
inline double relativeDistance(const std::vector<float>& a, const std::vector<float>& reference) {
    double distance = 0, norm = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const double r = reference[i], difference = a[i] - r;
        distance += difference * difference;
        norm += r * r;
    }
    return norm > 0 ? std::sqrt(distance / norm) : std::sqrt(distance);
}

} // namespace belfry::test
