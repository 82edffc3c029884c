// The progress bar of a terminal, as text that fits on one line.
#pragma once

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

} // namespace belfry::cli
