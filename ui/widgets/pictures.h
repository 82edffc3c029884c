// Bytes of a data set as pictures of the screen. Any thread.
#pragma once

#include "core/data/dataset.h"

#include <QImage>
#include <cstdint>
#include <span>

class QPainter;

namespace belfry {

struct Palette;

// height x width x channels bytes (1 or 3 channels) as a picture that owns its pixels; a null picture for anything
// else.
QImage imageFromBytes(std::span<const std::uint8_t> bytes, const ImageShape& shape);

// Draws at the largest whole multiple that fits into `room`, centred, every pixel a crisp square. Returns its place,
// empty for a null picture.
QRect drawCrisp(QPainter& painter, const QRect& room, const QImage& image);

// The same with a border around it; without a picture an empty field of the room's size.
void drawFramed(QPainter& painter, const QRect& room, const QImage& image, const Palette& palette);

} // namespace belfry
