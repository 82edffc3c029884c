#include "core/doctor/label_suspects.h"

#include "core/train/cross_validated_heads.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr double kClearDoubt = 2.3; // ten times as probable: not learnt from in the second round

// How much more probable the best of the other classes is.
at::Tensor doubtsOf(const at::Tensor& logs, const at::Tensor& labels) {
    const at::Tensor own = labels.unsqueeze(1);
    const at::Tensor others = logs.scatter(1, own, -1e30);
    return std::get<0>(others.max(1)) - logs.gather(1, own).squeeze(1);
}

} // namespace

LabelCheck checkLabels(const LabelledFeatures& pictures, int classes, const std::stop_token& stop,
                       const std::function<void(double)>& onProgress) {
    int done = 0;
    const auto onHead = [&] {
        if (onProgress)
            onProgress(++done / (2.0 * CrossValidatedHeads::kFolds));
    };
    CrossValidatedHeads heads(pictures, classes, stop, 0, onHead);
    const at::Tensor first = at::log_softmax(heads.logits(at::ones_like(pictures.labels, at::kBool)), 1);
    const at::Tensor trusted = doubtsOf(first, pictures.labels).lt(kClearDoubt);
    const at::Tensor logs = at::log_softmax(heads.logits(trusted), 1);
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
