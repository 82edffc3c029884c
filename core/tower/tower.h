// One replica of the network on one device, with its own flat weights and flat gradient. Internal to the engine (ATen).
// Both are fp32 in every precision, and so is evaluation: what is validated, what a weights file gives and what a
// drawing is answered with are the same numbers.
//
// A CPU tower works on the thread that calls it and that thread's helpers (kernels/thread_team.h, OpenMP's own). A CUDA
// tower enqueues on its own stream: compute() returns while the device works, so that one thread keeps several devices
// busy; collect() waits for it. One thread at a time per tower.
#pragma once

#include "core/base/stage_times.h"
#include "core/feed/feed.h"
#include "core/kernels/step_kernels.h"
#include "core/model/network.h"
#include "core/tower/class_terms.h"
#include "core/tower/cuda_steps.h"
#include "core/tower/device_event.h"
#include "core/tower/network_trial.h"
#include "core/tower/resident_order.h"
#include "core/tower/stage_clock.h"
#include "core/tower/step_graphs.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace belfry {

struct TowerStep {
    double lossSum = 0; // over the images
    std::int64_t correct = 0;
    std::int64_t images = 0;
    bool finite = true; // loss and every number of the gradient; where the device looks itself, its word
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
    // collect(). stepImages: of all towers in this step; 0: the share's.
    void compute(const Share& share, std::int64_t epoch, const std::function<void(int slice)>& ready,
                 std::int64_t stepImages = 0);

    void setLabelSmoothing(float smoothing) { smoothing_ = smoothing; } // of compute(); 0 at first

    void setClassTerms(const ClassTerms& terms); // of compute(); none at first

    // From the next compute() on the first `layers` layers are as in evaluation: batch norms use their running
    // averages, nothing is dropped. Their gradient is zero, unless a kernel computes it with that of layers behind them
    // (planLaneFront()). None at first. The same in all towers.
    void setFrozenLayers(std::size_t layers);

    // From the next compute() on the loss gradient is multiplied by it, and with it the gradient, but not the
    // statistics at the place of running averages. It lies in device memory: one capture serves every weight. None, as
    // at first: 1, without a kernel. Not for towers that meet in synchronised layers, which weigh their sums
    // themselves.
    void setLossWeight(std::optional<float> weight) { lossWeight_ = weight; }
    float lossWeight() const { return lossWeight_.value_or(1.0F); }

    // CUDA: compute() replays captured graphs from now on, once it can. groupOf: by slice, which slices an exchange
    // sums together; then ready() comes for them as soon as their part of backward is queued (empty: at its end). Not
    // for towers that meet in synchronised layers, which wait for the host. One step in StageClock::kStepsPerStamp is
    // timed from now on.
    void useGraphs(std::vector<int> groupOf = {});
    int stepsPerStamp() const { return clock_.stepsPerStamp(); } // of which one is timed
    void restartClock() { clock_.restart(); }                    // after collect() of every step so far
    std::int64_t replayedSteps() const { return graphs_ ? graphs_->replays() : 0; }
    // Why it replays none; empty when it may.
    Text graphProblem() const { return graphs_ && !graphs_->problem().empty() ? graphs_->problem() : problem_; }

    // A step ends with its update, which the caller queues: from now on it calls endStep() behind it. halted: where the
    // update is made on this tower's device, as ExecutionContext::halted; else null.
    void endWithUpdate(const std::int32_t* halted);
    void endStep();

    // The update follows on this tower's stream and is replayed with the step: from now on compute() queues nothing of
    // a step that takePending() is to give.
    void deferReplays() { defers_ = true; }
    // The graphs of the step that compute() left to the caller: it replays `before`, its own, and `after`, at best as
    // one launch. Empty: compute() has queued all.
    struct Pending {
        std::vector<Graph*> before, after;
        std::int64_t capture = 0; // another number: other graphs
    };
    Pending takePending();

    // Compares the network with this one, over the same flat vectors, in the next steps, and uses it from then on if
    // they agree. On CUDA towers begin so with own kernels where there are any. Not for towers that meet in
    // synchronised layers.
    void tryNetwork(std::unique_ptr<Network> candidate);
    // Why the network tried is not used; empty when it may be.
    Text trialProblem() const { return trial_ ? trial_->problem() : Text(); }

    // compute() calls so far, one that failed included.
    std::int64_t computed() const { return computed_; }
    // The numbers of the compute() that was the `number`th (from 1), one of the last kStepSlots. CUDA: waits until the
    // device has got that far; for the last one: so that the gradient may be read.
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

    // All training images and their labels on this tower's device: shares that carry only ids gather their images
    // there. CUDA: so are the ids and labels of a share that says where it stands in its epoch's order.
    void useResident(at::Tensor images, const at::Tensor& labels);

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
        const std::int64_t* draws; // key the random numbers
        const std::int64_t* rows;  // which of the images; null: one after another
        bool byOrder = false;      // draws, rows and labels are taken in forward()
    };
    // With no images: the resident ones. They must live until the stream has been waited for.
    OnDevice toDevice(const Share& share);
    OnDevice toDevice(const Share& share, std::int64_t stepImages);
    // Host memory of a step. CUDA: page-locked, and in use by the device until `done` has been waited for.
    struct OnHost {
        at::Tensor draws, ids, labels; // on their way to the device; CUDA only
        DeviceEvent done;
        std::int64_t images = 0;
        float waited = 0; // milliseconds, for other towers in synchronised layers
    };
    OnHost& onHost(std::int64_t number) { return steps_[static_cast<std::size_t>(number) % steps_.size()]; }
    const StepResult& result(std::int64_t number) const;
    void endWithGradient();
    void publish();
    void queuePublishing();
    void markDone();
    void computeNothing(const std::function<void(int slice)>& ready);
    void tryStep(const OnDevice& data, std::int64_t images, const PassContext& context);
    bool mixes() const { return blueprint_->input.mixes(); }
    static const float* dataOf(const at::Tensor& terms) {
        return terms.defined() ? terms.const_data_ptr<float>() : nullptr;
    }
    at::Tensor adjusted(at::Tensor logits) const { return logitOffsets_.defined() ? logits + logitOffsets_ : logits; }
    void forward(Network& network, const OnDevice& data, std::int64_t images, const PassContext& context);
    void backward(Network& network, const PassContext& context, const std::function<void(int slice)>& ready);
    void queueOrdinary(const StepGraphs::Work& work, const std::function<void(int slice)>& ready);
    bool replay(const StepGraphs::Work& work, const std::function<void(int slice)>& ready);
    bool defer(const std::function<void(int slice)>& ready);
    void announceAll(const std::function<void(int slice)>& ready) const;

    int index_;
    at::Device device_;
    std::shared_ptr<const Blueprint> blueprint_;
    std::uint64_t seed_;
    float smoothing_ = 0;
    std::size_t frozenLayers_ = 0;
    std::vector<at::Tensor> frozenGradients_; // parts of gradient_
    at::Tensor classWeights_, logitOffsets_;  // on the device; undefined: none
    at::Tensor weights_, gradient_;
    at::Tensor metrics_;          // doubles on the device: loss sum, correct answers, check of the gradient
    at::Tensor epoch_;            // on the device: what keys dropout and augmentation
    std::int64_t drawnEpoch_ = 0; // its value
    std::optional<float> lossWeight_;
    at::Tensor weightThere_;               // on the device: the loss weight of the step that is queued
    float queuedWeight_ = 0;               // its value
    at::Tensor logitsGradient_;            // between forward and backward
    std::unique_ptr<StepGraphs> graphs_;   // null: every step is queued kernel by kernel
    std::array<OnHost, kStepSlots> steps_; // the last, in turn
    std::int64_t computed_ = 0;            // steps
    std::int64_t published_ = 0;           // of them
    at::Tensor results_;                   // StepResult[kStepSlots], which the device writes by itself
    at::Tensor resultsThere_;              // where it cannot: on the device, copied and waited for; else undefined
    at::Tensor counter_;                   // on the device: a StepCounter
    bool endsWithUpdate_ = false;
    const std::int32_t* halted_ = nullptr; // on the device
    std::int64_t stepImages_ = 0;          // of all towers in the last step
    bool defers_ = false, pending_ = false, publishReplayed_ = false;
    Text problem_;                        // why steps are not replayed, or not as one launch, beside that of the graphs
    std::unique_ptr<Graph> publishGraph_; // of steps of publishedImages_
    std::int64_t publishedImages_ = 0, publishCaptures_ = 0;
    at::Tensor logits_;                                            // of a prediction, on the device
    at::Tensor imageBuffer_, labelBuffer_, drawBuffer_, idBuffer_; // CUDA only, of steps
    at::Tensor predictedImages_;                                   // CUDA only
    at::Tensor resident_;                // uint8, of the whole training store; undefined: none
    std::optional<ResidentOrder> order_; // CUDA only
    std::optional<c10::Stream> stream_;  // CUDA only: the tower's own
    Rendezvous* rendezvous_ = nullptr;
    StageClock clock_;
    std::int64_t predicted_ = 0; // images since beginPrediction()
    Precision precision_;
    std::unique_ptr<Network> network_;
    std::unique_ptr<NetworkTrial> trial_; // null: there was none
    // Of the same weights in fp32, the usual one, with norms in its convolutions: what answers is the same in a run and
    // after it. Null: network_ is that.
    std::unique_ptr<Network> evaluator_;
};

} // namespace belfry
