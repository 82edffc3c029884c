#include "ui/foundation/screen_fit.h"

#include <QGuiApplication>
#include <QScreen>
#include <QStyle>
#include <QWidget>
#include <algorithm>

namespace belfry {
namespace {

// Before a window is shown its frame is not known: room is left for one as the style draws it.
QMargins frameOf(const QWidget& window) {
    const QRect outer = window.frameGeometry(), inner = window.geometry();
    if (outer == inner) {
        const int edge = window.style()->pixelMetric(QStyle::PM_MdiSubWindowFrameWidth, nullptr, &window);
        return {edge, window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window) + edge, edge, edge};
    }
    return {inner.left() - outer.left(), inner.top() - outer.top(), outer.right() - inner.right(),
            outer.bottom() - inner.bottom()};
}

// The one with the largest part of the place; the window's own where that screen has been unplugged.
const QScreen& screenOf(const QWidget& window, const QRect& place) {
    const auto shown = [&place](const QScreen* screen) {
        const QSize part = screen->geometry().intersected(place).size();
        return part.isEmpty() ? 0 : part.width() * part.height();
    };
    const QList<QScreen*> screens = QGuiApplication::screens();
    const QScreen* best = *std::ranges::max_element(screens, {}, shown);
    return shown(best) > 0 ? *best : *window.screen();
}

} // namespace

QRect withinScreen(const QRect& wanted, const QRect& available, const QMargins& frame, const QSize& least) {
    const QSize room = available.marginsRemoved(frame).size();
    const QSize size = wanted.size().boundedTo(room).expandedTo(least);
    // Along one axis: inside the frame where that fits, else at the far edge, but never beyond the near one.
    const auto placed = [](int place, int length, int from, int to, int before, int after) {
        const int last = to - length;
        return std::max(from, std::min(last, std::clamp(place, from + before, std::max(from + before, last - after))));
    };
    return {QPoint(placed(wanted.x(), size.width(), available.left(), available.left() + available.width(),
                          frame.left(), frame.right()),
                   placed(wanted.y(), size.height(), available.top(), available.top() + available.height(), frame.top(),
                          frame.bottom())),
            size};
}

void resizeWithinScreen(QWidget* window, const QSize& size) {
    const QRect available = window->screen()->availableGeometry();
    window->resize(withinScreen({available.topLeft(), size}, available, frameOf(*window)).size());
}

void moveWithinScreen(QWidget* window) {
    const QRect place = window->geometry();
    const QSize least = window->minimumSizeHint().expandedTo(window->minimumSize());
    window->setGeometry(withinScreen(place, screenOf(*window, place).availableGeometry(), frameOf(*window), least));
}

} // namespace belfry
