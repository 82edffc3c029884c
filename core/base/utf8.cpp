#include "core/base/utf8.h"

#include "core/base/error.h"

#include <algorithm>

namespace belfry {
namespace {

bool within(unsigned char byte, unsigned char first, unsigned char last) { return byte >= first && byte <= last; }

// Length in bytes of the first character of `text`; 0 if it is invalid (Unicode 15, table 3-7).
std::size_t letterLength(std::string_view text) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : '\0'; };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return 1;
    const std::size_t length = within(lead, 0xC2, 0xDF)   ? 2
                               : within(lead, 0xE0, 0xEF) ? 3
                               : within(lead, 0xF0, 0xF4) ? 4
                                                          : 0;
    const unsigned char min = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char max = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (length == 0 || !within(byte(1), min, max))
        return 0;
    for (std::size_t i = 2; i < length; ++i)
        if (!within(byte(i), 0x80, 0xBF))
            return 0;
    return length;
}

} // namespace

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = letterLength(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string asUtf8(std::string text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = letterLength(std::string_view(text).substr(i));
        if (length == 0)
            text[i] = '?';
        i += std::max<std::size_t>(1, length);
    }
    return text;
}

void requireOneLine(const Text& what, std::string_view text) {
    constexpr std::size_t kMaxLength = 200; // bytes
    if (text.size() > kMaxLength)
        throw usageError(Text::tr("%1 has %2 bytes; expected one line of at most %3 bytes of UTF-8.", what, text.size(),
                                  kMaxLength));
    if (std::ranges::any_of(text, [](unsigned char byte) { return byte < 0x20 || byte == 0x7F; }))
        throw usageError(Text::tr(
            "%1 has a line break or another control character; expected one line of at most %2 bytes of UTF-8.", what,
            kMaxLength));
    if (!isUtf8(text))
        throw usageError(Text::tr("%1 has bytes that are not UTF-8; expected one line of at most %2 bytes of UTF-8.",
                                  what, kMaxLength));
}

} // namespace belfry
