#include "ui/widgets/thumbnails.h"

#include <QPainter>
#include <algorithm>

namespace belfry {
namespace {
constexpr int kSide = 28, kGap = 6;
constexpr std::size_t kMaxShown = 64; // pictures kept, however many are given
} // namespace

Thumbnails::Thumbnails(const Theme& theme, QWidget* parent)
    : ThemedWidget(theme, QStringLiteral("thumbnails"), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(QStringLiteral("Examples"));
}

void Thumbnails::setPictures(std::span<const std::uint8_t> bytes, const ImageShape& shape, const QStringList& labels) {
    pictures_.clear();
    const auto size = static_cast<std::size_t>(std::max<std::int64_t>(shape.bytes(), 1));
    for (std::size_t from = 0; from + size <= bytes.size() && pictures_.size() < kMaxShown; from += size)
        pictures_.push_back(imageFromBytes(bytes.subspan(from, size), shape));
    labels_ = labels.mid(0, static_cast<qsizetype>(pictures_.size()));
    setAccessibleDescription(labels_.join(QStringLiteral(", ")));
    update();
}

int Thumbnails::shown() const {
    return std::min(static_cast<int>(pictures_.size()), (width() + kGap) / (kSide + kGap));
}

QSize Thumbnails::sizeHint() const { return {7 * kSide + 6 * kGap, kSide}; }

QSize Thumbnails::minimumSizeHint() const { return {kSide, kSide}; }

// The row is spread over the whole width, so that it ends where the fields above it end.
QRect Thumbnails::place(int index) const {
    const int slots = std::max(1, (width() + kGap) / (kSide + kGap));
    const double pitch = slots > 1 ? static_cast<double>(width() - kSide) / (slots - 1) : 0;
    return {static_cast<int>(index * pitch), 0, kSide, kSide};
}

std::optional<QString> Thumbnails::tipAt(const QPoint& position) const {
    for (int i = 0; i < std::min<int>(shown(), static_cast<int>(labels_.size())); ++i)
        if (place(i).contains(position))
            return labels_[i];
    return QString();
}

void Thumbnails::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (pictures_.empty())
        paintSentence(painter, rect(), tr("No pictures"), Qt::AlignVCenter | Qt::AlignLeft);
    for (int i = 0; i < shown(); ++i)
        drawCrisp(painter, place(i), pictures_[static_cast<std::size_t>(i)]);
}

} // namespace belfry
