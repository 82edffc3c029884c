#include "core/train/evaluator.h"

#include "core/base/class_figures.h"
#include "core/base/stopwatch.h"
#include "core/data/stores.h"
#include "core/kernels/kernels.h"
#include "core/tower/test_views.h"

#include <array>
#include <numeric>

namespace belfry {

EvaluationResult figuresOf(std::span<const float> logits, std::span<const std::uint8_t> labels, int classes) {
    EvaluationResult result;
    result.images = static_cast<std::int64_t>(labels.size());
    result.confusion.resize(static_cast<std::size_t>(classes) * static_cast<std::size_t>(classes));
    std::array<double, 2> metrics{}; // sum of losses, correct answers
    softmaxLoss({}, logits.data(), labels.data(), result.images, classes, nullptr, metrics.data(),
                result.confusion.data());
    result.loss = result.images > 0 ? metrics[0] / static_cast<double>(result.images) : 0.0;
    result.correct = static_cast<std::int64_t>(metrics[1]);
    result.means = classMeans(result.confusion);
    return result;
}

std::vector<float> pickedRows(std::span<const float> numbers, std::span<const std::int64_t> rows, int width) {
    std::vector<float> picked;
    picked.reserve(rows.size() * static_cast<std::size_t>(width));
    for (const std::int64_t row : rows) {
        const auto numbersOf = numbers.subspan(static_cast<std::size_t>(row * width), static_cast<std::size_t>(width));
        picked.insert(picked.end(), numbersOf.begin(), numbersOf.end());
    }
    return picked;
}

EvaluationResult evaluate(TowerTeam& team, const ImageStore& store, const ImageRange& range,
                          const std::stop_token& stop, const std::function<void()>& onProgress, int views,
                          std::vector<float>* keepLogits) {
    const auto read = [&](std::int64_t first, std::int64_t last, std::uint8_t* out) {
        std::vector<std::int64_t> ids(static_cast<std::size_t>(last - first));
        std::iota(ids.begin(), ids.end(), range.begin + first);
        store.read(ids, out);
    };
    const Stopwatch watch;
    std::vector<float> logits = predictViews(team, views, range.end - range.begin, read, stop, onProgress);
    if (logits.empty())
        return {};
    std::vector<std::int64_t> rows = readableIn(store, range.begin, range.end); // known now that they were read
    std::vector<std::uint8_t> labels;
    for (std::int64_t& row : rows) {
        labels.push_back(store.label(row));
        row -= range.begin;
    }
    const int classes = team.tower(0).blueprint().classes;
    const bool all = std::ssize(rows) == range.end - range.begin;
    EvaluationResult result =
        all ? figuresOf(logits, labels, classes) : figuresOf(pickedRows(logits, rows, classes), labels, classes);
    result.seconds = watch.seconds();
    if (keepLogits)
        *keepLogits = std::move(logits);
    return result;
}

} // namespace belfry
