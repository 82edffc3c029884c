#include "core/serve/request_body.h"

#include <httplib.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace belfry {
namespace {

constexpr int kLengthRequired = 411, kTooLarge = 413, kUnsupported = 415;

bool isLength(const std::string& value) {
    return !value.empty() && value.size() < 19 &&
           std::ranges::all_of(
               value, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

bool hasUnlimitedBody(const httplib::Request& request) {
    constexpr std::array<std::string_view, 4> kWithBody{"POST", "PUT", "PATCH", "PRI"};
    return request.has_header("Transfer-Encoding") || request.has_header("Content-Encoding") ||
           (std::ranges::find(kWithBody, request.method) != kWithBody.end() &&
            !isLength(request.get_header_value("Content-Length")));
}

int readBody(const httplib::Request& request, const httplib::Response& response, const httplib::ContentReader& reader,
             std::int64_t mostBytes, bool kept, RequestBody& body) {
    const bool chunked = request.has_header("Transfer-Encoding");
    // Without both there is no body; the library would wait for the connection's end.
    if (!chunked && !isLength(request.get_header_value("Content-Length")))
        return kLengthRequired;
    bool whole = false;
    std::int64_t size = 0;
    body.isForm = request.is_multipart_form_data();
    if (body.isForm) {
        // The library keeps a header of a part whole, however long it is: only a known length limits that.
        if (chunked)
            return kLengthRequired;
        if (request.has_header("Content-Encoding"))
            return kUnsupported;
        whole = reader(
            [&](const httplib::MultipartFormData& part) {
                if (kept)
                    body.parts.push_back({.field = part.name, .fileName = part.filename, .content = {}});
                return true;
            },
            [&](const char* bytes, std::size_t count) {
                if (kept)
                    body.parts.back().content.append(bytes, count);
                return true;
            });
    } else {
        whole = reader([&](const char* bytes, std::size_t count) {
            size += static_cast<std::int64_t>(count);
            if (kept && size <= mostBytes)
                body.content.append(bytes, count);
            return size <= mostBytes;
        });
    }
    if (whole)
        return 200;
    return size > mostBytes || response.status == kTooLarge ? kTooLarge : 400;
}

} // namespace belfry
