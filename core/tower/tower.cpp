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
    for (Findings& findings : findings_)
        findings.metrics = at::empty({3}, at::TensorOptions().dtype(at::kDouble).pinned_memory(device.is_cuda()));
    network_ = std::make_unique<Network>(blueprint_, device, weights_, gradient_, arithmeticFor(precision, device));
    if (precision == Precision::Bf16)
        evaluator_ = std::make_unique<Network>(blueprint_, device, weights_, at::Tensor());
}

void Tower::takeWeights(const at::Tensor& weights) {
    if (weights.is_same(weights_))
        return;
    const c10::OptionalStreamGuard guard(stream_);
    weights_.copy_(weights, /*non_blocking=*/device_.is_cuda()); // ordinary memory is staged before it returns
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

void Tower::useGraphs() {
    if (stream_ && !meeting_)
        graphs_ = std::make_unique<StepGraphs>();
}

void Tower::compute(const Share& share, std::int64_t epoch, const std::function<void(int)>& ready) {
    const c10::OptionalStreamGuard guard(stream_);
    ++computed_;
    findings(0).images = share.count();
    clock_.start();
    if (share.count() == 0)
        return computeNothing(ready);
    const OnDevice data = bring(share.images.empty() ? nullptr : share.images.data(), share.labels.data(),
                                share.ids.data(), share.count());
    if (device_.is_cuda())
        clock_.end(&StageTimes::copy);
    const PassContext context{true, data.ids, seed_, static_cast<std::uint32_t>(epoch), data.rows, meeting_, index_};
    const auto goForward = [&] { forward(data, share.count(), context); };
    const auto goBackward = [&] { backward(context, [](int) {}); };
    const bool replays =
        graphs_ &&
        graphs_->stand({share.count(), epoch, smoothing_, data.images, data.labels, data.ids}, goForward, goBackward);
    replays ? graphs_->replayForward() : goForward();
    clock_.end(&StageTimes::forward);
    replays ? graphs_->replayBackward() : backward(context, ready);
    clock_.end(&StageTimes::backward);
    if (replays && graphs_->isProbed()) {
        const at::Tensor replayed = gradient_.clone();
        goForward();
        goBackward();
        graphs_->probe(replayed, gradient_);
    }
    if (replays)
        announceAll(ready);
    sendFindings();
}

void Tower::forward(const OnDevice& data, std::int64_t images, const PassContext& context) {
    const at::Tensor logits = network_->forward(data.images, images, context);
    logitsGradient_ = at::empty_like(logits);
    metrics_.zero_();
    softmaxLoss(placeOf(device_), logits.const_data_ptr<float>(), data.labels, images, blueprint_->classes,
                logitsGradient_.data_ptr<float>(), metrics_.data_ptr<double>(), nullptr, smoothing_);
}

void Tower::backward(const PassContext& context, const std::function<void(int)>& ready) {
    network_->backward(logitsGradient_, context, ready);
    logitsGradient_ = at::Tensor();
    metrics_.select(0, 2).copy_(gradient_.sum()); // not finite as soon as one number is not
}

void Tower::computeNothing(const std::function<void(int)>& ready) {
    gradient_.zero_();
    metrics_.zero_();
    if (meeting_) // the others wait for this tower too, forward and backward
        for (int meeting = 0; meeting < 2 * blueprint_->synchronisedLayers(); ++meeting)
            meeting_->sum(index_, {});
    announceAll(ready);
    sendFindings();
}

void Tower::announceAll(const std::function<void(int)>& ready) const {
    for (std::size_t slice = 0; slice < blueprint_->slices.size(); ++slice)
        ready(static_cast<int>(slice));
}

void Tower::sendFindings() {
    Findings& found = findings(0);
    found.metrics.copy_(metrics_, /*non_blocking=*/true);
    if (stream_)
        found.there.record(c10::cuda::CUDAStream(*stream_));
}

TowerStep Tower::collect(int behind) {
    const Findings& found = findings(behind);
    found.there.wait();
    const double* metrics = found.metrics.const_data_ptr<double>();
    TowerStep step;
    step.images = step.times.images = found.images;
    step.lossSum = metrics[0];
    step.correct = static_cast<std::int64_t>(metrics[1]);
    step.finite = std::isfinite(metrics[0]) && std::isfinite(metrics[2]);
    clock_.read(step.times, behind);
    return step;
}

void Tower::finish() noexcept {
    try {
        if (stream_)
            stream_->synchronize();
    } catch (const std::exception&) { // of a device that is lost: nothing is queued there any more
    }
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
