#include "ui/widgets/thumbnails.h"

#include <QPainter>
#include <QResizeEvent>
#include <algorithm>

namespace belfry {
namespace {
constexpr int kMinSide = 28, kMaxSide = 64, kGap = 6;
constexpr int kInARow = 7;            // pictures, before there are more of them instead of larger ones
constexpr std::size_t kMaxShown = 64; // pictures kept, however many are given
} // namespace

Thumbnails::Thumbnails(const Theme& theme, QWidget* parent)
    : ThemedWidget(theme, QStringLiteral("thumbnails"), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(QStringLiteral("Examples"));
}

void Thumbnails::setPictures(std::span<const std::uint8_t> bytes, const ImageShape& shape, const QStringList& labels,
                             int least) {
    pictures_.clear();
    const auto size = static_cast<std::size_t>(std::max<std::int64_t>(shape.bytes(), 1));
    for (std::size_t from = 0; from + size <= bytes.size() && pictures_.size() < kMaxShown; from += size)
        pictures_.push_back(imageFromBytes(bytes.subspan(from, size), shape));
    least_ = std::min(least, static_cast<int>(pictures_.size()));
    labels_ = labels.mid(0, static_cast<qsizetype>(pictures_.size()));
    setAccessibleDescription(labels_.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

// The largest whole multiple of a picture's side with which those that must be seen, or seven, have room; the least
// side where there is none.
int Thumbnails::side() const {
    const int longest = pictures_.empty() ? kMinSide : std::max(pictures_[0].width(), pictures_[0].height());
    const int room = std::min(kMaxSide, (width() + kGap) / std::max(kInARow, least_) - kGap);
    return std::max(kMinSide, longest > 0 ? room / longest * longest : 0);
}

int Thumbnails::across() const { return std::max(1, (width() + kGap) / (side() + kGap)); }

int Thumbnails::rows() const { return std::clamp((least_ + across() - 1) / across(), 1, kMaxRows); }

int Thumbnails::rowsHeight() const { return rows() * (side() + kGap) - kGap; }

int Thumbnails::shown() const { return std::min(static_cast<int>(pictures_.size()), rows() * across()); }

QSize Thumbnails::sizeHint() const { return {kInARow * kMinSide + (kInARow - 1) * kGap, rowsHeight()}; }

QSize Thumbnails::minimumSizeHint() const { return {kMinSide, rowsHeight()}; }

void Thumbnails::resizeEvent(QResizeEvent* event) {
    if (event->size().width() != event->oldSize().width())
        updateGeometry(); // the height follows from it
}

// The rows are spread over the whole width, so that they end where the fields above them end.
QRect Thumbnails::place(int index) const {
    const double pitch = across() > 1 ? static_cast<double>(width() - side()) / (across() - 1) : 0;
    return {static_cast<int>(index % across() * pitch), index / across() * (side() + kGap), side(), side()};
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
