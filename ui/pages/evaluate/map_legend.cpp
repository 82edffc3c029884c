#include "ui/pages/evaluate/map_legend.h"

#include "ui/charts/chart_buttons.h"
#include "ui/foundation/keep_translated.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/scrolled.h"

#include <QSignalBlocker>

namespace belfry {
namespace {

constexpr int kLegendWidth = 132, kLongestName = 14; // pixels, letters

QString shortened(const QString& name) {
    return name.size() <= kLongestName ? name : name.left(kLongestName - 1) + QStringLiteral("…");
}

} // namespace

MapLegend::MapLegend(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName(QStringLiteral("mapLegend"));
    setFixedWidth(kLegendWidth);
    auto* list = new QWidget;
    column_ = columnOf(0, {Placed::stretch()});
    fillWith(list, column_);
    all_ = new ChartButton(theme, QStringLiteral("mapLegendAllButton"), QStringLiteral("All"), this);
    none_ = new ChartButton(theme, QStringLiteral("mapLegendNoneButton"), QStringLiteral("None"), this);
    connect(
        all_, &QPushButton::clicked, this, [this] { showAll(true); });
    connect(none_, &QPushButton::clicked, this, [this] { showAll(false); });
    fillWith(this,
             columnOf(2, {rowOf(4, {all_, none_, Placed::stretch()}), {scrolled(list, "mapLegendScroll", this), 1}}));
    keepTranslated(this, [this] {
        all_->setText(tr("All"));
        none_->setText(tr("None"));
        all_->setToolTip(tr("Shows all of them"));
        none_->setToolTip(tr("Dims all of them: then click the ones to look at"));
    });
}

void MapLegend::makeButtons(const QStringList& names) {
    qDeleteAll(buttons_);
    buttons_.clear();
    names_ = names;
    for (qsizetype i = 0; i < names.size(); ++i) {
        auto* button = new LegendButton(theme_, QStringLiteral("mapLook%1Button").arg(i), names[i], this);
        button->setCheckable(true);
        button->setChecked(true);
        connect(button, &QPushButton::toggled, this, &MapLegend::dimmedChanged);
        column_->insertWidget(static_cast<int>(i), button);
        buttons_.push_back(button);
    }
}

void MapLegend::setLooks(const MapLooks& looks) {
    if (looks.names != names_)
        makeButtons(looks.names);
    for (std::size_t i = 0; i < buttons_.size(); ++i) {
        const QString& name = names_[static_cast<qsizetype>(i)];
        const QString count = countText(looks.counts[i]);
        buttons_[i]->setText(QStringLiteral("%1 · %2").arg(shortened(name), count));
        buttons_[i]->setToolTip(tr("%1: %2 pictures. Click to dim them.").arg(name, count));
        buttons_[i]->setSwatch({.colour = looks.colours[i], .dot = true});
        buttons_[i]->setVisible(looks.counts[i] > 0);
    }
}

std::vector<bool> MapLegend::dimmed() const {
    std::vector<bool> dimmed;
    for (const LegendButton* button : buttons_)
        dimmed.push_back(!button->isChecked());
    return dimmed;
}

void MapLegend::showAll(bool shown) {
    for (LegendButton* button : buttons_) {
        const QSignalBlocker quiet(button);
        button->setChecked(shown);
        button->update();
    }
    Q_EMIT dimmedChanged();
}

} // namespace belfry
