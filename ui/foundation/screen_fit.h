// Windows that open within their screen. GUI thread only.
#pragma once

#include <QMargins>
#include <QRect>

class QWidget;

namespace belfry {

// `wanted`, moved and, where that is not enough, made smaller: it and the frame around it lie within `available`, the
// part of a screen without panels. Never smaller than `least`: where the screen has no room for the frame around that,
// the window without its frame lies within it. In device-independent pixels.
QRect withinScreen(const QRect& wanted, const QRect& available, const QMargins& frame, const QSize& least = {0, 0});

// Before a window is first shown: gives it this size, or as much of it as its screen has room for.
void resizeWithinScreen(QWidget* window, const QSize& size);
// After its geometry was restored: on a screen of today, which may be smaller than that of the last time.
void moveWithinScreen(QWidget* window);

} // namespace belfry
