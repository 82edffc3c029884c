#include "tests/strokes/strokes.h"

#include <nlohmann/json.hpp>

#include <fstream>

namespace belfry {
namespace {

LabelledDrawing readDrawing(const nlohmann::json& json) {
    LabelledDrawing drawing{json.at("digit").get<int>(), json.at("style").get<std::string>(), {}};
    for (const nlohmann::json& stroke : json.at("strokes")) {
        drawing.strokes.emplace_back();
        for (const nlohmann::json& point : stroke)
            drawing.strokes.back().push_back({point.at(0).get<float>(), point.at(1).get<float>()});
    }
    return drawing;
}

} // namespace

StoredDrawings loadStoredDrawings() {
    const nlohmann::json json = nlohmann::json::parse(std::ifstream(BELFRY_STROKES));
    StoredDrawings stored{json.at("pad").get<float>(), json.at("pen").get<float>(), {}};
    for (const nlohmann::json& drawing : json.at("drawings"))
        stored.drawings.push_back(readDrawing(drawing));
    return stored;
}

} // namespace belfry
