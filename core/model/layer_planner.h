// A blueprint while it is made: what the rule of a layer's kind works on. Internal to the engine.
#pragma once

#include "core/base/text.h"
#include "core/model/blueprint.h"

#include <utility>
#include <vector>

namespace belfry {

constexpr double kTokenDeviation = 0.02; // of trained tokens and positions at the start, as usual for transformers

class LayerPlanner {
public:
    explicit LayerPlanner(Blueprint& blueprint) : blueprint_(blueprint) {}

    // Puts the next layer into the blueprint.
    void plan(const GraphLayer& layer);
    // After the last layer: running averages and fixed weights, behind all that is trained.
    void addUntrained();

    // ---- for rules

    BlueprintLayer& layer() { return layer_; } // its output has the first input's shape at first
    TensorShape shapeFrom(int input) const;    // of what a layer, or kPicture, gives
    int classes() const { return blueprint_.classes; }
    // "Network 'n', layer 3 (conv 6 9x9 relu) gets 7x7x1: a 9x9 window needs at least 9x9."
    [[noreturn]] void refuse(const Text& what) const;
    void requirePositive(std::int64_t value, const Text& what) const; // and at most a million
    void requireDropped(double fraction) const;                       // 0 to less than 1
    void requireEpsilon(double epsilon) const;                        // that keeps a norm from dividing by 0
    // Returns the scores of an image, tokens x tokens for each head: what attention keeps.
    std::int64_t requireScores(std::int64_t tokens, int heads) const;
    // Height and width of the output, and the lines outside of the picture, of a window that moves over it.
    void slideWindow(int kernel, int stride, Padding padding);
    // Weights of `shape`, the first of which counts units or filters, and mostly a bias for each of those.
    void addWeights(std::vector<int> shape, const WeightOptions& options, std::int64_t fanIn, std::int64_t fanOut,
                    bool biases = true);
    // Gives `slice` the next place of the flat vector and returns its index. Its name is the suffix, its shape is set.
    int addSlice(Slice slice);
    void startAsIdentity(bool identity); // of the weights just added
    void addScaleAndOffset();            // for each channel; of a norm
    // Running averages of every channel's mean and variance, of which the share `keep` stays at each step.
    void keepAverages(double keep) { untrained_.push_back({number_, keep, {}}); }
    // Weights of `shape` that are not trained.
    void keepFixed(std::vector<int> shape) { untrained_.push_back({number_, 1, std::move(shape)}); }

private:
    int outputSize(int in, int kernel, int stride, Padding padding) const;
    void checkOptions(const WeightOptions& options) const;

    Blueprint& blueprint_;
    BlueprintLayer layer_;
    std::size_t number_ = 0;
    struct Untrained {
        std::size_t layer;
        double keep;
        std::vector<int> shape; // of fixed weights; none: running averages
    };
    std::vector<Untrained> untrained_;
};

} // namespace belfry
