// The CUDA version of input_stage.cpp: one block per image, with the draws and the pixels' formulas of augment.h and
// augment_operations.h.
#include "core/kernels/augment_mix.h"
#include "core/kernels/augment_operations.h"
#include "core/kernels/block_sum.h"
#include "core/kernels/cuda_kernels.h"
#include "core/kernels/cuda_launch.h"

namespace belfry::cuda {
namespace {

struct StageWork {
    InputStage stage;
    PictureSize in, size; // size: of what comes out
    StageBatch batch;
};

// The sum over the block's threads, for all of them.
__device__ double blockSum(double value) {
    __shared__ double parts[kThreads];
    __syncthreads(); // the sum of the call before has been read
    sumOfBlock(value, parts);
    __syncthreads();
    return parts[0];
}

// Each thread writes and later changes the same numbers of the image: those of its own pixels.
__device__ void changeColours(const TutorialDraw& draw, const PictureSize& size, float* out) {
    const int pixels = size.height * size.width;
    for (int channel = 0; channel < size.channels; ++channel) {
        double sum = 0;
        for (int i = threadIdx.x; i < pixels; i += kThreads)
            sum += out[i * size.channels + channel];
        const float mean = static_cast<float>(blockSum(sum) / pixels);
        for (int i = threadIdx.x; i < pixels; i += kThreads) {
            float& value = out[i * size.channels + channel];
            value = (value - mean) * draw.contrast + mean + draw.brightness;
        }
    }
}

__device__ void normalise(const StageWork& work, float* out) {
    const int pixels = work.size.height * work.size.width, channels = work.size.channels;
    const double n = static_cast<double>(pixels) * channels;
    double sum = 0, squares = 0;
    const bool standardised = work.stage.normalisation == Normalisation::Standardised;
    if (standardised)
        for (int i = threadIdx.x; i < pixels; i += kThreads)
            for (int c = 0; c < channels; ++c)
                sum += out[i * channels + c];
    const double mean = standardised ? blockSum(sum) / n : 0;
    if (standardised)
        for (int i = threadIdx.x; i < pixels; i += kThreads)
            for (int c = 0; c < channels; ++c)
                squares += (out[i * channels + c] - mean) * (out[i * channels + c] - mean);
    const double deviation = standardised ? fmax(sqrt(blockSum(squares) / n), 1 / sqrt(n)) : 1;
    for (int i = threadIdx.x; i < pixels; i += kThreads)
        for (int c = 0; c < channels; ++c) {
            float& value = out[i * channels + c];
            const ScaleShift by = channelScale(work.stage.normalisation, c, channels);
            value = standardised ? static_cast<float>((value - mean) / deviation) : value * by.scale + by.shift;
        }
}

__global__ void stageKernel(const __grid_constant__ StageWork work, float* outs) {
    const StageBatch& batch = work.batch;
    const std::int64_t index = blockIdx.x;
    const std::uint8_t* image = batch.images + (batch.rows != nullptr ? batch.rows[index] : index) * work.in.numbers();
    float* out = outs + index * work.size.numbers();
    const int pixels = work.size.height * work.size.width, channels = work.size.channels;
    const bool draws = batch.training && work.stage.augmentation != Augmentation::None;
    const std::uint64_t key = draws ? augmentKey(batch.seed, *batch.epoch, batch.ids[index]) : 0;
    const bool tutorial = work.stage.augmentation == Augmentation::CifarTutorial;
    const TutorialDraw crop = !tutorial        ? TutorialDraw{}
                              : batch.training ? drawTutorial(key, work.in)
                                               : centralCrop(work.in);
    __shared__ DigitDraw digit;
    if (draws && !tutorial && threadIdx.x == 0)
        drawDigit(key, work.in, digit);
    __syncthreads();
    for (int i = threadIdx.x; i < pixels; i += kThreads) {
        const int y = i / work.size.width, x = i % work.size.width;
        SourcePoint from;
        if (draws && !tutorial)
            from = sourceOf(digit, bentRow(digit, y, work.in.height), work.in, y, x);
        for (int c = 0; c < channels; ++c)
            out[i * channels + c] = tutorial ? croppedValue(image, work.in, crop, y, x, c)
                                    : draws  ? valueBetween(image, work.in, from, c)
                                             : static_cast<float>(image[i * channels + c]);
    }
    if (tutorial && draws)
        changeColours(crop, work.size, out);
    normalise(work, out);
}

// The threads of a block (augment_operations.h).
struct BlockTeam {
    template <typename Body>
    __device__ void pixels(int height, int width, const Body& body) const {
        for (int i = threadIdx.x; i < height * width; i += kThreads)
            body(i / width, i % width);
        __syncthreads();
    }
    template <typename Body>
    __device__ void each(std::int64_t count, const Body& body) const {
        for (std::int64_t i = threadIdx.x; i < count; i += kThreads)
            body(i);
        __syncthreads();
    }
    template <typename Value>
    __device__ std::int64_t sum(std::int64_t count, const Value& value) const {
        double sum = 0; // whole numbers below 2^53
        for (std::int64_t i = threadIdx.x; i < count; i += kThreads)
            sum += static_cast<double>(value(i));
        return static_cast<std::int64_t>(blockSum(sum));
    }
    __device__ int* table(int which) const { return tables + 256 * which; }
    __device__ void count(int& number) const { atomicAdd(&number, 1); }
    __device__ void place(const std::uint8_t* image, const PictureSize& in, const PlaceDraw& draw,
                          std::uint8_t* out) const {
        pixels(
            in.height, in.width, [&](int y, int x) { placePixel(image, in, draw, y, x, out); });
    }

    int* tables; // in shared memory
};

__device__ ImageKey keyAt(const StageBatch& batch, std::int64_t index) {
    return {batch.seed, *batch.epoch, batch.ids[index]};
}

__device__ void makePicture(const StageWork& work, const BlockTeam& team, std::int64_t index, std::uint8_t* out,
                            std::uint8_t* spare) {
    const StageBatch& batch = work.batch;
    const std::int64_t row = batch.rows != nullptr ? batch.rows[index] : index;
    augmentPicture(team, work.stage.operations, work.in, keyAt(batch, index), batch.images + row * work.in.numbers(),
                   out, spare);
}

// The picture's bytes are made in the last quarter of its floats' memory, with the third to spare, and before them its
// partner's in the second, with the first to spare. Converted from the first on, a number is written over bytes that
// have been read.
__global__ void operationsKernel(const __grid_constant__ StageWork work, float* outs) {
    const std::int64_t index = blockIdx.x, numbers = work.in.numbers();
    float* out = outs + index * numbers;
    std::uint8_t *first = reinterpret_cast<std::uint8_t*>(out), *bytes = first + 3 * numbers;
    __shared__ int tables[2 * 256];
    __shared__ MixDraw mix;
    const BlockTeam team{tables};
    const bool mixes = work.stage.operations.mix();
    if (mixes) {
        if (threadIdx.x == 0)
            mix = drawMix(work.stage.operations, work.in, keyAt(work.batch, index));
        makePicture(work, team, index + 1, first + numbers, first);
    }
    makePicture(work, team, index, bytes, bytes - numbers);
    if (mixes)
        mixPicture(team, work.in, mix, first + numbers, bytes);
    for (std::int64_t first = 0; first < numbers; first += kThreads) {
        const std::int64_t i = first + threadIdx.x;
        const float value = i < numbers ? static_cast<float>(bytes[i]) : 0.0f;
        __syncthreads();
        if (i < numbers)
            out[i] = value;
        __syncthreads();
    }
    normalise(work, out);
}

__global__ void sharesKernel(const __grid_constant__ StageWork work, float* shares) {
    if (const std::int64_t i = globalIndex(); i < work.batch.count)
        shares[i] = drawMix(work.stage.operations, work.in, keyAt(work.batch, i)).ownShare;
}

} // namespace

void ownShares(void* stream, const InputStage& stage, PictureSize in, const StageBatch& batch, float* shares) {
    startThreads("ownShares", stream, batch.count, sharesKernel, StageWork{stage, in, in, batch}, shares);
}

void runInputStage(void* stream, const InputStage& stage, PictureSize in, const StageBatch& batch, float* out) {
    const StageWork work{stage, in, stageOutput(stage, in), batch};
    const bool operations = batch.training && stage.augmentation == Augmentation::Operations;
    // Each by its name: of a kernel that is only chosen from, the compiler makes no code for the device.
    if (operations)
        startBlocks("runInputStage", stream, batch.count, operationsKernel, work, out);
    else
        startBlocks("runInputStage", stream, batch.count, stageKernel, work, out);
}

} // namespace belfry::cuda
