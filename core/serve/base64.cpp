#include "core/serve/base64.h"

#include <openssl/evp.h>

#include <algorithm>

namespace belfry {

std::optional<Bytes> fromBase64(std::string_view text) {
    if (text.starts_with("data:")) {
        constexpr std::string_view kMark = ";base64,";
        const std::size_t mark = text.find(kMark);
        if (mark == std::string_view::npos)
            return {};
        text.remove_prefix(mark + kMark.size());
    }
    while (text.ends_with('='))
        text.remove_suffix(1);
    std::string padded(text);
    padded.append((4 - padded.size() % 4) % 4, '=');
    // EVP_DecodeBlock() skips white space at the ends, and accepts '=' anywhere.
    const auto isDigit = [](unsigned char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
    };
    if (text.empty() || text.size() % 4 == 1 || !std::ranges::all_of(text, isDigit))
        return {};
    Bytes bytes(padded.size() / 4 * 3);
    const int made = EVP_DecodeBlock(bytes.data(), reinterpret_cast<const unsigned char*>(padded.data()),
                                     static_cast<int>(padded.size()));
    if (made < 0)
        return {};
    bytes.resize(text.size() * 3 / 4); // less the padding's
    return bytes;
}

} // namespace belfry
