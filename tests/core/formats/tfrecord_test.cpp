// Records made by hand (builders.cpp) are read, and what is written is read back by eyes that know the format alone.
#include "core/formats/image_example.h"
#include "core/formats/tfrecord.h"
#include "tests/core/formats/builders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>

#include <numeric>

namespace belfry {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// RFC 3720, B.4, and the catalogue's check value.
TEST(Crc32cTest, AgreesWithThePublishedSums) {
    Bytes rising(32);
    std::iota(rising.begin(), rising.end(), std::uint8_t{0});
    EXPECT_EQ(crc32c(Bytes(32, 0)), 0x8a9136aaU);
    EXPECT_EQ(crc32c(Bytes(32, 0xff)), 0x62a8ab43U);
    EXPECT_EQ(crc32c(rising), 0x46dd794eU);
    EXPECT_EQ(crc32c(Bytes(rising.rbegin(), rising.rend())), 0x113fdb5cU);
    EXPECT_EQ(crc32c(bytesOf("123456789")), 0xe3069283U);
    EXPECT_EQ(crc32c({}), 0U);
}

TEST(TfRecordTest, RecordsAreReadInOrder) {
    Bytes file = makeTfRecord(bytesOf("first"));
    for (const Bytes& more : {makeTfRecord({}), makeTfRecord(Bytes(300, 7))})
        file.insert(file.end(), more.begin(), more.end());
    TfRecordReader reader(file, "x");
    const auto first = reader.next();
    ASSERT_TRUE(first);
    EXPECT_EQ(Bytes(first->begin(), first->end()), bytesOf("first"));
    EXPECT_EQ(reader.next().value().size(), 0U);
    EXPECT_EQ(reader.next().value().size(), 300U);
    EXPECT_EQ(reader.record(), 3);
    EXPECT_FALSE(reader.next());
    EXPECT_FALSE(TfRecordReader({}, "x").next());
}

TEST(TfRecordTest, WritesTheFormat) {
    std::string file;
    appendTfRecord(bytesOf("payload"), file);
    EXPECT_EQ(bytesOf(file), makeTfRecord(bytesOf("payload")));
}

TEST(TfRecordTest, DamageIsReported) {
    const Bytes good = makeTfRecord(bytesOf("payload"));
    const auto refused = [](const Bytes& bytes) {
        return refusal([&] { TfRecordReader(bytes, "a.tfrecords").next(); });
    };
    Bytes bytes = good;
    bytes[13] ^= 1;
    EXPECT_THAT(refused(bytes), HasSubstr("'a.tfrecords': the payload of record 0 does not match its checksum"));
    bytes = good;
    bytes[1] ^= 1;
    EXPECT_THAT(refused(bytes), HasSubstr("the length of record 0 does not match"));
    EXPECT_THAT(refused({good.begin(), good.end() - 1}), HasSubstr("ends within the checksum of record 0"));
    EXPECT_THAT(refused({good.begin(), good.begin() + 15}), HasSubstr("declares 7 bytes, but only 3 are left"));
    EXPECT_THAT(refused({good.begin(), good.begin() + 5}), HasSubstr("ends within the length"));
}

const std::vector<std::uint8_t> pixels{1, 2, 3, 4, 5, 6};

TEST(ImageExampleTest, ReadsTheFeaturesOfTheSeeds) {
    const Bytes payload = makeExample(1, 2, 3, 300, pixels);
    const ImageExample example = parseImageExample(payload, "x");
    EXPECT_EQ(example.height, 1);
    EXPECT_EQ(example.width, 2);
    EXPECT_EQ(example.depth, 3);
    EXPECT_EQ(example.label, 300);
    EXPECT_THAT(example.pixels, ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(ImageExampleTest, RoundTrips) {
    const std::string written = encodeImageExample({3, 2, 1, -1, pixels});
    const Bytes payload = bytesOf(written);
    const ImageExample example = parseImageExample(payload, "x");
    EXPECT_EQ(example.height, 3);
    EXPECT_EQ(example.width, 2);
    EXPECT_EQ(example.depth, 1);
    EXPECT_EQ(example.label, -1);
    EXPECT_THAT(example.pixels, ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(ImageExampleTest, MissingAndWrongFieldsAreReported) {
    const auto refused = [](const Bytes& payload) { return refusal([&] { parseImageExample(payload, "record 7"); }); };
    EXPECT_THAT(refused({}), HasSubstr("'record 7' lacks the feature 'depth'"));
    EXPECT_THAT(refused({1, 2, 3}), HasSubstr("not a protobuf message"));
    EXPECT_THAT(refused(makeExample(1, 2, 3, 0, {1, 2, 3})), HasSubstr("has 3 bytes of pixels; expected 6"));
    EXPECT_THAT(refused(makeExample(1, 3, 2, 0, pixels)), HasSubstr("2 channels; expected 1 (grey) or 3"));
    EXPECT_THAT(refused(makeExample(0, 3, 1, 0, {})), HasSubstr("a side of 0 pixels"));
    Bytes twice = makeExample(1, 2, 3, 0, pixels);
    twice.insert(twice.end(), twice.begin(), twice.begin() + static_cast<std::ptrdiff_t>(twice.size()));
    EXPECT_THAT(refused(twice), HasSubstr("twice"));
}

} // namespace
} // namespace belfry
