#include "ui/widgets/pictures.h"

#include "ui/foundation/theme.h"

#include <QPainter>
#include <algorithm>

namespace belfry {

QImage imageFromBytes(std::span<const std::uint8_t> bytes, const ImageShape& shape) {
    const bool grey = shape.channels == 1;
    if ((!grey && shape.channels != 3) || shape.width <= 0 || shape.height <= 0 ||
        bytes.size() != static_cast<std::size_t>(shape.bytes()))
        return {};
    return QImage(bytes.data(), shape.width, shape.height, qsizetype{shape.width} * shape.channels,
                  grey ? QImage::Format_Grayscale8 : QImage::Format_RGB888)
        .copy();
}

QRect drawCrisp(QPainter& painter, const QRect& room, const QImage& image) {
    if (image.isNull())
        return {};
    const int multiple = std::min(room.width() / image.width(), room.height() / image.height());
    QSize size = multiple >= 1 ? image.size() * multiple : image.size().scaled(room.size(), Qt::KeepAspectRatio);
    QRect place(QPoint(), size);
    place.moveCenter(room.center());
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, multiple < 1);
    painter.drawImage(place, image);
    painter.restore();
    return place;
}

void drawFramed(QPainter& painter, const QRect& room, const QImage& image, const Palette& palette) {
    if (image.isNull())
        painter.fillRect(room, palette.grid);
    const QRect framed = image.isNull() ? room : drawCrisp(painter, room, image);
    painter.setPen(palette.border);
    painter.drawRect(framed.adjusted(0, 0, -1, -1));
}

} // namespace belfry
