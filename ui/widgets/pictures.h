// Bytes of a data set as pictures of the screen. Any thread.
#pragma once

#include "core/data/dataset.h"

#include <QImage>
#include <cstdint>
#include <filesystem>
#include <span>

class QPainter;

namespace belfry {

struct Palette;

// height x width x channels bytes (1 or 3 channels) as a picture that owns its pixels; a null picture for anything
// else.
QImage imageFromBytes(std::span<const std::uint8_t> bytes, const ImageShape& shape);

// A file of any kind that the engine reads, as the network gets it (formats/image.h); else of a kind that Qt knows,
// such as SVG. Throws what readImage() does; blocks for the disk.
QImage pictureOfFile(const std::filesystem::path& file);

// Draws at the largest whole multiple that fits into `room`, centred, every pixel a crisp square. Returns its place,
// empty for a null picture.
QRect drawCrisp(QPainter& painter, const QRect& room, const QImage& image);

// The same with a border around it; without a picture an empty field of the room's size.
void drawFramed(QPainter& painter, const QRect& room, const QImage& image, const Palette& palette);

} // namespace belfry
