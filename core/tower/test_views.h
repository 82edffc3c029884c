// Several views of each picture at test time: their logits are averaged. Two views are the picture and its mirror
// image; six are both of them, and both of the picture moved by one pixel up and left and down and right, mirrored at
// its edges, with half of the weight of all. So KellerJordan's airbench does it at levels 1 and 2
// (https://github.com/KellerJordan/cifar10-airbench). Internal to the engine (ATen).
#pragma once

#include "core/tower/predict_batch.h"

#include <vector>

namespace belfry {

struct TestView {
    int move = 0; // pixels down and right
    bool mirrored = false;
    float weight = 1; // of all views the sum is 1
};

// For 1, 2 and 6; others throw std::out_of_range.
const std::vector<TestView>& testViews(int count);

// As predictBatch, which it calls for one view after the other: read() gives the pictures as they are.
std::vector<float> predictViews(TowerTeam& team, int views, std::int64_t count, const ReadImages& read,
                                const std::stop_token& stop = {}, const std::function<void()>& onProgress = {});

} // namespace belfry
