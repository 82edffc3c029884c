#include "ui/pages/search/generation_chart.h"

#include "ui/charts/plot_painter.h"
#include "ui/foundation/number_text.h"
#include "ui/pages/search/gene_rows.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr int kFont = 11, kMeanColour = 0, kBestColour = 1;
constexpr double kTop = 8, kGap = 6, kBottom = 20;
constexpr double kXLabel = 36;   // room for one
constexpr double kMaxTags = 0.4; // of the width

} // namespace

GenerationPicture generationPicture(const SearchView& view) {
    GenerationPicture picture;
    const auto add = [&picture](const Trial* trial, double x) {
        if (trial != nullptr && trial->state == TrialState::Done) {
            picture.dots.push_back({x, trial->accuracy, trial->id});
            picture.x.include(x);
        }
    };
    int last = 0;
    for (const Generation& generation : view.generations) {
        const std::size_t before = picture.dots.size();
        for (const int member : generation.members)
            add(view.find(member), generation.number);
        if (picture.dots.size() > before)
            picture.ended.push_back(generation);
        last = std::max(last, generation.number);
    }
    picture.generations =
        std::ranges::any_of(view.trials, [](const Trial& trial) { return trial.asked.generation > 0; });
    for (const Trial& trial : view.trials)
        if (!picture.generations || trial.asked.generation > last)
            add(&trial, picture.generations ? trial.asked.generation : trial.id);
    if (!picture.generations) {
        for (const GenerationPicture::Dot& dot : picture.dots)
            if (picture.records.empty() || dot.accuracy > picture.records.back().accuracy)
                picture.records.push_back(dot);
    }
    return picture;
}

Interval GenerationPicture::spread(const Generation& generation) const {
    Interval reached{generation.best, generation.best};
    for (const Dot& dot : dots)
        if (dot.x == generation.number)
            reached.low = std::min(reached.low, dot.accuracy);
    return {std::max(reached.low, generation.mean - generation.deviation),
            std::min(reached.high, generation.mean + generation.deviation)};
}

GenerationChart::GenerationChart(const Theme& theme, QWidget* parent)
    : NavigableChart(theme, "generationChart", "Accuracy by generation", parent) {
    describe();
}

void GenerationChart::takeResults(bool /*another*/) {
    picture_ = generationPicture(view());
    if (cursor_ && dotAt(*cursor_) == nullptr)
        cursor_.reset();
    showChange();
}

QStringList GenerationChart::tags() const {
    if (!picture_.ended.empty()) {
        return {tr("mean %1").arg(percentText(picture_.ended.back().mean, 2)),
                tr("best %1").arg(percentText(picture_.ended.back().best, 2))};
    }
    return picture_.records.empty() ? QStringList()
                                    : QStringList(tr("best %1").arg(percentText(picture_.records.back().accuracy, 2)));
}

QString GenerationChart::generationText(const Generation& generation) const {
    return tr("Generation %1: mean %2, standard deviation %3, best %4")
        .arg(QString::number(generation.number), percentText(generation.mean, 2), percentText(generation.deviation, 2),
             percentText(generation.best, 2));
}

void GenerationChart::describe() {
    if (const QString cursor = cursorText(); !cursor.isEmpty()) {
        setAccessibleDescription(QString(cursor).replace(QLatin1Char('\n'), QStringLiteral("; ")));
        return;
    }
    QStringList sentences;
    for (const Generation& generation : picture_.ended)
        sentences << generationText(generation);
    if (sentences.isEmpty() && !picture_.records.empty()) {
        sentences << tr("Finished trials: %1; the best, %2, is trial %3")
                         .arg(QString::number(picture_.dots.size()), percentText(picture_.records.back().accuracy, 2),
                              QString::number(picture_.records.back().trial));
    }
    setAccessibleDescription(sentences.isEmpty() ? tr("No trial has ended yet") : sentences.join(QStringLiteral("; ")));
}

GenerationChart::Frame GenerationChart::frame() const {
    Frame frame;
    std::vector<double> means;
    for (const Generation& generation : picture_.ended)
        means.push_back(generation.mean);
    frame.axis = accuracyAxis(accuraciesOf(picture_.dots), kTop, height() - kBottom, means);
    frame.x = picture_.x;
    if (frame.x.span() < 1)
        frame.x = {frame.x.low - 0.5, frame.x.high + 0.5};
    const QFontMetricsF metrics(Theme::font(kFont));
    double tags = 0;
    for (const QString& tag : this->tags())
        tags = std::max(tags, metrics.horizontalAdvance(tag) + 2 * kGap + 4);
    const double left = frame.axis.labelWidth() + 2, right = tags <= kMaxTags * width() ? tags : 0;
    frame.plot = QRectF(left, kTop, std::max(1.0, width() - left - std::max(right, kGap)), height() - kTop - kBottom);
    return frame;
}

std::vector<GenerationChart::Line> GenerationChart::lines(const Frame& frame) const {
    std::vector<Line> lines;
    if (!picture_.ended.empty()) {
        Line mean{.points = {}, .colour = kMeanColour, .tag = tags()[0], .dots = true};
        Line best{.points = {}, .colour = kBestColour, .tag = tags()[1], .dots = true};
        for (const Generation& generation : picture_.ended) {
            mean.points.emplace_back(frame.at(generation.number), frame.axis.y(generation.mean));
            best.points.emplace_back(frame.at(generation.number), frame.axis.y(generation.best));
        }
        lines = {std::move(mean), std::move(best)};
    } else if (!picture_.records.empty()) { // holds until a better one comes
        Line best{.points = {}, .colour = kBestColour, .tag = tags()[0]};
        for (const GenerationPicture::Dot& record : picture_.records) {
            const QPointF point(frame.at(record.x), frame.axis.yBeyond(record.accuracy));
            if (!best.points.empty())
                best.points.emplace_back(point.x(), best.points.back().y());
            best.points.push_back(point);
        }
        best.points.emplace_back(frame.at(picture_.x.high), best.points.back().y());
        lines.push_back(std::move(best));
    }
    return lines;
}

QPointF GenerationChart::pointOf(const GenerationPicture::Dot& dot) const { return frame().at(dot); }

void GenerationChart::paint(QPainter& painter) const {
    if (picture_.x.empty()) {
        paintSentence(painter, rect().adjusted(8, 8, -8, -8), tr("No trial has ended yet"));
        return;
    }
    const Frame frame = this->frame();
    paintGrid(painter, colours(), frame.axis, frame.plot.left(), frame.plot.right());
    paintFoot(painter, frame);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.setClipRect(frame.plot.adjusted(-1, 0, 1, 0));
    paintSpread(painter, frame);
    painter.restore();
    paintDots(painter, frame);
    paintLines(painter, frame);
    paintRings(painter, frame);
}

// Round the chosen one in every generation, and an upright line with a square at the keyboard.
void GenerationChart::paintRings(QPainter& painter, const Frame& frame) const {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours().accent, 2));
    for (const GenerationPicture::Dot& dot : picture_.dots)
        if (dot.trial == chosen())
            painter.drawEllipse(frame.at(dot), 6, 6);
    if (cursor_ && showsRing()) {
        const double x = frame.at(*cursor_), y = frame.axis.y(dotAt(*cursor_)->accuracy);
        painter.setPen(QPen(colours().accent, 1));
        painter.drawLine(QPointF(x, frame.plot.top()), QPointF(x, y - 8));
        painter.drawLine(QPointF(x, y + 8), QPointF(x, frame.plot.bottom()));
        painter.drawRect(QRectF(x - 8, y - 8, 16, 16));
    }
}

// Whole numbers only, and what they count at the right end.
void GenerationChart::paintFoot(QPainter& painter, const Frame& frame) const {
    const QRectF foot(0, height() - kBottom + 5, width(), kBottom - 5);
    const QString title = picture_.generations ? tr("generation") : tr("trial");
    const QFontMetricsF metrics(painter.font());
    painter.setPen(colours().muted);
    const double titleLeft = width() - metrics.horizontalAdvance(title) - 1;
    painter.drawText(foot, Qt::AlignVCenter | Qt::AlignRight, title);
    if (picture_.x.span() < 1) {
        painter.drawText(QRectF(frame.plot.left(), foot.top(), frame.plot.width(), foot.height()), Qt::AlignCenter,
                         QString::number(picture_.x.low));
        return;
    }
    std::vector<Tick> ticks = yTicks(frame.x, false, YFormat::Count, static_cast<int>(frame.plot.width() / kXLabel));
    std::erase_if(ticks, [](const Tick& tick) { return tick.position != std::round(tick.position); });
    for (Tick& tick : ticks)
        tick.label = countText(static_cast<std::int64_t>(tick.position));
    const auto place = [&](const Tick& tick) {
        const double half = metrics.horizontalAdvance(tick.label) / 2 + 1, x = frame.at(tick.position);
        return Interval{x - half, x + half};
    };
    dropCoveredLabels(ticks, kGap, place);
    for (const Tick& tick : ticks) {
        const Interval room = place(tick);
        if (room.high + kGap < titleLeft)
            painter.drawText(QRectF(room.low, foot.top(), room.span(), foot.height()), Qt::AlignCenter, tick.label);
    }
}

// A band between mean and deviation on either side; of one generation alone an upright line.
void GenerationChart::paintSpread(QPainter& painter, const Frame& frame) const {
    QPolygonF band;
    const std::size_t count = picture_.ended.size();
    for (std::size_t i = 0; i < 2 * count; ++i) { // there along the top, back along the bottom
        const bool back = i >= count;
        const Generation& generation = picture_.ended[back ? 2 * count - 1 - i : i];
        const Interval spread = picture_.spread(generation);
        band << QPointF(frame.at(generation.number), frame.axis.yBeyond(back ? spread.low : spread.high));
    }
    const QColor colour = theme().seriesColour(kMeanColour);
    if (count == 1) {
        painter.setPen(QPen(colour, 1.5));
        painter.drawLine(band[0], band[1]);
    } else if (count > 1) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(colours().card, colour, colours().dark ? 0.22 : 0.14));
        painter.drawPolygon(band);
    }
}

void GenerationChart::paintDots(QPainter& painter, const Frame& frame) const {
    std::vector<QPointF> inside, below;
    for (const GenerationPicture::Dot& dot : picture_.dots)
        (frame.axis.shows(dot.accuracy) ? inside : below).push_back(frame.at(dot));
    const QColor colour = mixed(colours().card, colours().muted, 0.6);
    drawDots(painter, inside, 2, colour);
    drawBelow(painter, below, colour);
}

void GenerationChart::paintLines(QPainter& painter, const Frame& frame) const {
    std::vector<PlotFrame::Tag> tags;
    for (const Line& line : lines(frame)) {
        const QColor colour = theme().seriesColour(line.colour);
        painter.setPen(QPen(colour, 2, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(line.points.data(), static_cast<int>(line.points.size()));
        tags.push_back({line.points.back(), line.tag, colour, line.points.back().y()});
        painter.setPen(QPen(colours().card, 1.5));
        painter.setBrush(colour);
        for (std::size_t i = line.dots ? 0 : line.points.size() - 1; i < line.points.size(); ++i)
            painter.drawEllipse(line.points[i], 4, 4);
    }
    if (frame.plot.right() + 2 * kGap > width())
        return; // no room for tags
    const QRectF& plot = frame.plot;
    paintEndTags(painter, theme(), std::move(tags),
                 {QPointF(plot.right() + 2 * kGap, plot.top() - 2), QPointF(width(), plot.bottom() + 2)});
}

} // namespace belfry
