#include "core/formats/cifar.h"
#include "tests/core/formats/builders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::size_t kRecord = 3073;

// The sentence for these bytes.
std::string refused(const Bytes& bytes) {
    CifarRecords records;
    return refusal([&] { appendCifar(bytes, "batch.bin", records); });
}

TEST(CifarTest, PlanesBecomePixels) {
    Bytes file = makeCifar({3, 9});
    file[1 + 5] = 10;           // first record, pixel 5: red,
    file[1 + 1024 + 5] = 20;    // green,
    file[1 + 2048 + 5] = 30;    // blue
    file[kRecord + 3072] = 255; // second record, last pixel: blue
    CifarRecords records;
    appendCifar(file, "batch.bin", records);
    EXPECT_THAT(records.labels, ElementsAre(3, 9));
    ASSERT_EQ(records.images.size(), 2U * 3072);
    EXPECT_THAT(Bytes(records.images.begin() + 15, records.images.begin() + 18), ElementsAre(10, 20, 30));
    EXPECT_EQ(records.images.back(), 255);
}

TEST(CifarTest, FilesAreReadOneAfterAnother) {
    CifarRecords records;
    appendCifar(makeCifar({1}), "a", records);
    appendCifar(makeCifar({2, 3}), "b", records);
    EXPECT_THAT(records.labels, ElementsAre(1, 2, 3));
    EXPECT_EQ(records.images.size(), 3U * 3072);
}

TEST(CifarTest, TruncatedAndForeignFilesAreRefused) {
    Bytes file = makeCifar({1, 2});
    file.pop_back();
    EXPECT_THAT(refused(file), HasSubstr("'batch.bin' has 6145 bytes, 3072 more than 1 CIFAR-10 record of 3073"));
    EXPECT_THAT(refused({}), HasSubstr("has 0 bytes"));
    EXPECT_THAT(refused(Bytes(3072, 1)), HasSubstr("whole records"));
}

TEST(CifarTest, LabelsAboveNineAreRefused) {
    EXPECT_THAT(refused(makeCifar({1, 2, 10})), HasSubstr("gives record 2 the label 10; expected labels 0 to 9"));
}

TEST(CifarTest, ThereAreTenNames) {
    EXPECT_THAT(parseCifarNames(bytesOf("a\nb\r\nc \nd\ne\nf\ng\nh\ni\nj k\n\n"), "x"),
                ElementsAre("a", "b", "c", "d", "e", "f", "g", "h", "i", "j k"));
    EXPECT_THAT(refusal([] { parseCifarNames(bytesOf("a\nb\n"), "meta.txt"); }),
                HasSubstr("'meta.txt' names 2 classes; expected ten"));
}

} // namespace
} // namespace belfry
