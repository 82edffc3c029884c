// LeNet's two convolution blocks, lane-batched, one thread, a batch of 512: images/s and GFLOP/s of each part.
// GFLOP/s count 2 x multiply-adds as if every product were computed: parts that leave out zeros may pass the
// processor's peak.
#include "core/kernels/lanes/lane_convolution.h"
#include "core/kernels/lanes/lane_layout.h"

#include <benchmark/benchmark.h>
#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <vector>

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
            data_[i] = T(std::is_integral_v<T> ? double(i * 2654435761U >> 7 & 1)
                                               : double(i * 2654435761U >> 7 & 255) / 255 - 0.45);
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
        forward(shape, input, packed.get(), bias.get(), out.get() + std::size_t(group) * shape.outFloats(),
                argmax.get() + std::size_t(group) * shape.argmaxBytes(), scratch.get());
    }
    void forwardGroup(int group) { forwardGroup(group, in.get() + std::size_t(group) * shape.inFloats()); }
    void backwardGroup(int group, const float* input, const float* grad, bool wantsInput) {
        LaneBackward pass;
        pass.in = input;
        pass.packed = packed.get();
        pass.out = out.get() + std::size_t(group) * shape.outFloats();
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
            block.forwardGroup(group);
        }
    }
    report(state, double(shape.multiplyAdds()));
}

void backwardBlock(benchmark::State& state, const LaneConvolution& shape, bool wantsInput) {
    Block block(shape);
    for (int group = 0; group < kGroups; ++group) {
        block.forwardGroup(group);
    }
    for (auto _ : state) {
        block.clearSums();
        for (int group = 0; group < kGroups; ++group) {
            block.backwardGroup(group, block.in.get() + std::size_t(group) * shape.inFloats(), block.gradOut.get(),
                                wantsInput);
        }
        block.fold();
    }
    report(state, double(shape.multiplyAdds()) * (wantsInput ? 2 : 1));
}

// As the engine runs them: bytes in, rows for the dense layers out, their gradient back, group after group.
void bothBlocks(benchmark::State& state) {
    Block first(kFirst), second(kSecond);
    Buffer<std::uint8_t> digits(kDigit.elements() * kImages);
    Buffer<float> rows(kFlat.elements() * kImages);
    const float scale = 1 / 255.0F, shift = 0;
    for (auto _ : state) {
        first.packWeights();
        second.packWeights();
        for (int group = 0; group < kGroups; ++group) {
            const std::uint8_t* images[kLanes];
            for (int i = 0; i < kLanes; ++i) {
                images[i] = digits.get() + std::size_t(group * kLanes + i) * kDigit.elements();
            }
            gather(kDigit, images, kLanes, &scale, &shift, first.in.get() + std::size_t(group) * kFirst.inFloats());
            first.forwardGroup(group);
            second.forwardGroup(group, first.out.get() + std::size_t(group) * kFirst.outFloats());
            lanesToRows(kFlat, second.out.get() + std::size_t(group) * kSecond.outFloats(), kLanes,
                        rows.get() + std::size_t(group * kLanes) * kFlat.elements(), kFlat.elements());
        }
        first.clearSums();
        second.clearSums();
        for (int group = 0; group < kGroups; ++group) {
            rowsToLanes(kFlat, rows.get() + std::size_t(group * kLanes) * kFlat.elements(), kFlat.elements(), kLanes,
                        second.gradOut.get());
            second.backwardGroup(group, first.out.get() + std::size_t(group) * kFirst.outFloats(), second.gradOut.get(),
                                 true);
            first.backwardGroup(group, first.in.get() + std::size_t(group) * kFirst.inFloats(), second.gradIn.get(),
                                false);
        }
        first.fold();
        second.fold();
    }
    report(state, 2.0 * double(kFirst.multiplyAdds()) + 3.0 * double(kSecond.multiplyAdds()));
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

BENCHMARK_CAPTURE(forwardBlock, first, kFirst)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(forwardBlock, second, kSecond)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(backwardBlock, first, kFirst, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(backwardBlock, second, kSecond, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(backwardBlock, secondWithoutInput, kSecond, false)->Unit(benchmark::kMillisecond);
BENCHMARK(gatherDigits)->Unit(benchmark::kMillisecond);
BENCHMARK(rowsAndBack)->Unit(benchmark::kMillisecond);
BENCHMARK(bothBlocks)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace belfry::lanes

BENCHMARK_MAIN();
