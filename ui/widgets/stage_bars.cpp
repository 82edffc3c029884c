#include "ui/widgets/stage_bars.h"

#include "ui/widgets/text.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace belfry {
namespace {
constexpr int kNames = 52, kStageBar = 12;
constexpr std::size_t kStraggler = 6; // hatched: time in which nothing is done
} // namespace

QString stageName(std::size_t stage) {
    switch (stage) {
    case 0:
        return StageBars::tr("wait");
    case 1:
        return StageBars::tr("copy");
    case 2:
        return StageBars::tr("forward");
    case 3:
        return StageBars::tr("backward");
    case 4:
        return StageBars::tr("exchange");
    case 5:
        return StageBars::tr("update");
    default:
        return StageBars::tr("straggler");
    }
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

void StageBars::setRows(const std::vector<StageRow>& rows) {
    const bool grown = rows.size() != rows_.size();
    rows_ = rows;
    if (grown) {
        updateGeometry();
    }
    update();
}

int StageBars::count() const {
    return std::max(static_cast<int>(names_.size()), static_cast<int>(rows_.size()));
}

QString StageBars::name(int tower) const {
    return tower < names_.size() ? names_[tower] : tr("tower %1").arg(tower);
}

QRectF StageBars::bar(int tower) const {
    return {kNames + 0.0, tower * kPitch + (kPitch - kStageBar) / 2.0, width() - kNames + 0.0, kStageBar + 0.0};
}

std::array<QRectF, kStages> StageBars::parts(int tower) const {
    std::array<QRectF, kStages> parts;
    if (tower >= static_cast<int>(rows_.size())) {
        return parts;
    }
    double longest = 0;
    for (const StageRow& row : rows_) {
        longest = std::max(longest, total(row));
    }
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
    painter.setFont(Theme::font(12));
    const QFontMetrics metrics(painter.font());
    if (count() == 0) {
        painter.setPen(colours().muted);
        painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft, tr("Start a run to see where a step's time goes"));
    }
    for (int tower = 0; tower < count(); ++tower) {
        const QRectF whole = bar(tower);
        painter.setPen(colours().muted);
        painter.drawText(QRectF(0, tower * kPitch, kNames - 8, kPitch), Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(name(tower), Qt::ElideRight, kNames - 8));
        if (tower >= static_cast<int>(rows_.size())) {
            painter.fillRect(whole, colours().grid);
            continue;
        }
        const auto all = parts(tower);
        for (std::size_t stage = 0; stage < kStages; ++stage) {
            QRectF part = all[stage];
            if (part.width() > 3) {
                part.setWidth(part.width() - 1); // a hairline of card between two stages
            }
            painter.fillRect(part, colours().stages[stage]);
            if (stage == kStraggler) {
                painter.fillRect(part, QBrush(colours().faint, Qt::BDiagPattern));
            }
        }
    }
}

QString StageBars::textAt(const QPoint& position) const {
    const int tower = position.y() / kPitch;
    if (position.y() < 0 || tower >= static_cast<int>(rows_.size())) {
        return {};
    }
    const StageRow& row = rows_[static_cast<std::size_t>(tower)];
    const auto all = parts(tower);
    for (std::size_t stage = 0; stage < kStages; ++stage) {
        if (position.x() >= all[stage].left() && position.x() < all[stage].right()) {
            return tr("%1 %2: %3 ms, %4")
                .arg(name(tower), stageName(stage), decimalText(row[stage], row[stage] < 10 ? 2 : 1),
                     percentText(row[stage] / total(row), 0));
        }
    }
    return {};
}

bool StageBars::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) {
        return ThemedWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = textAt(help->pos());
    text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), text, this);
    return true;
}

} // namespace belfry
