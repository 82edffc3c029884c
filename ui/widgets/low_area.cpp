#include "ui/widgets/low_area.h"

#include "ui/widgets/scrolled.h"

#include <QEvent>
#include <QScrollBar>
#include <algorithm>

namespace belfry {

LowArea::LowArea(QWidget* content, int leastHeight, const char* name, QWidget* parent)
    : QScrollArea(parent), leastHeight_(leastHeight) {
    letScroll(this, content, name);
}

QSize LowArea::contentNeeds() const {
    return widget()->minimumSizeHint().expandedTo(widget()->minimumSize());
}

QSize LowArea::minimumSizeHint() const {
    const QSize content = contentNeeds();
    const int bar = content.height() > height() ? verticalScrollBar()->sizeHint().width() : 0;
    return {content.width() + bar, std::min(content.height(), leastHeight_)};
}

QSize LowArea::sizeHint() const {
    return {minimumSizeHint().width(), widget()->sizeHint().height()};
}

// No less than the content needs. (A scroll area that does this itself gives text that wraps, and all beside it, what
// they would like to have.)
void LowArea::fit() {
    updateGeometry(); // the bar may come or go
    widget()->resize(viewport()->width(), std::max(viewport()->height(), contentNeeds().height()));
}

void LowArea::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    fit();
}

bool LowArea::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) {
        fit();
    }
    return QScrollArea::viewportEvent(event);
}

} // namespace belfry
