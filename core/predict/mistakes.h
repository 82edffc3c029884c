// What a network gets wrong: single images, and pairs of classes. Plain values; any thread.
#pragma once

#include "core/base/text.h"
#include "core/predict/evaluation.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace belfry {

struct Mistake {
    std::int64_t image = 0;
    int truth = 0, answer = 0;
    float confidence = 0;      // the probability of the answer
    float trueProbability = 0; // that of the truth
    bool operator==(const Mistake&) const = default;
};
// The most confident ones first; at most so many.
std::vector<Mistake> mistakesOf(const Evaluation& evaluation,
                                std::size_t most = std::numeric_limits<std::size_t>::max());

// The images of one class that were taken for another one.
struct ConfusedPair {
    int truth = 0, answer = 0;
    std::int64_t images = 0, ofClass = 0; // ofClass: all images of the true class
    double confidence = 0;                // the mean probability of the answer
    std::int64_t worst = 0;               // the image with the most confident mistake
    double share() const { return static_cast<double>(images) / static_cast<double>(ofClass); } // of the class
    bool operator==(const ConfusedPair&) const = default;
};
// Those with images: by their number, then by share, then by label.
std::vector<ConfusedPair> confusedPairs(const Evaluation& evaluation);
// "12 images of '4' (2.10 % of that class) are taken for '9', with a mean confidence of 71.00 %."
Text sentenceOf(const ConfusedPair& pair, const std::vector<std::string>& classes);

} // namespace belfry
