#include "ui/pages/evaluate/history_chart.h"

#include "ui/foundation/number_text.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <ranges>

namespace belfry {
namespace {

constexpr int kFont = 11, kDot = 4, kTop = 6, kGap = 6, kMaxAnswer = 40;

} // namespace

HistoryChart::HistoryChart(const Theme& theme, QWidget* parent)
    : ThemedWidget(theme, QStringLiteral("historyChart"), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(QStringLiteral("Across checkpoints"));
    describe();
}

void HistoryChart::setHistory(const ImageHistory& history, int label, const QStringList& classes) {
    history_ = history;
    label_ = label;
    names_ = classes;
    why_.clear();
    showChange();
}

void HistoryChart::clear(const QString& why) {
    history_ = {};
    why_ = why;
    showChange();
}

QString HistoryChart::pointText(int point) const {
    const ImageMoment& moment = history_.moments.at(static_cast<std::size_t>(point));
    const QString answer =
        tr("step %1: %2 (%3)")
            .arg(countText(moment.step), names_.value(moment.answer), percentText(double{moment.answerProbability}));
    return moment.answer == label_
               ? answer
               : tr("%1, %2: %3").arg(answer, names_.value(label_), percentText(double{moment.trueProbability}));
}

void HistoryChart::describe() {
    QStringList points;
    for (int point = 0; point < this->points(); ++point)
        points << pointText(point);
    setAccessibleDescription(points.isEmpty() ? why_ : points.join(QStringLiteral("; ")));
}

QRectF HistoryChart::plot() const {
    const QFontMetrics metrics(Theme::font(kFont));
    const int left = metrics.horizontalAdvance(percentText(1, 0)) + kGap + kDot;
    return {static_cast<double>(left), kTop, static_cast<double>(width() - left - 12),
            static_cast<double>(height() - kTop - metrics.height() - kGap)};
}

QPointF HistoryChart::place(std::size_t point) const {
    const QRectF area = plot();
    const std::vector<ImageMoment>& moments = history_.moments;
    const auto first = static_cast<double>(moments.front().step), last = static_cast<double>(moments.back().step);
    const double along = last > first ? (static_cast<double>(moments[point].step) - first) / (last - first) : 0.5;
    return {area.left() + along * area.width(),
            area.bottom() - area.height() * std::clamp(double{moments[point].trueProbability}, 0.0, 1.0)};
}

std::optional<QString> HistoryChart::tipAt(const QPoint& position) const {
    if (history_.moments.empty())
        return QString();
    const auto distance = [&](int of) { return std::abs(place(static_cast<std::size_t>(of)).x() - position.x()); };
    return pointText(*std::ranges::min_element(std::views::iota(0, points()), {}, distance));
}

// Paints as many as do not touch each other, from the last one backwards.
void HistoryChart::paintAnswers(QPainter& painter) const {
    const QFontMetrics metrics(painter.font());
    double free = width();
    for (std::size_t i = history_.moments.size(); i-- > 0;) {
        const ImageMoment& moment = history_.moments[i];
        const QString name = metrics.elidedText(names_.value(moment.answer), Qt::ElideRight, kMaxAnswer);
        const double half = metrics.horizontalAdvance(name) / 2.0 + 1, x = place(i).x();
        if (x + half > free)
            continue;
        free = x - half - 3;
        painter.setPen(moment.answer == label_ ? colours().muted : colours().warning);
        painter.drawText(QRectF(x - half, height() - metrics.height(), 2 * half, metrics.height()), Qt::AlignCenter,
                         name);
    }
}

void HistoryChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(Theme::font(kFont));
    if (history_.moments.empty()) {
        painter.setPen(colours().muted);
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, why_);
        return;
    }
    const QRectF area = plot();
    for (const double value : {0.0, 1.0}) {
        const double y = area.bottom() - area.height() * value;
        painter.setPen(colours().grid);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(colours().muted);
        painter.drawText(QRectF(0, y - 10, area.left() - kGap - kDot, 20), Qt::AlignRight | Qt::AlignVCenter,
                         percentText(value, 0));
    }
    QPolygonF line;
    for (std::size_t i = 0; i < history_.moments.size(); ++i)
        line << place(i);
    painter.setPen(QPen(colours().faint, 1));
    painter.drawPolyline(line);
    for (std::size_t i = 0; i < history_.moments.size(); ++i) {
        painter.setPen(QPen(colours().card, 1));
        painter.setBrush(history_.moments[i].answer == label_ ? colours().accent : colours().warning);
        painter.drawEllipse(place(i), kDot, kDot);
    }
    paintAnswers(painter);
}

} // namespace belfry
