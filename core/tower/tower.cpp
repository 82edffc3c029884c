#include "core/tower/tower.h"

#include "core/base/rendezvous.h"
#include "core/model/layers/fused_front_op.h"
#include "core/tower/page_locked.h"

#include <c10/core/StreamGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace belfry {
namespace {

at::TensorOptions on(at::Device device, at::ScalarType type) { return at::TensorOptions().device(device).dtype(type); }

// Copies `count` numbers from the host into a device buffer that grows when it must, on the current stream.
template <typename T>
const T* upload(at::Tensor& buffer, const T* host, std::int64_t count, at::Device device, at::ScalarType type) {
    if (!buffer.defined() || buffer.numel() < count)
        buffer = at::empty({count}, on(device, type));
    const at::Tensor source = at::from_blob(const_cast<T*>(host), {count}, at::TensorOptions().dtype(type));
    bring(buffer.narrow(0, 0, count), source);
    return buffer.const_data_ptr<T>();
}

// The same through its own page-locked memory: staging may wait for all that is queued.
template <typename T>
const T* upload(at::Tensor& buffer, at::Tensor& locked, const T* host, std::int64_t count, at::Device device,
                at::ScalarType type) {
    if (!locked.defined() || locked.numel() < count)
        locked = pageLocked({count}, type);
    std::copy_n(host, count, locked.data_ptr<T>());
    return upload(buffer, locked.const_data_ptr<T>(), count, device, type);
}

} // namespace

Tower::Tower(int index, at::Device device, std::shared_ptr<const Blueprint> blueprint, std::uint64_t seed,
             Precision precision)
    : index_(index), device_(device), blueprint_(std::move(blueprint)), seed_(seed), clock_(device),
      precision_(precision) {
    if (device.is_cuda())
        stream_ = c10::cuda::getStreamFromPool(false, device.index()).unwrap();
    const c10::OptionalStreamGuard guard(stream_);
    weights_ = at::zeros({blueprint_->flatSize}, on(device, at::kFloat));
    gradient_ = at::zeros({blueprint_->flatSize}, on(device, at::kFloat));
    metrics_ = at::zeros({3}, on(device, at::kDouble));
    epoch_ = at::zeros({1}, on(device, at::kInt));
    for (OnHost& step : steps_)
        step.metrics = device.is_cuda() ? pageLocked({3}, at::kDouble) : at::empty({3}, at::kDouble);
    network_ = std::make_unique<Network>(blueprint_, device, weights_, gradient_, arithmeticFor(precision, device));
    if (precision == Precision::Bf16)
        evaluator_ = std::make_unique<Network>(blueprint_, device, weights_, at::Tensor());
    if (device.is_cuda() && planFusedFront(*blueprint_).layers > 0)
        tryNetwork(std::make_unique<Network>(blueprint_, device, weights_, gradient_, arithmeticFor(precision, device),
                                             FrontKernels::Fused));
}

void Tower::tryNetwork(std::unique_ptr<Network> candidate) {
    trial_ = std::make_unique<NetworkTrial>(std::move(candidate), blueprint_, precision_);
}

void Tower::takeWeights(const at::Tensor& weights, std::int64_t begin, std::int64_t end) {
    if (weights.is_same(weights_))
        return;
    const c10::OptionalStreamGuard guard(stream_);
    bring(weights_.narrow(0, begin, end - begin), weights.narrow(0, begin, end - begin));
}

Tower::OnDevice Tower::toDevice(const std::uint8_t* images, const std::uint8_t* labels, const std::int64_t* ids,
                                std::int64_t count) {
    const std::uint8_t* gathered = images ? nullptr : resident_.const_data_ptr<std::uint8_t>();
    if (device_.is_cpu())
        return {images ? images : gathered, labels, ids, images ? nullptr : ids};
    OnDevice there{};
    OnHost& step = onHost(computed_);
    there.ids = ids ? upload(idBuffer_, step.ids, ids, count, device_, at::kLong) : nullptr;
    there.labels = labels ? upload(labelBuffer_, step.labels, labels, count, device_, at::kByte) : nullptr;
    there.images =
        images ? upload(imageBuffer_, images, count * blueprint_->image.bytes(), device_, at::kByte) : gathered;
    there.rows = images ? nullptr : there.ids;
    return there;
}

void Tower::useGraphs() {
    if (stream_ && !rendezvous_)
        graphs_ = std::make_unique<StepGraphs>();
}

void Tower::compute(const Share& share, std::int64_t epoch, const std::function<void(int)>& ready) {
    const c10::OptionalStreamGuard guard(stream_);
    ++computed_;
    onHost(computed_).done.wait(); // of a step long ago
    onHost(computed_).images = share.count();
    clock_.start();
    if (share.count() == 0)
        return computeNothing(ready);
    const OnDevice data = toDevice(share.images.empty() ? nullptr : share.images.data(), share.labels.data(),
                                   share.ids.data(), share.count());
    if (device_.is_cuda())
        clock_.end(&StageTimes::copy);
    if (epoch != std::exchange(drawnEpoch_, epoch))
        epoch_.fill_(static_cast<std::int32_t>(epoch));
    const PassContext context{.training = true,
                              .imageIds = data.ids,
                              .seed = seed_,
                              .epoch = static_cast<const std::uint32_t*>(epoch_.const_data_ptr()),
                              .rows = data.rows,
                              .rendezvous = rendezvous_,
                              .tower = index_};
    const auto runForward = [&] { forward(*network_, data, share.count(), context); };
    const auto runBackward = [&] { backward(*network_, context, [](int) {}); };
    const StepGraphs::Key key{share.count(), smoothing_, data.images, data.labels, data.ids};
    if (graphs_ && graphs_->ready(key, runForward, runBackward) && replay(runForward, runBackward)) {
        announceAll(ready);
        return sendMetrics();
    }
    if (trial_ && trial_->isOn() && !rendezvous_) {
        tryStep(data, share.count(), context);
        announceAll(ready);
        return sendMetrics();
    }
    runForward();
    clock_.end(&StageTimes::forward);
    backward(*network_, context, ready);
    clock_.end(&StageTimes::backward);
    if (rendezvous_)
        onHost(computed_).waited = rendezvous_->takeWait(index_);
    sendMetrics();
}

// False: the device would not start the first ones, and the step is to be queued kernel by kernel.
bool Tower::replay(const StepGraphs::Work& runForward, const StepGraphs::Work& runBackward) {
    if (graphs_->justCaptured())
        clock_.skip(); // the device had nothing to do meanwhile
    try {
        graphs_->replayForward();
        clock_.end(&StageTimes::forward);
        graphs_->replayBackward();
        clock_.end(&StageTimes::backward);
    } catch (const std::exception& error) {
        if (!graphs_->isProbed())
            throw;
        graphs_->giveUp(captureProblem(error));
        return false;
    }
    if (graphs_->isProbed()) // takes memory that only this step needs
        graphs_->probe(gradient_, [&] {
            runForward();
            runBackward();
        });
    return true;
}

// Timed are the stages of the usual network.
void Tower::tryStep(const OnDevice& data, std::int64_t images, const PassContext& context) {
    trial_->step(
        network_, gradient_,
        [&](Network& network) {
            const bool usual = &network == network_.get();
            if (usual)
                clock_.skip();
            forward(network, data, images, context);
            if (usual)
                clock_.end(&StageTimes::forward);
            backward(
                network, context, [](int) {});
            if (usual)
                clock_.end(&StageTimes::backward);
        });
}

void Tower::forward(Network& network, const OnDevice& data, std::int64_t images, const PassContext& context) {
    const at::Tensor logits = network.forward(data.images, images, context);
    logitsGradient_ = at::empty_like(logits);
    metrics_.zero_();
    softmaxLoss(contextOf(device_), logits.const_data_ptr<float>(), data.labels, images, blueprint_->classes,
                logitsGradient_.data_ptr<float>(), metrics_.data_ptr<double>(), nullptr, smoothing_);
}

void Tower::backward(Network& network, const PassContext& context, const std::function<void(int)>& ready) {
    network.backward(logitsGradient_, context, ready);
    logitsGradient_ = at::Tensor();
    metrics_.select(0, 2).copy_(gradient_.sum()); // not finite as soon as one number is not
}

void Tower::computeNothing(const std::function<void(int)>& ready) {
    gradient_.zero_();
    metrics_.zero_();
    if (rendezvous_) // the others wait for this tower too, forward and backward
        for (int pass = 0; pass < 2 * blueprint_->synchronisedLayers(); ++pass)
            rendezvous_->sum(index_, {});
    onHost(computed_).waited = rendezvous_ ? rendezvous_->takeWait(index_) : 0;
    announceAll(ready);
    sendMetrics();
}

void Tower::announceAll(const std::function<void(int)>& ready) const {
    for (std::size_t slice = 0; slice < blueprint_->slices.size(); ++slice)
        ready(static_cast<int>(slice));
}

void Tower::sendMetrics() {
    OnHost& step = onHost(computed_);
    step.metrics.copy_(metrics_, /*non_blocking=*/true);
    if (stream_)
        step.done.record(c10::cuda::CUDAStream(*stream_));
}

TowerStep Tower::collect(std::int64_t number) {
    const OnHost& found = onHost(number);
    found.done.wait();
    const double* metrics = found.metrics.const_data_ptr<double>();
    TowerStep step;
    step.images = step.times.images = found.images;
    step.lossSum = metrics[0];
    step.correct = static_cast<std::int64_t>(metrics[1]);
    step.finite = std::isfinite(metrics[0]) && std::isfinite(metrics[2]);
    clock_.read(step.times, static_cast<int>(computed_ - number));
    step.times.straggler = found.waited;
    step.times.forward = std::max(0.0F, step.times.forward - found.waited / 2);
    step.times.backward = std::max(0.0F, step.times.backward - found.waited / 2);
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
    const OnDevice data = toDevice(images, nullptr, nullptr, count);
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
