// Loss, accuracy and confusion counts of a split, as one large batch over all towers (tower/predict_batch.h). Internal
// (ATen).
#pragma once

#include "core/base/evaluation_result.h"
#include "core/data/dataset.h"
#include "core/tower/tower_team.h"

#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace belfry {

// From existing predictions: logits, images x classes, and the images' labels. Leaves the duration unknown.
EvaluationResult figuresOf(std::span<const float> logits, std::span<const std::uint8_t> labels, int classes);

// These rows of a matrix, `width` numbers each.
std::vector<float> pickedRows(std::span<const float> numbers, std::span<const std::int64_t> rows, int width);

struct ImageRange {
    std::int64_t begin = 0, end = 0;
};
// With the weights that the towers hold, of these images of a store; those that cannot be decoded do not count. Blocks;
// a stop request ends it early, with no confusion counts. onProgress: as predictBatch. views: of each picture
// (tower/test_views.h). keepLogits: where they are put, images of the range x classes; null: nowhere.
EvaluationResult evaluate(TowerTeam& team, const ImageStore& store, const ImageRange& range,
                          const std::stop_token& stop = {}, const std::function<void()>& onProgress = {}, int views = 1,
                          std::vector<float>* keepLogits = nullptr);
// Of all.
inline EvaluationResult evaluate(TowerTeam& team, const ImageStore& store, const std::stop_token& stop = {}) {
    return evaluate(team, store, {0, store.size()}, stop);
}

} // namespace belfry
