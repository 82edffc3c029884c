// LeNet's two convolution blocks, lane-batched, one thread, a batch of 512: images/s and GFLOP/s of each part.
// GFLOP/s count 2 x multiply-adds as if every product were computed: parts that leave out zeros may pass the
// processor's peak.
#include "core/kernels/lanes/lane_convolution.h"
#include "core/kernels/lanes/lane_layout.h"
#include "core/kernels/lanes/targets.h"

#include <benchmark/benchmark.h>
#include <hwy/aligned_allocator.h>
#include <hwy/targets.h>

#include <algorithm>
#include <string>
#include <type_traits>

namespace belfry::lanes {
namespace {

constexpr int kImages = 512, kGroups = kImages / kLanes;
constexpr LaneConvolution kFirst{1, 28, 28, 6, 5, 2, true, true}, kSecond{6, 14, 14, 16, 5, 0, true, true};
constexpr LaneImage kDigit{28, 28, 1}, kFlat{5, 5, 16};

template <typename T>
class Buffer { // aligned, filled with small numbers
public:
    explicit Buffer(std::size_t count) : data_(hwy::AllocateAligned<T>(std::max<std::size_t>(count, 1))) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto number = double(i * 2654435761U >> 7 & 255);
            data_[i] = T(std::is_integral_v<T> ? number : number / 255 - 0.45);
        }
    }
    T* get() const { return data_.get(); }

private:
    hwy::AlignedFreeUniquePtr<T[]> data_;
};

struct Block {
    LaneConvolution shape;
    Buffer<float> weights{shape.weights()}, bias{std::size_t(shape.filters)}, packed{shape.packedFloats()};
    Buffer<float> laned{shape.lanedFloats()}, scratch{shape.scratchFloats()};
    Buffer<float> in{shape.inFloats() * kGroups}, out{shape.outFloats() * kGroups};
    Buffer<float> gradOut{shape.outFloats()}, gradIn{shape.inFloats()},
        gradient{shape.weights() + std::size_t(shape.filters)};
    Buffer<std::uint8_t> argmax{shape.argmaxBytes() * kGroups};

    explicit Block(const LaneConvolution& s) : shape(s) { packWeights(); }
    void packWeights() { pack(shape, weights.get(), packed.get()); }
    void forwardGroup(int group, const float* input) {
        forward(shape, input, packed.get(), bias.get(), output(group),
                argmax.get() + std::size_t(group) * shape.argmaxBytes(), scratch.get());
    }
    float* input(int group) { return in.get() + std::size_t(group) * shape.inFloats(); }
    float* output(int group) { return out.get() + std::size_t(group) * shape.outFloats(); }
    void backwardGroup(int group, const float* input, const float* grad, bool wantsInput) {
        LaneBackward pass;
        pass.in = input;
        pass.packed = packed.get();
        pass.out = output(group);
        pass.argmax = argmax.get() + std::size_t(group) * shape.argmaxBytes();
        pass.gradOut = grad;
        pass.laned = laned.get();
        pass.gradIn = wantsInput ? gradIn.get() : nullptr;
        pass.scratch = scratch.get();
        backward(shape, pass);
    }
    void clearSums() { std::fill_n(laned.get(), shape.lanedFloats(), 0.0F); }
    void fold() { foldGradient(shape, laned.get(), gradient.get(), gradient.get() + shape.weights()); }
};

void report(benchmark::State& state, double multiplyAdds) {
    state.counters["images/s"] = benchmark::Counter(kImages, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["GFLOP/s"] =
        benchmark::Counter(2e-9 * multiplyAdds * kImages, benchmark::Counter::kIsIterationInvariantRate);
}

void forwardBlock(benchmark::State& state, const LaneConvolution& shape) {
    Block block(shape);
    for (auto _ : state) {
        block.packWeights();
        for (int group = 0; group < kGroups; ++group) {
            block.forwardGroup(group, block.input(group));
        }
    }
    report(state, double(shape.multiplyAdds()));
}

void backwardBlock(benchmark::State& state, const LaneConvolution& shape, bool wantsInput) {
    Block block(shape);
    for (int group = 0; group < kGroups; ++group) {
        block.forwardGroup(group, block.input(group));
    }
    for (auto _ : state) {
        block.clearSums();
        for (int group = 0; group < kGroups; ++group) {
            block.backwardGroup(group, block.input(group), block.gradOut.get(), wantsInput);
        }
        block.fold();
    }
    report(state, double(shape.multiplyAdds()) * (wantsInput ? 2 : 1));
}

// Both blocks with what surrounds them: bytes in, rows for the dense layers out, their gradient back. `window` groups
// go forward, then backward, before the next ones: few groups stay in the cache, all of them do not.
class BothBlocks {
public:
    explicit BothBlocks(int window) : window_(window) {}
    void step() {
        first_.packWeights();
        second_.packWeights();
        first_.clearSums();
        second_.clearSums();
        for (int begin = 0; begin < kGroups; begin += window_) {
            for (int slot = 0; slot < window_; ++slot) {
                forwardGroup(begin + slot, slot);
            }
            for (int slot = 0; slot < window_; ++slot) {
                backwardGroup(slot);
            }
        }
        first_.fold();
        second_.fold();
    }

private:
    void forwardGroup(int group, int slot) {
        const float scale = 1 / 255.0F, shift = 0;
        const std::uint8_t* images[kLanes];
        for (int i = 0; i < kLanes; ++i) {
            images[i] = digits_.get() + std::size_t(group * kLanes + i) * kDigit.elements();
        }
        gather(kDigit, images, kLanes, &scale, &shift, first_.input(slot));
        first_.forwardGroup(slot, first_.input(slot));
        second_.forwardGroup(slot, first_.output(slot));
        lanesToRows(kFlat, second_.output(slot), kLanes, rows(slot), kFlat.elements());
    }
    void backwardGroup(int slot) {
        rowsToLanes(kFlat, rows(slot), kFlat.elements(), kLanes, second_.gradOut.get());
        second_.backwardGroup(slot, first_.output(slot), second_.gradOut.get(), true);
        first_.backwardGroup(slot, first_.input(slot), second_.gradIn.get(), false);
    }
    float* rows(int slot) { return rows_.get() + std::size_t(slot * kLanes) * kFlat.elements(); }

    int window_;
    Block first_{kFirst}, second_{kSecond};
    Buffer<std::uint8_t> digits_{kDigit.elements() * kImages};
    Buffer<float> rows_{kFlat.elements() * kImages};
};

void bothBlocks(benchmark::State& state, std::int64_t target, int window) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    BothBlocks blocks(window);
    for (auto _ : state) {
        blocks.step();
    }
    report(state, 2.0 * double(kFirst.multiplyAdds()) + 3.0 * double(kSecond.multiplyAdds()));
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

void gatherDigits(benchmark::State& state) {
    Buffer<std::uint8_t> digits(kDigit.elements() * kImages);
    Buffer<float> lanes(kDigit.elements() * kLanes);
    const float scale = 1 / 255.0F, shift = 0;
    for (auto _ : state) {
        for (int group = 0; group < kGroups; ++group) {
            const std::uint8_t* images[kLanes];
            for (int i = 0; i < kLanes; ++i) {
                images[i] = digits.get() + std::size_t(group * kLanes + i) * kDigit.elements();
            }
            gather(kDigit, images, kLanes, &scale, &shift, lanes.get());
        }
        benchmark::DoNotOptimize(lanes.get());
    }
    report(state, 0);
}

void rowsAndBack(benchmark::State& state) {
    Buffer<float> lanes(kSecond.outFloats()), rows(kSecond.outFloats());
    for (auto _ : state) {
        for (int group = 0; group < kGroups; ++group) {
            lanesToRows(kFlat, lanes.get(), kLanes, rows.get(), kFlat.elements());
            rowsToLanes(kFlat, rows.get(), kFlat.elements(), kLanes, lanes.get());
        }
    }
    report(state, 0);
}

BENCHMARK_CAPTURE(forwardBlock, first, kFirst);
BENCHMARK_CAPTURE(forwardBlock, second, kSecond);
BENCHMARK_CAPTURE(backwardBlock, first, kFirst, false);
BENCHMARK_CAPTURE(backwardBlock, second, kSecond, true);
BENCHMARK_CAPTURE(backwardBlock, secondWithoutInput, kSecond, false);
BENCHMARK(gatherDigits);
BENCHMARK(rowsAndBack);

void registerBothBlocks() {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        for (const int window : {1, 4, kGroups}) {
            const std::string name =
                std::string("bothBlocks/") + hwy::TargetName(target) + "/groupsAtOnce:" + std::to_string(window);
            benchmark::RegisterBenchmark(name.c_str(), bothBlocks, target, window);
        }
    }
}

} // namespace
} // namespace belfry::lanes

int main(int count, char** arguments) {
    benchmark::Initialize(&count, arguments);
    if (benchmark::ReportUnrecognizedArguments(count, arguments)) {
        return 2;
    }
    belfry::lanes::registerBothBlocks();
    benchmark::RunSpecifiedBenchmarks();
}
