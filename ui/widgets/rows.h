// Layouts written as they look: what stands side by side, or one below the other. GUI thread only.
#pragma once

#include <QBoxLayout>
#include <initializer_list>

namespace belfry {

// What has a place in a row or a column, and which share of the room that is left.
struct Place {
    Place(QWidget* itsWidget, int itsShare = 0) : widget(itsWidget), share(itsShare) {}
    Place(QLayout* itsLayout, int itsShare = 0) : layout(itsLayout), share(itsShare) {}
    static Place gap(int pixels) { return Place(pixels); }
    static Place rest() { return Place(-1); } // the room that is left

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int share = 0;
    int pixels = 0; // of a gap; -1: the rest

private:
    explicit Place(int gapPixels) : pixels(gapPixels) {}
};

// `parent`: null for a part of another layout. spacing -1: the style's.
QHBoxLayout* makeRow(QWidget* parent, int spacing, std::initializer_list<Place> places, const QMargins& margins = {});
QVBoxLayout* makeColumn(QWidget* parent, int spacing, std::initializer_list<Place> places,
                        const QMargins& margins = {});

} // namespace belfry
