#include "core/tower/tower.h"

#include "core/base/rendezvous.h"
#include "core/kernels/update_kernels.h"
#include "core/model/input.h"
#include "core/model/layers/fused_front_op.h"
#include "core/tower/page_locked.h"
#include "core/tower/upload.h"

#include <c10/core/StreamGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <utility>

namespace belfry {
namespace {

at::TensorOptions on(at::Device device, at::ScalarType type) { return at::TensorOptions().device(device).dtype(type); }

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
    results_ = sharedWithDevice(sizeof(StepResult) * kStepSlots, device);
    if (!results_.defined()) {
        results_ = at::zeros({sizeof(StepResult) * kStepSlots}, at::kByte);
        resultsThere_ = at::zeros_like(results_, on(device, at::kByte));
    }
    counter_ = at::zeros({sizeof(StepCounter) / sizeof(std::int64_t)}, on(device, at::kLong));
    network_ = std::make_unique<Network>(blueprint_, device, weights_, gradient_, arithmeticFor(precision, device));
    const bool tries = device.is_cuda() && planFusedFront(*blueprint_).layers > 0;
    const bool folds = std::ranges::any_of(blueprint_->layers, [](const BlueprintLayer& layer) {
        return std::holds_alternative<BatchNormLayer>(layer.spec);
    });
    if (precision == Precision::Bf16 || tries || folds)
        evaluator_ = std::make_unique<Network>(blueprint_, device, weights_, at::Tensor());
    if (tries)
        tryNetwork(std::make_unique<Network>(blueprint_, device, weights_, gradient_, arithmeticFor(precision, device),
                                             NetworkKernels::Fused));
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

Tower::OnDevice Tower::toDevice(const Share& share) {
    const bool gathers = share.images.empty();
    const std::uint8_t* images = gathers ? resident_.const_data_ptr<std::uint8_t>() : share.images.data();
    const std::int64_t* draws = share.draws.empty() ? share.ids.data() : share.draws.data();
    const auto count = static_cast<std::int64_t>(share.ids.size());
    if (device_.is_cpu())
        return {images, share.labels.data(), draws, gathers ? share.ids.data() : nullptr};
    OnHost& step = onHost(computed_);
    return {gathers ? images : upload(imageBuffer_, images, count * blueprint_->image.bytes(), device_, at::kByte),
            upload(labelBuffer_, step.labels, share.labels.data(), count, device_, at::kByte),
            upload(drawBuffer_, step.draws, draws, count, device_, at::kLong),
            gathers ? upload(idBuffer_, step.ids, share.ids.data(), count, device_, at::kLong) : nullptr};
}

Tower::OnDevice Tower::toDevice(const Share& share, std::int64_t stepImages) {
    if (!order_ || !share.order)
        return toDevice(share);
    const auto count = static_cast<std::int64_t>(share.ids.size());
    order_->follow(share, stepImages);
    if (idBuffer_.numel() < count) {
        drawBuffer_ = at::empty({count}, on(device_, at::kLong));
        idBuffer_ = at::empty({count}, on(device_, at::kLong));
        labelBuffer_ = at::empty({count}, on(device_, at::kByte));
    }
    return {resident_.const_data_ptr<std::uint8_t>(), labelBuffer_.const_data_ptr<std::uint8_t>(),
            drawBuffer_.const_data_ptr<std::int64_t>(), idBuffer_.const_data_ptr<std::int64_t>(), true};
}

void Tower::useResident(at::Tensor images, const at::Tensor& labels) {
    resident_ = std::move(images);
    if (device_.is_cuda())
        order_.emplace(device_, labels, static_cast<StepCounter*>(counter_.mutable_data_ptr()));
}

void Tower::setClassTerms(const ClassTerms& terms) {
    const c10::OptionalStreamGuard guard(stream_);
    const auto there = [this](const auto& of) { return of.empty() ? at::Tensor() : at::tensor(of).to(device_); };
    classWeights_ = there(terms.weights);
    logitOffsets_ = there(terms.logitOffsets);
}

void Tower::setFrozenLayers(std::size_t layers) {
    const c10::OptionalStreamGuard guard(stream_);
    frozenLayers_ = layers;
    frozenGradients_.clear();
    for (const Slice& slice : blueprint_->slices)
        if (slice.layer < layers)
            frozenGradients_.push_back(gradient_.narrow(0, slice.offset, slice.count));
}

void Tower::useGraphs(std::vector<int> groupOf) {
    if (!stream_ || rendezvous_)
        return;
    if (resultsThere_.defined()) {
        problem_ = noLockedMemory();
        return;
    }
    graphs_ = std::make_unique<StepGraphs>(std::move(groupOf));
    clock_.sample();
}

void Tower::compute(const Share& share, std::int64_t epoch, const std::function<void(int)>& ready,
                    std::int64_t stepImages) {
    if (pending_)
        throw std::logic_error("The step before was left to takePending(), which nobody called.");
    if (share.count() > 0 && share.hasNext != mixes())
        throw std::logic_error("A share has one image more than its own exactly where the input stage mixes images.");
    const c10::OptionalStreamGuard guard(stream_);
    ++computed_;
    onHost(computed_).done.wait(); // of a step long ago
    onHost(computed_).images = share.count();
    stepImages_ = stepImages > 0 ? stepImages : share.count();
    clock_.start();
    if (share.count() == 0)
        return computeNothing(ready);
    const OnDevice data = toDevice(share, stepImages_);
    if (device_.is_cuda())
        clock_.end(&StageTimes::copy);
    if (epoch != std::exchange(drawnEpoch_, epoch))
        epoch_.fill_(static_cast<std::int32_t>(epoch));
    if (lossWeight_ && *lossWeight_ != std::exchange(queuedWeight_, *lossWeight_)) {
        if (!weightThere_.defined())
            weightThere_ = at::empty({1}, on(device_, at::kFloat));
        weightThere_.fill_(*lossWeight_);
    }
    const PassContext context{.training = true,
                              .imageIds = data.draws,
                              .seed = seed_,
                              .epoch = static_cast<const std::uint32_t*>(epoch_.const_data_ptr()),
                              .rows = data.rows,
                              .rendezvous = rendezvous_,
                              .tower = index_,
                              .frozenLayers = frozenLayers_};
    const StepGraphs::Work work{[&] { forward(*network_, data, share.count(), context); },
                                [&](const auto& final) { backward(*network_, context, final); }};
    const StepGraphs::Key key{share.count(),         smoothing_,   data.images,
                              data.labels,           data.draws,   dataOf(classWeights_),
                              dataOf(logitOffsets_), frozenLayers_};
    if (trial_ && trial_->isOn() && !rendezvous_) { // before any capture, which would hold the network replaced
        tryStep(data, share.count(), context);
        announceAll(ready);
        return endWithGradient();
    }
    if (!graphs_ || !graphs_->ready(key, work) || !(defer(ready) || replay(work, ready)))
        queueOrdinary(work, ready);
    endWithGradient();
}

// Kernel by kernel.
void Tower::queueOrdinary(const StepGraphs::Work& work, const std::function<void(int)>& ready) {
    const auto queue = [&](const std::function<void(int)>& final) {
        work.forward();
        clock_.end(&StageTimes::forward);
        work.backward(final);
        clock_.end(&StageTimes::backward);
    };
    if (graphs_ && graphs_->hasGraphs()) { // a short batch, among others
        graphs_->besideGraphs([&] { queue([](int) {}); });
        announceAll(ready);
    } else {
        queue(ready);
    }
    if (rendezvous_)
        onHost(computed_).waited = rendezvous_->takeWait(index_);
}

// False: the device would not start the first ones, and the step is to be queued kernel by kernel.
bool Tower::replay(const StepGraphs::Work& work, const std::function<void(int)>& ready) {
    if (graphs_->justCaptured())
        clock_.skip();                       // the device had nothing to do meanwhile
    const bool probed = graphs_->isProbed(); // whose gradient is not the step's
    try {
        graphs_->replayForward();
        clock_.end(&StageTimes::forward);
        graphs_->replayBackward(probed ? [](int) {} : ready);
        clock_.end(&StageTimes::backward);
    } catch (const std::exception& error) {
        if (!probed)
            throw;
        graphs_->giveUp(captureProblem(error));
        return false;
    }
    if (probed) {
        graphs_->probe(gradient_, work);
        announceAll(ready);
    }
    return true;
}

// A step that nobody looks into, once replays are known to be right, is left to takePending().
bool Tower::defer(const std::function<void(int)>& ready) {
    if (!defers_ || graphs_->isProbed() || graphs_->justCaptured() || clock_.timesThisStep())
        return false;
    try {
        if (publishedImages_ != stepImages_) {
            publishGraph_ = std::move(graphs_->capturer().capture([this](const auto&) { queuePublishing(); }).front());
            ++publishCaptures_;
        }
        publishedImages_ = stepImages_;
    } catch (const std::exception& error) {
        problem_ = captureProblem(error);
        defers_ = false;
        return false;
    }
    pending_ = true;
    announceAll(ready);
    return true;
}

Tower::Pending Tower::takePending() {
    if (!std::exchange(pending_, false))
        return {};
    Pending pending{graphs_->graphs(), {}, graphs_->capture() + publishCaptures_};
    if (published_ + 1 == computed_) { // else the device's counter is to be set first
        pending.after.push_back(publishGraph_.get());
        publishReplayed_ = true;
        ++published_;
    }
    graphs_->countReplay();
    return pending;
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
    if (data.byOrder)
        order_->takeBatch(images + (mixes() ? 1 : 0),
                          {drawBuffer_.data_ptr<std::int64_t>(), idBuffer_.data_ptr<std::int64_t>(),
                           labelBuffer_.data_ptr<std::uint8_t>()});
    const at::Tensor logits = adjusted(network.forward(data.images, images, context));
    logitsGradient_ = at::empty_like(logits);
    const at::Tensor scratch = at::empty({device_.is_cuda() ? kLossScratch : 0}, metrics_.options());
    const at::Tensor shares = at::empty({mixes() ? images : 0}, on(device_, at::kFloat));
    if (mixes())
        ownShares(contextOf(device_), blueprint_->input, sizeOf(blueprint_->image),
                  stageBatch(data.images, images, context), shares.data_ptr<float>());
    softmaxLoss(contextOf(device_), logits.const_data_ptr<float>(), data.labels, images, blueprint_->classes,
                logitsGradient_.data_ptr<float>(), metrics_.data_ptr<double>(), nullptr, smoothing_,
                scratch.data_ptr<double>(), dataOf(classWeights_), mixes() ? shares.const_data_ptr<float>() : nullptr);
    if (lossWeight_)
        logitsGradient_.mul_(weightThere_);
}

void Tower::backward(Network& network, const PassContext& context, const std::function<void(int)>& ready) {
    for (at::Tensor& gradient : frozenGradients_) // an exchange may have added a penalty
        gradient.zero_();
    network.backward(logitsGradient_, context, ready);
    logitsGradient_ = at::Tensor();
    if (endsWithUpdate_) // which looks at the gradient itself
        return;
    if (device_.is_cpu()) {
        const at::Tensor scratch = at::empty({normScratch(gradient_.numel())}, metrics_.options());
        metrics_.data_ptr<double>()[2] =
            euclideanNorm(gradient_.const_data_ptr<float>(), gradient_.numel(), scratch.data_ptr<double>());
    } else {
        metrics_.select(0, 2).copy_(gradient_.sum());
    }
}

void Tower::computeNothing(const std::function<void(int)>& ready) {
    gradient_.zero_();
    metrics_.zero_();
    if (rendezvous_) // the others wait for this tower too, forward and backward
        for (std::vector<double>& sums : blueprint_->emptySums(frozenLayers_))
            rendezvous_->sum(index_, sums);
    onHost(computed_).waited = rendezvous_ ? rendezvous_->takeWait(index_) : 0;
    announceAll(ready);
    endWithGradient();
}

void Tower::announceAll(const std::function<void(int)>& ready) const {
    for (std::size_t slice = 0; slice < blueprint_->slices.size(); ++slice)
        ready(static_cast<int>(slice));
}

void Tower::endWithUpdate(const std::int32_t* halted) {
    const c10::OptionalStreamGuard guard(stream_);
    metrics_.zero_(); // the gradient is not checked here any more
    endsWithUpdate_ = true;
    halted_ = halted;
}

void Tower::endWithGradient() {
    if (endsWithUpdate_)
        return;
    publish();
    markDone();
}

void Tower::endStep() {
    const c10::OptionalStreamGuard guard(stream_);
    if (!std::exchange(publishReplayed_, false))
        publish();
    markDone();
}

void Tower::publish() {
    if (++published_ != computed_) // a step before failed
        counter_.select(0, 0).fill_((published_ = computed_) - 1);
    queuePublishing();
}

void Tower::queuePublishing() {
    ExecutionContext context = contextOf(device_);
    context.halted = halted_;
    at::Tensor& results = resultsThere_.defined() ? resultsThere_ : results_;
    publishStep(context, metrics_.const_data_ptr<double>(), static_cast<StepResult*>(results.mutable_data_ptr()),
                kStepSlots, static_cast<StepCounter*>(counter_.mutable_data_ptr()), stepImages_);
}

void Tower::markDone() {
    if (resultsThere_.defined())
        results_.copy_(resultsThere_);
    if (stream_)
        onHost(computed_).done.record(c10::cuda::CUDAStream(*stream_));
}

const StepResult& Tower::result(std::int64_t number) const {
    return static_cast<const StepResult*>(results_.const_data_ptr())[(number - 1) % kStepSlots];
}

TowerStep Tower::collect(std::int64_t number) {
    const OnHost& found = onHost(number);
    found.done.wait();
    const StepResult& result = this->result(number);
    TowerStep step;
    step.images = step.times.images = found.images;
    step.lossSum = result.lossSum;
    step.correct = static_cast<std::int64_t>(result.correct);
    step.finite =
        endsWithUpdate_ ? result.halted == 0 : std::isfinite(result.lossSum) && std::isfinite(result.gradientCheck);
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

} // namespace belfry
