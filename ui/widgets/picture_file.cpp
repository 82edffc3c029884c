#include "ui/widgets/picture_file.h"

#include "core/base/files.h"
#include "ui/foundation/theme.h"

#include <QBuffer>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace belfry {
namespace {

constexpr int kMargin = 16;     // pixels
constexpr int kResolution = 96; // of CSS: as large in a browser, or on paper, as on the screen

int headingHeight(const HeadedPicture& picture) { return picture.headingLines > 1 ? 44 : 28; }

void paint(QPainter& painter, const Theme& theme, const HeadedPicture& picture, const QSize& size) {
    painter.fillRect(QRect(QPoint(), size), theme.palette().card);
    painter.setPen(theme.palette().text);
    painter.setFont(Theme::font(13, QFont::Bold));
    const int wrap = picture.headingLines > 1 ? int{Qt::TextWordWrap} : 0;
    painter.drawText(QRect(kMargin, kMargin, picture.content.width(), headingHeight(picture)),
                     int{Qt::AlignLeft} | int{Qt::AlignTop} | wrap, picture.heading);
    painter.translate(kMargin, kMargin + headingHeight(picture));
    picture.draw(painter);
}

QImage imageOf(const Theme& theme, const HeadedPicture& picture, const QSize& size) {
    constexpr int kScale = 2;
    QImage image(size * kScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kScale);
    QPainter painter(&image);
    paint(painter, theme, picture, size);
    return image;
}

QByteArray drawingBytes(const Theme& theme, const HeadedPicture& picture, const QSize& size, bool svg) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (svg) {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(), size));
        generator.setResolution(kResolution);
        generator.setTitle(picture.heading);
        QPainter painter(&generator);
        paint(painter, theme, picture, size);
    } else {
        constexpr double kPointsPerPixel = 72.0 / kResolution;
        QPdfWriter writer(&buffer);
        writer.setResolution(kResolution);
        writer.setTitle(picture.heading);
        writer.setPageSize(QPageSize(QSizeF(size) * kPointsPerPixel, QPageSize::Point));
        writer.setPageMargins({});
        QPainter painter(&writer);
        paint(painter, theme, picture, size);
    }
    return bytes;
}

} // namespace

std::function<QByteArray()> pictureEncoder(const Theme& theme, const HeadedPicture& picture, const QString& file) {
    const QSize size = picture.content + QSize(2 * kMargin, 2 * kMargin + headingHeight(picture));
    const bool svg = file.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
    if (svg || file.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive))
        return [bytes = drawingBytes(theme, picture, size, svg)] { return bytes; };
    return [image = imageOf(theme, picture, size)] {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        image.save(&buffer, "PNG");
        return bytes;
    };
}

QByteArray pictureBytes(const Theme& theme, const HeadedPicture& picture, const QString& file) {
    return pictureEncoder(theme, picture, file)();
}

void writePicture(const Theme& theme, const HeadedPicture& picture, const QString& file) {
    writeFileAtomically(file.toStdString(), pictureBytes(theme, picture, file).toStdString());
}

} // namespace belfry
