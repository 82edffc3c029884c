#include "ui/pages/data/class_table.h"

#include "ui/foundation/number_text.h"
#include "ui/widgets/pictures.h"

#include <QFontMetrics>
#include <QPainter>
#include <QResizeEvent>
#include <algorithm>
#include <numeric>

namespace belfry {
namespace {
constexpr int kMinPicture = 32, kMaxPicture = 64, kAround = 8, kGap = 4, kBar = 8, kBarWidth = 140, kSpace = 12;
constexpr int kMinNameWidth = 24, kNameWidth = 160, kMaxRows = 256;
constexpr int kInARow = 12; // pictures, before there are more of them instead of larger ones
} // namespace

ClassTable::ClassTable(const Theme& theme, QWidget* parent)
    : ThemedWidget(theme, QStringLiteral("classTable"), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(QStringLiteral("Classes"));
}

void ClassTable::setReport(const DataReport& report) {
    rows_.clear();
    largest_ = 1;
    const auto bytes = static_cast<std::size_t>(report.data->shape.bytes());
    for (std::size_t c = 0; c < std::min<std::size_t>(report.data->classes.size(), kMaxRows); ++c) {
        Row row{.name = QString::fromStdString(report.data->classes[c]), .images = {}, .pictures = {}};
        for (std::size_t split = 0; split < row.images.size(); ++split)
            row.images[split] = report.summary.perClass[split][c];
        largest_ = std::max(largest_, std::accumulate(row.images.begin(), row.images.end(), std::int64_t{0}));
        const std::vector<std::uint8_t>& pictures = report.examples[c];
        for (std::size_t at = 0; at + bytes <= pictures.size(); at += bytes)
            row.pictures.push_back(imageFromBytes(std::span(pictures).subspan(at, bytes), report.data->shape));
        rows_.push_back(std::move(row));
    }
    updateGeometry();
    showChange();
}

void ClassTable::clear() {
    rows_.clear();
    updateGeometry();
    showChange();
}

QString ClassTable::rowText(int row) const {
    const Row& shown = rows_.at(static_cast<std::size_t>(row));
    return QStringLiteral("%1: %2 + %3 + %4")
        .arg(shown.name, countText(shown.images[0]), countText(shown.images[1]), countText(shown.images[2]));
}

void ClassTable::describe() {
    QStringList texts;
    for (int row = 0; row < rows(); ++row)
        texts << rowText(row);
    setAccessibleDescription(texts.join(QStringLiteral("; ")));
}

int ClassTable::pictureSide() const {
    const QFontMetrics metrics(Theme::font(13));
    const int before = nameWidth() + kBarWidth + metrics.horizontalAdvance(countText(largest_)) + 3 * kSpace;
    return std::clamp((width() - before + kGap) / kInARow - kGap, kMinPicture, kMaxPicture);
}

int ClassTable::pitch() const { return pictureSide() + kAround; }

void ClassTable::resizeEvent(QResizeEvent* event) {
    if (event->size().width() != event->oldSize().width())
        updateGeometry(); // the height follows from it
}

QSize ClassTable::sizeHint() const { return {560, pitch() * std::max(1, rows())}; }

QSize ClassTable::minimumSizeHint() const { return {320, sizeHint().height()}; }

int ClassTable::nameWidth() const {
    const QFontMetrics metrics(Theme::font(13));
    const int most = std::max(kNameWidth, width() / 4);         // what is beside the names needs its room
    const int whole = widestOf(metrics, rows_, &Row::name) + 1; // else a name is cut for a part of a pixel
    return std::clamp(whole, kMinNameWidth, most);
}

std::optional<QString> ClassTable::tipAt(const QPoint& position) const {
    const int row = position.y() / pitch();
    if (row < 0 || row >= rows())
        return QString();
    const Row& shown = rows_[static_cast<std::size_t>(row)];
    return tr("%1: %2 training, %3 validation, %4 test images")
        .arg(shown.name, countText(shown.images[0]), countText(shown.images[1]), countText(shown.images[2]));
}

void ClassTable::paintRow(QPainter& painter, const QRect& place, const Row& row) const {
    const QFont font = Theme::font(13);
    const int names = nameWidth();
    painter.setFont(font);
    painter.setPen(colours().text);
    painter.drawText(QRect(place.left(), place.top(), names, place.height()), Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetrics(font).elidedText(row.name, Qt::ElideRight, names));
    int x = place.left() + names + kSpace;
    const int y = place.center().y() - kBar / 2;
    painter.fillRect(QRect(x, y, kBarWidth, kBar), colours().grid);
    double from = 0;
    for (std::size_t split = 0; split < row.images.size(); ++split) {
        const double width = kBarWidth * static_cast<double>(row.images[split]) / static_cast<double>(largest_);
        painter.fillRect(QRectF(x + from, y, width, kBar), theme().seriesColour(static_cast<int>(split)));
        from += width;
    }
    x += kBarWidth + kSpace;
    const QString count = countText(std::accumulate(row.images.begin(), row.images.end(), std::int64_t{0}));
    const int counts = QFontMetrics(font).horizontalAdvance(countText(largest_));
    painter.setPen(colours().muted);
    painter.drawText(QRect(x, place.top(), counts, place.height()), Qt::AlignVCenter | Qt::AlignRight, count);
    x += counts + kSpace;
    const int side = pictureSide();
    for (const QImage& picture : row.pictures) {
        if (x + side > place.right() + 1)
            break;
        // Larger pictures are shrunk; small ones keep crisp pixels.
        const QRect room(x, place.center().y() - side / 2, side, side);
        if (picture.width() > side || picture.height() > side) {
            const QSize size = picture.size().scaled(room.size(), Qt::KeepAspectRatio);
            const QRect middle(room.center() - QPoint(size.width() / 2, size.height() / 2), size);
            painter.drawImage(middle.translated(1, 1) & room,
                              picture.scaled(size, Qt::KeepAspectRatio, Qt::SmoothTransformation));
        } else {
            drawCrisp(painter, room, picture);
        }
        x += side + kGap;
    }
}

void ClassTable::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    for (int row = 0; row < rows(); ++row) {
        const QRect place(0, row * pitch(), width(), pitch());
        if (place.intersects(event->rect()))
            paintRow(painter, place, rows_[static_cast<std::size_t>(row)]);
    }
}

} // namespace belfry
