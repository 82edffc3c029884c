#include "core/train/linear_head.h"

#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>

namespace belfry {
namespace {

constexpr std::array kDecays{0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003};
constexpr int kMaxSteps = 60;           // for each decay; each starts where the one before ended
constexpr double kLeastGain = 1e-5;     // of the loss, in a step: a smaller one is the end
constexpr std::size_t kRemembered = 10; // steps, of L-BFGS
constexpr int kMaxShortenings = 20;     // of a step that does not lower the loss enough
constexpr double kEnough = 1e-4;        // of what the slope promises (Armijo)

double product(const at::Tensor& a, const at::Tensor& b) { return at::dot(a, b).item<double>(); }

// The loss of a layer whose weights and biases are one vector, classes x (width + 1).
class HeadLoss {
public:
    HeadLoss(at::Tensor features, at::Tensor labels, int classes, const ClassTerms& terms)
        : features_(std::move(features)), labels_(std::move(labels)), classes_(classes), width_(features_.size(1)),
          shares_(at::full({labels_.size(0)}, 1.0 / double(labels_.size(0)), at::kFloat)),
          offsets_(at::zeros({classes}, at::kFloat)) {
        if (!terms.weights.empty())
            shares_ *= at::tensor(terms.weights).index_select(0, labels_);
        if (!terms.logitOffsets.empty())
            offsets_ = at::tensor(terms.logitOffsets);
    }

    at::Tensor start() const { return at::zeros({classes_ * (width_ + 1)}, at::kFloat); }
    at::Tensor weightsIn(const at::Tensor& vector) const {
        return vector.narrow(0, 0, classes_ * width_).view({classes_, width_});
    }
    at::Tensor biasesIn(const at::Tensor& vector) const { return vector.narrow(0, classes_ * width_, classes_); }

    double valueAt(const at::Tensor& vector, double decay, at::Tensor* gradient) const {
        const at::Tensor weights = weightsIn(vector);
        const at::Tensor logs = at::log_softmax(at::addmm(biasesIn(vector) + offsets_, features_, weights.t()), 1);
        const at::Tensor own = labels_.unsqueeze(1);
        const double loss = -at::dot(logs.gather(1, own).squeeze(1), shares_).item<double>() +
                            decay / 2 * product(weights.reshape(-1), weights.reshape(-1));
        if (gradient) {
            at::Tensor slopes = logs.exp();
            slopes.scatter_add_(1, own, at::full_like(own, -1, at::kFloat));
            slopes *= shares_.unsqueeze(1);
            *gradient = at::empty_like(vector);
            weightsIn(*gradient).copy_(at::addmm(weights, slopes.t(), features_, decay, 1));
            biasesIn(*gradient).copy_(slopes.sum(0));
        }
        return loss;
    }
    double accuracy(const at::Tensor& vector) const {
        const at::Tensor answers = at::addmm(biasesIn(vector), features_, weightsIn(vector).t()).argmax(1);
        return answers.eq(labels_).to(at::kDouble).mean().item<double>();
    }

private:
    at::Tensor features_, labels_;
    std::int64_t classes_, width_;
    at::Tensor shares_; // of the loss, by image
    at::Tensor offsets_;
};

// Nocedal & Wright, "Numerical Optimization", algorithm 7.4.
class Lbfgs {
public:
    at::Tensor direction(const at::Tensor& gradient) const {
        at::Tensor result = -gradient;
        std::vector<double> factors(pairs_.size());
        for (std::size_t i = pairs_.size(); i-- > 0;) {
            factors[i] = product(pairs_[i].step, result) / pairs_[i].curvature;
            result -= pairs_[i].change * factors[i];
        }
        if (!pairs_.empty())
            result *= pairs_.back().curvature / product(pairs_.back().change, pairs_.back().change);
        for (std::size_t i = 0; i < pairs_.size(); ++i)
            result += pairs_[i].step * (factors[i] - product(pairs_[i].change, result) / pairs_[i].curvature);
        return result;
    }
    void remember(at::Tensor step, at::Tensor change) {
        const double curvature = product(step, change);
        if (!(curvature > 0)) // no curvature that a convex loss has: rounding
            return;
        pairs_.push_back({std::move(step), std::move(change), curvature});
        if (pairs_.size() > kRemembered)
            pairs_.pop_front();
    }

private:
    struct Pair {
        at::Tensor step, change; // of the vector, of its gradient
        double curvature;
    };
    std::deque<Pair> pairs_;
};

at::Tensor minimised(const HeadLoss& loss, at::Tensor vector, double decay, const std::stop_token& stop) {
    Lbfgs memory;
    at::Tensor gradient;
    double value = loss.valueAt(vector, decay, &gradient);
    for (int i = 0; i < kMaxSteps && !stop.stop_requested(); ++i) {
        const at::Tensor direction = memory.direction(gradient);
        const double slope = product(direction, gradient);
        if (!(slope < 0))
            break;
        double length = i > 0 ? 1.0 : 1 / std::max(1.0, gradient.norm().item<double>());
        double next = std::numeric_limits<double>::infinity();
        at::Tensor to;
        for (int tries = 0; tries < kMaxShortenings && !(next <= value + kEnough * length * slope); ++tries) {
            length *= tries > 0 ? 0.5 : 1.0;
            to = vector + direction * length;
            next = loss.valueAt(to, decay, nullptr);
        }
        if (!(next < value))
            break;
        at::Tensor nextGradient;
        loss.valueAt(to, decay, &nextGradient);
        memory.remember(to - vector, nextGradient - gradient);
        const bool done = value - next < kLeastGain * value;
        vector = to;
        gradient = nextGradient;
        value = next;
        if (done)
            break;
    }
    return vector;
}

// What brings features to mean 0 and deviation 1.
class Standard {
public:
    explicit Standard(const at::Tensor& features)
        : mean_(features.mean(0)), deviation_(features.std(0, /*unbiased=*/false).clamp_min(1e-6)) {
    } // 0: it is constant
    at::Tensor applied(at::Tensor features) const { return features.sub_(mean_).div_(deviation_); }
    // Weights and biases in `vector`, as those of the features themselves.
    void write(LinearHead& head, const HeadLoss& loss, const at::Tensor& vector) const {
        head.weights = (loss.weightsIn(vector) / deviation_).contiguous();
        head.biases = loss.biasesIn(vector) - at::mv(head.weights, mean_);
    }

private:
    at::Tensor mean_, deviation_;
};

} // namespace

LinearHead fitLinearHead(LabelledFeatures train, LabelledFeatures validation, int classes, const ClassTerms& terms,
                         const std::stop_token& stop) {
    const Standard standard(train.features);
    const HeadLoss loss(standard.applied(std::move(train.features)), train.labels, classes, terms);
    const HeadLoss check(standard.applied(std::move(validation.features)), validation.labels, classes, {});
    at::Tensor vector = loss.start(), best = vector;
    double bestLoss = std::numeric_limits<double>::infinity();
    LinearHead head;
    for (const double decay : kDecays) {
        vector = minimised(loss, vector, decay, stop);
        const double value = check.valueAt(vector, 0, nullptr);
        if (value < bestLoss) {
            bestLoss = value;
            best = vector;
            head.decay = decay;
        } else {
            break; // weaker ones fit the training images more closely yet
        }
        if (stop.stop_requested())
            break;
    }
    head.validationAccuracy = check.accuracy(best);
    standard.write(head, loss, best);
    return head;
}

LinearHead fitLinearHeadAt(double decay, LabelledFeatures train, int classes, const std::stop_token& stop) {
    const Standard standard(train.features);
    const HeadLoss loss(standard.applied(std::move(train.features)), train.labels, classes, {});
    LinearHead head;
    head.decay = decay;
    standard.write(head, loss, minimised(loss, loss.start(), decay, stop));
    return head;
}

} // namespace belfry
