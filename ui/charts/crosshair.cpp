#include "ui/charts/crosshair.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace belfry {
namespace {

constexpr int kRowHeight = 18;
constexpr int kPadding = 10;
constexpr int kSwatchRoom = 14;
constexpr int kColumnGap = 14;
constexpr int kCursorGap = 16;

QFont tableFont() { return Theme::font(12); }

QFont headFont() { return Theme::font(11); }

} // namespace

QString Readout::heading() const {
    return QStringLiteral("%1 %2 · %3 %4 · %5")
        .arg(axisName(XAxis::Step), xText(x, XAxis::Step), axisName(XAxis::Epoch), xText(x, XAxis::Epoch),
             xText(x, XAxis::Seconds));
}

Readout Readout::shortened() const {
    constexpr std::size_t kWhole = 8, kLowest = 3; // rows of a group
    std::map<QString, std::vector<const Row*>> groups;
    for (const Row& row : rows)
        groups[row.group].push_back(&row);
    const auto value = [](const Row* row) {
        return row->raw && !std::isnan(*row->raw) ? *row->raw : std::numeric_limits<double>::infinity();
    };
    Readout out = *this;
    out.rows.clear();
    for (const Row& row : rows) {
        const std::vector<const Row*>& group = groups[row.group];
        if (row.group.isEmpty() || group.size() <= kWhole) {
            out.rows.push_back(row);
        } else if (&row == group.front()) { // in its place stand all that are left
            std::vector<const Row*> lowest = group;
            std::ranges::partial_sort(lowest, lowest.begin() + kLowest, {}, value);
            for (std::size_t i = 0; i < kLowest; ++i)
                out.rows.push_back(*lowest[i]);
            out.rows.push_back(
                {.name = ReadoutTable::tr("+%1 more").arg(group.size() - kLowest), .colour = QColor(Qt::transparent)});
        }
    }
    return out;
}

QString Readout::copyText() const {
    QStringList names{QStringLiteral("step"), QStringLiteral("epoch"), QStringLiteral("images"),
                      QStringLiteral("seconds")};
    QStringList values{QString::number(x.step), QString::number(x.epoch, 'g', 8), QString::number(x.images),
                       QString::number(x.seconds, 'f', 3)};
    for (const Row& row : rows) {
        names += row.name;
        values += row.raw ? QString::number(*row.raw, 'g', 7) : QString();
        if (row.smoothed) {
            names += row.name + QStringLiteral(" (smoothed)");
            values += QString::number(*row.smoothed, 'g', 7);
        }
    }
    const QString tab = QStringLiteral("\t"), end = QStringLiteral("\n");
    return names.join(tab) + end + values.join(tab) + end;
}

Crosshair::Crosshair(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
}

void Crosshair::display(const QRectF& plot, double x, std::vector<Point> points, bool pinned) {
    plot_ = plot;
    line_ = x;
    points_ = std::move(points);
    pinned_ = pinned;
    update();
}

void Crosshair::hideLine() {
    if (!line_)
        return;
    line_.reset();
    points_.clear();
    update();
}

void Crosshair::setBand(const QRectF& band) {
    band_ = band;
    update();
}

void Crosshair::paintEvent(QPaintEvent*) {
    const Palette& palette = theme_.palette();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!band_.isEmpty()) {
        QColor fill = palette.accent;
        fill.setAlphaF(0.12F);
        painter.setPen(QPen(palette.accent, 1));
        painter.setBrush(fill);
        painter.drawRect(band_.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (!line_)
        return;
    const double x = std::floor(*line_) + 0.5;
    painter.setPen(QPen(pinned_ ? palette.accent : palette.faint, 1));
    painter.drawLine(QPointF(x, plot_.top()), QPointF(x, plot_.bottom()));
    for (const Point& point : points_) {
        painter.setPen(QPen(palette.card, 1.5));
        painter.setBrush(point.colour);
        painter.drawEllipse(point.at, 4, 4);
    }
}

ReadoutTable::ReadoutTable(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName(QStringLiteral("chartReadout"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

void ReadoutTable::measure() {
    const QFontMetrics metrics(tableFont());
    const QFontMetrics head(headFont());
    nameWidth_ = widestOf(metrics, readout_.rows, &Readout::Row::name);
    rawWidth_ = std::max(widestOf(metrics, readout_.rows, &Readout::Row::rawText), head.horizontalAdvance(tr("raw")));
    smoothedWidth_ = widestOf(metrics, readout_.rows, &Readout::Row::smoothedText);
    if (smoothedWidth_ > 0)
        smoothedWidth_ = std::max(smoothedWidth_, head.horizontalAdvance(tr("smoothed")));
    int width =
        kSwatchRoom + nameWidth_ + kColumnGap + rawWidth_ + (smoothedWidth_ > 0 ? kColumnGap + smoothedWidth_ : 0);
    width = std::max(width, head.horizontalAdvance(readout_.heading()));
    for (const QString& event : readout_.events)
        width = std::max(width, std::min(300, head.horizontalAdvance(event)));
    const auto lines = static_cast<int>(readout_.rows.size()) + 2 + static_cast<int>(readout_.events.size());
    resize(width + 2 * kPadding, lines * kRowHeight + kPadding);
}

void ReadoutTable::display(const Readout& readout, const QPoint& at, bool pinned) {
    readout_ = readout;
    pinned_ = pinned;
    measure();
    const QSize room = parentWidget()->size();
    int x = at.x() + kCursorGap;
    if (x + width() > room.width() - 4)
        x = at.x() - kCursorGap - width();
    const int y = std::clamp(at.y() - height() / 2, 4, std::max(4, room.height() - height() - 4));
    move(std::max(4, x), y);
    QWidget::show();
    raise();
    update();
}

void ReadoutTable::paintEvent(QPaintEvent*) {
    const Palette& palette = theme_.palette();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(pinned_ ? palette.accent : palette.border, 1));
    painter.setBrush(palette.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);

    const int right = width() - kPadding;
    const int rawRight = right - (smoothedWidth_ > 0 ? smoothedWidth_ + kColumnGap : 0);
    int y = kPadding / 2;
    const auto cell = [&](int from, int to, Qt::Alignment side, const QString& text) {
        painter.drawText(QRect(from, y, to - from, kRowHeight), side | Qt::AlignVCenter, text);
    };
    painter.setFont(headFont());
    painter.setPen(palette.text);
    cell(kPadding, right, Qt::AlignLeft, readout_.heading());
    y += kRowHeight;
    painter.setPen(palette.muted);
    for (const QString& event : readout_.events) {
        cell(kPadding, right, Qt::AlignLeft, painter.fontMetrics().elidedText(event, Qt::ElideRight, right - kPadding));
        y += kRowHeight;
    }
    cell(kPadding, rawRight, Qt::AlignRight, tr("raw"));
    if (smoothedWidth_ > 0)
        cell(rawRight, right, Qt::AlignRight, tr("smoothed"));
    y += kRowHeight;
    painter.setFont(tableFont());
    for (const Readout::Row& row : readout_.rows) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(row.colour);
        painter.drawEllipse(QPointF(kPadding + 4, y + kRowHeight / 2.0), 4, 4);
        painter.setPen(palette.muted);
        cell(kPadding + kSwatchRoom, rawRight, Qt::AlignLeft, row.name);
        painter.setPen(palette.text);
        cell(kPadding, rawRight, Qt::AlignRight, row.rawText());
        cell(rawRight, right, Qt::AlignRight, row.smoothedText());
        y += kRowHeight;
    }
}

} // namespace belfry
