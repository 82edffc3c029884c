#include "core/base/files.h"
#include "core/formats/gzip.h"
#include "tests/core/formats/allocations.h"
#include "tests/core/formats/builders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kLimit = 1 << 20;
const Bytes contents = bytesOf("a picture is a bundle of bytes, a picture is a bundle of bytes");

void write(const std::filesystem::path& path, const Bytes& bytes) {
    writeFileAtomically(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

TEST(GzipTest, PlainAndCompressedFilesReadAlike) {
    const TestFolder folder;
    write(folder / "plain", contents);
    write(folder / "packed.gz", packGzip(contents));
    EXPECT_EQ(readPlainOrGzip(folder / "plain", kLimit), contents);
    EXPECT_EQ(readPlainOrGzip(folder / "packed.gz", kLimit), contents);
    EXPECT_TRUE(gunzip(packGzip({}), kLimit, "x").empty());
}

TEST(GzipTest, MembersAreConcatenated) {
    Bytes two = packGzip(contents);
    const Bytes second = packGzip(bytesOf("!"));
    two.insert(two.end(), second.begin(), second.end());
    Bytes expected = contents;
    expected.push_back('!');
    EXPECT_EQ(gunzip(two, kLimit, "x"), expected);
}

TEST(GzipTest, TheLimitIsExact) {
    EXPECT_EQ(gunzip(packGzip(contents), contents.size(), "x"), contents);
    const std::string message = refusal([] { gunzip(packGzip(contents), contents.size() - 1, "x.gz"); });
    EXPECT_THAT(message, HasSubstr("'x.gz' unpacks to more than"));
    const TestFolder folder;
    write(folder / "plain", contents);
    EXPECT_EQ(readPlainOrGzip(folder / "plain", contents.size()), contents);
    EXPECT_THAT(refusal([&] { readPlainOrGzip(folder / "plain", contents.size() - 1); }), HasSubstr("at most"));
}

TEST(GzipTest, ABombIsRefused) {
    const Bytes bomb = packGzip(Bytes(64 << 20));
    EXPECT_LT(bomb.size(), 100000U);
    const AllocationWatch watch;
    EXPECT_THAT(refusal([&] { gunzip(bomb, kLimit, "bomb.gz"); }), HasSubstr("more than the 1048576 bytes"));
    Bytes lying = bomb;
    std::fill(lying.end() - 4, lying.end(), std::uint8_t{0}); // says it is empty
    EXPECT_THAT(refusal([&] { gunzip(lying, kLimit, "bomb.gz"); }), HasSubstr("more than the 1048576 bytes"));
    EXPECT_LE(watch.largest(), 2 * kLimit);
}

TEST(GzipTest, DamageIsReported) {
    Bytes wrongSum = packGzip(contents);
    wrongSum[wrongSum.size() - 8] ^= 1;
    EXPECT_THAT(refusal([&] { gunzip(wrongSum, kLimit, "x"); }), HasSubstr("checksum (incorrect data check)"));
    Bytes wrongLength = packGzip(contents);
    wrongLength[wrongLength.size() - 4] ^= 1;
    EXPECT_THAT(refusal([&] { gunzip(wrongLength, kLimit, "x"); }), HasSubstr("checksum (incorrect length check)"));
    Bytes wrongMethod = packGzip(contents);
    wrongMethod[2] = 7;
    EXPECT_THAT(refusal([&] { gunzip(wrongMethod, kLimit, "x"); }),
                HasSubstr("damaged gzip data (unknown compression"));
    Bytes trailing = packGzip(contents);
    trailing.insert(trailing.end(), {1, 2, 3});
    EXPECT_THAT(refusal([&] { gunzip(trailing, kLimit, "x"); }), HasSubstr("3 trailing bytes after"));
    EXPECT_THAT(refusal([] { gunzip(contents, kLimit, "x"); }), HasSubstr("is not a gzip file"));
}

TEST(GzipTest, EveryTruncationIsRefused) {
    const Bytes packed = packGzip(contents);
    for (std::size_t length = 0; length < packed.size(); ++length)
        refusal([&] { gunzip({packed.data(), length}, kLimit, "x"); });
    EXPECT_THAT(refusal([&] { gunzip({packed.data(), packed.size() - 1}, kLimit, "x"); }), HasSubstr("truncated"));
}

TEST(GzipTest, AFalseSizeFieldDoesNotAllocateMemory) {
    Bytes packed = packGzip(contents);
    std::fill(packed.end() - 4, packed.end(), std::uint8_t{0xff}); // says 4 GiB
    EXPECT_THAT(refusal([&] { gunzip(packed, std::uint64_t{1} << 40, "x"); }), HasSubstr("length check"));
}

} // namespace
} // namespace belfry
