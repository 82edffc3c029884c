#include "ui/widgets/stage_bars.h"

#include "ui/foundation/number_text.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {
constexpr int kMinNames = 44, kMaxNames = 160, kNamesGap = 8, kStageBar = 12;
} // namespace

QString stageName(std::size_t stage) {
    static constexpr std::array<const char*, kStages> kNames{
        QT_TRANSLATE_NOOP("belfry::StageBars", "wait"),      QT_TRANSLATE_NOOP("belfry::StageBars", "copy"),
        QT_TRANSLATE_NOOP("belfry::StageBars", "forward"),   QT_TRANSLATE_NOOP("belfry::StageBars", "backward"),
        QT_TRANSLATE_NOOP("belfry::StageBars", "exchange"),  QT_TRANSLATE_NOOP("belfry::StageBars", "update"),
        QT_TRANSLATE_NOOP("belfry::StageBars", "straggler"),
    };
    return StageBars::tr(kNames.at(stage));
}

StageBars::StageBars(const Theme& theme, QWidget* parent) : ThemedWidget(theme, QStringLiteral("stageBars"), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(QStringLiteral("Stages of a step"));
}

void StageBars::setTowers(const QStringList& names) {
    names_ = names;
    updateGeometry();
    update();
}

void StageBars::setNameRoom(int pixels) {
    nameRoom_ = pixels;
    update();
}

void StageBars::setRows(const std::vector<StageRow>& rows, double step) {
    const bool grown = rows.size() != rows_.size();
    rows_ = rows;
    step_ = step;
    if (grown)
        updateGeometry();
    update();
}

int StageBars::count() const { return std::max(static_cast<int>(names_.size()), static_cast<int>(rows_.size())); }

int StageBars::labelWidth() const {
    const QFontMetricsF metrics(Theme::font(kFont)); // rounded down, a name would be elided in its own width
    int longest = std::max(kMinNames, nameRoom_);
    for (int tower = 0; tower < count(); ++tower)
        longest = std::max(longest, static_cast<int>(std::ceil(metrics.horizontalAdvance(name(tower)))));
    return std::min({longest, kMaxNames, std::max(kMinNames, width() / 3)}) + kNamesGap;
}

QRectF StageBars::bar(int tower) const {
    const double left = labelWidth();
    return {left, tower * kPitch + (kPitch - kStageBar) / 2.0, width() - left, kStageBar + 0.0};
}

double StageBars::scale() const {
    double longest = step_;
    for (const StageRow& row : rows_)
        longest = std::max(longest, total(row));
    return longest;
}

std::array<QRectF, kStages> StageBars::parts(int tower) const {
    std::array<QRectF, kStages> parts;
    if (tower >= static_cast<int>(rows_.size()))
        return parts;
    const double longest = scale();
    const QRectF whole = bar(tower);
    double x = whole.left();
    for (std::size_t stage = 0; stage < kStages && longest > 0; ++stage) {
        const double length = rows_[static_cast<std::size_t>(tower)][stage] / longest * whole.width();
        parts[stage] = QRectF(x, whole.top(), length, whole.height());
        x += length;
    }
    return parts;
}

void StageBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(Theme::font(kFont));
    const QFontMetrics metrics(painter.font());
    if (count() == 0)
        paintSentence(painter, rect(), tr("Start a run to see where a step's time goes"),
                      Qt::AlignVCenter | Qt::AlignLeft);
    const int nameWidth = labelWidth() - kNamesGap;
    for (int tower = 0; tower < count(); ++tower) {
        const QRectF whole = bar(tower);
        painter.setPen(colours().muted);
        painter.drawText(QRectF(0, tower * kPitch, nameWidth, kPitch), Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(name(tower), Qt::ElideRight, nameWidth));
        if (tower >= static_cast<int>(rows_.size())) {
            painter.fillRect(whole, colours().grid);
            continue;
        }
        const auto all = parts(tower);
        for (std::size_t stage = 0; stage < kStages; ++stage) {
            QRectF part = all[stage];
            if (part.width() > 3)
                part.setWidth(part.width() - 1); // a hairline of card between two stages
            painter.fillRect(part, colours().stages[stage]);
            if (stage == kStragglerStage) // hatched: time in which nothing is done
                painter.fillRect(part, QBrush(colours().faint, Qt::BDiagPattern));
        }
    }
}

QString StageBars::aloneText(double speed) { return tr("alone: %1 images/s").arg(countText(std::llround(speed))); }

QString StageBars::textOf(int tower, const QString& part, double milliseconds) const {
    const double step = step_ > 0 ? scale() : total(rows_[static_cast<std::size_t>(tower)]);
    const QString text = tr("%1 %2: %3 ms, %4")
                             .arg(name(tower), part, decimalText(milliseconds, milliseconds < 10 ? 2 : 1),
                                  percentText(milliseconds / step, 0));
    const auto index = static_cast<std::size_t>(tower);
    return index < alone_.size() && alone_[index] > 0 ? text + QLatin1Char('\n') + aloneText(alone_[index]) : text;
}

QString StageBars::textAt(const QPoint& position) const {
    const int tower = position.y() / kPitch;
    if (position.y() < 0 || tower >= count())
        return {};
    if (position.x() < labelWidth())
        return tower < helps_.size() ? helps_[tower] : name(tower);
    if (tower >= static_cast<int>(rows_.size()))
        return {};
    const StageRow& row = rows_[static_cast<std::size_t>(tower)];
    const auto all = parts(tower);
    for (std::size_t stage = 0; stage < kStages; ++stage)
        if (position.x() >= all[stage].left() && position.x() < all[stage].right())
            return textOf(tower, stageName(stage), row[stage]);
    const double rest = scale() - total(row);
    return step_ > 0 && rest > 0 && position.x() < width() ? textOf(tower, tr("between steps"), rest) : QString();
}

} // namespace belfry
