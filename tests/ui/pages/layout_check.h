// What is wrong with the places of a window's widgets. GUI thread only.
#pragma once

#include <QString>
#include <vector>

class QWidget;

namespace belfry {

enum class LayoutDefect {
    Cut,              // outside its parent, or smaller than what it shows
    ElidedBesideRoom, // a text ends in "…" though the room beside it is free
    Overlapped,       // by another widget of the same layout
    Unused            // room that the parts of a splitter leave
};

struct FoundDefect {
    LayoutDefect kind;
    QString what; // the widgets and their sizes
};

// Of all visible widgets of a window that is shown and laid out. What scrolls may be longer than its place.
std::vector<FoundDefect> layoutDefects(const QWidget& window);

} // namespace belfry
