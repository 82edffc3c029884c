#include "ui/widgets/digit_view.h"

#include <QPainter>
#include <algorithm>

namespace belfry {
namespace {
constexpr int kEmptySide = 84, kMaxSide = 96; // three times 28 and 32
} // namespace

DigitView::DigitView(const Theme& theme, QWidget* parent) : ThemedWidget(theme, QStringLiteral("digitView"), parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(QStringLiteral("What the network sees"));
    describe();
}

void DigitView::setPicture(std::span<const std::uint8_t> bytes, const ImageShape& shape) {
    picture_ = imageFromBytes(bytes, shape);
    updateGeometry();
    showChange();
}

void DigitView::describe() {
    setToolTip(tr("What the network sees"));
    setAccessibleDescription(picture_.isNull() ? tr("nothing drawn")
                                               : tr("%1 × %2 pixels").arg(picture_.width()).arg(picture_.height()));
}

QSize DigitView::sizeHint() const {
    const int longest = std::max(picture_.width(), picture_.height());
    if (longest == 0)
        return {kEmptySide, kEmptySide};
    const int side = longest <= kMaxSide ? kMaxSide / longest * longest : kMaxSide;
    return {side, side};
}

void DigitView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawFramed(painter, rect(), picture_, colours());
}

} // namespace belfry
