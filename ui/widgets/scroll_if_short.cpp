#include "ui/widgets/scroll_if_short.h"

#include "ui/widgets/scrolled.h"

#include <QEvent>
#include <QScrollBar>
#include <algorithm>

namespace belfry {

ScrollIfShort::ScrollIfShort(QWidget* content, int minHeight, const char* name, QWidget* parent)
    : QScrollArea(parent), minHeight_(minHeight) {
    letScroll(this, content, name);
}

QSize ScrollIfShort::contentNeeds() const {
    return widget()->minimumSizeHint().expandedTo(widget()->minimumSize());
}

QSize ScrollIfShort::minimumSizeHint() const {
    const QSize content = contentNeeds();
    const int bar = content.height() > height() ? verticalScrollBar()->sizeHint().width() : 0;
    return {content.width() + bar, std::min(content.height(), minHeight_)};
}

QSize ScrollIfShort::sizeHint() const {
    return {minimumSizeHint().width(), widget()->sizeHint().height()};
}

// No less than the content needs. (A scroll area that does this itself gives text that wraps, and all beside it, what
// they would like to have.)
void ScrollIfShort::fit() {
    updateGeometry(); // the bar may come or go
    widget()->resize(viewport()->width(), std::max(viewport()->height(), contentNeeds().height()));
}

void ScrollIfShort::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    fit();
}

bool ScrollIfShort::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest)
        fit();
    return QScrollArea::viewportEvent(event);
}

} // namespace belfry
