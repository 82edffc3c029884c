// Mouse and keyboard of the chart of generations.
#include "ui/pages/search/gene_rows.h"
#include "ui/pages/search/generation_chart.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace belfry {
namespace {

constexpr double kReach = 8; // pixels

} // namespace

int GenerationChart::trialAt(const QPointF& position) const {
    if (picture_.x.empty())
        return 0;
    const Frame frame = this->frame();
    return nearestTrial(picture_.dots, position, kReach,
                        [&frame](const GenerationPicture::Dot& dot) { return frame.at(dot); });
}

QString GenerationChart::textAt(const QPointF& position) const {
    if (const int trial = trialAt(position); trial != 0)
        return trialTip(view(), trial);
    if (picture_.x.empty())
        return {};
    const Frame frame = this->frame();
    for (const Generation& generation : picture_.ended)
        if (std::abs(frame.at(generation.number) - position.x()) < kReach)
            return generationText(generation);
    return {};
}

// The best there.
const GenerationPicture::Dot* GenerationChart::dotAt(double x) const {
    auto here = std::views::filter(picture_.dots, [x](const GenerationPicture::Dot& dot) { return dot.x == x; });
    const auto best = std::ranges::max_element(here, {}, &GenerationPicture::Dot::accuracy);
    return best == here.end() ? nullptr : &*best;
}

// Moves to the next generation, or trial, with a description; Up and Down stay.
void GenerationChart::moveCursor(int key) {
    if (!cursor_) {
        cursor_ = picture_.x.low;
        return;
    }
    double next = *cursor_;
    for (const GenerationPicture::Dot& dot : picture_.dots) {
        const bool ahead = key == Qt::Key_Right ? dot.x > *cursor_ : key == Qt::Key_Left && dot.x < *cursor_;
        if (ahead && (next == *cursor_ || std::abs(dot.x - *cursor_) < std::abs(next - *cursor_)))
            next = dot.x;
    }
    cursor_ = next;
}

QString GenerationChart::cursorText() const {
    const GenerationPicture::Dot* dot = cursor_ ? dotAt(*cursor_) : nullptr;
    if (dot == nullptr)
        return {};
    const auto ended = std::ranges::find(picture_.ended, static_cast<int>(*cursor_), &Generation::number);
    return picture_.generations && ended != picture_.ended.end() ? generationText(*ended)
                                                                 : trialTip(view(), dot->trial);
}

QPointF GenerationChart::cursorPoint() const { return pointOf(*dotAt(*cursor_)); }

int GenerationChart::trialUnderCursor() const {
    const GenerationPicture::Dot* dot = cursor_ ? dotAt(*cursor_) : nullptr;
    return dot != nullptr ? dot->trial : 0;
}

} // namespace belfry
