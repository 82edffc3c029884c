#include "ui/widgets/scrolled.h"

#include <QScrollArea>

namespace belfry {

QScrollArea* scrolled(QWidget* content, const char* name, QWidget* parent) {
    auto* scroll = new QScrollArea(parent);
    scroll->setObjectName(QLatin1String(name));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    content->setProperty("transparent", "true");
    scroll->setWidget(content);
    return scroll;
}

} // namespace belfry
