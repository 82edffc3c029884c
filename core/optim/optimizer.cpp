#include "core/optim/optimizer.h"

#include "core/base/suggest.h"
#include "core/kernels/optimizer_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace belfry {
namespace {

using Settings = OptimizerSettings;

float toFloat(double value) { return static_cast<float>(value); }

// The bias correction of Adam and similar rules: both means begin at zero and are too small by 1 - beta^t.
double correction(double beta, std::int64_t step) { return 1.0 - std::pow(beta, static_cast<double>(step)); }

// The factors of one step.
SgdRule sgdRule(const Settings&, std::int64_t, double rate) { return {toFloat(rate)}; }
MomentumRule momentumRule(const Settings& s, std::int64_t, double rate) { return {toFloat(rate), toFloat(s.momentum)}; }
NesterovRule nesterovRule(const Settings& s, std::int64_t, double rate) { return {toFloat(rate), toFloat(s.momentum)}; }
RmspropRule rmspropRule(const Settings& s, std::int64_t, double rate) {
    return {toFloat(rate), toFloat(s.rho), toFloat(1.0 - s.rho), toFloat(s.epsilon)};
}
AdagradRule adagradRule(const Settings& s, std::int64_t, double rate) { return {toFloat(rate), toFloat(s.epsilon)}; }
AdadeltaRule adadeltaRule(const Settings& s, std::int64_t, double rate) {
    return {toFloat(rate), toFloat(s.rho), toFloat(1.0 - s.rho), toFloat(s.epsilon)};
}
AdamRule adamRule(const Settings& s, std::int64_t step, double rate) {
    return {toFloat(s.beta1),
            toFloat(1.0 - s.beta1),
            toFloat(s.beta2),
            toFloat(1.0 - s.beta2),
            toFloat(s.epsilon),
            toFloat(toFloat(rate) / correction(s.beta1, step)),
            toFloat(1.0 / std::sqrt(correction(s.beta2, step)))};
}
AdamaxRule adamaxRule(const Settings& s, std::int64_t step, double rate) {
    return {toFloat(s.beta1), toFloat(1.0 - s.beta1), toFloat(s.beta2), toFloat(s.epsilon),
            toFloat(rate / correction(s.beta1, step))};
}

// The variance of the first adaptive steps is unknown: those are steps of plain momentum.
RAdamRule radamRule(const Settings& s, std::int64_t step, double rate) {
    const double limit = 2 / (1 - s.beta2) - 1;
    const double c2 = correction(s.beta2, step);
    const double length = limit - 2 * static_cast<double>(step) * (1 - c2) / c2;
    const double size = rate / correction(s.beta1, step);
    const bool adapts = length > 5;
    const double rectified =
        adapts ? std::sqrt((length - 4) * (length - 2) * limit * c2 / ((limit - 4) * (limit - 2) * length)) : 0;
    return {toFloat(s.beta1),   toFloat(1.0 - s.beta1),     toFloat(s.beta2),         toFloat(1.0 - s.beta2),
            toFloat(s.epsilon), adapts ? 0 : toFloat(size), toFloat(size * rectified)};
}

template <typename Rule>
RuleNumbers numbersOf(const Rule& rule) {
    RuleNumbers numbers{};
    std::memcpy(numbers.data(), &rule, sizeof rule);
    return numbers;
}

template <typename Rule>
class Ruled : public Optimizer {
public:
    int stateVectors() const override { return Rule::kState; }
    void update(ExecutionContext context, const float* numbers, float* weights, const float* gradient,
                float* const* state, std::int64_t begin, std::int64_t end) const override {
        applyRule<Rule>(context, numbers, weights, gradient, state, begin, end);
    }
};

// An optimizer whose factors follow from the step's number and the rate alone.
template <typename Rule>
class Plain : public Ruled<Rule> {
public:
    using Factors = Rule (*)(const Settings&, std::int64_t step, double rate);
    Plain(Settings settings, Factors factors) : settings_(std::move(settings)), factors_(factors) {}
    RuleNumbers numbers(double rate, double, std::int64_t before) const override {
        return numbersOf(factors_(settings_, this->stepsSince(before), rate));
    }

private:
    Settings settings_;
    Factors factors_;
};

// The same with decoupled weight decay.
template <typename Rule>
class Decayed : public Ruled<DecayedRule<Rule>> {
public:
    Decayed(Settings settings, typename Plain<Rule>::Factors factors)
        : settings_(std::move(settings)), factors_(factors) {}
    RuleNumbers numbers(double rate, double decayRate, std::int64_t before) const override {
        return numbersOf(DecayedRule<Rule>{factors_(settings_, this->stepsSince(before), rate),
                                           toFloat(1.0 - decayRate * settings_.weightDecay)});
    }

private:
    Settings settings_;
    typename Plain<Rule>::Factors factors_;
};

// Nadam's momentum rises with the steps, and its correction is the product of all momenta so far.
class Nadam : public Ruled<NadamRule> {
public:
    explicit Nadam(Settings settings) : settings_(std::move(settings)) {}
    RuleNumbers numbers(double rate, double, std::int64_t before) const override {
        const double next = momentumAt(step() + 1), product = productSince(before);
        return numbersOf(NadamRule{toFloat(settings_.beta1), toFloat(1.0 - settings_.beta1), toFloat(settings_.beta2),
                                   toFloat(1.0 - settings_.beta2), toFloat(settings_.epsilon),
                                   toFloat(rate * (1.0 - momentumAt(step())) / (1.0 - product)),
                                   toFloat(rate * next / (1.0 - product * next)),
                                   toFloat(1.0 / std::sqrt(correction(settings_.beta2, stepsSince(before))))});
    }

private:
    double momentumAt(std::int64_t step) const {
        return settings_.beta1 * (1.0 - 0.5 * std::pow(0.96, static_cast<double>(step) * settings_.scheduleDecay));
    }
    // Of the steps after `before`.
    double productSince(std::int64_t before) const {
        if (before == 0)
            return product_;
        double product = 1.0;
        for (std::int64_t at = step() - stepsSince(before); at < step() && product > kNothing;)
            product *= momentumAt(++at);
        return product;
    }
    void stepReached() override {
        if (step() < productOf_) {
            productOf_ = 0;
            product_ = 1.0;
        }
        while (productOf_ < step() && product_ > kNothing)
            product_ *= momentumAt(++productOf_);
    }

    static constexpr double kNothing = 1e-30; // 1 - this is 1: later factors change nothing
    Settings settings_;
    double product_ = 1.0; // of the momenta of steps 1 to productOf_
    std::int64_t productOf_ = 0;
};

// AdamW, at a rate of its own, for all but hidden matrices.
class Muon : public Decayed<AdamRule> {
public:
    explicit Muon(const Settings& settings) : Decayed(settings, adamRule), settings_(settings) {}
    RuleNumbers numbers(double rate, double decayRate, std::int64_t before) const override {
        return Decayed::numbers(rate * settings_.muonOtherRate, decayRate * settings_.muonOtherRate, before);
    }
    bool orthogonalises() const override { return true; }
    RuleNumbers matrixNumbers(double rate) const override {
        return numbersOf(MuonFactors{toFloat(rate), toFloat(1.0 - rate * settings_.weightDecay),
                                     toFloat(settings_.momentum), toFloat(1.0 - settings_.momentum)});
    }

private:
    Settings settings_;
};

template <typename Rule>
std::unique_ptr<Optimizer> ruled(const Settings& settings, Rule (*factors)(const Settings&, std::int64_t, double)) {
    return std::make_unique<Plain<Rule>>(settings, factors);
}

template <typename Rule>
std::unique_ptr<Optimizer> decayed(const Settings& settings, Rule (*factors)(const Settings&, std::int64_t, double)) {
    if (settings.weightDecay > 0)
        return std::make_unique<Decayed<Rule>>(settings, factors);
    return ruled(settings, factors);
}

// Without momentum no vector is kept for it.
template <typename Rule>
std::unique_ptr<Optimizer> withMomentum(const Settings& settings,
                                        Rule (*factors)(const Settings&, std::int64_t, double)) {
    return settings.momentum > 0 ? decayed(settings, factors) : decayed(settings, sgdRule);
}

struct Entry {
    OptimizerInfo info;
    std::unique_ptr<Optimizer> (*make)(const Settings&);
};

// clang-format off
const auto& table() {
    static const std::array<Entry, 12> entries{{
        {{"adam", 0.001, {.name = "adam"}, {"beta1", "beta2", "epsilon"}},
         [](const Settings& s) { return ruled(s, adamRule); }},
        {{"sgd", 0.01, {.name = "sgd"}, {"weight_decay"}},
         [](const Settings& s) { return decayed(s, sgdRule); }},
        {{"momentum", 0.01, {.name = "momentum"}, {"momentum", "weight_decay"}},
         [](const Settings& s) { return withMomentum(s, momentumRule); }},
        {{"nesterov", 0.01, {.name = "nesterov"}, {"momentum", "weight_decay"}},
         [](const Settings& s) { return withMomentum(s, nesterovRule); }},
        {{"rmsprop", 0.001, {.name = "rmsprop"}, {"rho", "epsilon"}},
         [](const Settings& s) { return ruled(s, rmspropRule); }},
        {{"adagrad", 0.01, {.name = "adagrad"}, {"epsilon"}},
         [](const Settings& s) { return ruled(s, adagradRule); }},
        {{"adadelta", 1.0, {{.rho = 0.95}, "adadelta"}, {"rho", "epsilon"}},
         [](const Settings& s) { return ruled(s, adadeltaRule); }},
        {{"adamax", 0.002, {.name = "adamax"}, {"beta1", "beta2", "epsilon"}},
         [](const Settings& s) { return ruled(s, adamaxRule); }},
        {{"nadam", 0.002, {.name = "nadam"}, {"beta1", "beta2", "epsilon", "schedule_decay"}},
         [](const Settings& s) -> std::unique_ptr<Optimizer> { return std::make_unique<Nadam>(s); }},
        {{"adamw", 0.001, {{.weightDecay = 0.01}, "adamw"}, {"beta1", "beta2", "epsilon", "weight_decay"}},
         [](const Settings& s) { return decayed(s, adamRule); }},
        {{"radam", 0.001, {.name = "radam"}, {"beta1", "beta2", "epsilon"}},
         [](const Settings& s) { return ruled(s, radamRule); }},
        {{"muon", 0.02, {{.momentum = 0.95, .beta2 = 0.95, .weightDecay = 0.01}, "muon"},
          {"momentum", "beta1", "beta2", "epsilon", "weight_decay", "muon_other_rate"}},
         [](const Settings& s) -> std::unique_ptr<Optimizer> { return std::make_unique<Muon>(s); }},
    }};
    return entries;
}
// clang-format on

} // namespace

const std::vector<OptimizerParameter>& optimizerParameters() {
    using Numbers = OptimizerNumbers;
    static const std::vector<OptimizerParameter> parameters{
        row<&Numbers::momentum>(
            "momentum", Text::tr("Momentum"),
            Text::tr(
                "Fraction of the previous update that is kept. If the loss oscillates, lower it or the learning rate."))
            .number(Text::tr("The momentum"), {0, 0.99999})
            .with(&FieldInfo::searched, Searched{0, 0.9999, {0.5, 0.9, 0.99}}),
        row<&Numbers::rho>(
            "rho", Text::tr("Rho"),
            Text::tr("Decay rate of the moving average of squared gradients. If the loss jumps, move it closer to 1."))
            .number(Text::tr("The rho"), {0, 0.9999999}),
        row<&Numbers::beta1>("beta1", Text::tr("Beta 1"),
                             Text::tr("Decay rate of the moving average of gradients. If the loss oscillates, try 0.8; "
                                      "if it is noisy, move it closer to 1."))
            .number(Text::tr("The beta 1"), {0, 0.99999}),
        row<&Numbers::beta2>(
            "beta2", Text::tr("Beta 2"),
            Text::tr(
                "Decay rate of the moving average of squared gradients. If the loss jumps late in the run, try 0.99."))
            .number(Text::tr("The beta 2"), {0, 0.9999999}),
        row<&Numbers::epsilon>("epsilon", Text::tr("Epsilon"),
                               Text::tr("Added to the divisor, so that tiny gradients do not cause huge steps. If the "
                                        "steps explode, raise it."))
            .number(Text::tr("The epsilon"), {1e-30, 1}), // must not vanish as a float
        row<&Numbers::scheduleDecay>("schedule_decay", Text::tr("Schedule decay"),
                                     Text::tr("How fast the momentum of Nadam rises to Beta 1. Rarely needs changing."))
            .number(Text::tr("The schedule decay"), {0, 1}),
        row<&Numbers::weightDecay>(
            "weight_decay", Text::tr("Weight decay"),
            Text::tr("Fraction of every weight subtracted in a step, times the learning rate; 0: none. If validation "
                     "falls behind training, raise it; if both are poor, lower it."))
            .number(Text::tr("The weight decay"), {0, 1})
            .with(&FieldInfo::searched, Searched{0, 1, {0.001, 0.01, 0.1}}),
        row<&Numbers::muonOtherRate>(
            "muon_other_rate", Text::tr("Rate of AdamW"),
            Text::tr("Learning rate of what Muon leaves to AdamW, as a fraction of its own: of biases, norms, the "
                     "first convolution and the last dense layer. If the loss jumps early, lower it."))
            .number(Text::tr("The rate of what Muon leaves to AdamW"), {0, 10}),
    };
    return parameters;
}

bool OptimizerInfo::uses(const std::string& parameter) const {
    return std::ranges::find(parameters, parameter) != parameters.end();
}

const std::vector<OptimizerInfo>& optimizers() {
    static const std::vector<OptimizerInfo> infos = [] {
        std::vector<OptimizerInfo> list;
        for (const Entry& entry : table())
            list.push_back(entry.info);
        return list;
    }();
    return infos;
}

std::vector<std::string> optimizerNames() { return namesIn(optimizers()); }

const OptimizerInfo& optimizerInfo(const std::string& name) {
    return rowNamed(optimizers(), Text::tr("optimizer"), name);
}

double averageDecayAt(double decay, std::int64_t t) {
    return std::min(decay, static_cast<double>(1 + t) / static_cast<double>(10 + t));
}

std::unique_ptr<Optimizer> makeOptimizer(const OptimizerSettings& settings) {
    const OptimizerInfo& info = optimizerInfo(settings.name);
    for (const OptimizerParameter& parameter : optimizerParameters())
        if (info.uses(parameter.name))
            parameter.check(settings);
    return std::ranges::find(table(), info.name, [](const Entry& entry) { return entry.info.name; })->make(settings);
}

} // namespace belfry
