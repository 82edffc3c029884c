// What a network looks at in one picture, and what each of its layers makes of it, on the CPU with one thread, so that
// training is not blocked. Free of torch.
#pragma once

#include "core/train/snapshot.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace belfry {

// HiResCam: the maps of the last layer that still has pictures (grad_cam_layer.h), each place weighted by its own
// gradient (Draelos and Carin 2020). GradCam: by the mean gradient of its channel (Selvaraju et al. 2017). Behind a
// global average pool both are one; before dense layers the mean loses what they make of each place. InputGradient: of
// the logit with respect to the picture (Simonyan et al. 2013), its largest magnitude over the channels.
enum class HeatMapKind { HiResCam, GradCam, InputGradient };

// Of one picture and one class. Rows from the top, as large as the picture.
struct HeatMap {
    HeatMapKind kind = HeatMapKind::HiResCam;
    int label = 0;             // of the class that it speaks of
    std::size_t layer = 0;     // of blueprint.layers: whose output is weighed; 0 of InputGradient
    int height = 0, width = 0; // of the picture
    std::vector<float> values; // 0 to 1: the largest one is 1, unless all are 0
    float peak = 0;            // what 1 stands for, in logits
    std::vector<float> coarse; // before it was resized to the picture, in logits: coarseHeight x coarseWidth
    int coarseHeight = 0, coarseWidth = 0;
    float probability = 0; // of that class
    std::int64_t step = 0; // of the snapshot
};

// What one layer makes of one picture. Of tokens with one class token, the maps have the tokens where their places are,
// without the class token, which has none.
struct LayerMaps {
    std::size_t layer = 0;                   // of blueprint.layers
    std::string name;                        // as the network's text has it: "conv 32 5x5 relu"
    int channels = 0, height = 1, width = 1; // 1 x 1: units instead of maps
    std::vector<float> values;               // channel after channel, each row by row
    std::span<const float> map(int channel) const;
};

// The filters of the first convolution, where it gets 1 or 3 channels.
struct FilterPictures {
    std::size_t layer = 0;
    int filters = 0, channels = 0, height = 0, width = 0; // channels: 1 or 3
    std::vector<float> values;                            // filter, then row, column, channel
};

// What the units (of a dense layer) or channels (of pictures) of a layer do over many pictures.
struct LayerHealth {
    std::size_t layer = 0;
    // By channel: the same number for every picture and at every place. Of a single number, only a ReLU's 0 counts.
    std::vector<bool> dead;
    // Share of outputs within 1 % of a bound of their activation, of what is between its bounds: sigmoid, hard sigmoid,
    // tanh, and ReLU6 at 6.
    double saturated = 0;
};

// Not thread-safe: one explainer per thread. Throws Error(Usage) for a picture of another size or a label that is not
// there, each with what was expected.
class Explainer {
public:
    explicit Explainer(std::shared_ptr<const Snapshot> snapshot);
    ~Explainer();
    // Reuses the network if the blueprint is the same and only the weights are newer.
    void update(std::shared_ptr<const Snapshot> snapshot);
    const Snapshot& snapshot() const;

    // image: uint8 height x width x channels, of the snapshot's shape. label: of whichever class; none: of the answer.
    HeatMap look(std::span<const std::uint8_t> image, std::optional<int> label = {},
                 std::optional<HeatMapKind> kind = {});
    // In the order of the layers. Layers that only change numbers in place (dropout, which does nothing in evaluation)
    // are left out.
    std::vector<LayerMaps> layers(std::span<const std::uint8_t> image);
    // images: contiguous, at least one.
    std::vector<LayerHealth> health(std::span<const std::uint8_t> images);
    std::optional<FilterPictures> firstFilters() const; // none without convolutions

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace belfry
