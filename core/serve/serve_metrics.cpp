#include "core/serve/serve_metrics.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace belfry {
namespace {

// A label's value between quotes.
std::string escaped(const std::string& value) {
    std::string text;
    for (const char c : value) {
        if (c == '\\' || c == '"')
            text += '\\';
        text += c == '\n' ? std::string("\\n") : std::string(1, c);
    }
    return text;
}

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

void describe(std::string& text, const char* name, const char* kind, const char* help) {
    text += std::string("# HELP ") + name + ' ' + help + "\n# TYPE " + name + ' ' + kind + '\n';
}

void addLine(std::string& text, const std::string& name, const std::string& value) {
    text += name + ' ' + value + '\n';
}

} // namespace

void ServeMetrics::add(const std::string& path, int status, double seconds) {
    const std::lock_guard lock(mutex_);
    ++requests_[{path, status}];
    if (path != "/predict" || status != 200)
        return;
    ++times_[static_cast<std::size_t>(std::ranges::lower_bound(kBounds, seconds) - kBounds.begin())];
    seconds_ += seconds;
}

std::string ServeMetrics::text(const AnswerCounts& counts, const std::string& network) const {
    const std::lock_guard lock(mutex_);
    std::string text;
    describe(text, "belfry_network_info", "gauge", "The network that answers.");
    addLine(text, "belfry_network_info{network=\"" + escaped(network) + "\"}", "1");
    describe(text, "belfry_requests_total", "counter", "Requests by path and status.");
    for (const auto& [key, count] : requests_)
        addLine(text,
                "belfry_requests_total{path=\"" + escaped(key.first) + "\",status=\"" + std::to_string(key.second) +
                    "\"}",
                std::to_string(count));
    describe(text, "belfry_pictures_total", "counter", "Pictures answered.");
    addLine(text, "belfry_pictures_total", std::to_string(counts.pictures));
    describe(text, "belfry_passes_total", "counter", "Passes through the network, each of one or more pictures.");
    addLine(text, "belfry_passes_total", std::to_string(counts.passes));
    describe(text, "belfry_waiting_pictures", "gauge", "Pictures that wait for a pass.");
    addLine(text, "belfry_waiting_pictures", std::to_string(counts.waiting));
    describe(text, "belfry_predict_seconds", "histogram", "Time from a request's last byte to its answer.");
    std::int64_t below = 0;
    for (std::size_t i = 0; i <= kBounds.size(); ++i) {
        below += times_[i];
        addLine(text,
                "belfry_predict_seconds_bucket{le=\"" + (i < kBounds.size() ? number(kBounds[i]) : "+Inf") + "\"}",
                std::to_string(below));
    }
    addLine(text, "belfry_predict_seconds_sum", number(seconds_));
    addLine(text, "belfry_predict_seconds_count", std::to_string(below));
    return text;
}

} // namespace belfry
