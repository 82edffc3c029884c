#include "app/cli/formatting.h"

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/formats/json_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace belfry::cli {

std::string grouped(std::int64_t value) {
    std::string digits = std::to_string(value < 0 ? -value : value);
    for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3)
        digits.insert(static_cast<std::size_t>(i), 1, ',');
    if (value < 0)
        digits.insert(digits.begin(), '-');
    return digits;
}

std::string counted(std::int64_t value, const char* many, const char* one) {
    return grouped(value) + ' ' + (value == 1 ? one : many);
}

std::string fixed(double value, int digits) { return decimals(value, digits).english(); }

std::string perCent(double fraction, int digits) { return fixed(100.0 * fraction, digits) + " %"; }

std::string meansText(const ClassMeans& means) {
    return (means.balancedAccuracy ? ", balanced accuracy " + perCent(*means.balancedAccuracy) : "") +
           (means.macroF1 ? ", macro F1 " + perCent(*means.macroF1) : "");
}

std::string duration(double seconds) {
    const auto total = static_cast<std::int64_t>(std::llround(std::fmax(seconds, 0.0)));
    char text[64];
    if (total >= 3600)
        std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", static_cast<long long>(total / 3600),
                      static_cast<long long>(total / 60 % 60), static_cast<long long>(total % 60));
    else
        std::snprintf(text, sizeof text, "%lld:%02lld", static_cast<long long>(total / 60),
                      static_cast<long long>(total % 60));
    return text;
}

std::string gibibytes(std::int64_t bytes) {
    return fixed(static_cast<double>(bytes) / (1024.0 * 1024.0 * 1024.0), 1) + " GiB";
}

nlohmann::json orNull(const std::optional<double>& value) { return value ? nlohmann::json(*value) : nlohmann::json(); }

std::string oneLine(std::string text) {
    for (char& letter : text)
        if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f)
            letter = '?';
    return text;
}

std::string inColumn(std::string text, int letters, int width) {
    text = oneLine(asUtf8(std::move(text)));
    std::size_t end = 0;
    int taken = 0;
    for (; end < text.size(); ++end)
        if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U && ++taken > letters) // a letter begins
            break;
    text.resize(end);
    return std::string(static_cast<std::size_t>(std::max(0, width - std::min(taken, letters))), ' ') + text;
}

void printJson(const nlohmann::json& json, JsonLayout layout) {
    std::printf("%s\n", jsonText(json, layout == JsonLayout::Indented ? 2 : -1).c_str());
}

} // namespace belfry::cli
