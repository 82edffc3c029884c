#include "ui/pages/network_editor/network_export.h"

#include "core/base/files.h"
#include "ui/theme.h"
#include "ui/widgets/network_diagram.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kMargin = 16, kHeading = 28; // pixels

void paint(QPainter& painter, const Theme& theme, NetworkDiagram& diagram, const QString& heading) {
    const QSize size = diagram.size() + QSize(2 * kMargin, 2 * kMargin + kHeading);
    painter.fillRect(QRect(QPoint(), size), theme.palette().card);
    painter.setPen(theme.palette().text);
    painter.setFont(Theme::font(13, QFont::Bold));
    painter.drawText(QRect(kMargin, kMargin, diagram.width(), kHeading), Qt::AlignLeft | Qt::AlignTop, heading);
    painter.translate(kMargin, kMargin + kHeading);
    diagram.paint(painter);
}

QByteArray svgOf(const Theme& theme, NetworkDiagram& diagram, const QString& heading, const QSize& size) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setResolution(96); // a CSS pixel: as large in a browser as on the screen
    generator.setTitle(heading);
    QPainter painter(&generator);
    paint(painter, theme, diagram, heading);
    painter.end();
    return bytes;
}

QByteArray pngOf(const Theme& theme, NetworkDiagram& diagram, const QString& heading, const QSize& size) {
    constexpr int kScale = 2;
    QImage image(size * kScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kScale);
    QPainter painter(&image);
    paint(painter, theme, diagram, heading);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace

void saveNetworkPicture(const Theme& theme, const Blueprint& blueprint, const QString& heading, const QString& file) {
    NetworkDiagram diagram(theme, NetworkDiagram::Detail::Full);
    diagram.setBlueprint(blueprint);
    diagram.resize(std::max(diagram.sizeHint().width(), diagram.labelledWidth()), diagram.sizeHint().height());
    const QSize size = diagram.size() + QSize(2 * kMargin, 2 * kMargin + kHeading);
    const bool svg = file.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
    const QByteArray bytes = svg ? svgOf(theme, diagram, heading, size) : pngOf(theme, diagram, heading, size);
    writeFileAtomically(file.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

} // namespace belfry
