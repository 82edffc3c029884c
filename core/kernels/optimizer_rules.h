// The optimizers' formulas, each once: what one step does to one weight w with gradient g and the state kept beside it
// (zero before the first step). CPU and CUDA compile the same lines. Every factor that does not depend on the weight is
// worked out once per step in double and rounded once: 1.0f - 0.999f is off by 1.3e-5. A rule is nothing but those
// factors, all floats.
//
// A weight whose gradient has always been zero stays as it is (with adamw: zero stays zero), so the floats between the
// slices stay zero. Epsilon must not vanish as a float: 0 / 0 would be NaN there.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#ifdef __CUDACC__
#define BELFRY_RULE __host__ __device__ __forceinline__
#else
#define BELFRY_RULE inline __attribute__((always_inline)) // clones for an instruction set inline nothing else
#endif

namespace belfry {

// w -= rate g
struct SgdRule {
    static constexpr int kState = 0;
    float rate;
    BELFRY_RULE void operator()(float& w, float g) const { w -= rate * g; }
};

// a = momentum a + g; w -= rate a
struct MomentumRule {
    static constexpr int kState = 1;
    float rate, momentum;
    BELFRY_RULE void operator()(float& w, float g, float& a) const {
        a = momentum * a + g;
        w -= rate * a;
    }
};

// a = momentum a + g; w -= rate (g + momentum a)
struct NesterovRule {
    static constexpr int kState = 1;
    float rate, momentum;
    BELFRY_RULE void operator()(float& w, float g, float& a) const {
        a = momentum * a + g;
        w -= rate * (g + momentum * a);
    }
};

// v = rho v + (1-rho) g^2; w -= rate g / (sqrt(v) + epsilon)             (Tieleman and Hinton 2012; epsilon outside the
// root as in Keras and PyTorch)
struct RmspropRule {
    static constexpr int kState = 1;
    float rate, rho, rest, epsilon; // rest = 1 - rho
    BELFRY_RULE void operator()(float& w, float g, float& v) const {
        v = rho * v + rest * g * g;
        w -= rate * g / (std::sqrt(v) + epsilon);
    }
};

// v = v + g^2; w -= rate g / (sqrt(v) + epsilon)                         (Duchi et al. 2011; epsilon outside the root)
struct AdagradRule {
    static constexpr int kState = 1;
    float rate, epsilon;
    BELFRY_RULE void operator()(float& w, float g, float& v) const {
        v = v + g * g;
        w -= rate * g / (std::sqrt(v) + epsilon);
    }
};

// v = rho v + (1-rho) g^2; d = g sqrt(u + epsilon) / sqrt(v + epsilon); u = rho u + (1-rho) d^2; w -= rate d
//                                                                        (Zeiler 2012; epsilon inside both roots)
struct AdadeltaRule {
    static constexpr int kState = 2;
    float rate, rho, rest, epsilon;
    BELFRY_RULE void operator()(float& w, float g, float& v, float& u) const {
        v = rho * v + rest * g * g;
        const float d = g * std::sqrt(u + epsilon) / std::sqrt(v + epsilon);
        u = rho * u + rest * d * d;
        w -= rate * d;
    }
};

// m = beta1 m + (1-beta1) g; v = beta2 v + (1-beta2) g^2;
// w -= rate (m / c1) / (sqrt(v / c2) + epsilon), c1 = 1 - beta1^t, c2 = 1 - beta2^t
//                                                (Kingma and Ba 2015, algorithm 1; epsilon outside the corrected root)
struct AdamRule {
    static constexpr int kState = 2;
    float beta1, rest1, beta2, rest2, epsilon;
    float stepSize;       // rate / c1
    float rootCorrection; // 1 / sqrt(c2)
    BELFRY_RULE void operator()(float& w, float g, float& m, float& v) const {
        m = beta1 * m + rest1 * g;
        v = beta2 * v + rest2 * g * g;
        w -= stepSize * m / (std::sqrt(v) * rootCorrection + epsilon);
    }
};

// w = (1 - rate decay) w, then the rule's step: decoupled weight decay (Loshchilov and Hutter 2019, SGDW and AdamW). Of
// every weight, biases too, as in PyTorch's AdamW.
template <typename Rule>
struct DecayedRule {
    static constexpr int kState = Rule::kState;
    Rule rule;
    float keep; // 1 - rate * decay
    template <typename... State>
    BELFRY_RULE void operator()(float& w, float g, State&... state) const {
        w *= keep;
        rule(w, g, state...);
    }
};
using AdamWRule = DecayedRule<AdamRule>;
using SgdWRule = DecayedRule<SgdRule>;
using MomentumWRule = DecayedRule<MomentumRule>;
using NesterovWRule = DecayedRule<NesterovRule>;

// m = beta1 m + (1-beta1) g; u = max(beta2 u, |g| + epsilon); w -= (rate / (1 - beta1^t)) m / u
//                        (Kingma and Ba 2015, algorithm 2; epsilon at the gradient's size as in PyTorch)
struct AdamaxRule {
    static constexpr int kState = 2;
    float beta1, rest1, beta2, epsilon;
    float stepSize; // rate / (1 - beta1^t)
    BELFRY_RULE void operator()(float& w, float g, float& m, float& u) const {
        m = beta1 * m + rest1 * g;
        const float old = beta2 * u, fresh = std::fabs(g) + epsilon;
        u = old > fresh ? old : fresh;
        w -= stepSize * m / u;
    }
};

// With mu(t) = beta1 (1 - 0.96^(t decay) / 2) and P(t) = mu(1) ... mu(t): m and v as Adam's,
// w -= rate ((1 - mu(t)) g / (1 - P(t)) + mu(t+1) m / (1 - P(t+1))) / (sqrt(v / c2) + epsilon)
//                        (Dozat 2016 as in Keras 2.0 and PyTorch, decay 0.004; epsilon outside the corrected root)
struct NadamRule {
    static constexpr int kState = 2;
    float beta1, rest1, beta2, rest2, epsilon;
    float gradientSize;   // rate (1 - mu(t)) / (1 - P(t))
    float momentSize;     // rate mu(t+1) / (1 - P(t+1))
    float rootCorrection; // 1 / sqrt(c2)
    BELFRY_RULE void operator()(float& w, float g, float& m, float& v) const {
        m = beta1 * m + rest1 * g;
        v = beta2 * v + rest2 * g * g;
        w -= (gradientSize * g + momentSize * m) / (std::sqrt(v) * rootCorrection + epsilon);
    }
};

// m and v as Adam's. With r = 2 / (1-beta2) - 1 and r(t) = r - 2 t beta2^t / (1 - beta2^t), once r(t) > 5:
// w -= rate (m / c1) sqrt((r(t)-4)(r(t)-2) r / ((r-4)(r-2) r(t))) sqrt(c2) / (sqrt(v) + epsilon)
// and before that w -= rate m / c1
//                        (Liu et al. 2020, algorithm 2; epsilon inside the uncorrected divisor as in PyTorch)
struct RAdamRule {
    static constexpr int kState = 2;
    float beta1, rest1, beta2, rest2, epsilon;
    float plainSize, adaptedSize; // one of them is 0
    BELFRY_RULE void operator()(float& w, float g, float& m, float& v) const {
        m = beta1 * m + rest1 * g;
        v = beta2 * v + rest2 * g * g;
        w -= (plainSize + adaptedSize / (std::sqrt(v) + epsilon)) * m;
    }
};

// Both halves of a step of Muon on the numbers of a hidden matrix (Jordan et al. 2024, with Nesterov's momentum):
// m = momentum m + (1-momentum) g; d = (1-momentum) g + momentum m. Then d is orthogonalised as a whole
// (kernels/orthogonalise.h); w = (1 - rate decay) w - rate d. Each half has the factors of both.
struct MuonFactors {
    static constexpr int kState = 2;
    float rate, keep, momentum, rest; // keep = 1 - rate * decay, rest = 1 - momentum
};
struct MuonDirectionRule : MuonFactors {
    BELFRY_RULE void operator()(float&, float g, float& m, float& d) const {
        m = momentum * m + rest * g;
        d = rest * g + momentum * m;
    }
};
struct MuonRule : MuonFactors {
    BELFRY_RULE void operator()(float& w, float, float&, float& d) const { w = keep * w - rate * d; }
};

using RuleNumbers = std::array<float, 8>; // the factors of any rule, the rest 0
inline constexpr int kRateGroups = 8;     // of layers with rates of their own, at most

// The rule whose factors these are.
template <typename Rule>
BELFRY_RULE Rule ruleFrom(const float* numbers) {
    static_assert(sizeof(Rule) <= sizeof(RuleNumbers));
    Rule rule;
    __builtin_memcpy(&rule, numbers, sizeof rule);
    return rule;
}

// The rules that optimizer_kernels.cpp and .cu are compiled for.
#define BELFRY_EACH_RULE(use)                                                                                          \
    use(SgdRule) use(MomentumRule) use(NesterovRule) use(RmspropRule) use(AdagradRule) use(AdadeltaRule) use(AdamRule) \
        use(AdamWRule) use(AdamaxRule) use(NadamRule) use(RAdamRule) use(SgdWRule) use(MomentumWRule)                  \
            use(NesterovWRule) use(MuonDirectionRule) use(MuonRule)

// The rule at weight i; first and second are the state vectors that it has.
template <typename Rule>
BELFRY_RULE void ruleAt(const Rule& rule, std::int64_t i, float* weights, const float* gradient, float* first,
                        float* second) {
    if constexpr (Rule::kState == 0)
        rule(weights[i], gradient[i]);
    else if constexpr (Rule::kState == 1)
        rule(weights[i], gradient[i], first[i]);
    else
        rule(weights[i], gradient[i], first[i], second[i]);
}

} // namespace belfry
