#include "ui/pages/search/family_tree.h"

#include "ui/charts/colours.h"
#include "ui/foundation/number_text.h"
#include "ui/pages/search/gene_rows.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <QPaintEvent>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <ranges>
#include <utility>

namespace belfry {
namespace {

constexpr int kFont = 11;
constexpr double kLeft = 34, kRight = 56; // room for a row's number and its best
constexpr double kTop = 26, kBottom = 6;  // room for the legend
constexpr double kMinLane = 10, kMaxLane = 48, kLane = 26;
constexpr double kMinRow = 28, kMaxRow = 72, kRow = 44;
constexpr double kMaxRadius = 8, kCarried = 0.42; // of the radius
constexpr double kFaded = 0.18, kPale = 0.7;      // shares of a colour
constexpr int kShades = 16;
constexpr std::size_t kMaxSmooth = 2000; // lines that are painted smoothly

// Every state has its own sign. A disc is done: those are painted in one call.
void drawSign(QPainter& painter, const Palette& colours, TrialState state, const QPointF& at, double radius) {
    const double r = 0.8 * radius;
    painter.setBrush(Qt::NoBrush);
    switch (state) {
    case TrialState::Done:
        break;
    case TrialState::Running: {
        painter.setPen(QPen(colours.good, 1.6));
        const QPointF corners[] = {at + QPointF(-r, -radius), at + QPointF(radius, 0), at + QPointF(-r, radius)};
        painter.drawPolygon(corners, 3);
        break;
    }
    case TrialState::Waiting:
        painter.setPen(QPen(colours.faint, 1.4));
        painter.drawRect(QRectF(at - QPointF(r, r), QSizeF(2 * r, 2 * r)));
        break;
    case TrialState::Failed:
        painter.setPen(QPen(colours.warning, 2));
        painter.drawLine(at + QPointF(-r, -r), at + QPointF(r, r));
        painter.drawLine(at + QPointF(-r, r), at + QPointF(r, -r));
        break;
    }
}

} // namespace

FamilyPlaces placesOf(const Family& family, const QSizeF& size) {
    FamilyPlaces places;
    const double lanes = std::max(1, family.lanes), rows = std::max(1, family.generations);
    places.lane = std::clamp((size.width() - kLeft - kRight) / lanes, kMinLane, kMaxLane);
    places.row = std::clamp((size.height() - kTop - kBottom) / rows, kMinRow, kMaxRow);
    places.radius = std::min({kMaxRadius, 0.38 * places.lane, 0.22 * places.row});
    places.first = {kLeft + places.lane / 2, kTop + places.row / 2};
    return places;
}

FamilyTree::FamilyTree(const Theme& theme, QWidget* parent)
    : NavigableChart(theme, "familyTree", "Family tree", parent) {
    setMouseTracking(true);
    describe();
}

QSize FamilyTree::sizeHint() const {
    return QSizeF(kLeft + kRight + kLane * family_.lanes, kTop + kBottom + kRow * family_.generations)
        .toSize()
        .expandedTo({420, 260});
}

QSize FamilyTree::minimumSizeHint() const {
    return QSizeF(kLeft + kRight + kMinLane * family_.lanes, kTop + kBottom + kMinRow * family_.generations)
        .toSize()
        .expandedTo({240, 140});
}

void FamilyTree::takeResults(bool /*another*/) {
    const QSize before = minimumSizeHint();
    family_ = familyOf(view());
    const auto isDone = [](const Trial& trial) { return trial.state == TrialState::Done; };
    scale_ = accuracyScale(accuraciesOf(std::views::filter(view().trials, isDone)));
    if (lifted_ != 0)
        kin_ = family_.birthOf(lifted_) ? kinOf(family_, lifted_) : std::set<int>{};
    if (cursor_ != 0 && !family_.birthOf(cursor_))
        cursor_ = 0;
    if (minimumSizeHint() != before)
        updateGeometry();
    showChange();
}

void FamilyTree::setChosen(int trial) {
    if (trial != chosen() && family_.birthOf(trial) != nullptr)
        cursor_ = trial;
    NavigableChart::setChosen(trial);
}

QPointF FamilyTree::pointOf(int trial) const {
    const FamilyNode* node = family_.birthOf(trial);
    return node ? places().at(*node) : QPointF(-1, -1);
}

QString FamilyTree::emptyText() const {
    return view().plan.strategy == "genetic" ? tr("No trial has begun yet")
                                             : tr("Only a genetic search has a family tree");
}

void FamilyTree::describe() {
    if (family_.empty()) {
        setAccessibleDescription(emptyText());
        return;
    }
    const int described = cursor_ != 0 ? cursor_ : chosen();
    QStringList sentences{tr("Generations: %1, trials: %2").arg(family_.generations).arg(view().trials.size())};
    if (const Trial* best = view().best())
        sentences << tr("the best, %1, is trial %2").arg(percentText(best->accuracy, 2)).arg(best->id);
    if (described != 0)
        sentences << trialLine(view(), described);
    setAccessibleDescription(sentences.join(QStringLiteral("; ")));
}

void FamilyTree::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.fillRect(event->rect(), colours().card); // scroll areas have another ground
    paint(painter, event->rect());
}

void FamilyTree::paint(QPainter& painter, const QRectF& exposed) const {
    if (family_.empty()) {
        paintSentence(painter, rect().adjusted(8, 8, -8, -8), emptyText());
        return;
    }
    const FamilyPlaces places = this->places();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(Theme::font(kFont));
    paintRows(painter, places, exposed);
    for (const bool faded : {true, false}) { // nothing crosses what is lifted
        paintLines(painter, places, exposed, faded);
        paintDiscs(painter, places, exposed, faded);
    }
    paintSigns(painter, places, exposed);
    paintRings(painter, places);
    paintLegend(painter);
}

// The number of each generation on the left, its best on the right.
void FamilyTree::paintRows(QPainter& painter, const FamilyPlaces& places, const QRectF& exposed) const {
    const double right = places.first.x() + places.lane * (family_.lanes - 0.5);
    for (int number = 1; number <= family_.generations; ++number) {
        const double y = places.first.y() + places.row * (number - 1);
        if (y < exposed.top() - places.row || y > exposed.bottom() + places.row)
            continue;
        painter.setPen(QPen(colours().grid, 1));
        painter.drawLine(QPointF(kLeft, std::round(y) + 0.5), QPointF(right, std::round(y) + 0.5));
        painter.setPen(colours().muted);
        painter.drawText(QRectF(0, y - 8, kLeft - 8, 16), Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
        const auto generation = std::ranges::find(view().generations, number, &Generation::number);
        if (generation != view().generations.end() && generation->best > 0) {
            painter.drawText(QRectF(right + 6, y - 8, kRight - 6, 16),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, percentText(generation->best, 2));
        }
    }
}

void FamilyTree::paintLines(QPainter& painter, const FamilyPlaces& places, const QRectF& exposed, bool faded) const {
    std::vector<QLineF> lives, births;
    for (const FamilyLine& line : family_.lines) {
        const FamilyNode &from = family_.nodes[line.from], &to = family_.nodes[line.to];
        const QLineF piece(places.at(from), places.at(to));
        const bool outside = piece.y2() < exposed.top() || piece.y1() > exposed.bottom();
        if (!outside && (isFaded(from.trial) || isFaded(to.trial)) == faded)
            (line.carried ? lives : births).push_back(piece);
    }
    const auto shade = [this](double share) { return mixed(colours().card, colours().muted, share); };
    const bool lifted = !faded && !kin_.empty();
    painter.setRenderHint(QPainter::Antialiasing, family_.lines.size() <= kMaxSmooth);
    painter.setPen(QPen(shade(faded ? 0.12 : 0.3), 1));
    painter.drawLines(lives.data(), static_cast<int>(lives.size()));
    painter.setPen(lifted ? QPen(colours().accent, 1.6) : QPen(shade(faded ? 0.12 : 0.42), 1));
    painter.drawLines(births.data(), static_cast<int>(births.size()));
    painter.setRenderHint(QPainter::Antialiasing);
}

// Trials that are done, and the small dots of those that live on; each shade at one go.
void FamilyTree::paintDiscs(QPainter& painter, const FamilyPlaces& places, const QRectF& exposed, bool faded) const {
    const QRectF near = exposed.adjusted(-places.lane, -places.row, places.lane, places.row);
    std::array<std::vector<QPointF>, 2> rims;                   // born here, carried: lines end there
    std::map<std::pair<bool, int>, std::vector<QPointF>> discs; // by carried and shade
    for (const FamilyNode& node : family_.nodes) {
        const QPointF at = places.at(node);
        const bool shown = isFaded(node.trial) == faded && near.contains(at);
        const Trial* trial = shown ? view().find(node.trial) : nullptr;
        if (trial == nullptr)
            continue;
        rims[node.carried ? 1 : 0].push_back(at);
        if (trial->state == TrialState::Done) {
            const int shade = static_cast<int>(std::lround(kShades * scale_.place(trial->accuracy)));
            discs[{node.carried, shade}].push_back(at);
        }
    }
    const double small = kCarried * places.radius + 1;
    drawDots(painter, rims[0], places.radius + 1.5, colours().card);
    drawDots(painter, rims[1], small + 1, colours().card);
    for (const auto& [key, centres] : discs) {
        const auto& [carried, shade] = key;
        const QColor colour = AccuracyScale::colourAt(colours(), static_cast<double>(shade) / kShades);
        drawDots(painter, centres, carried ? small : places.radius,
                 mixed(colours().card, colour,
                       faded     ? kFaded
                       : carried ? kPale
                                 : 1));
    }
}

// Signs of trials that are not done, and the dots of mutations.
void FamilyTree::paintSigns(QPainter& painter, const FamilyPlaces& places, const QRectF& exposed) const {
    const QRectF near = exposed.adjusted(-places.lane, -places.row, places.lane, places.row);
    std::array<std::vector<QPointF>, 2> mutated; // faded or not
    for (const FamilyNode& node : family_.nodes) {
        const QPointF at = places.at(node);
        const Trial* trial = !node.carried && near.contains(at) ? view().find(node.trial) : nullptr;
        if (trial == nullptr)
            continue;
        if (trial->state != TrialState::Done) {
            painter.setOpacity(isFaded(node.trial) ? kFaded : 1);
            drawSign(painter, colours(), trial->state, at, places.radius);
            painter.setOpacity(1);
        }
        if (!trial->asked.mutated.empty())
            mutated[isFaded(node.trial) ? 1 : 0].push_back(at + QPointF(places.radius, -places.radius) * 0.8);
    }
    const double dot = std::max(2.2, 0.4 * places.radius);
    for (const bool faded : {true, false}) {
        drawDots(painter, mutated[faded ? 1 : 0], dot + 0.8, colours().card);
        drawDots(painter, mutated[faded ? 1 : 0], dot,
                 mixed(colours().card, theme().seriesColour(4), faded ? kFaded : 1));
    }
}

// Round the chosen one, wherever it lives, and round the one at the keyboard.
void FamilyTree::paintRings(QPainter& painter, const FamilyPlaces& places) const {
    painter.setBrush(Qt::NoBrush);
    for (const FamilyNode& node : family_.nodes) {
        if (node.trial == chosen()) {
            const double radius = node.carried ? kCarried * places.radius + 3 : places.radius + 3;
            painter.setPen(QPen(colours().text, node.carried ? 1 : 2));
            painter.drawEllipse(places.at(node), radius, radius);
        }
    }
    if (const FamilyNode* node = cursor_ != 0 && showsRing() ? family_.birthOf(cursor_) : nullptr) {
        const double half = places.radius + 5;
        painter.setPen(QPen(colours().accent, 1));
        painter.drawRect(QRectF(places.at(*node) - QPointF(half, half), QSizeF(2 * half, 2 * half)));
    }
}

// The colours' scale, and those of the shapes that are there, as far as there is room.
void FamilyTree::paintLegend(QPainter& painter) const {
    const QFontMetricsF metrics(painter.font());
    const double middle = kTop / 2, radius = 4.5;
    double x = paintScale(painter, kLeft);
    const auto entry = [&](const QString& text, const auto& sign) {
        const double wide = metrics.horizontalAdvance(text);
        if (x + 2 * radius + 6 + wide > width())
            return;
        sign(QPointF(x + radius, middle));
        painter.setPen(colours().muted);
        painter.drawText(QRectF(x + 2 * radius + 5, middle - 8, wide + 1, 16), Qt::AlignVCenter | Qt::AlignLeft, text);
        x += 2 * radius + 5 + wide + 14;
    };
    if (std::ranges::any_of(view().trials, [](const Trial& trial) { return !trial.asked.mutated.empty(); })) {
        entry(
            tr("mutated"),
            [&](const QPointF& at) {
                painter.setPen(Qt::NoPen);
                painter.setBrush(theme().seriesColour(4));
                painter.drawEllipse(at, 3, 3);
            });
    }
    const std::array states{std::pair(TrialState::Running, tr("in training")),
                            std::pair(TrialState::Waiting, tr("waiting")), std::pair(TrialState::Failed, tr("failed"))};
    for (const auto& [state, text] : states)
        if (std::ranges::any_of(view().trials, [&](const Trial& trial) { return trial.state == state; }))
            entry(text, [&](const QPointF& at) { drawSign(painter, colours(), state, at, radius); });
}

double FamilyTree::paintScale(QPainter& painter, double left) const {
    constexpr double kWide = 64, kHigh = 8;
    if (view().best() == nullptr)
        return left;
    const QFontMetricsF metrics(painter.font());
    double x = left;
    const auto label = [&](const QString& text) {
        const double wide = metrics.horizontalAdvance(text) + 1;
        painter.setPen(colours().muted);
        painter.drawText(QRectF(x, kTop / 2 - 8, wide, 16), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, text);
        x += wide + 5;
    };
    label((std::ranges::any_of(
               view().trials,
               [this](const Trial& trial) { return trial.state == TrialState::Done && trial.accuracy < scale_.low; })
               ? QStringLiteral("\u2264 ")
               : QString()) +
          percentText(scale_.low, 2));
    QLinearGradient gradient(x, 0, x + kWide, 0);
    for (int stop = 0; stop <= 8; ++stop)
        gradient.setColorAt(stop / 8.0, AccuracyScale::colourAt(colours(), stop / 8.0));
    painter.setPen(Qt::NoPen);
    painter.setBrush(gradient);
    painter.drawRoundedRect(QRectF(x, (kTop - kHigh) / 2, kWide, kHigh), 2, 2);
    x += kWide + 5;
    label(percentText(scale_.high, 2));
    return x + 10;
}

} // namespace belfry
