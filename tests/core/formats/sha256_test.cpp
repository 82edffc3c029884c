#include "core/formats/sha256.h"
#include "tests/core/formats/refusal.h"

namespace belfry {
namespace {

// FIPS 180-4's examples (csrc.nist.gov, "SHA256.pdf"): empty, one block, two blocks, a million letters.
TEST(Sha256Test, MatchesTheExamplesOfTheStandard) {
    EXPECT_EQ(sha256({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256(bytesOf("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256(bytesOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256(Bytes(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256Test, ChunksEqualTheWhole) {
    Bytes bytes(1000);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(i * 7);
    for (const std::size_t part : {1U, 55U, 56U, 63U, 64U, 65U, 999U}) {
        Sha256 sum;
        for (std::size_t at = 0; at < bytes.size(); at += part)
            sum.add(std::span(bytes).subspan(at, std::min(part, bytes.size() - at)));
        EXPECT_EQ(sum.digest(), sha256(bytes)) << part;
    }
}

} // namespace
} // namespace belfry
