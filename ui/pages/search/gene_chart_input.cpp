// Mouse and keyboard of the charts by gene.
#include "ui/pages/search/gene_chart.h"

#include <algorithm>
#include <ranges>

namespace belfry {
namespace {

constexpr double kReach = 6; // pixels

} // namespace

std::optional<GeneChart::Spot> GeneChart::spotAt(const QPointF& position) const {
    if (isEmpty())
        return std::nullopt;
    const Layout layout = layOut();
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        const GenePanel& panel = panels_[i];
        const QRectF& plot = layout.plots[i];
        if (!layout.reach(i).contains(position))
            continue;
        const int last = static_cast<int>(panel.labels.size()) - 1;
        const double width = plot.width() / static_cast<double>(panel.labels.size());
        Spot spot{i, std::clamp(static_cast<int>((position.x() - plot.left()) / width), 0, last)};
        spot.trial = nearestTrial(panel.dots, position, kReach,
                                  [&](const GenePanel::Dot& dot) { return place(layout, i, panel, dot); });
        return spot;
    }
    return std::nullopt;
}

int GeneChart::trialAt(const QPointF& position) const {
    const std::optional<Spot> spot = spotAt(position);
    return spot ? spot->trial : 0;
}

QString GeneChart::textAt(const QPointF& position) const {
    const std::optional<Spot> spot = spotAt(position);
    if (!spot)
        return {};
    const QString choice = choiceText(panels_[spot->panel], static_cast<std::size_t>(spot->choice));
    return spot->trial == 0 ? choice : choice + QLatin1Char('\n') + trialTip(view(), spot->trial);
}

// Left and right: from choice to choice, and into the next panel. Up and down: from panel to panel.
void GeneChart::moveCursor(int key) {
    if (!cursor_) {
        cursor_ = Spot{};
        return;
    }
    const auto choices = [this](std::size_t panel) { return static_cast<int>(panels_[panel].choices.size()); };
    auto& [panel, choice, trial] = *cursor_;
    const bool sideways = key == Qt::Key_Left || key == Qt::Key_Right;
    const bool back = key == Qt::Key_Left || key == Qt::Key_Up;
    if (sideways && (back ? choice > 0 : choice + 1 < choices(panel))) {
        choice += back ? -1 : 1;
    } else if (back ? panel > 0 : panel + 1 < panels_.size()) {
        panel = back ? panel - 1 : panel + 1;
        const int last = choices(panel) - 1;
        choice = !sideways ? std::min(choice, last) : back ? last : 0;
    }
}

// The best there.
const GenePanel::Dot* GeneChart::dotUnderCursor() const {
    if (!cursor_)
        return nullptr;
    auto here = std::views::filter(panels_[cursor_->panel].dots,
                                   [this](const GenePanel::Dot& dot) { return dot.choice == cursor_->choice; });
    const auto best = std::ranges::max_element(here, {}, &GenePanel::Dot::accuracy);
    return best == here.end() ? nullptr : &*best;
}

QString GeneChart::cursorText() const {
    return cursor_ ? choiceText(panels_[cursor_->panel], static_cast<std::size_t>(cursor_->choice)) : QString();
}

// The best dot; without dots the middle of the choice.
QPointF GeneChart::cursorPoint() const {
    if (const GenePanel::Dot* dot = dotUnderCursor())
        return pointOf(cursor_->panel, *dot);
    return cursorPlace(layOut()).center();
}

QRectF GeneChart::cursorPlace(const Layout& layout) const {
    const QRectF& plot = layout.plots[cursor_->panel];
    const double width = plot.width() / static_cast<double>(panels_[cursor_->panel].labels.size());
    return {plot.left() + cursor_->choice * width, plot.top(), width, plot.height()};
}

int GeneChart::trialUnderCursor() const {
    const GenePanel::Dot* dot = dotUnderCursor();
    return dot != nullptr ? dot->trial : 0;
}

} // namespace belfry
