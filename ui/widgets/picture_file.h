// A drawing under a heading, in the theme's colours, as the bytes of a picture file. GUI thread only, but for what
// encodes a picture.
#pragma once

#include <QByteArray>
#include <QSize>
#include <QString>
#include <functional>

class QPainter;

namespace belfry {

class Theme;

struct HeadedPicture {
    QString heading;
    int headingLines = 1; // 1, or 2 for one that is wrapped
    QSize content;        // of what draw() paints, from the painter's origin on
    std::function<void(QPainter&)> draw;
};

// SVG or a PDF of one page for a file's name that ends in .svg or .pdf, else PNG at twice the size.
QByteArray pictureBytes(const Theme& theme, const HeadedPicture& picture, const QString& file);
// The same in two parts: draws now, and returns what makes the bytes, on any thread. A PNG takes most of its time
// there.
std::function<QByteArray()> pictureEncoder(const Theme& theme, const HeadedPicture& picture, const QString& file);
// Throws Error(Io); nothing half written stays behind.
void writePicture(const Theme& theme, const HeadedPicture& picture, const QString& file);

} // namespace belfry
