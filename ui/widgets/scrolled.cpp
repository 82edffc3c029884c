#include "ui/widgets/scrolled.h"

#include <QScrollArea>

namespace belfry {

void letScroll(QScrollArea* area, QWidget* content, const char* name) {
    area->setObjectName(QLatin1String(name));
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    content->setProperty("transparent", "true");
    area->setWidget(content);
}

QScrollArea* scrolled(QWidget* content, const char* name, QWidget* parent) {
    auto* area = new QScrollArea(parent);
    area->setWidgetResizable(true);
    letScroll(area, content, name);
    return area;
}

} // namespace belfry
