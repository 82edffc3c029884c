// Only the winner of a pool passes its gradient on, so a block's gradient is a list: of every output the gradient and
// the place of its winner's window in the padded input. Each number of a filter's gradient belongs to one thread, or to
// a few that share the positions; none is added to by two at a time.
#include "core/kernels/cuda_launch.h"
#include "core/kernels/fused/front_places.h"

namespace belfry::fused {
namespace {

using namespace cuda;

struct alignas(8) Entry {
    float gradient;
    int place; // 4 times the first number of the window, and which of the pool's four it is
};

// At filter * positions + position. Entries with no gradient are passed over: what a ReLU has stopped meets no NaN.
__device__ __forceinline__ void setEntry(const Block& block, int position, int filter, float gradient,
                                         std::uint8_t winner, Entry* entries) {
    const bool stopped = winner == kStopped;
    const int place = stopped ? 0 : winner;
    const int row = position / block.pooledWidth() * 2 + place / 2,
              column = position % block.pooledWidth() * 2 + place % 2;
    const int first = (row * (block.width + 2 * block.padding) + column) * block.channels;
    entries[filter * block.positions() + position] = {stopped ? 0.0f : gradient, first * 4 + place};
}

template <typename T>
__device__ __forceinline__ void loadEntries(const Block& block, const T* gradients, const std::uint8_t* winners,
                                            Entry* entries) {
    for (int i = threadIdx.x; i < block.outNumbers(); i += kThreads)
        setEntry(block, i / block.filters, i % block.filters, toFloat(gradients[i]), winners[i], entries);
}

// Into padded rows, whose zeros are there already.
template <typename Value>
__device__ __forceinline__ void loadInput(const Block& block, const Value& value, float* input) {
    for (int i = threadIdx.x; i < block.inNumbers(); i += kThreads) {
        const int c = i % block.channels, x = i / block.channels % block.width, y = i / block.channels / block.width;
        input[((y + block.padding) * (block.width + 2 * block.padding) + x + block.padding) * block.channels + c] =
            value(i);
    }
}

struct PixelOf {
    const Pixels& pixels;
    std::int64_t first;
    __device__ __forceinline__ float operator()(int i) const {
        return pixels.bytes != nullptr ? static_cast<float>(pixels.bytes[first + i]) * pixels.scale + pixels.shift
                                       : pixels.numbers[first + i];
    }
};

struct NumberOf {
    const float* numbers;
    __device__ __forceinline__ float operator()(int i) const { return numbers[i]; }
};

// The image's gradient of weights and biases. A thread takes one column of the kernel for one filter and one channel:
// neighbours read neighbouring numbers. sums: for each part weights (OHWI), then biases.
template <int kKernel>
__device__ __forceinline__ void addWeightGradient(const Block& block, const Entry* entries, const float* input,
                                                  float* sums) {
    const int across = kKernel * block.channels, parts = partsOf(block), positions = block.positions();
    const int row = (block.width + 2 * block.padding) * block.channels;
    for (int item = threadIdx.x; item < parts * block.filters * across; item += kThreads) {
        const int part = item / (block.filters * across), filter = item / across % block.filters,
                  number = item % across;
        const Entry* const mine = entries + filter * positions;
        const float* const in = input + number;
        float sum[kKernel] = {}, bias = 0;
#pragma unroll 4
        for (int position = part; position < positions; position += parts) {
            const Entry entry = mine[position];
            if (entry.gradient == 0)
                continue;
            const float* const window = in + entry.place / 4;
            bias += entry.gradient;
#pragma unroll
            for (int ky = 0; ky < kKernel; ++ky)
                sum[ky] += entry.gradient * window[ky * row];
        }
        float* const to = sums + part * (block.weightNumbers() + block.filters);
#pragma unroll
        for (int ky = 0; ky < kKernel; ++ky)
            to[(filter * kKernel + ky) * across + number] += sum[ky];
        if (number == 0)
            to[block.weightNumbers() + filter] += bias;
    }
}

// The gradient of block 1's input, which is block 0's output: entries of `below`. A thread takes kGroup channels of one
// pixel, and of every window over it the filters whose winner is near enough.
template <int kKernel, int kGroup>
__device__ __forceinline__ void spread(const Block& block, const Entry* entries, const float* weights,
                                       const Block& below, const std::uint8_t* winners, Entry* to) {
    const int pixels = block.height * block.width, groups = block.channels / kGroup, positions = block.positions();
    for (int item = threadIdx.x; item < groups * pixels; item += kThreads) {
        const int pixel = item % pixels, channel = item / pixels * kGroup;
        const int y = pixel / block.width + block.padding, x = pixel % block.width + block.padding;
        const int fromRow = y > kKernel ? (y - kKernel + 1) / 2 : 0,
                  fromColumn = x > kKernel ? (x - kKernel + 1) / 2 : 0;
        const int toRow = min(y / 2 + 1, block.pooledHeight()), toColumn = min(x / 2 + 1, block.pooledWidth());
        float sums[kGroup] = {};
        for (int row = fromRow; row < toRow; ++row)
            for (int column = fromColumn; column < toColumn; ++column) {
                const Entry* const here = entries + row * block.pooledWidth() + column;
                for (int filter = 0; filter < block.filters; ++filter) {
                    const Entry entry = here[filter * positions];
                    const int ky = y - 2 * row - (entry.place >> 1 & 1), kx = x - 2 * column - (entry.place & 1);
                    if (static_cast<unsigned>(ky) >= kKernel || static_cast<unsigned>(kx) >= kKernel ||
                        entry.gradient == 0)
                        continue;
                    const float* const weight =
                        weights + ((filter * kKernel + ky) * kKernel + kx) * block.channels + channel;
#pragma unroll
                    for (int c = 0; c < kGroup; ++c)
                        sums[c] += entry.gradient * weight[c];
                }
            }
#pragma unroll
        for (int c = 0; c < kGroup; ++c)
            setEntry(below, pixel, channel + c, sums[c], winners[pixel * block.channels + channel + c], to);
    }
}

template <int kKernel>
__device__ __forceinline__ void spreadGroups(const Block& block, const Entry* entries, const float* weights,
                                             const Block& below, const std::uint8_t* winners, Entry* to) {
    if (block.channels % 6 == 0)
        spread<kKernel, 6>(block, entries, weights, below, winners, to);
    else if (block.channels % 4 == 0)
        spread<kKernel, 4>(block, entries, weights, below, winners, to);
    else
        spread<kKernel, 1>(block, entries, weights, below, winners, to);
}

__device__ __forceinline__ void addBlock(const Block& block, const Entry* entries, const float* input, float* sums) {
    if (block.kernel == 5)
        addWeightGradient<5>(block, entries, input, sums);
    else
        addWeightGradient<3>(block, entries, input, sums);
}

// A block's sums, parts in their order.
__device__ __forceinline__ void writeSums(const Block& block, const float* sums, float* to) {
    const int numbers = block.weightNumbers() + block.filters;
    for (int i = threadIdx.x; i < numbers; i += kThreads) {
        float sum = sums[i];
        for (int part = 1; part < partsOf(block); ++part)
            sum += sums[part * numbers + i];
        to[i] = sum;
    }
}

struct Gradient {
    Pixels pixels;
    std::int64_t images;
    int threadBlocks; // each takes every threadBlocks-th image
    Parameters parameters;
    Kept kept;
    float* partials;
};

template <int kBlocks, bool kLenet, typename T>
__global__ void __launch_bounds__(kThreads, 4)
    backwardKernel(const __grid_constant__ Front given, const __grid_constant__ Gradient work, const T* outGradient) {
    float* const memory = sharedMemory<float>();
    constexpr int kLast = kBlocks - 1;
    const Front front = kLenet ? lenetFront() : given;
    constexpr BackwardPlaces kLenets = backwardPlaces(lenetFront());
    const BackwardPlaces places = kLenet ? kLenets : backwardPlaces(given);
    const Block& first = front.block[0];
    const Block& last = front.block[kLast];
    const auto entriesOf = [&](int b) { return reinterpret_cast<Entry*>(memory + places.entries[b]); };
    for (int i = threadIdx.x; i < places.weights; i += kThreads)
        memory[i] = 0; // sums, and the zeros around inputs
    if (kLast == 1)
        for (int i = threadIdx.x; i < last.weightNumbers(); i += kThreads)
            memory[places.weights + i] = work.parameters.weights[kLast][i];
    for (std::int64_t image = blockIdx.x; image < work.images; image += work.threadBlocks) {
        __syncthreads(); // the image before is done with
        loadEntries(last, outGradient + image * last.outNumbers(), work.kept.winners[kLast] + image * last.outNumbers(),
                    entriesOf(kLast));
        const bool gathers = work.pixels.bytes != nullptr && work.pixels.rows != nullptr;
        loadInput(first, PixelOf{work.pixels, (gathers ? work.pixels.rows[image] : image) * first.inNumbers()},
                  memory + places.inputs[0]);
        if (kLast == 1) {
            loadInput(last, NumberOf{work.kept.between + image * first.outNumbers()}, memory + places.inputs[kLast]);
            __syncthreads();
            addBlock(last, entriesOf(kLast), memory + places.inputs[kLast], memory + places.sums[kLast]);
            const std::uint8_t* const winners = work.kept.winners[0] + image * first.outNumbers();
            if (last.kernel == 5)
                spreadGroups<5>(last, entriesOf(kLast), memory + places.weights, first, winners, entriesOf(0));
            else
                spreadGroups<3>(last, entriesOf(kLast), memory + places.weights, first, winners, entriesOf(0));
        }
        __syncthreads();
        addBlock(first, entriesOf(0), memory + places.inputs[0], memory + places.sums[0]);
    }
    __syncthreads();
    float* to = work.partials + static_cast<std::int64_t>(blockIdx.x) * front.gradientNumbers();
    writeSums(first, memory + places.sums[0], to);
    if (kLast == 1)
        writeSums(last, memory + places.sums[kLast], to + first.weightNumbers() + first.filters);
}

constexpr int kColumns = 32, kSteps = kThreads / kColumns;

struct Targets {
    float* to[4];
    int end[4]; // of the partial row's numbers
};

// A thread adds every kSteps-th row, and the first ones then add what those have.
__global__ void addPartialsKernel(const float* partials, int rows, int numbers, Targets targets) {
    __shared__ float sums[kThreads];
    const int column = static_cast<int>(blockIdx.x) * kColumns + static_cast<int>(threadIdx.x) % kColumns;
    float sum = 0;
    if (column < numbers) {
#pragma unroll 8
        for (int row = static_cast<int>(threadIdx.x) / kColumns; row < rows; row += kSteps)
            sum += partials[static_cast<std::int64_t>(row) * numbers + column];
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x >= kColumns || column >= numbers)
        return;
    for (int step = 1; step < kSteps; ++step)
        sum += sums[step * kColumns + threadIdx.x];
    int begin = 0;
    for (int t = 0; t < 4; ++t) {
        if (column >= begin && column < targets.end[t])
            targets.to[t][column - begin] = sum;
        begin = targets.end[t];
    }
}

} // namespace

template <typename T>
void backward(void* stream, const Front& front, const Pixels& pixels, std::int64_t count, const Parameters& parameters,
              const T* outGradient, const Kept& kept, int rows, float* partials) {
    const Gradient work{pixels, count, rows, parameters, kept, partials};
    if (rows > 0)
        startGrid("fused front, backward", stream, dim3(static_cast<unsigned>(rows)), dim3(kThreads),
                  sizeof(float) * backwardPlaces(front).floats,
                  isLenet(front)      ? backwardKernel<2, true, T>
                  : front.blocks == 2 ? backwardKernel<2, false, T>
                                      : backwardKernel<1, false, T>,
                  front, work, outGradient);
}

void addPartials(void* stream, const Front& front, int rows, const float* partials, const Gradients& gradients) {
    Targets targets{};
    int numbers = 0;
    for (int b = 0; b < front.blocks; ++b) {
        targets.to[2 * b] = gradients.weights[b];
        targets.end[2 * b] = numbers += front.block[b].weightNumbers();
        targets.to[2 * b + 1] = gradients.biases[b];
        targets.end[2 * b + 1] = numbers += front.block[b].filters;
    }
    startBlocks("fused front, partial sums", stream, (numbers + kColumns - 1) / kColumns, addPartialsKernel, partials,
                rows, numbers, targets);
}

#define BELFRY_INSTANTIATE(T)                                                                                          \
    template void backward(void*, const Front&, const Pixels&, std::int64_t, const Parameters&, const T*, const Kept&, \
                           int, float*);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry::fused
