// Ten thousand damaged files for each reader: each is read or refused with an Error, quickly, and without taking
// more memory than a small multiple of the file. Crashes and overruns are what the sanitizers' presets look for.
#include "core/formats/cifar.h"
#include "core/formats/idx.h"
#include "core/formats/image.h"
#include "core/formats/image_example.h"
#include "core/formats/safetensors.h"
#include "core/formats/tfrecord.h"
#include "tests/core/formats/allocations.h"
#include "tests/core/formats/builders.h"
#include "tests/core/formats/refusal.h"
#include "tests/support/mutations.h"

#include <functional>

namespace belfry {
namespace {

using test::below;
using test::Dice;
using test::mutateOnce;

constexpr int kFiles = 10000;
constexpr std::size_t kMemoryLimit = 4 << 20; // the mutated files have at most some KB
struct Outcome {
    int read = 0, refused = 0;
};

// `read` may throw Error and nothing else.
Outcome readMutated(const std::vector<Bytes>& originals, const std::function<void(Bytes&, Dice&)>& repair,
                    const std::function<void(const Bytes&)>& read) {
    Dice dice(20240229);
    Outcome outcome;
    for (int i = 0; i < kFiles; ++i) {
        Bytes bytes = originals[static_cast<std::size_t>(i) % originals.size()];
        for (std::size_t times = 1 + below(dice, 3); times > 0; --times)
            mutateOnce(bytes, dice);
        repair(bytes, dice);
        const AllocationWatch watch;
        try {
            read(bytes);
            ++outcome.read;
        } catch (const Error&) {
            ++outcome.refused;
        }
        EXPECT_LT(watch.largest(), kMemoryLimit) << "file " << i;
    }
    return outcome;
}

void leave(Bytes&, Dice&) {}

TEST(MutationTest, Idx) {
    const std::vector<Bytes> originals = {makeIdx({5, 4, 3}, Bytes(60, 7)), makeIdx({60, 1, 1}, Bytes(60, 7))};
    const Outcome outcome = readMutated(originals, leave, [](const Bytes& bytes) { parseIdx(bytes, 3, "x"); });
    EXPECT_GT(outcome.read, 100); // pixels changed only
    EXPECT_GT(outcome.refused, 1000);
}

TEST(MutationTest, Cifar) {
    const std::vector<Bytes> originals = {makeCifar({0, 9, 5})};
    const Outcome outcome = readMutated(originals, leave, [](const Bytes& bytes) {
        CifarRecords records;
        appendCifar(bytes, "x", records);
    });
    EXPECT_GT(outcome.read, 1000); // most bytes are pixels
    EXPECT_GT(outcome.refused, 1000);
}

TEST(MutationTest, Gzip) {
    Bytes varied(3000);
    for (std::size_t i = 0; i < varied.size(); ++i)
        varied[i] = static_cast<std::uint8_t>(i * i / 11);
    const std::vector<Bytes> originals = {packGzip(varied), packGzip(Bytes(500000, 1)), packGzip({})};
    const Outcome outcome =
        readMutated(originals, leave, [](const Bytes& bytes) { gunzip(bytes, std::uint64_t{1} << 40, "x"); });
    EXPECT_GT(outcome.read, 10); // some header fields mean nothing
    EXPECT_GT(outcome.refused, 5000);
}

TEST(MutationTest, Safetensors) {
    const SafetensorsFile file{{{"architecture", "lenet"}},
                               {floatTensor("conv1.weight", {2, 3}, std::vector<float>(6)),
                                {"step", "I64", {}, Bytes(8)},
                                {"mask", "U8", {4}, Bytes(4)}}};
    const std::vector<Bytes> originals = {bytesOf(encodeSafetensors(file)), bytesOf(encodeSafetensors({}))};
    const Outcome outcome = readMutated(originals, leave, [](const Bytes& bytes) { parseSafetensors(bytes, "x"); });
    EXPECT_GT(outcome.read, 10); // names, metadata, values
    EXPECT_GT(outcome.refused, 5000);
}

TEST(MutationTest, Png) {
    DecodedImage grey{28, 28, 1, Bytes(28 * 28)};
    DecodedImage colour{9, 7, 3, Bytes(9 * 7 * 3, 99)};
    const std::vector<Bytes> originals = {
        encodePng(grey), encodePng(colour), makePng({2, 1, 4, 3, 0, {9, 8, 7, 6, 5, 4}, {0, 128}, {0, 0x10}}),
        makePng({3, 3, 8, 0, 1, {}, {}, {0, 1, 0, 3, 0, 7, 9, 0, 2, 0, 8, 0, 4, 5, 6}}),
        makePng({1, 1, 16, 6, 0, {}, {}, {0, 1, 1, 2, 2, 3, 3, 4, 4}})};
    const auto repairMost = [](Bytes& bytes, Dice& dice) {
        if (below(dice, 4) > 0)
            repairPngChecksums(bytes);
    };
    const Outcome outcome = readMutated(originals, repairMost, [](const Bytes& bytes) { decodePng(bytes, "x"); });
    EXPECT_GT(outcome.read, 100);
    EXPECT_GT(outcome.refused, 3000);
}

// One in four keeps its damaged checksums: the others reach the parser behind them.
TEST(MutationTest, TfRecord) {
    const std::vector<Bytes> originals = {makeExample(2, 3, 1, 7, Bytes(6, 9)), makeExample(1, 1, 3, 300, Bytes(3))};
    const auto pack = [](Bytes& bytes, Dice& dice) {
        bytes = makeTfRecord(bytes);
        if (below(dice, 4) == 0)
            mutateOnce(bytes, dice);
    };
    const Outcome outcome = readMutated(originals, pack, [](const Bytes& bytes) {
        TfRecordReader reader(bytes, "x");
        while (const auto payload = reader.next())
            parseImageExample(*payload, "x");
    });
    EXPECT_GT(outcome.read, 50); // labels and pixels: most bytes are names and lengths
    EXPECT_GT(outcome.refused, 5000);
}

TEST(MutationTest, Jpeg) {
    Bytes varied(24 * 16 * 3);
    for (std::size_t i = 0; i < varied.size(); ++i)
        varied[i] = static_cast<std::uint8_t>(i * i / 5);
    const std::vector<Bytes> originals = {makeJpeg(24, 16, 3, varied), makeJpeg(24, 16, 3, varied, true),
                                          makeJpeg(9, 9, 1, Bytes(81, 3))};
    const Outcome outcome = readMutated(originals, leave, [](const Bytes& bytes) { decodeImage(bytes, "x"); });
    EXPECT_GT(outcome.read, 1000); // quantisation, comments, coefficients
    EXPECT_GT(outcome.refused, 1000);
}

TEST(MutationTest, Bmp) {
    const std::vector<Bytes> originals = {
        makeBmp({3, 2, 24, {}, Bytes(24, 5)}), makeBmp({9, 3, 1, {0, 0, 0, 0, 255, 255, 255, 0}, Bytes(12, 0xa5)}),
        makeBmp({3, -2, 8, Bytes(1024, 3), Bytes(8, 200)}), makeBmp({2, 2, 32, {}, Bytes(16, 1)})};
    const Outcome outcome = readMutated(originals, leave, [](const Bytes& bytes) { decodeImage(bytes, "x"); });
    EXPECT_GT(outcome.read, 500);
    EXPECT_GT(outcome.refused, 1000);
}

} // namespace
} // namespace belfry
