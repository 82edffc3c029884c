#include "ui/widgets/pictures.h"

#include "core/base/files.h"
#include "core/formats/image.h"
#include "ui/foundation/theme.h"

#include <QBuffer>
#include <QImageReader>
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

// What is no picture at all is refused by the engine, in a sentence that can be translated.
QImage pictureOfFile(const std::filesystem::path& file) {
    constexpr std::uint64_t kMaxPictureBytes = std::uint64_t{512} << 20;
    const std::string bytes = readFile(file, kMaxPictureBytes);
    if (pictureKind(asBytes(bytes)) == PictureKind::Unknown) {
        QByteArray known = QByteArray::fromRawData(bytes.data(), std::ssize(bytes));
        QBuffer buffer(&known);
        if (const QImage picture = QImageReader(&buffer).read(); !picture.isNull())
            return picture;
    }
    const DecodedImage decoded = decodeImage(asBytes(bytes), file.string());
    return imageFromBytes(decoded.pixels, {decoded.channels, decoded.height, decoded.width});
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
