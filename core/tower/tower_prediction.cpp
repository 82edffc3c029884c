// What a tower answers without training.
#include "core/tower/tower.h"
#include "core/tower/upload.h"

#include <c10/core/StreamGuard.h>

namespace belfry {

void Tower::beginPrediction(std::int64_t images) {
    const c10::OptionalStreamGuard guard(stream_);
    logits_ = at::empty({images, blueprint_->classes}, at::TensorOptions().device(device_).dtype(at::kFloat));
    predicted_ = 0;
}

void Tower::predict(const std::uint8_t* images, std::int64_t count) {
    if (count == 0)
        return;
    const c10::OptionalStreamGuard guard(stream_);
    // Not the buffer of the steps, whose address is part of a capture.
    const std::uint8_t* there =
        stream_ ? upload(predictedImages_, images, count * blueprint_->image.bytes(), device_, at::kByte) : images;
    Network& network = evaluator_ ? *evaluator_ : *network_;
    const auto predict = [&] { logits_.narrow(0, predicted_, count).copy_(network.forward(there, count, {})); };
    graphs_ ? graphs_->besideGraphs(predict) : predict();
    predicted_ += count;
}

void Tower::collectLogits(float* logits) {
    const c10::OptionalStreamGuard guard(stream_);
    at::from_blob(logits, logits_.sizes(), at::kFloat).copy_(logits_); // CUDA: waits for this tower's stream
    logits_ = at::Tensor();
}

} // namespace belfry
