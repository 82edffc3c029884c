#include "ui/widgets/probability_bars.h"

#include "ui/foundation/number_text.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace belfry {
namespace {
constexpr int kPitch = 18, kBar = 6;
constexpr int kAllShown = 12, kBestShown = 10;
} // namespace

ProbabilityBars::ProbabilityBars(const Theme& theme, QWidget* parent)
    : ThemedWidget(theme, QStringLiteral("probabilityBars"), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(QStringLiteral("Probabilities"));
    setClasses({"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"});
}

void ProbabilityBars::setClasses(const QStringList& classes) {
    classes_ = classes;
    clear();
    updateGeometry();
}

void ProbabilityBars::setProbabilities(std::span<const float> probabilities) {
    if (probabilities.size() != static_cast<std::size_t>(classes_.size()))
        return;
    probabilities_.assign(probabilities.begin(), probabilities.end());
    best_ = -1;
    for (int i = 0; i < static_cast<int>(probabilities_.size()); ++i) {
        const float p = probabilities_[static_cast<std::size_t>(i)];
        if (std::isfinite(p) && (best_ < 0 || p > probabilities_[static_cast<std::size_t>(best_)]))
            best_ = i;
    }
    showChange();
}

void ProbabilityBars::clear() {
    probabilities_.clear();
    best_ = -1;
    showChange();
}

QString ProbabilityBars::valueText(int label) const {
    const auto index = static_cast<std::size_t>(label);
    return index < probabilities_.size() ? percentText(double{probabilities_[index]}) : dashText();
}

std::vector<int> ProbabilityBars::rows() const {
    std::vector<int> labels(static_cast<std::size_t>(classes_.size()));
    std::iota(labels.begin(), labels.end(), 0);
    if (labels.size() <= kAllShown)
        return labels;
    if (!probabilities_.empty()) {
        const auto value = [this](int label) {
            const float p = probabilities_[static_cast<std::size_t>(label)];
            return std::isfinite(p) ? p : -1.0F;
        };
        std::stable_sort(labels.begin(), labels.end(), [&](int a, int b) { return value(a) > value(b); });
    }
    labels.resize(kBestShown);
    return labels;
}

void ProbabilityBars::describe() {
    setAccessibleDescription(best_ < 0 ? tr("nothing drawn")
                                       : QStringLiteral("%1: %2").arg(classes_[best_], valueText(best_)));
}

QSize ProbabilityBars::sizeHint() const { return {280, kPitch * std::max(1, static_cast<int>(rows().size()))}; }

// Names take what they need, at most two fifths of the width.
int ProbabilityBars::nameWidth() const {
    const int widest = widestOf(QFontMetrics(Theme::font(13, QFont::Bold)), classes_);
    return std::min(widest + 2, width() * 2 / 5); // a name as wide as its place would be elided
}

void ProbabilityBars::paintRow(QPainter& painter, const QRect& row, int label, int nameWidth) const {
    const bool best = label == best_;
    const QFont font = Theme::font(13, best ? QFont::Bold : QFont::Normal);
    const int valueWidth = QFontMetrics(Theme::font(13, QFont::Bold)).horizontalAdvance(percentText(1));
    painter.setFont(font);
    painter.setPen(best ? colours().text : colours().muted);
    painter.drawText(QRect(row.left(), row.top(), nameWidth, row.height()), Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetrics(font).elidedText(classes_[label], Qt::ElideRight, nameWidth));
    painter.drawText(QRect(row.right() + 1 - valueWidth, row.top(), valueWidth, row.height()),
                     Qt::AlignVCenter | Qt::AlignRight, valueText(label));
    const int left = row.left() + nameWidth + 14;
    const QRectF bar(left, row.center().y() - kBar / 2 + 1, row.right() - valueWidth - 8 - left, kBar);
    const float p = probabilities_.empty() ? 0.0F : probabilities_[static_cast<std::size_t>(label)];
    const bool some = std::isfinite(p) && p >= 0.0005F; // values that round to 0.0 % have no bar
    paintBar(painter, bar, some ? std::min(double{p}, 1.0) : 0, best ? colours().accent : colours().faint);
}

void ProbabilityBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int names = nameWidth();
    QRect row(0, 0, width(), kPitch);
    for (const int label : rows()) {
        paintRow(painter, row, label, names);
        row.translate(0, kPitch);
    }
}

} // namespace belfry
