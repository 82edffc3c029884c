#include "core/doctor/label_suspects.h"

#include "core/base/random.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr int kFolds = 5;
constexpr double kClearDoubt = 2.3; // ten times as probable: not learnt from in the second round

// Which pictures each head is asked about: as many of every class, drawn once.
at::Tensor foldsOf(const at::Tensor& labels, int classes) {
    at::Tensor folds = at::empty_like(labels);
    const auto count = labels.size(0);
    const auto* label = labels.const_data_ptr<std::int64_t>();
    std::vector<std::int64_t> seen(static_cast<std::size_t>(classes));
    for (const std::int64_t i : permutation(count, RandomStream(1, Purpose::Sample)))
        folds.data_ptr<std::int64_t>()[i] = seen[static_cast<std::size_t>(label[i])]++ % kFolds;
    return folds;
}

LabelledFeatures picked(const LabelledFeatures& pictures, const at::Tensor& which) {
    const at::Tensor indices = which.nonzero().squeeze(1);
    return {pictures.features.index_select(0, indices), pictures.labels.index_select(0, indices)};
}

class CrossCheck {
public:
    CrossCheck(const LabelledFeatures& pictures, int classes, const std::stop_token& stop,
               const std::function<void(double)>& onProgress)
        : pictures_(pictures), classes_(classes), stop_(stop), onProgress_(onProgress),
          folds_(foldsOf(pictures.labels, classes)) {}

    // By picture, the logarithms of the probabilities of the classes. Heads learn from those pictures that are trusted.
    at::Tensor answers(const at::Tensor& trusted) {
        at::Tensor logs = at::zeros({pictures_.labels.size(0), classes_}, at::kFloat);
        for (int fold = 0; fold < kFolds && !stop_.stop_requested(); ++fold) {
            const at::Tensor asked = folds_.eq(fold);
            LabelledFeatures train = picked(pictures_, asked.logical_not().logical_and(trusted));
            if (train.labels.size(0) == 0 || !asked.any().item<bool>()) // of a handful of pictures
                continue;
            if (decay_ == 0)
                decay_ =
                    fitLinearHead({train.features.clone(), train.labels}, picked(pictures_, asked), classes_, {}, stop_)
                        .decay;
            const LinearHead head = fitLinearHeadAt(decay_, std::move(train), classes_, stop_);
            const at::Tensor indices = asked.nonzero().squeeze(1);
            logs.index_copy_(
                0, indices,
                at::log_softmax(at::addmm(head.biases, pictures_.features.index_select(0, indices), head.weights.t()),
                                1));
            if (onProgress_)
                onProgress_(++done_ / (2.0 * kFolds));
        }
        return logs;
    }

private:
    const LabelledFeatures& pictures_;
    int classes_;
    const std::stop_token& stop_;
    const std::function<void(double)>& onProgress_;
    at::Tensor folds_;
    double decay_ = 0; // found by the first head
    int done_ = 0;
};

// How much more probable the best of the other classes is.
at::Tensor doubtsOf(const at::Tensor& logs, const at::Tensor& labels) {
    const at::Tensor own = labels.unsqueeze(1);
    const at::Tensor others = logs.scatter(1, own, -1e30);
    return std::get<0>(others.max(1)) - logs.gather(1, own).squeeze(1);
}

} // namespace

LabelCheck checkLabels(const LabelledFeatures& pictures, int classes, const std::stop_token& stop,
                       const std::function<void(double)>& onProgress) {
    CrossCheck check(pictures, classes, stop, onProgress);
    const at::Tensor first = check.answers(at::ones_like(pictures.labels, at::kBool));
    const at::Tensor trusted = doubtsOf(first, pictures.labels).lt(kClearDoubt);
    const at::Tensor logs = check.answers(trusted);
    if (stop.stop_requested())
        return {};
    const at::Tensor doubts = doubtsOf(logs, pictures.labels).contiguous(), answers = logs.argmax(1);
    const auto* label = pictures.labels.const_data_ptr<std::int64_t>();
    const auto* answer = answers.const_data_ptr<std::int64_t>();
    const auto* doubt = doubts.const_data_ptr<float>();
    LabelCheck result;
    result.accuracy = answers.eq(pictures.labels).to(at::kDouble).mean().item<double>();
    result.confusion.resize(static_cast<std::size_t>(classes) * static_cast<std::size_t>(classes));
    for (std::int64_t i = 0; i < pictures.labels.size(0); ++i) {
        if (answer[i] != label[i])
            result.suspects.push_back(
                {i, static_cast<int>(label[i]), static_cast<int>(answer[i]), static_cast<double>(doubt[i])});
        ++result.confusion[static_cast<std::size_t>(label[i] * classes + answer[i])];
    }
    std::ranges::stable_sort(result.suspects, std::greater(), &LabelSuspect::doubt);
    return result;
}

} // namespace belfry
