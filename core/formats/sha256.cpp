#include "core/formats/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <new>

namespace belfry {

Sha256::Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    if (!context_ || !EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr))
        throw std::bad_alloc(); // it fails for nothing else
}

void Sha256::add(std::span<const std::uint8_t> bytes) { EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()); }

std::string Sha256::digest() {
    std::array<std::uint8_t, 32> sum{};
    EVP_DigestFinal_ex(context_.get(), sum.data(), nullptr);
    std::string text;
    for (const std::uint8_t byte : sum)
        for (const int digit : {byte >> 4, byte & 15})
            text += "0123456789abcdef"[digit];
    return text;
}

std::string sha256(std::span<const std::uint8_t> bytes) {
    Sha256 sum;
    sum.add(bytes);
    return sum.digest();
}

} // namespace belfry
