#include "core/exchange/variables.h"

#include "core/base/error.h"
#include "core/kernels/optimizer_kernels.h"
#include "core/model/network.h"
#include "core/model/rate_groups.h"
#include "core/tower/page_locked.h"

#include <c10/core/StreamGuard.h>

#include <algorithm>
#include <array>

namespace belfry {
namespace {

// out = outShare x out + inShare x in, where the slice is within [begin, end).
void blend(ExecutionContext context, const Slice& slice, std::int64_t begin, std::int64_t end, float* out,
           double outShare, const float* in, double inShare) {
    const std::int64_t first = std::max(begin, slice.offset), last = std::min(end, slice.offset + slice.count);
    if (first >= last)
        return;
    const std::array<const float*, 2> terms{out, in};
    const std::array<float, 2> shares{static_cast<float>(outShare), static_cast<float>(inShare)};
    weightedSum(context, out, terms.data(), shares.data(), 2, first, last);
}

bool isBias(const Slice& slice) { return slice.shape.size() == 1; }

} // namespace

// What lies between two slices is zero, and belongs to the one before.
std::vector<Variables::RulePart> Variables::rulePartsOf(const Blueprint& blueprint) const {
    std::vector<RulePart> parts;
    for (const Slice& slice : blueprint.slices) {
        if (slice.offset >= blueprint.trainableSize)
            continue;
        const RulePart part{.begin = slice.offset,
                            .end = blueprint.trainableSize,
                            .ofBiases = rules_.biasRate != 1 && isBias(slice),
                            .ofMatrices = matrices_ && matrices_->has(slice.offset),
                            .group = groups_.empty() ? 0 : groups_[slice.layer]};
        if (!parts.empty() && parts.back().sameRule(part))
            continue;
        if (!parts.empty())
            parts.back().end = slice.offset;
        parts.push_back(part);
    }
    return parts;
}

Variables::Variables(at::Tensor weights, std::optional<c10::Stream> stream, const Blueprint& blueprint,
                     const Optimizer& optimizer, const UpdateRules& rules)
    : stream_(stream), blueprint_(blueprint), optimizer_(optimizer), rules_(rules), weights_(std::move(weights)) {
    const c10::OptionalStreamGuard guard(stream_);
    for (int i = 0; i < optimizer.stateVectors(); ++i)
        state_.push_back(at::zeros_like(weights_));
    if (rules_.lookAhead)
        state_.push_back(weights_.clone());
    if (rules_.averages())
        average_ = weights_.clone();
    if (optimizer.orthogonalises())
        matrices_.emplace(blueprint);
    if (rules_.rateGroups)
        groups_ = rateGroups(blueprint);
    ruleParts_ = rulePartsOf(blueprint);
    if (clips() || rules_.haltUnlessFinite)
        scratch_ = at::empty({normScratch(weights_.numel())}, weights_.options().dtype(at::kDouble));
    if (rules_.haltUnlessFinite)
        halted_ = at::zeros({1}, weights_.options().dtype(at::kInt));
    numbers_ = at::empty({sizeof(StepNumbers)}, weights_.options().dtype(at::kByte));
}

StepNumbers Variables::numbersOfStep(const UpdateStep& step) const {
    StepNumbers numbers{.groups = {},
                        .moves = {},
                        .rest = static_cast<float>(step.averageShare),
                        .pull = static_cast<float>(step.pull)};
    for (std::size_t group = 0; group < (rules_.rateGroups ? numbers.groups.size() : 1); ++group) {
        const double share = rules_.rateGroups ? step.groupRates[group] : 1.0, rate = step.rate * share;
        numbers.moves[group] = share == 0 ? 0.0F : 1.0F;
        const std::int64_t before = rules_.rateGroups ? step.groupBefore[group] : 0;
        numbers.groups[group] = {.rule = optimizer_.numbers(rate, rate, before),
                                 .biasRule = optimizer_.numbers(rate * rules_.biasRate, rate, before),
                                 .matrixRule = optimizer_.matrixNumbers(rate)};
    }
    if (rules_.averageDecay > 0)
        numbers.rest = static_cast<float>(1.0 - averageDecayAt(rules_.averageDecay, optimizer_.step()));
    return numbers;
}

void Variables::setStepNumbers(const UpdateStep& step) {
    const c10::OptionalStreamGuard guard(stream_);
    putNumbers(contextOf(weights_.device()), numbersOfStep(step), numbers());
}

void Variables::addPenalty(float* mean, std::int64_t begin, std::int64_t end) const {
    const c10::OptionalStreamGuard guard(stream_);
    for (const Slice& slice : blueprint_.slices)
        if (slice.decay > 0)
            blend(contextOf(weights_.device()), slice, begin, end, mean, 1.0, weights_.const_data_ptr<float>(),
                  slice.decay);
}

void Variables::clip(float* mean) {
    const c10::OptionalStreamGuard guard(stream_);
    if (clips())
        clipToNorm(contextOf(weights_.device()), mean, blueprint_.trainableSize, rules_.clipNorm,
                   scratch_.data_ptr<double>());
}

void Variables::haltUnlessFinite(const float* mean) {
    const c10::OptionalStreamGuard guard(stream_);
    if (halted_.defined())
        belfry::haltUnlessFinite(contextOf(weights_.device()), mean, blueprint_.flatSize, scratch_.data_ptr<double>(),
                                 halted_.data_ptr<std::int32_t>());
}

void Variables::updateTrained(ExecutionContext context, const float* mean, std::int64_t begin, std::int64_t end) {
    std::array<float*, 4> state{};
    for (std::size_t i = 0; i < state_.size(); ++i)
        state.at(i) = state_[i].data_ptr<float>();
    float* const weights = weights_.data_ptr<float>();
    for (const RulePart& part : ruleParts_) {
        const std::int64_t first = std::max(begin, part.begin), last = std::min(end, part.end);
        if (first >= last)
            continue;
        const StepNumbers::Rules& rules = numbers()->groups[static_cast<std::size_t>(part.group)];
        if (part.ofMatrices)
            applyRule<MuonRule>(context, rules.matrixRule.data(), weights, mean, state.data(), first, last);
        else
            optimizer_.update(context, (part.ofBiases ? rules.biasRule : rules.rule).data(), weights, mean,
                              state.data(), first, last);
    }
}

// The running averages of batch norm.
void Variables::updateRunning(ExecutionContext context, const float* mean, std::int64_t begin, std::int64_t end) {
    float* const weights = weights_.data_ptr<float>();
    for (const Slice& slice : blueprint_.slices) {
        const std::int64_t first = std::max(begin, slice.offset), last = std::min(end, slice.offset + slice.count);
        if (slice.offset < blueprint_.trainableSize || first >= last)
            continue;
        if (groups_.empty())
            blend(context, slice, begin, end, weights, slice.keep, mean, 1.0 - slice.keep);
        else
            moveAverage(context, weights + first, mean + first, last - first,
                        &numbers()->moves[static_cast<std::size_t>(groups_[slice.layer])],
                        static_cast<float>(1.0 - slice.keep));
    }
}

ExecutionContext Variables::updateContext() const {
    ExecutionContext context = contextOf(weights_.device());
    if (halted_.defined())
        context.halted = halted_.const_data_ptr<std::int32_t>();
    return context;
}

void Variables::orthogonalise(const float* mean, int part, int parts) {
    const c10::OptionalStreamGuard guard(stream_);
    if (matrices_)
        matrices_->direct(updateContext(), numbers()->groups.front().matrixRule.data(), mean, state_, part, parts);
}

void Variables::update(const float* mean, std::int64_t begin, std::int64_t end) {
    const c10::OptionalStreamGuard guard(stream_);
    const ExecutionContext context = updateContext();
    const std::int64_t trained = std::clamp(blueprint_.trainableSize, begin, end);
    float* weights = weights_.data_ptr<float>();
    updateTrained(context, mean, begin, trained);
    updateRunning(context, mean, trained, end);
    if (rules_.lookAhead)
        lookAhead(context, state_.back().data_ptr<float>() + begin, weights + begin, end - begin, &numbers()->pull);
    if (!average_.defined())
        return;
    // To a moving average the running averages are averages already; those of an average of epochs are as old as its
    // weights.
    const std::int64_t averaged = rules_.stepAverage ? end : trained;
    float* average = average_.data_ptr<float>();
    moveAverage(context, average + begin, weights + begin, averaged - begin, &numbers()->rest);
    average_.narrow(0, averaged, end - averaged).copy_(weights_.narrow(0, averaged, end - averaged));
}

void Variables::applyStep(at::Tensor& mean) {
    auto* numbers = mean.data_ptr<float>();
    addPenalty(numbers, 0, mean.numel());
    haltUnlessFinite(numbers);
    clip(numbers);
    orthogonalise(numbers);
    update(numbers, 0, mean.numel());
}

void Variables::step(at::Tensor& mean, const UpdateStep& step, const Tower::Pending& pending) {
    const c10::OptionalStreamGuard guard(stream_);
    if (!graph_) {
        setStepNumbers(step);
        return applyStep(mean);
    }
    auto* slots = static_cast<StepNumbers*>(slots_.mutable_data_ptr());
    slots[given_++ % kStepSlots] = numbersOfStep(step);
    std::vector<at::Tensor> kept = state_;
    for (const at::Tensor& tensor : {weights_, taken_, average_, halted_})
        if (tensor.defined())
            kept.push_back(tensor);
    const auto work = [&] {
        takeNumbers(contextOf(weights_.device()), slots, kStepSlots, taken_.data_ptr<std::int64_t>(), numbers());
        applyStep(mean);
    };
    graph_->run(mean, kept, work, pending);
}

void Variables::useGraph() {
    if (!stream_)
        return;
    const c10::OptionalStreamGuard guard(stream_);
    slots_ = sharedWithDevice(sizeof(StepNumbers) * kStepSlots, weights_.device());
    if (!slots_.defined()) {
        graphProblem_ = noLockedMemory();
        return;
    }
    taken_ = at::zeros({1}, weights_.options().dtype(at::kLong));
    graph_.emplace();
}

void Variables::setWeights(std::span<const float> weights) { fromHost(weights_, weights); }

void Variables::restore(std::span<const float> weights, std::span<const float> average,
                        std::span<const std::vector<float>> optimizerState) {
    if (optimizerState.size() != state_.size())
        throw dataError(
            Text::plural("The checkpoint has %n vectors of the optimizer; expected %1. Choose another checkpoint.",
                         "The checkpoint has %n vector of the optimizer; expected %1. Choose another checkpoint.",
                         std::ssize(optimizerState), state_.size()));
    fromHost(weights_, weights);
    if (average_.defined())
        fromHost(average_, average);
    if (halted_.defined()) {
        const c10::OptionalStreamGuard guard(stream_);
        halted_.zero_();
    }
    for (std::size_t i = 0; i < state_.size(); ++i)
        fromHost(state_[i], optimizerState[i]);
}

void Variables::fromHost(at::Tensor& flat, std::span<const float> values) {
    const auto count = static_cast<std::int64_t>(values.size());
    if (count != flat.numel())
        throw dataError(
            Text::tr("The checkpoint has %1 numbers; expected %2. Choose another checkpoint.", count, flat.numel()));
    const c10::OptionalStreamGuard guard(stream_);
    flat.copy_(at::from_blob(const_cast<float*>(values.data()), {count}, at::kFloat));
}

std::vector<float> Variables::toHost(const at::Tensor& flat) const {
    const c10::OptionalStreamGuard guard(stream_);
    const at::Tensor host = flat.cpu();
    const float* data = host.const_data_ptr<float>();
    return {data, data + host.numel()};
}

std::vector<float> Variables::hostAverage() const { return toHost(average_.defined() ? average_ : weights_); }

std::vector<std::vector<float>> Variables::hostState() const {
    std::vector<std::vector<float>> state;
    for (const at::Tensor& vector : state_)
        state.push_back(toHost(vector));
    return state;
}

} // namespace belfry
