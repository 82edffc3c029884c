#include "core/predict/mistakes.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

namespace belfry {

std::vector<Mistake> mistakesOf(const Evaluation& evaluation, std::size_t most) {
    std::vector<Mistake> mistakes;
    for (const std::int64_t image : worstFirst(evaluation)) {
        const auto index = static_cast<std::size_t>(image);
        const int truth = evaluation.labels[index], answer = evaluation.answers[index];
        if (truth == answer || mistakes.size() >= most) // right ones come after all wrong ones
            break;
        mistakes.push_back(
            {image, truth, answer, evaluation.probability(image, answer), evaluation.probability(image, truth)});
    }
    return mistakes;
}

std::vector<ConfusedPair> confusedPairs(const Evaluation& evaluation) {
    std::vector<std::int64_t> ofClass(static_cast<std::size_t>(evaluation.classes));
    for (const std::uint8_t label : evaluation.labels)
        ++ofClass[label];
    std::map<std::pair<int, int>, ConfusedPair> byCell;
    for (const Mistake& mistake : mistakesOf(evaluation)) {
        ConfusedPair& pair = byCell[{mistake.truth, mistake.answer}];
        if (pair.images == 0)
            pair = {mistake.truth, mistake.answer, 0, ofClass[static_cast<std::size_t>(mistake.truth)], 0,
                    mistake.image};
        ++pair.images;
        pair.confidence += static_cast<double>(mistake.confidence);
    }
    std::vector<ConfusedPair> pairs;
    for (auto& [cell, pair] : byCell) {
        pair.confidence /= static_cast<double>(pair.images);
        pairs.push_back(pair);
    }
    std::ranges::sort(pairs, {}, [](const ConfusedPair& pair) {
        return std::tuple(-pair.images, -pair.share(), pair.truth, pair.answer);
    });
    return pairs;
}

Text sentenceOf(const ConfusedPair& pair, const std::vector<std::string>& classes) {
    const std::string& truth = classes.at(static_cast<std::size_t>(pair.truth));
    const std::string& answer = classes.at(static_cast<std::size_t>(pair.answer));
    return Text::plural("%n images of '%1' (%2 % of that class) are taken for '%3', with a mean confidence of %4 %.",
                        "%n image of '%1' (%2 % of that class) is taken for '%3', with a confidence of %4 %.",
                        pair.images, truth, decimals(100 * pair.share(), 2), answer,
                        decimals(100 * pair.confidence, 2));
}

} // namespace belfry
