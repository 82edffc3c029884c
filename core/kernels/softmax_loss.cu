// The CUDA version of softmaxLoss: a warp for each row in turn. Exponentials are of fp32, taken of what lies at most 0,
// so each is right to 2^-22 of the largest one; what is added over rows is added in double. The largest logit's own 1
// never enters a sum: a loss and a gradient near 0 keep their digits.
#include "core/kernels/block_sum.h"
#include "core/kernels/cuda_index.h"
#include "core/kernels/cuda_kernels.h"
#include "core/kernels/cuda_launch.h"

namespace belfry::cuda {
namespace {

constexpr int kWarp = 32, kWarps = kThreads / kWarp;
constexpr unsigned kAllLanes = 0xFFFFFFFFu;
constexpr int kMostBlocks = kLossScratch / 2;

struct LossWork {
    const float* logits;
    const std::uint8_t* labels;
    std::int64_t rows;
    int classes;
    float* gradient;
    std::int64_t* confusion;
    float own, others;         // what the truth is for the label, and for other classes
    float ownRest, othersRest; // 1 less that
    float rowWeight;
    const float* classWeights; // null: all 1
    const float* ownShares;    // null: all 1
};

// Two labels by their shares, as the CPU's loop has them.
struct RowTruth {
    int label, other;
    float share;               // of `label`
    float weight, otherWeight; // of their gradients
};

__device__ RowTruth truthOf(const LossWork& work, std::int64_t row) {
    RowTruth truth{work.labels[row], work.labels[row], 1.0f, 0.0f, 0.0f};
    const auto weigh = [&](int label) {
        return work.classWeights != nullptr ? work.rowWeight * work.classWeights[label] : work.rowWeight;
    };
    if (work.ownShares != nullptr && work.ownShares[row] < 1) {
        truth.share = work.ownShares[row];
        truth.other = work.labels[row + 1];
        truth.label = truth.share == 0 ? truth.other : truth.label;
    }
    const bool single = truth.label == truth.other;
    truth.weight = single ? weigh(truth.label) : truth.share * weigh(truth.label);
    truth.otherWeight = single ? 0.0f : (1 - truth.share) * weigh(truth.other);
    return truth;
}

struct Best {
    float value;
    int place;
    // The larger; of equal ones the first.
    __device__ void meet(float otherValue, int otherPlace) {
        const bool wins = (otherValue > value) | ((otherValue == value) & (otherPlace < place));
        value = wins ? otherValue : value;
        place = wins ? otherPlace : place;
    }
};

// Each lane's number of every kWarp-th class; kFew: there are no more classes than lanes, and it is kept in a register.
template <bool kFew>
class Row {
public:
    __device__ Row(const float* logits, int classes, int lane)
        : logits_(logits), classes_(classes), lane_(lane), held_(kFew && lane < classes ? logits[lane] : -INFINITY) {}

    template <typename Body>
    __device__ void forEach(const Body& body) const {
        if constexpr (kFew) {
            if (lane_ < classes_)
                body(lane_, held_);
        } else {
            for (int c = lane_; c < classes_; c += kWarp)
                body(c, logits_[c]);
        }
    }

private:
    const float* logits_;
    int classes_, lane_;
    float held_;
};

// As the CPU's loop finds it: a NaN is never larger, and nothing is larger than a NaN in the first place.
template <bool kFew>
__device__ Best largest(const Row<kFew>& row, const float* logits) {
    Best best{-INFINITY, 0};
    row.forEach([&](int c, float value) {
        if (value > best.value)
            best = {value, c};
    });
    for (int mask = kWarp / 2; mask > 0; mask /= 2) {
        const float value = __shfl_xor_sync(kAllLanes, best.value, mask);
        best.meet(value, __shfl_xor_sync(kAllLanes, best.place, mask));
    }
    return isnan(logits[0]) ? Best{logits[0], 0} : best;
}

// Adds to the lane's loss and correct answers: lane 0 has those of the row.
template <bool kFew>
__device__ void lossOfRow(const LossWork& work, std::int64_t number, int lane, double& loss, int& correct) {
    const float* logits = work.logits + number * work.classes;
    const Row<kFew> row(logits, work.classes, lane);
    const Best best = largest(row, logits);
    const auto exponential = [&](int c, float value) {
        return c == best.place ? best.value - best.value : expf(value - best.value); // 0 or NaN for the largest
    };
    float rest = 0.0f, held = 0.0f; // held: of kFew
    row.forEach([&](int c, float value) { rest += held = exponential(c, value); });
    rest = sumOfLanes(rest);
    const RowTruth truth = truthOf(work, number);
    const bool mixed = truth.other != truth.label;
    if (work.gradient != nullptr) {
        const float scale = __fdividef(1.0f, 1.0f + rest);
        const bool finite = isfinite(rest) && isfinite(logits[truth.label]) && isfinite(logits[truth.other]) &&
                            isfinite(best.value); // so the loss is, too
        row.forEach([&](int c, float value) {
            const float share = (kFew ? held : exponential(c, value)) * scale;
            const auto differenceTo = [&](int label) {
                return c == best.place ? (c == label ? work.ownRest : work.othersRest) - rest * scale
                                       : share - (c == label ? work.own : work.others);
            };
            float gradient = truth.weight * differenceTo(truth.label);
            if (mixed)
                gradient += truth.otherWeight * differenceTo(truth.other);
            work.gradient[number * work.classes + c] = c == truth.label && !finite ? NAN : gradient;
        });
    }
    if (lane != 0)
        return;
    // In double and in this order: nothing cancels for huge logits.
    const auto height = [&](int label) { return static_cast<double>(logits[label]) - static_cast<double>(best.value); };
    const double share = static_cast<double>(truth.share);
    loss += static_cast<double>(log1pf(rest)) -
            (mixed ? share * height(truth.label) + (1 - share) * height(truth.other) : height(truth.label));
    const int larger = truth.share >= 0.5f ? truth.label : truth.other;
    correct += best.place == larger ? 1 : 0;
    if (work.confusion != nullptr)
        atomicAdd(reinterpret_cast<unsigned long long*>(
                      &work.confusion[static_cast<std::int64_t>(larger) * work.classes + best.place]),
                  1ULL);
}

// Into parts[2 * block] and the next: loss and correct answers of the block's rows, in a fixed order.
template <bool kFew>
__global__ void rowsKernel(LossWork work, double* parts) {
    __shared__ double losses[kWarps];
    __shared__ int correctAnswers[kWarps];
    const int warp = __shfl_sync(kAllLanes, static_cast<int>(threadIdx.x) / kWarp, 0),
              lane = static_cast<int>(threadIdx.x) % kWarp;
    double loss = 0;
    int correct = 0;
#pragma unroll 1
    for (std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * kWarps + warp; row < work.rows;
         row += static_cast<std::int64_t>(gridDim.x) * kWarps)
        lossOfRow<kFew>(work, row, lane, loss, correct);
    if (lane == 0) {
        losses[warp] = loss;
        correctAnswers[warp] = correct;
    }
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    for (int i = 1; i < kWarps; ++i) {
        loss += losses[i];
        correct += correctAnswers[i];
    }
    parts[2 * blockIdx.x] = loss;
    parts[2 * blockIdx.x + 1] = correct;
}

// One warp: the first half of its lanes adds losses, the other one correct answers, each lane those of some blocks.
__global__ void sumKernel(const double* parts, int blocks, double* metrics) {
    constexpr int kHalf = kWarp / 2;
    const int lane = static_cast<int>(threadIdx.x), which = lane / kHalf;
    double sum = 0;
    for (int block = lane % kHalf; block < blocks; block += kHalf)
        sum += parts[2 * block + which];
    sum = sumOfLanes<kHalf>(sum);
    if (lane % kHalf == 0)
        metrics[which] = sum;
}

} // namespace

void softmaxLoss(void* stream, const float* logits, const std::uint8_t* labels, std::int64_t rows, int classes,
                 float* gradient, double* metrics, std::int64_t* confusion, float smoothing, double* scratch,
                 const float* classWeights, const float* ownShares) {
    const double others = static_cast<double>(smoothing) / classes, own = 1.0 - static_cast<double>(smoothing) + others;
    const LossWork work{logits,
                        labels,
                        rows,
                        classes,
                        gradient,
                        confusion,
                        static_cast<float>(own),
                        static_cast<float>(others),
                        static_cast<float>(static_cast<double>(smoothing) - others),
                        static_cast<float>(1.0 - others),
                        rows > 0 ? 1.0f / static_cast<float>(rows) : 0.0f,
                        classWeights,
                        ownShares};
    const std::int64_t wanted = (rows + kWarps - 1) / kWarps;
    const int blocks = wanted < kMostBlocks ? static_cast<int>(wanted) : kMostBlocks;
    startBlocks("softmaxLoss", stream, blocks, classes <= kWarp ? rowsKernel<true> : rowsKernel<false>, work, scratch);
    startGrid("softmaxLoss's sum", stream, dim3(1), dim3(kWarp), 0, sumKernel, scratch, blocks, metrics);
}

} // namespace belfry::cuda
