#include "ui/widgets/confidence_chart.h"

#include "ui/foundation/number_text.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {
constexpr float kWorthALine = 0.02F; // classes that never got this far stay out of the picture
constexpr int kTagFont = 12;
constexpr double kTagGap = 6;                        // from the plot's end to the winner's name
constexpr double kMinTagRoom = 18, kMaxTagRoom = 72; // right of the plot, with the gap

QFont tagFont() { return Theme::font(kTagFont, QFont::Bold); }
} // namespace

ConfidenceChart::ConfidenceChart(const Theme& theme, QWidget* parent)
    : ThemedWidget(theme, QStringLiteral("confidenceChart"), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMaximumHeight(kMaxHeight);
    setAccessibleName(QStringLiteral("Confidence over time"));
}

void ConfidenceChart::setClasses(const QStringList& classes) {
    classes_ = classes;
    clear();
}

void ConfidenceChart::clear() {
    samples_.clear();
    keepEvery_ = 1;
    seen_ = 0;
    setAccessibleDescription({});
    update();
}

// The newest sample is always the last one; before it stand the multiples of keepEvery_.
void ConfidenceChart::append(std::int64_t step, std::span<const float> probabilities) {
    Sample sample{step, {probabilities.begin(), probabilities.end()}};
    const bool again = !samples_.empty() && samples_.back().step == step;
    const bool lastIsProvisional = seen_ > 0 && (seen_ - 1) % keepEvery_ != 0;
    if (again || lastIsProvisional)
        samples_.back() = std::move(sample);
    else
        samples_.push_back(std::move(sample));
    seen_ += again ? 0 : 1;
    if (samples_.size() > kMaxSamples) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < samples_.size(); i += 2)
            std::swap(samples_[kept++], samples_[i]);
        samples_.resize(kept);
        keepEvery_ *= 2;
    }
    setAccessibleDescription(QStringLiteral("%1: %2").arg(
        className(winner()),
        percentText(winner() < 0 ? NAN : double{samples_.back().probabilities[static_cast<std::size_t>(winner())]})));
    update();
}

int ConfidenceChart::winner() const {
    if (samples_.empty() || samples_.back().probabilities.empty())
        return -1;
    const auto& last = samples_.back().probabilities;
    const auto best = std::max_element(last.begin(), last.end(), [](float a, float b) {
        return (std::isfinite(a) ? a : -1.0F) < (std::isfinite(b) ? b : -1.0F);
    });
    return std::isfinite(*best) ? static_cast<int>(best - last.begin()) : -1;
}

QString ConfidenceChart::className(int label) const {
    return label >= 0 && label < classes_.size() ? classes_[label] : (label < 0 ? dashText() : QString::number(label));
}

// Wide enough for the longest name, so that the plot keeps its width when the winner changes.
double ConfidenceChart::tagRoom() const {
    const QFontMetricsF metrics(tagFont());
    double widest = 0;
    for (const QString& name : classes_)
        widest = std::max(widest, std::ceil(metrics.horizontalAdvance(name)));
    return std::clamp(kTagGap + widest, kMinTagRoom, kMaxTagRoom);
}

QRectF ConfidenceChart::plot() const { return QRectF(rect()).adjusted(0, 3, -tagRoom(), -3); }

double ConfidenceChart::x(std::size_t sample) const {
    const double share =
        samples_.size() < 2 ? 1.0 : static_cast<double>(sample) / static_cast<double>(samples_.size() - 1);
    return plot().left() + share * plot().width();
}

void ConfidenceChart::paintLine(QPainter& painter, std::size_t label, const QColor& colour, double width) const {
    const QRectF room = plot();
    QPolygonF line;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
        const auto& p = samples_[i].probabilities;
        if (label < p.size() && std::isfinite(p[label]))
            line << QPointF(x(i), room.bottom() - room.height() * std::clamp(double{p[label]}, 0.0, 1.0));
    }
    painter.setPen(QPen(colour, width));
    painter.drawPolyline(line);
}

void ConfidenceChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QRectF room = plot();
    painter.setPen(colours().grid);
    painter.drawLine(QPointF(room.left(), room.top()), room.topRight());
    painter.drawLine(room.bottomLeft(), room.bottomRight());
    if (samples_.empty()) {
        paintSentence(painter, rect(), tr("Draw while a network is training"), Qt::AlignCenter);
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const int best = winner();
    const std::size_t classes = samples_.back().probabilities.size();
    for (std::size_t label = 0; label < classes; ++label) {
        const bool worth = std::any_of(samples_.begin(), samples_.end(), [label](const Sample& sample) {
            return label < sample.probabilities.size() && sample.probabilities[label] > kWorthALine;
        });
        if (worth && static_cast<int>(label) != best)
            paintLine(painter, label, colours().faint, 1);
    }
    if (best >= 0) {
        paintLine(painter, static_cast<std::size_t>(best), colours().accent, 2);
        paintTag(painter, best);
    }
}

void ConfidenceChart::paintTag(QPainter& painter, int best) const {
    const QRectF room = plot();
    const double p = std::clamp(double{samples_.back().probabilities[static_cast<std::size_t>(best)]}, 0.0, 1.0);
    const QPointF end(room.right(), room.bottom() - room.height() * p);
    painter.setPen(QPen(colours().card, 1.5));
    painter.setBrush(colours().accent);
    painter.drawEllipse(end, 3.5, 3.5);
    painter.setFont(tagFont());
    painter.setPen(colours().text);
    const double y = std::clamp(end.y(), 8.0, height() - 8.0);
    const QRectF place(end.x() + kTagGap, y - 8, tagRoom() - kTagGap, 16);
    painter.drawText(place, Qt::AlignVCenter | Qt::AlignRight,
                     QFontMetricsF(painter.font()).elidedText(className(best), Qt::ElideRight, place.width()));
}

std::optional<QString> ConfidenceChart::tipAt(const QPoint& position) const {
    if (samples_.empty())
        return std::nullopt;
    const double share = std::clamp((position.x() - plot().left()) / std::max(plot().width(), 1.0), 0.0, 1.0);
    const Sample& sample =
        samples_[static_cast<std::size_t>(std::lround(share * static_cast<double>(samples_.size() - 1)))];
    QStringList lines{tr("step %1").arg(countText(sample.step))};
    for (std::size_t label = 0; label < sample.probabilities.size(); ++label) {
        if (sample.probabilities[label] > kWorthALine) {
            lines << QStringLiteral("%1: %2").arg(className(static_cast<int>(label)),
                                                  percentText(double{sample.probabilities[label]}));
        }
    }
    return lines.join('\n');
}

} // namespace belfry
