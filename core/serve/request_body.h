// What a request carries, read within a limit: the library's own limit counts only what is announced, and not what
// comes in chunks, is compressed, or has no length. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace httplib {
class ContentReader;
struct Request;
struct Response;
} // namespace httplib

namespace belfry {

struct BodyPart {
    std::string field, fileName, content;
};

struct RequestBody {
    bool isForm = false;         // multipart/form-data
    std::vector<BodyPart> parts; // of a form, as they came
    std::string content;         // of anything else
};

// Whether a request that no path takes would be read without a limit.
bool hasUnlimitedBody(const httplib::Request& request);

// 200, or the status of a refusal: the request is then not read to its end, and its connection must be closed.
// `response` is the library's, which notes there what it finds. kept: else it is read and forgotten.
int readBody(const httplib::Request& request, const httplib::Response& response, const httplib::ContentReader& reader,
             std::int64_t mostBytes, bool kept, RequestBody& body);

} // namespace belfry
