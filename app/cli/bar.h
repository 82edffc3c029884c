// The progress bar of a terminal, as text that fits on one line.
#pragma once

#include "core/data/download.h"

#include <chrono>
#include <string>
#include <vector>

namespace belfry::cli {

struct BarPart {
    std::string text; // ASCII
    int rank = 0;     // parts of higher rank are left out first where the terminal is narrow
};

// "████░░░░ text  text": at most `columns` - 1 columns wide, as a line that touches the edge may wrap.
std::string barLine(double fraction, std::vector<BarPart> parts, int columns);

// The same in place on the terminal at stdout.
void drawBar(double fraction, std::vector<BarPart> parts);

// For work with parts of unknown speed: redrawn at 10 Hz and gone at the end; nothing where stdout is no terminal.
class Bar {
public:
    Bar();
    ~Bar();
    Bar(const Bar&) = delete;
    Bar& operator=(const Bar&) = delete;

    void draw(double fraction, std::vector<BarPart> parts);

private:
    bool terminal_, drawn_ = false;
    std::chrono::steady_clock::time_point next_;
};

void drawDownload(Bar& bar, const DownloadProgress& progress);

} // namespace belfry::cli
