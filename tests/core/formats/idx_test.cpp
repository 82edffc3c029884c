#include "core/base/files.h"
#include "core/formats/idx.h"
#include "tests/core/formats/builders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Bytes six = {1, 2, 3, 4, 5, 6};

TEST(IdxTest, ReturnsShapeAndValues) {
    const IdxArray array = parseIdx(makeIdx({1, 2, 3}, six), 3, "x");
    EXPECT_THAT(array.shape, ElementsAre(1, 2, 3));
    EXPECT_EQ(array.values, six);
    EXPECT_EQ(parseIdx(makeIdx({6}, six), 1, "x").values, six);
}

TEST(IdxTest, ReadsCompressedFiles) {
    const TestFolder folder;
    const Bytes packed = packGzip(makeIdx({2, 3}, six));
    writeFileAtomically(folder / "a.gz", {reinterpret_cast<const char*>(packed.data()), packed.size()});
    EXPECT_EQ(readIdx(folder / "a.gz", 2).values, six);
    EXPECT_THAT(refusal([&] { readIdx(folder / "none", 2); }), HasSubstr("none"));
}

TEST(IdxTest, RefusesOtherFormats) {
    const Bytes good = makeIdx({2, 3}, six);
    const auto changed = [&](std::size_t at, std::uint8_t value) {
        Bytes bytes = good;
        bytes[at] = value;
        return refusal([&] { parseIdx(bytes, 2, "file.idx"); });
    };
    EXPECT_THAT(changed(0, 1), HasSubstr("'file.idx' does not begin with two zero bytes"));
    EXPECT_THAT(changed(2, 0x0d), HasSubstr("elements of type 13; expected an IDX file of unsigned bytes"));
    EXPECT_THAT(changed(3, 1), HasSubstr("has 1 dimension; expected"));
    EXPECT_THAT(refusal([&] { parseIdx({}, 2, "x"); }), HasSubstr("only 0 bytes"));
    EXPECT_THAT(refusal([&] { parseIdx({good.begin(), good.begin() + 9}, 2, "x"); }), HasSubstr("within its header"));
}

TEST(IdxTest, RefusesWrongSizes) {
    EXPECT_THAT(refusal([] { parseIdx(makeIdx({2, 4}, six), 2, "x"); }), HasSubstr("2 x 4 but holds only 6"));
    EXPECT_THAT(refusal([] { parseIdx(makeIdx({5}, six), 1, "x"); }), HasSubstr("1 byte after"));
    EXPECT_THAT(refusal([] { parseIdx(makeIdx({0, 3}, {}), 2, "x"); }), HasSubstr("no dimension of 0"));
    EXPECT_THAT(refusal([] { parseIdx(makeIdx({6, 0}, six), 2, "x"); }), HasSubstr("no dimension of 0"));
}

// 2^31 x 2^31 x 4 x 6 is 0 in 64 bits: a product taken blindly would agree with a file without elements.
TEST(IdxTest, RefusesDimensionsWhoseProductOverflows) {
    const std::uint32_t half = 0x80000000U;
    const Bytes absurd = makeIdx({half, half, 4, 6}, {});
    EXPECT_THAT(refusal([&] { parseIdx(absurd, 4, "x"); }), HasSubstr("holds only 0 elements"));
}

TEST(IdxTest, EveryTruncationIsRefused) {
    const Bytes good = makeIdx({2, 3}, six);
    for (std::size_t length = 0; length < good.size(); ++length)
        refusal([&] { parseIdx({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)}, 2, "x"); });
}

} // namespace
} // namespace belfry
