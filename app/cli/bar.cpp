#include "app/cli/bar.h"

#include "app/cli/formatting.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace belfry::cli {
namespace {

constexpr int kMaxCells = 24, kMinCells = 6;

std::string lineOf(const std::vector<BarPart>& parts) {
    std::string text;
    for (const BarPart& part : parts)
        text += (text.empty() ? "" : "  ") + part.text;
    return text;
}

} // namespace

std::string barLine(double fraction, std::vector<BarPart> parts, int columns) {
    const int room = std::max(columns - 1, 1);
    const int forText = room - kMinCells - 1;
    while (parts.size() > 1 && static_cast<int>(lineOf(parts).size()) > forText)
        parts.erase(std::ranges::max_element(parts, {}, &BarPart::rank));
    std::string text = lineOf(parts);
    text.resize(static_cast<std::size_t>(std::clamp(forText, 0, static_cast<int>(text.size()))));
    const int cells = std::min(room - (text.empty() ? 0 : static_cast<int>(text.size()) + 1), kMaxCells);
    const int filled = static_cast<int>(cells * std::clamp(fraction, 0.0, 1.0));
    std::string line;
    for (int i = 0; i < cells; ++i)
        line += i < filled ? "\u2588" : "\u2591";
    return line + (text.empty() ? "" : " ") + text;
}

void drawBar(double fraction, std::vector<BarPart> parts) {
    winsize size{}; // queried each time, as a window may be resized
    const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    std::printf("\r\033[K%s", barLine(fraction, std::move(parts), known ? size.ws_col : 80).c_str());
    std::fflush(stdout);
}

Bar::Bar() : terminal_(::isatty(STDOUT_FILENO) == 1) {}

Bar::~Bar() {
    if (drawn_)
        std::printf("\r\033[K");
}

void Bar::draw(double fraction, std::vector<BarPart> parts) {
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || now < next_)
        return;
    next_ = now + std::chrono::milliseconds(100);
    drawn_ = true;
    drawBar(fraction, std::move(parts));
}

void drawDownload(Bar& bar, const DownloadProgress& progress) {
    const double part = static_cast<double>(progress.done) / static_cast<double>(progress.total);
    bar.draw(part, {{perCent(part, 0), 0}, {progress.file, 1}, {"from " + progress.server, 2}});
}

} // namespace belfry::cli
