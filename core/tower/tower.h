// One replica of the network on one device, with its own flat weights and flat gradient. Internal to the engine (ATen).
// Both are fp32 in every precision, and so is evaluation: what is validated, what a weights file gives and what a
// drawing is answered with are the same numbers.
//
// A CPU tower works on the thread that calls it and that thread's OpenMP team. A CUDA tower enqueues on its own stream:
// compute() returns while the device works, so that one thread keeps several devices busy; collect() waits for it.
// One thread at a time per tower.
#pragma once

#include "core/base/stage_times.h"
#include "core/feed/feed.h"
#include "core/model/network.h"
#include "core/tower/cuda_steps.h"
#include "core/tower/device_event.h"
#include "core/tower/network_trial.h"
#include "core/tower/stage_clock.h"
#include "core/tower/step_graphs.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

struct TowerStep {
    double lossSum = 0; // over the images
    std::int64_t correct = 0;
    std::int64_t images = 0;
    bool finite = true; // loss and every number of the gradient
    // copy, forward, backward, and as straggler what was waited for others between them; the rest is filled in by the
    // trainer
    StageTimes times;
};

class Tower {
public:
    Tower(int index, at::Device device, std::shared_ptr<const Blueprint> blueprint, std::uint64_t seed,
          Precision precision = Precision::Fp32);

    // Forward, loss, backward for a share; the gradient becomes the mean over the share's images (zero for an empty
    // share). ready(slice) is called when a slice of the gradient is final (CUDA: enqueued). The share must live until
    // collect().
    void compute(const Share& share, std::int64_t epoch, const std::function<void(int slice)>& ready);

    void setLabelSmoothing(float smoothing) { smoothing_ = smoothing; } // of compute(); 0 at first

    // CUDA: compute() replays captured graphs from now on, once it can; then ready() comes for all slices at backward's
    // end. Not for towers that meet in synchronised layers, which wait for the host.
    void useGraphs();
    std::int64_t replayedSteps() const { return graphs_ ? graphs_->replays() : 0; }
    // Why it replays none; empty when it may.
    Text graphProblem() const { return graphs_ ? graphs_->problem() : Text(); }

    // Compares the network with this one, over the same flat vectors, in the next steps, and uses it from then on if
    // they agree. On CUDA towers begin so with own kernels where there are any. Not for towers that meet in
    // synchronised layers.
    void tryNetwork(std::unique_ptr<Network> candidate);
    // Why the network tried is not used; empty when it may be.
    Text trialProblem() const { return trial_ ? trial_->problem() : Text(); }

    // compute() calls so far, one that failed included.
    std::int64_t computed() const { return computed_; }
    // The numbers of the compute() that was the `number`th (from 1), one of the last kMaxInFlightSteps + 2. CUDA: waits
    // until the device has got that far; for the last one: so that the gradient may be read.
    TowerStep collect(std::int64_t number);
    TowerStep collect() { return collect(computed_); }

    // Waits for what is queued on its stream; throws what failed there. Nothing on the CPU.
    void synchronize() const {
        if (stream_)
            stream_->synchronize();
    }
    // Waits for all that is queued, host memory that is still read included; never throws, whatever became of it.
    void finish() noexcept;

    // The barrier of this team's towers in synchronised layers; it must outlive the tower.
    void setRendezvous(Rendezvous* rendezvous) { rendezvous_ = rendezvous; }

    // All training images on this tower's device: shares that carry only ids gather their images there.
    void useResident(at::Tensor images) { resident_ = std::move(images); }

    // Answers without training: begin, parts of `images` images in all, collect. The logits stay on the device between,
    // so that one thread keeps several devices busy: only collectLogits() waits for them. Host memory is free again
    // when a part returns.
    void beginPrediction(std::int64_t images);
    void predict(const std::uint8_t* images, std::int64_t count);
    void collectLogits(float* logits); // images x classes

    int index() const { return index_; }
    at::Device device() const { return device_; }
    std::optional<c10::Stream> stream() const { return stream_; } // CUDA only
    // Copies weights from any device, on this tower's stream; nothing happens when they are the tower's own.
    // Page-locked ones must stay as they are until the stream has been waited for.
    void takeWeights(const at::Tensor& weights) { takeWeights(weights, 0, weights.numel()); }
    void takeWeights(const at::Tensor& weights, std::int64_t begin, std::int64_t end); // these alone
    at::Tensor& weights() { return weights_; }
    at::Tensor& gradient() { return gradient_; }
    const Blueprint& blueprint() const { return *blueprint_; }
    std::vector<std::string> describe() const { return network_->describe(); }

private:
    // Image bytes, labels and ids of a share on the tower's device (the host vectors themselves on the CPU).
    struct OnDevice {
        const std::uint8_t* images;
        const std::uint8_t* labels;
        const std::int64_t* ids;
        const std::int64_t* rows; // which of the images; null: one after another
    };
    // images null: the resident ones. They must live until the stream has been waited for.
    OnDevice toDevice(const std::uint8_t* images, const std::uint8_t* labels, const std::int64_t* ids,
                      std::int64_t count);
    // Host memory of a step. CUDA: page-locked, and in use by the device until `done` has been waited for.
    struct OnHost {
        at::Tensor ids, labels; // on their way to the device; CUDA only
        at::Tensor metrics;
        DeviceEvent done;
        std::int64_t images = 0;
        float waited = 0; // milliseconds, for other towers in synchronised layers
    };
    OnHost& onHost(std::int64_t number) { return steps_[static_cast<std::size_t>(number) % steps_.size()]; }
    void sendMetrics();
    void computeNothing(const std::function<void(int slice)>& ready);
    void tryStep(const OnDevice& data, std::int64_t images, const PassContext& context);
    void forward(Network& network, const OnDevice& data, std::int64_t images, const PassContext& context);
    void backward(Network& network, const PassContext& context, const std::function<void(int slice)>& ready);
    bool replay(const StepGraphs::Work& runForward, const StepGraphs::Work& runBackward);
    void announceAll(const std::function<void(int slice)>& ready) const;

    int index_;
    at::Device device_;
    std::shared_ptr<const Blueprint> blueprint_;
    std::uint64_t seed_;
    float smoothing_ = 0;
    at::Tensor weights_, gradient_;
    at::Tensor metrics_;                 // doubles on the device: loss sum, correct answers, sum of the gradient
    at::Tensor epoch_;                   // on the device: what keys dropout and augmentation
    std::int64_t drawnEpoch_ = 0;        // its value
    at::Tensor logitsGradient_;          // between forward and backward
    std::unique_ptr<StepGraphs> graphs_; // null: every step is queued kernel by kernel
    std::array<OnHost, kMaxInFlightSteps + 2> steps_; // the last, in turn
    std::int64_t computed_ = 0;                       // steps
    at::Tensor logits_;                               // of a prediction, on the device
    at::Tensor imageBuffer_, labelBuffer_, idBuffer_; // CUDA only
    at::Tensor resident_;                             // uint8, of the whole training store; undefined: none
    std::optional<c10::Stream> stream_;               // CUDA only: the tower's own
    Rendezvous* rendezvous_ = nullptr;
    StageClock clock_;
    std::int64_t predicted_ = 0; // images since beginPrediction()
    Precision precision_;
    std::unique_ptr<Network> network_;
    std::unique_ptr<NetworkTrial> trial_; // null: there was none
    std::unique_ptr<Network> evaluator_;  // of the same weights in fp32; null when network_ keeps fp32
};

} // namespace belfry
