// CUDA's kernels of a network with tensors of more than 2^31 numbers, on the CPU: the last blocks of a grid run, and
// the last numbers have memory (far_numbers.h). They give what the CPU's kernels give for those numbers alone. Kernels
// that choose between positions of 32 and 64 bits are seen with the most numbers of 32, with more, and with more than
// 2^32. Those of an update are in wide_update_test.cpp, the fused ones in wide_fused_test.cpp.
#include "core/kernels/cuda_kernels.h"
#include "tests/core/kernels/augmented.h"
#include "tests/core/kernels/far_numbers.h"
#include "tests/core/kernels/on_host/block_threads.h"
#include "tests/core/kernels/random_numbers.h"

#include <numeric>

namespace belfry {
namespace {

using cuda::LastBlocks;
using test::asType;
using test::Elsewhere;
using test::expectNumbers;
using test::FarNumbers;
using test::inProcessOfItsOwn;
using test::randomNumbers;

// kNarrowLimit is 2^16 x 32767, and 32767 is 217 x 151.
constexpr std::int64_t kFactor = 32'767, kRowFactor = 217, kRowsFactor = 151;
static_assert(cuda::kNarrowLimit == (std::int64_t{1} << 16) * kFactor);

template <typename T>
std::vector<T> someNumbers(std::int64_t count, std::uint64_t seed) {
    return asType<T>(randomNumbers(static_cast<std::size_t>(count), seed));
}

// Of rows in packs: rows that have kNarrowLimit numbers, one more row, and three times as many.
struct Rows {
    std::int64_t count, length;
};
std::vector<Rows> borderRows(std::int64_t pack) {
    const std::int64_t most = kRowsFactor * (1 << 16) / pack, length = kRowFactor * pack;
    return {{most, length}, {most + 1, length}, {3 * most, length}};
}
constexpr unsigned kRowBlocks = 16;
constexpr std::int64_t kOpenRows = 24; // what those have, and more
constexpr std::int64_t kSeenRows = 2;  // what they have for certain

template <typename T>
void expectImagesOfBytes(const Rows& images, bool byNumber) {
    const std::int64_t seen = kSeenRows * images.length;
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(seen));
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(i * 31 % 251);
    std::vector<T> expected(bytes.size());
    const std::vector<std::int64_t> swapped{1, 0};
    normaliseImages<T>({}, bytes.data(), byNumber ? swapped.data() : nullptr, kSeenRows, images.length, 2, -0.5F,
                       expected.data()); // exact, fused or not
    const FarNumbers<std::uint8_t> in(images.count * images.length);
    in.openLast(kOpenRows * images.length, bytes);
    const FarNumbers<T> out(images.count * images.length);
    out.openLast(kOpenRows * images.length);
    const FarNumbers<std::int64_t> rows(images.count);
    rows.openLast(kOpenRows, std::vector<std::int64_t>(kOpenRows, images.count - 1));
    std::copy_n(std::vector{images.count - 1, images.count - 2}.begin(), 2, rows.all() + images.count - 2);
    const LastBlocks some(kRowBlocks);
    cuda::normaliseImages<T>(nullptr, in.all(), byNumber ? rows.all() : nullptr, images.count, images.length, 2, -0.5F,
                             out.all());
    SCOPED_TRACE(std::to_string(images.count) + " images of " + std::to_string(images.length));
    expectNumbers(out.last(expected.size()), expected);
}

TEST(WideIndex, ImagesOfBytes) {
    inProcessOfItsOwn([] {
        for (const std::int64_t pack : {1, 4})
            for (const Rows& images : borderRows(pack))
                for (const bool byNumber : {false, true}) {
                    expectImagesOfBytes<float>(images, byNumber);
                    expectImagesOfBytes<Bf16>(images, byNumber);
                }
    });
}

template <typename T>
void expectDropout(const Rows& rows) {
    const auto values = someNumbers<T>(kSeenRows * rows.length, 1);
    const std::vector<std::int64_t> ids{59'999, 7};
    const std::uint32_t epoch = 17;
    const DropoutKey key{5, 3, &epoch};
    std::vector<T> expected = values;
    dropout<T>({}, expected.data(), ids.data(), kSeenRows, rows.length, 0.3F, key);
    const FarNumbers<T> found(rows.count * rows.length);
    found.openLast(kOpenRows * rows.length, values);
    const FarNumbers<std::int64_t> farIds(rows.count);
    farIds.openLast(kOpenRows, ids);
    const LastBlocks some(kRowBlocks);
    cuda::dropout<T>(nullptr, found.all(), farIds.all(), rows.count, rows.length, 0.3F, key);
    SCOPED_TRACE(std::to_string(rows.count) + " rows of " + std::to_string(rows.length));
    expectNumbers(found.last(expected.size()), expected);
}

TEST(WideIndex, Dropout) {
    inProcessOfItsOwn([] {
        for (const std::int64_t pack : {1, 4, 8})
            for (const Rows& rows : borderRows(pack)) {
                expectDropout<float>(rows);
                expectDropout<Bf16>(rows);
            }
    });
}

template <typename T>
void expectRounded(std::int64_t count) {
    constexpr std::int64_t kSeen = 300, kOpen = 1024;
    const auto in = someNumbers<float>(kSeen, 1);
    std::vector<T> expected(kSeen);
    roundToBf16<T>({}, in.data(), expected.data(), kSeen);
    const FarNumbers<float> farIn(count);
    farIn.openLast(kOpen, in);
    const FarNumbers<T> out(count);
    out.openLast(kOpen);
    const LastBlocks some(3);
    cuda::roundToBf16<T>(nullptr, farIn.all(), out.all(), count);
    expectNumbers(out.last(kSeen), expected);
}

TEST(WideIndex, Rounding) {
    inProcessOfItsOwn([] {
        for (const std::int64_t count : {(std::int64_t{1} << 31) + 77, (std::int64_t{1} << 32) + 77}) {
            expectRounded<float>(count);
            expectRounded<Bf16>(count);
        }
    });
}

// Pictures of 2^16 numbers with the kernel's size on two sides: 32766 are the most that have positions of 32 bits.
struct PoolSizes {
    int kernel, stride, height, width, channels;
    bool same;
};
MaxPoolWork poolOf(const PoolSizes& sizes, std::int64_t images) {
    MaxPoolWork work{images,
                     sizes.channels,
                     sizes.height - sizes.kernel,
                     sizes.width - sizes.kernel,
                     0,
                     0,
                     sizes.kernel,
                     sizes.stride,
                     0,
                     0,
                     false};
    const auto out = [&](int in) {
        return sizes.same ? (in + sizes.stride - 1) / sizes.stride : (in - sizes.kernel) / sizes.stride + 1;
    };
    work.outHeight = out(work.inHeight);
    work.outWidth = out(work.inWidth);
    if (sizes.same) {
        work.above = std::max(0, (work.outHeight - 1) * sizes.stride + sizes.kernel - work.inHeight) / 2;
        work.left = std::max(0, (work.outWidth - 1) * sizes.stride + sizes.kernel - work.inWidth) / 2;
    }
    return work;
}

template <typename T>
void expectPool(const MaxPoolWork& work) {
    constexpr std::int64_t kOpen = 80; // pictures
    constexpr unsigned kBlocks = 260;  // a thread for each number of a picture, and more
    const std::int64_t ins = std::int64_t{work.inHeight} * work.inWidth * work.channels,
                       outs = std::int64_t{work.outHeight} * work.outWidth * work.channels;
    const auto in = someNumbers<T>(ins, 1), gradient = someNumbers<T>(outs, 2);
    std::vector<T> out(gradient.size()), inGradient(in.size());
    std::vector<std::uint16_t> winner(gradient.size());
    MaxPoolWork one = work;
    one.images = 1;
    maxPoolForward<T>({}, one, in.data(), out.data(), winner.data());
    maxPoolBackward<T>({}, one, gradient.data(), winner.data(), inGradient.data());
    const FarNumbers<T> farIn(work.images * ins), farInGradient(work.images * ins), farOut(work.images * outs),
        farGradient(work.images * outs);
    const FarNumbers<std::uint16_t> farWinner(work.images * outs);
    farIn.openLast(kOpen * ins, in);
    farInGradient.openLast(kOpen * ins);
    farOut.openLast(kOpen * outs);
    farWinner.openLast(kOpen * outs);
    farGradient.openLast(kOpen * outs, gradient);
    const LastBlocks some(kBlocks);
    cuda::maxPoolForward<T>(nullptr, work, farIn.all(), farOut.all(), farWinner.all());
    expectNumbers(farOut.last(out.size()), out);
    expectNumbers(farWinner.last(winner.size()), winner);
    cuda::maxPoolBackward<T>(nullptr, work, farGradient.all(), farWinner.all(), farInGradient.all());
    expectNumbers(farInGradient.last(inGradient.size()), inGradient);
}

TEST(WideIndex, Pools) {
    inProcessOfItsOwn([] {
        for (const PoolSizes& sizes : {PoolSizes{2, 2, 128, 128, 4, false}, PoolSizes{2, 2, 64, 128, 8, true},
                                       PoolSizes{2, 2, 256, 256, 1, true}, PoolSizes{3, 2, 128, 128, 4, true},
                                       PoolSizes{3, 2, 64, 128, 8, false}, PoolSizes{3, 1, 256, 256, 1, true},
                                       PoolSizes{3, 2, 256, 256, 1, false}})
            for (const std::int64_t images : {kFactor - 1, kFactor, 3 * kFactor}) {
                SCOPED_TRACE(std::to_string(images) + " images, " + std::to_string(sizes.channels) + " channels, " +
                             std::to_string(sizes.kernel) + "/" + std::to_string(sizes.stride));
                expectPool<float>(poolOf(sizes, images));
                expectPool<Bf16>(poolOf(sizes, images));
            }
    });
}

template <typename T>
void expectLrn(const LrnWork& work) {
    constexpr std::int64_t kSeen = 3, kOpen = 8192; // pixels
    const double relative = std::is_same_v<T, float> ? 5e-6 : 1.0 / 128;
    const auto in = someNumbers<T>(kSeen * work.channels, 1), gradient = someNumbers<T>(kSeen * work.channels, 2);
    std::vector<T> out(in.size()), inGradient(in.size());
    std::vector<float> divisor(in.size());
    LrnWork few = work;
    few.rows = kSeen;
    lrnForward<T>({}, few, in.data(), out.data(), divisor.data());
    lrnBackward<T>({}, few, in.data(), divisor.data(), gradient.data(), inGradient.data());
    const std::int64_t numbers = work.rows * work.channels, open = kOpen * work.channels;
    const FarNumbers<T> farIn(numbers), farOut(numbers), farGradient(numbers), farInGradient(numbers);
    const FarNumbers<float> farDivisor(numbers);
    farIn.openLast(open, in);
    farGradient.openLast(open, gradient);
    farOut.openLast(open);
    farInGradient.openLast(open);
    farDivisor.openLast(open);
    const LastBlocks some(4);
    cuda::lrnForward<T>(nullptr, work, farIn.all(), farOut.all(), farDivisor.all());
    expectNumbers(farOut.last(out.size()), out, relative);
    expectNumbers(farDivisor.last(out.size()), divisor, 5e-6);
    cuda::lrnBackward<T>(nullptr, work, farIn.all(), farDivisor.all(), farGradient.all(), farInGradient.all());
    expectNumbers(farInGradient.last(out.size()), inGradient, relative);
}

// 64 and 96: packs; 1: single numbers; 1030: a pixel in two blocks.
TEST(WideIndex, ResponseNormalisations) {
    inProcessOfItsOwn([] {
        for (const int channels : {1, 7, 64, 96, 1030})
            for (const std::int64_t numbers : {std::int64_t{1} << 31, std::int64_t{1} << 32}) {
                SCOPED_TRACE(std::to_string(channels) + " channels");
                const LrnWork work{numbers / channels + 1000, channels, 4, 1, 0.25F / 9, 0.75F, false};
                expectLrn<float>(work);
                expectLrn<Bf16>(work);
            }
    });
}

// The last block has the rows 2040 to 2047 and 4088 to 4095. One is like no other: only its last classes count.
TEST(WideIndex, LossesOfManyClasses) {
    inProcessOfItsOwn([] {
        constexpr std::int64_t kRows = 4096, kOwn = 4090;
        constexpr int kClasses = 1'100'001, kCounting = 1000;
        std::vector<float> row(kClasses, -500);
        const auto counting = randomNumbers(kCounting, 1, 5);
        std::copy(counting.begin(), counting.end(), row.end() - kCounting);
        row[200] = 1; // its label
        std::vector<std::uint8_t> labels(kRows, 9);
        labels[kOwn] = 200;
        std::vector<float> expected(row.size());
        double expectedMetrics[2] = {};
        softmaxLoss({}, row.data(), &labels[kOwn], 1, kClasses, expected.data(), &expectedMetrics[0], nullptr);
        const FarNumbers<float> logits(kRows * kClasses, Elsewhere::Zeros), gradient(kRows * kClasses);
        std::copy(row.begin(), row.end(), logits.open(kOwn * kClasses, kClasses));
        for (const std::int64_t first : {2040, 4088})
            gradient.open(first * kClasses, 8 * std::int64_t{kClasses});
        std::vector<double> scratch(kLossScratch, 0);
        double metrics[2] = {};
        const LastBlocks some(1);
        cuda::softmaxLoss(nullptr, logits.all(), labels.data(), kRows, kClasses, gradient.all(), &metrics[0], nullptr,
                          0, scratch.data());
        std::vector<float> found(gradient.all() + kOwn * kClasses, gradient.all() + (kOwn + 1) * kClasses);
        for (float& number : found)
            number *= kRows;
        expectNumbers(found.data(), expected, 4e-7);
        EXPECT_NEAR(metrics[0], expectedMetrics[0] + 15 * std::log(double{kClasses}), 1e-4);
        EXPECT_EQ(metrics[1], expectedMetrics[1]);
    });
}

// Of labels and answers: 255 x 8.5 million is more than 2^31.
TEST(WideIndex, ConfusionOfManyClasses) {
    inProcessOfItsOwn([] {
        constexpr int kClasses = 8'500'000, kLabel = 255;
        const FarNumbers<float> logits(kClasses, Elsewhere::Zeros);
        logits.openLast(1, {3});
        const FarNumbers<std::int64_t> confusion((kLabel + 1) * std::int64_t{kClasses});
        confusion.openLast(1);
        const std::uint8_t label = kLabel;
        std::vector<double> scratch(kLossScratch, 0);
        double metrics[2] = {};
        cuda::softmaxLoss(nullptr, logits.all(), &label, 1, kClasses, nullptr, &metrics[0], confusion.all(), 0,
                          scratch.data());
        EXPECT_EQ(*confusion.last(1), 1);
    });
}

TEST(WideIndex, InputStages) {
    inProcessOfItsOwn([] {
        constexpr PictureSize kPhoto{32, 32, 3};
        constexpr std::int64_t kCount = 3'000'000, kOpen = 4; // images; 2^31 is 1.24 million of what comes out
        for (const Augmentation augmentation :
             {Augmentation::None, Augmentation::CifarTutorial, Augmentation::Digits, Augmentation::Operations}) {
            const InputStage stage{augmentation, Normalisation::Standardised,
                                   test::operations({{AugmentOperation::Shift, {2}}, {AugmentOperation::Erase, {8}}})};
            const std::int64_t outs = stageOutput(stage, kPhoto).numbers();
            std::vector<std::uint8_t> image(static_cast<std::size_t>(kPhoto.numbers()));
            for (std::size_t i = 0; i < image.size(); ++i)
                image[i] = static_cast<std::uint8_t>(i * 31 % 251);
            const std::int64_t id = 4711;
            const std::uint32_t epoch = 2;
            std::vector<float> expected(static_cast<std::size_t>(outs));
            runInputStage({}, stage, kPhoto, {image.data(), nullptr, 1, true, &id, 3, &epoch}, expected.data());
            const FarNumbers<std::uint8_t> images(2 * kCount * kPhoto.numbers());
            images.openLast(kPhoto.numbers(), image);
            const FarNumbers<std::int64_t> rows(kCount), ids(kCount);
            rows.openLast(kOpen, {2 * kCount - 1});
            ids.openLast(kOpen, {id});
            const FarNumbers<float> out(kCount * outs);
            out.openLast(outs);
            const LastBlocks some(1);
            cuda::runInputStage(nullptr, stage, kPhoto, {images.all(), rows.all(), kCount, true, ids.all(), 3, &epoch},
                                out.all());
            expectNumbers(out.last(expected.size()), expected, 1e-3);
        }
    });
}

} // namespace
} // namespace belfry
