// Data sets through other formats and back: the same images, labels and splits.
#include "core/data/catalogue.h"
#include "core/data/convert.h"
#include "core/formats/tfrecord.h"
#include "tests/core/data/picture_folders.h"
#include "tests/core/formats/builders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>

#include <numeric>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

struct Contents {
    Bytes images, labels;
    bool operator==(const Contents&) const = default;
};

Contents contents(const ImageStore& store, const ImageShape& shape) {
    Contents all;
    std::vector<std::int64_t> indices(static_cast<std::size_t>(store.size()));
    std::iota(indices.begin(), indices.end(), std::int64_t{0});
    all.images.resize(indices.size() * static_cast<std::size_t>(shape.bytes()));
    store.read(indices, all.images.data());
    for (const std::int64_t index : indices)
        all.labels.push_back(store.label(index));
    return all;
}

// Label and bytes of each, sorted.
std::vector<std::pair<std::uint8_t, Bytes>> picturesOf(const ImageStore& store, const ImageShape& shape) {
    std::vector<std::pair<std::uint8_t, Bytes>> all;
    for (std::int64_t i = 0; i < store.size(); ++i) {
        all.emplace_back(store.label(i), Bytes(static_cast<std::size_t>(shape.bytes())));
        store.read(std::span(&i, 1), all.back().second.data());
    }
    std::ranges::sort(all);
    return all;
}

void expectEqual(const DataSet& a, const DataSet& b) {
    EXPECT_EQ(a.shape, b.shape);
    EXPECT_EQ(contents(*a.train, a.shape), contents(*b.train, b.shape));
    EXPECT_EQ(contents(*a.validation, a.shape), contents(*b.validation, b.shape));
    EXPECT_EQ(contents(*a.test, a.shape), contents(*b.test, b.shape));
}

struct ConvertTest : testing::Test {
    TestFolder folder;
    Environment data{"BELFRY_DATA", ""};
    Environment home{"XDG_DATA_HOME", (folder / "home").string()};

    std::shared_ptr<const DataSet> converted(const DataSet& from, const std::string& format) {
        convertDataSet(from, format, folder / format);
        return openDataSet((folder / format).string());
    }
};

// The whole of MNIST to TFRecord files and from there to IDX: the published files' bytes.
TEST_F(ConvertTest, MnistRoundTripsExactly) {
    const auto mnist = openDataSet("mnist");
    const auto records = converted(*mnist, "tfrecord");
    EXPECT_EQ(records->train->size(), 55'000);
    expectEqual(*mnist, *records);
    convertDataSet(*records, "idx", folder / "idx");
    EXPECT_TRUE(checkDataSet((folder / "idx").string()).official);
}

TEST_F(ConvertTest, CifarRoundTripsExactly) {
    Bytes labels(40);
    for (std::size_t i = 0; i < labels.size(); ++i)
        labels[i] = static_cast<std::uint8_t>(i % 10);
    Bytes file = makeCifar(labels);
    for (std::size_t i = 0; i < file.size(); ++i)
        if (i % 3073 != 0)
            file[i] = static_cast<std::uint8_t>(i * i / 13);
    write(folder / "own/data_batch_1.bin", file);
    write(folder / "own/test_batch.bin", makeCifar({1, 2}));
    const auto own = openDataSet((folder / "own").string());
    const auto records = converted(*own, "tfrecord");
    EXPECT_EQ(records->classes[3], "cat");
    expectEqual(*own, *records);
    expectEqual(*own, *converted(*records, "cifar"));
    EXPECT_EQ(readFile(folder / "cifar/data_batch_1.bin"), readFile(folder / "own/data_batch_1.bin"));
    const auto idx = converted(*own, "idx"); // four dimensions: colour
    EXPECT_EQ(idx->shape, (ImageShape{3, 32, 32}));
    expectEqual(*own, *idx);
    // A folder has its pictures by class: the same ones in another order.
    const auto pictures = converted(*own, "folder");
    EXPECT_EQ(pictures->classes, own->classes);
    EXPECT_EQ(picturesOf(*pictures->train, own->shape), picturesOf(*own->train, own->shape));
    EXPECT_EQ(picturesOf(*pictures->test, own->shape), picturesOf(*own->test, own->shape));
}

TEST_F(ConvertTest, UnsortedClassesKeepTheirLabels) {
    write(folder / "own/train.tfrecords", makeTfRecord(makeExample(4, 4, 1, 0, Bytes(16, 7))));
    Bytes file;
    for (int i = 0; i < 20; ++i) {
        const Bytes record = makeTfRecord(makeExample(4, 4, 1, i % 2, Bytes(16, static_cast<std::uint8_t>(i))));
        file.insert(file.end(), record.begin(), record.end());
    }
    write(folder / "own/train.tfrecords", file);
    write(folder / "own/labels.txt", bytesOf("zebra\nant\n"));
    const auto own = openDataSet((folder / "own").string());
    EXPECT_THAT(own->classes, ElementsAre("zebra", "ant"));
    const auto back = converted(*own, "folder");
    EXPECT_THAT(back->classes, ElementsAre("0 zebra", "1 ant"));
    EXPECT_EQ(back->train->size(), own->train->size());
}

TEST_F(ConvertTest, RecordsWithUnknownLabelsAreSkippedAndReported) {
    Bytes file;
    for (int i = 0; i < 20; ++i) {
        const Bytes record = makeTfRecord(makeExample(1, 2, 3, i == 7 ? 300 : i % 3, Bytes(6, 1)));
        file.insert(file.end(), record.begin(), record.end());
    }
    write(folder / "own/train.tfrecords", file);
    const auto own = openDataSet((folder / "own").string());
    EXPECT_EQ(own->train->size() + own->validation->size() + own->test->size(), 19);
    ASSERT_EQ(own->issues.size(), 1U);
    EXPECT_EQ(own->issues[0].count, 1);
    EXPECT_THAT(own->issues[0].sentence, HasSubstr("record 7' has label 300"));
    // Of another size, and damaged.
    const Bytes other = makeTfRecord(makeExample(2, 1, 3, 0, Bytes(6, 1)));
    file.insert(file.end(), other.begin(), other.end());
    write(folder / "own/train.tfrecords", file);
    EXPECT_THAT(refusal([&] { openDataSet((folder / "own").string()); }),
                HasSubstr("record 20' is a picture of 2 x 1 x 3; expected 1 x 2 x 3"));
    file[20] ^= 1;
    write(folder / "own/train.tfrecords", file);
    EXPECT_THAT(refusal([&] { openDataSet((folder / "own").string()); }), HasSubstr("does not match its checksum"));
}

TEST_F(ConvertTest, InvalidConversionsAreRefused) {
    writeClasses(folder / "own", {"a", "b"}, 5);
    const auto own = openDataSet((folder / "own").string());
    const auto refused = [&](const char* format, const char* to) {
        return refusal([&] { convertDataSet(*own, format, folder / to); }, ErrorCategory::Usage);
    };
    EXPECT_THAT(refused("tfrecords", "new"), HasSubstr("did you mean 'tfrecord'?"));
    EXPECT_THAT(refused("cifar", "new"), HasSubstr("CIFAR-10 records hold 32 x 32 colour pictures"));
    EXPECT_THAT(refused("idx", "own"), HasSubstr("exists and is not an empty folder"));
    EXPECT_FALSE(fs::exists(folder / "new"));
}

} // namespace
} // namespace belfry
