// A blueprint while it is made: what the rule of a layer's kind works on. Internal to the engine.
#pragma once

#include "core/base/text.h"
#include "core/model/blueprint.h"

#include <utility>
#include <vector>

namespace belfry {

class LayerPlanner {
public:
    explicit LayerPlanner(Blueprint& blueprint) : blueprint_(blueprint) {}

    // Puts the next layer into the blueprint.
    void plan(const GraphLayer& layer);
    // After the last layer: the running averages, behind all that is trained.
    void addRunningAverages();

    // ---- for rules

    BlueprintLayer& layer() { return layer_; } // its output has the first input's shape at first
    TensorShape shapeFrom(int input) const;    // of what a layer, or kPicture, gives
    int classes() const { return blueprint_.classes; }
    // "Network 'n', layer 3 (conv 6 9x9 relu) gets 7x7x1: a 9x9 window needs at least 9x9."
    [[noreturn]] void refuse(const Text& what) const;
    void requirePositive(std::int64_t value, const Text& what) const; // and at most a million
    // Height and width of the output, and the lines outside of the picture, of a window that moves over it.
    void slideWindow(int kernel, int stride, Padding padding);
    // Weights of `shape`, the first of which counts units or filters, and mostly a bias for each of those.
    void addWeights(std::vector<int> shape, const WeightOptions& options, std::int64_t fanIn, std::int64_t fanOut,
                    bool biases = true);
    // Gives `slice` the next place of the flat vector and returns its index. Its name is the suffix, its shape is set.
    int addSlice(Slice slice);
    // Running averages of every channel's mean and variance, of which the share `keep` stays at each step.
    void keepAverages(double keep) { averages_.emplace_back(number_, keep); }

private:
    int outputSize(int in, int kernel, int stride, Padding padding) const;
    void checkOptions(const WeightOptions& options) const;

    Blueprint& blueprint_;
    BlueprintLayer layer_;
    std::size_t number_ = 0;
    std::vector<std::pair<std::size_t, double>> averages_; // by layer
};

} // namespace belfry
