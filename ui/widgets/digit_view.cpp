#include "ui/widgets/digit_view.h"

#include <QPainter>

namespace belfry {

DigitView::DigitView(const Theme& theme, QWidget* parent) : ThemedWidget(theme, QStringLiteral("digitView"), parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(QStringLiteral("What the network sees"));
    describe();
}

void DigitView::setPicture(std::span<const std::uint8_t> bytes, const ImageShape& shape) {
    picture_ = imageFromBytes(bytes, shape);
    showChange();
}

void DigitView::describe() {
    setToolTip(tr("What the network sees"));
    setAccessibleDescription(picture_.isNull() ? tr("nothing drawn")
                                               : tr("%1 × %2 pixels").arg(picture_.width()).arg(picture_.height()));
}

void DigitView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), picture_.isNull() ? colours().grid : QColor(Qt::black));
    drawCrisp(painter, rect(), picture_);
    painter.setPen(colours().border);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace belfry
