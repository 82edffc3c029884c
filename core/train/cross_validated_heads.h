// Last layers that are each asked about pictures which they have not learnt from. Internal to the engine (ATen); one
// thread.
#pragma once

#include "core/train/linear_head.h"

#include <functional>
#include <stop_token>

namespace belfry {

class CrossValidatedHeads {
public:
    static constexpr int kFolds = 5;
    // `pictures` and `stop` must outlive it. decay: the L2 coefficient; 0: the one that is best for the first head.
    // onHead(): after each.
    CrossValidatedHeads(const LabelledFeatures& pictures, int classes, const std::stop_token& stop, double decay = 0,
                        std::function<void()> onHead = {});

    // By picture, the logits of the head that did not learn from it. Heads learn from those pictures alone that are
    // trusted (bool, by picture). Zeros where there was nothing to learn from, or it was stopped.
    at::Tensor logits(const at::Tensor& trusted);

private:
    const LabelledFeatures& pictures_;
    int classes_;
    const std::stop_token& stop_;
    double decay_;
    std::function<void()> onHead_;
    at::Tensor folds_;
};

} // namespace belfry
