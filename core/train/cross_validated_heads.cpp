#include "core/train/cross_validated_heads.h"

#include "core/base/random.h"

#include <utility>
#include <vector>

namespace belfry {
namespace {

// Which pictures each head is asked about: as many of every class, drawn once.
at::Tensor foldsOf(const at::Tensor& labels, int classes) {
    at::Tensor folds = at::empty_like(labels);
    const auto count = labels.size(0);
    const auto* label = labels.const_data_ptr<std::int64_t>();
    std::vector<std::int64_t> seen(static_cast<std::size_t>(classes));
    for (const std::int64_t i : permutation(count, RandomStream(1, Purpose::Sample)))
        folds.data_ptr<std::int64_t>()[i] = seen[static_cast<std::size_t>(label[i])]++ % CrossValidatedHeads::kFolds;
    return folds;
}

LabelledFeatures picked(const LabelledFeatures& pictures, const at::Tensor& which) {
    const at::Tensor indices = which.nonzero().squeeze(1);
    return {pictures.features.index_select(0, indices), pictures.labels.index_select(0, indices)};
}

} // namespace

CrossValidatedHeads::CrossValidatedHeads(const LabelledFeatures& pictures, int classes, const std::stop_token& stop,
                                         double decay, std::function<void()> onHead)
    : pictures_(pictures), classes_(classes), stop_(stop), decay_(decay), onHead_(std::move(onHead)),
      folds_(foldsOf(pictures.labels, classes)) {}

at::Tensor CrossValidatedHeads::logits(const at::Tensor& trusted) {
    at::Tensor logits = at::zeros({pictures_.labels.size(0), classes_}, at::kFloat);
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
        logits.index_copy_(0, indices,
                           at::addmm(head.biases, pictures_.features.index_select(0, indices), head.weights.t()));
        if (onHead_)
            onHead_();
    }
    return logits;
}

} // namespace belfry
