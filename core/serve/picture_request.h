// What a client asks: pictures, as JSON with Base64 or as bytes, and below which confidence an answer is none. Plain
// values; any thread.
#pragma once

#include "core/formats/bytes.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

struct NamedPicture {
    std::string name; // as the client has it: "a.png"
    Bytes file;       // encoded
};

struct PictureRequest {
    std::vector<NamedPicture> pictures;
    std::optional<double> noneBelow; // 0 to 1
};

// {"picture": "<Base64>"}, or {"pictures": ["<Base64>", {"name": "a.png", "data": "<Base64>"}]}, and "none_below".
// Throws Error(Data) for anything else.
PictureRequest jsonRequest(std::string_view text);

// "0.5". Throws Error(Data) for no number from 0 to 1.
double noneBelowFrom(const std::string& text);

} // namespace belfry
