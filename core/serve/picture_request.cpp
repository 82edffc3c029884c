#include "core/serve/picture_request.h"

#include "core/base/error.h"
#include "core/serve/base64.h"

#include <nlohmann/json.hpp>

#include <charconv>

namespace belfry {
namespace {

using AskedJson = nlohmann::json;

NamedPicture pictureFrom(const AskedJson& value, std::size_t place) {
    const AskedJson* data = value.is_object() && value.contains("data") ? &value["data"] : &value;
    std::string name = "picture " + std::to_string(place + 1);
    if (value.is_object() && value.contains("name") && value["name"].is_string())
        name = value["name"].get<std::string>();
    if (!data->is_string())
        throw dataError(
            Text::tr("'%1' is no picture; expected its file's bytes in Base64, as text or as \"data\".", name));
    std::optional<Bytes> file = fromBase64(data->get_ref<const std::string&>());
    if (!file)
        throw dataError(Text::tr("The bytes of '%1' are not in Base64. Encode the picture's file, for instance with "
                                 "'base64 -w0 FILE'.",
                                 name));
    return {.name = std::move(name), .file = std::move(*file)};
}

double checkedNoneBelow(double value, const std::string& text) {
    if (!(value >= 0 && value <= 1))
        throw dataError(Text::tr("none_below is %1; expected a probability from 0 to 1.", text));
    return value;
}

} // namespace

double noneBelowFrom(const std::string& text) {
    double value = -1;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return checkedNoneBelow(problem == std::errc() && end == text.data() + text.size() ? value : -1, text);
}

PictureRequest jsonRequest(std::string_view text) {
    const AskedJson json = AskedJson::parse(text, nullptr, /*allow_exceptions=*/false);
    const bool one = json.is_object() && json.contains("picture");
    const bool many = json.is_object() && json.contains("pictures") && json["pictures"].is_array();
    if (one == many)
        throw dataError(
            Text::tr("The request is no JSON object with \"picture\" or \"pictures\", of which there must be "
                     "one. Or send the picture's file itself, as multipart/form-data or image/*."));
    PictureRequest request;
    if (one)
        request.pictures.push_back(pictureFrom(json["picture"], 0));
    else
        for (const AskedJson& picture : json["pictures"])
            request.pictures.push_back(pictureFrom(picture, request.pictures.size()));
    if (json.contains("none_below")) {
        const AskedJson& value = json["none_below"];
        request.noneBelow = checkedNoneBelow(value.is_number() ? value.get<double>() : -1, value.dump());
    }
    return request;
}

} // namespace belfry
