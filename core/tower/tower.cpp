#include "core/tower/tower.h"

#include "core/base/meeting.h"

#include <c10/core/StreamGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <cmath>

namespace belfry {
namespace {

at::TensorOptions on(at::Device device, at::ScalarType type) {
    return at::TensorOptions().device(device).dtype(type);
}

// Copies `count` numbers from the host into a device buffer that grows when it must, on the current stream.
template <typename T>
const T* upload(at::Tensor& buffer, const T* host, std::int64_t count, at::Device device, at::ScalarType type) {
    if (!buffer.defined() || buffer.numel() < count)
        buffer = at::empty({count}, on(device, type));
    const at::Tensor source = at::from_blob(const_cast<T*>(host), {count}, at::TensorOptions().dtype(type));
    buffer.narrow(0, 0, count).copy_(source, /*non_blocking=*/true); // ordinary memory is staged before it returns
    return buffer.const_data_ptr<T>();
}

} // namespace

Tower::Tower(int index, at::Device device, std::shared_ptr<const Blueprint> blueprint, std::uint64_t seed,
             Precision precision)
    : index_(index), device_(device), blueprint_(std::move(blueprint)), seed_(seed), clock_(device) {
    if (device.is_cuda())
        stream_ = c10::cuda::getStreamFromPool(false, device.index()).unwrap();
    const c10::OptionalStreamGuard guard(stream_);
    weights_ = at::zeros({blueprint_->flatSize}, on(device, at::kFloat));
    gradient_ = at::zeros({blueprint_->flatSize}, on(device, at::kFloat));
    metrics_ = at::zeros({3}, on(device, at::kDouble));
    network_ = std::make_unique<Network>(blueprint_, device, weights_, gradient_, arithmeticFor(precision, device));
    if (precision != Precision::Fp32)
        evaluator_ = std::make_unique<Network>(blueprint_, device, weights_, at::Tensor());
}

void Tower::takeWeights(const at::Tensor& weights) {
    if (weights.is_same(weights_))
        return;
    const c10::OptionalStreamGuard guard(stream_);
    weights_.copy_(weights);
}

Tower::OnDevice Tower::bring(const std::uint8_t* images, const std::uint8_t* labels, const std::int64_t* ids,
                             std::int64_t count) {
    const std::uint8_t* gathered = images ? nullptr : resident_.const_data_ptr<std::uint8_t>();
    if (device_.is_cpu())
        return {images ? images : gathered, labels, ids, images ? nullptr : ids};
    OnDevice there{};
    there.ids = ids ? upload(idBuffer_, ids, count, device_, at::kLong) : nullptr;
    there.labels = labels ? upload(labelBuffer_, labels, count, device_, at::kByte) : nullptr;
    there.images =
        images ? upload(imageBuffer_, images, count * blueprint_->image.bytes(), device_, at::kByte) : gathered;
    there.rows = images ? nullptr : there.ids;
    return there;
}

void Tower::compute(const Share& share, std::int64_t epoch, const std::function<void(int)>& ready) {
    const c10::OptionalStreamGuard guard(stream_);
    images_ = share.count();
    clock_.start();
    if (share.count() == 0)
        return computeNothing(ready);
    const OnDevice data = bring(share.images.empty() ? nullptr : share.images.data(), share.labels.data(),
                                share.ids.data(), share.count());
    if (device_.is_cuda())
        clock_.end(&StageTimes::copy);
    const PassContext context{true, data.ids, seed_, static_cast<std::uint32_t>(epoch), data.rows, meeting_, index_};
    const at::Tensor logits = network_->forward(data.images, share.count(), context);
    const at::Tensor logitsGradient = at::empty_like(logits);
    metrics_.zero_();
    softmaxLoss(placeOf(device_), logits.const_data_ptr<float>(), data.labels, share.count(), blueprint_->classes,
                logitsGradient.data_ptr<float>(), metrics_.data_ptr<double>(), nullptr, smoothing_);
    clock_.end(&StageTimes::forward);
    network_->backward(logitsGradient, context, ready);
    metrics_.select(0, 2).copy_(gradient_.sum()); // not finite as soon as one number is not
    clock_.end(&StageTimes::backward);
}

void Tower::computeNothing(const std::function<void(int)>& ready) {
    gradient_.zero_();
    metrics_.zero_();
    if (meeting_) // the others wait for this tower too, forward and backward
        for (int meeting = 0; meeting < 2 * blueprint_->synchronisedLayers(); ++meeting)
            meeting_->sum(index_, {});
    for (std::size_t slice = 0; slice < blueprint_->slices.size(); ++slice)
        ready(static_cast<int>(slice));
}

TowerStep Tower::collect() {
    const c10::OptionalStreamGuard guard(stream_);
    TowerStep step;
    step.images = step.times.images = images_;
    fetchMetrics(step);
    clock_.read(step.times);
    return step;
}

void Tower::finish() noexcept {
    try {
        if (stream_)
            stream_->synchronize();
    } catch (const std::exception&) { // of a device that is lost: nothing is queued there any more
    }
}

void Tower::fetchMetrics(TowerStep& step) {
    const at::Tensor host = metrics_.cpu(); // CUDA: waits for this tower's stream
    step.lossSum = host.const_data_ptr<double>()[0];
    step.correct = static_cast<std::int64_t>(host.const_data_ptr<double>()[1]);
    step.finite = std::isfinite(step.lossSum) && std::isfinite(host.const_data_ptr<double>()[2]);
}

void Tower::beginPrediction(std::int64_t images) {
    const c10::OptionalStreamGuard guard(stream_);
    logits_ = at::empty({images, blueprint_->classes}, on(device_, at::kFloat));
    predicted_ = 0;
}

void Tower::predict(const std::uint8_t* images, std::int64_t count) {
    if (count == 0)
        return;
    const c10::OptionalStreamGuard guard(stream_);
    const OnDevice data = bring(images, nullptr, nullptr, count);
    Network& network = evaluator_ ? *evaluator_ : *network_;
    logits_.narrow(0, predicted_, count).copy_(network.forward(data.images, count, {}));
    predicted_ += count;
}

void Tower::collectLogits(float* logits) {
    const c10::OptionalStreamGuard guard(stream_);
    at::from_blob(logits, logits_.sizes(), at::kFloat).copy_(logits_); // CUDA: waits for this tower's stream
    logits_ = at::Tensor();
}

} // namespace belfry
