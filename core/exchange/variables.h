// The variables on one device, with all that their update keeps: the optimizer's state, the moving average. Session
// thread, or one thread per range where it says so. Internal to the engine (ATen).
#pragma once

#include "core/exchange/orthogonal_update.h"
#include "core/exchange/update_graph.h"
#include "core/kernels/update_kernels.h"
#include "core/model/blueprint.h"
#include "core/optim/optimizer.h"

#include <ATen/ATen.h>
#include <c10/core/Stream.h>

#include <optional>
#include <span>
#include <vector>

namespace belfry {

// An update is the optimizer's beginStep(), setStepNumbers(), addPenalty() for ranges that cover the vector,
// haltUnlessFinite(), clip(), orthogonalise(), and update() for ranges that cover it; or beginStep() and step(). Ranges
// may be given to several threads at a time. `mean` is flatSize floats on the device.
class Variables {
public:
    // weights: the variables at their start, updated in place. stream: the one that work on them is queued on (none on
    // the CPU).
    Variables(at::Tensor weights, std::optional<c10::Stream> stream, const Blueprint& blueprint,
              const Optimizer& optimizer, const UpdateRules& rules);

    // The numbers of this step's update(): in device memory, so that a replayed update reads those of its own step.
    void setStepNumbers(const UpdateStep& step);
    // L2, once, after the mean.
    void addPenalty(float* mean, std::int64_t begin, std::int64_t end) const;
    // Where updates are queued before the host has seen the gradient (UpdateRules::haltUnlessFinite): from a mean that
    // is not finite on no update is made any more. Nothing waits for the device.
    void haltUnlessFinite(const float* mean);
    bool clips() const { return rules_.clipNorm > 0; }
    bool orthogonalises() const { return matrices_.has_value(); }
    bool needsWholeMean() const { return clips() || halted_.defined() || orthogonalises(); } // before any update
    void clip(float* mean);
    // The part of the matrices that falls to one of `parts` threads; each is orthogonalised by one thread and its team.
    void orthogonalise(const float* mean, int part = 0, int parts = 1);
    // The trained weights by the optimizer, running averages towards the mean of their statistics, look-ahead of both,
    // then the average of them all.
    void update(const float* mean, std::int64_t begin, std::int64_t end);

    // All of them but beginStep(), for the whole vector. On CUDA, with useGraph(), it is replayed once it can be, with
    // the graphs of the step that it ends; the host is at most kStepSlots steps ahead of the device.
    void step(at::Tensor& mean, const UpdateStep& step, const Tower::Pending& pending = {});
    void useGraph();
    // On the device: no update is made any more, as haltUnlessFinite() has decided; null: the caller decides.
    const std::int32_t* halted() const { return halted_.defined() ? halted_.const_data_ptr<std::int32_t>() : nullptr; }
    std::int64_t replayedUpdates() const { return graph_ ? graph_->replays() : 0; }
    // Why none is replayed, empty when they may.
    Text graphProblem() const { return graph_ ? graph_->problem() : graphProblem_; }

    at::Tensor& weights() { return weights_; }
    const at::Tensor& weights() const { return weights_; }
    void setWeights(std::span<const float> weights); // host memory, free again on return
    void restore(std::span<const float> weights, std::span<const float> average,
                 std::span<const std::vector<float>> optimizerState); // as VariableStore::restore
    std::vector<float> hostWeights() const { return toHost(weights_); }
    std::vector<float> hostAverage() const;                  // the weights when no average is kept
    std::vector<std::vector<float>> hostState() const;       // the optimizer's vectors, then the slow weights
    std::vector<float> toHost(const at::Tensor& flat) const; // waits for work queued on the stream

private:
    ExecutionContext updateContext() const;
    StepNumbers* numbers() { return static_cast<StepNumbers*>(numbers_.mutable_data_ptr()); }
    StepNumbers numbersOfStep(const UpdateStep& step) const;
    void updateTrained(ExecutionContext context, const float* mean, std::int64_t begin, std::int64_t end);
    void applyStep(at::Tensor& mean);
    void fromHost(at::Tensor& flat, std::span<const float> values);

    std::optional<c10::Stream> stream_;
    const Blueprint& blueprint_;
    const Optimizer& optimizer_;
    UpdateRules rules_;
    at::Tensor weights_;
    std::vector<at::Tensor> state_; // the optimizer's, then the slow weights if there are any
    // The trained part as parts of one rule each; one where all slices have one rate.
    struct RulePart {
        std::int64_t begin, end;
        bool ofBiases, ofMatrices;
        int group;
        bool sameRule(const RulePart& other) const {
            return ofBiases == other.ofBiases && ofMatrices == other.ofMatrices && group == other.group;
        }
    };
    std::vector<RulePart> rulePartsOf(const Blueprint& blueprint) const;
    std::vector<RulePart> ruleParts_;
    std::vector<int> groups_; // of the layers; empty: all have one rate
    void updateRunning(ExecutionContext context, const float* mean, std::int64_t begin, std::int64_t end);
    std::optional<OrthogonalUpdate> matrices_; // none where the optimizer does not treat them as wholes
    at::Tensor average_;                       // undefined when none is kept
    at::Tensor scratch_;                       // doubles, for norms; undefined when none is asked for
    at::Tensor halted_;                        // undefined: the caller looks at the gradient first
    at::Tensor numbers_;                       // the bytes of the StepNumbers
    // With a graph the host leaves them in slots, where the update takes those of its own step.
    at::Tensor slots_, taken_; // StepNumbers[kStepSlots]; on the device: how many
    std::int64_t given_ = 0;
    std::optional<UpdateGraph> graph_;
    Text graphProblem_; // why there is none
};

} // namespace belfry
