#include "ui/pages/evaluate/class_bars.h"

#include "ui/foundation/number_text.h"

#include <QFontMetrics>
#include <QPaintEvent>
#include <QPainter>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kPitch = 19, kBar = 7, kSpace = 10, kMaxName = 110;

QString countsText(const ClassFigures& result) {
    return QStringLiteral("%1 / %2").arg(countText(result.correct), countText(result.images));
}

QString shareText(const std::optional<double>& share) { return share ? percentText(*share) : dashText(); }

} // namespace

ClassBars::ClassBars(const Theme& theme, QWidget* parent) : ThemedWidget(theme, QStringLiteral("classBars"), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(QStringLiteral("Accuracy by class"));
}

void ClassBars::setResults(const QStringList& classes, const std::vector<ClassFigures>& results) {
    names_ = classes;
    results_ = results;
    updateGeometry();
    showChange();
}

QString ClassBars::rowText(int label) const {
    const ClassFigures& result = results_.at(static_cast<std::size_t>(label));
    return tr("%1: %2 (%3 of %4), precision %5, F1 %6")
        .arg(names_[label], shareText(result.recall()), countText(result.correct), countText(result.images),
             shareText(result.precision()), shareText(result.f1()));
}

void ClassBars::describe() {
    QStringList rows;
    for (int label = 0; label < names_.size(); ++label)
        rows << rowText(label);
    setAccessibleDescription(rows.join(QStringLiteral("; ")));
}

QSize ClassBars::sizeHint() const { return {300, kPitch * std::max(1, static_cast<int>(names_.size()))}; }

QSize ClassBars::minimumSizeHint() const { return {200, sizeHint().height()}; }

std::optional<QString> ClassBars::tipAt(const QPoint& position) const {
    const int row = position.y() / kPitch;
    return row >= 0 && row < names_.size() ? rowText(row) : QString();
}

void ClassBars::paintRow(QPainter& painter, const QRect& row, std::size_t label, int names, int counts) const {
    const ClassFigures& result = results_[label];
    const QFont font = Theme::font(12);
    const QFontMetrics metrics(font);
    painter.setFont(font);
    painter.setPen(colours().text);
    painter.drawText(QRect(row.left(), row.top(), names, row.height()), Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(names_[static_cast<qsizetype>(label)], Qt::ElideRight, names));
    int right = row.right() + 1 - counts;
    painter.setPen(colours().muted);
    painter.drawText(QRect(right, row.top(), counts, row.height()), Qt::AlignVCenter | Qt::AlignRight,
                     countsText(result));
    const int percents = metrics.horizontalAdvance(percentText(1));
    right -= kSpace + percents;
    painter.setPen(colours().text);
    painter.drawText(QRect(right, row.top(), percents, row.height()), Qt::AlignVCenter | Qt::AlignRight,
                     shareText(result.recall()));
    const int left = row.left() + names + kSpace;
    const QRectF bar(left, row.center().y() - kBar / 2, right - kSpace - left, kBar);
    paintBar(painter, bar, result.recall().value_or(0), colours().accent);
}

void ClassBars::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFontMetrics metrics(Theme::font(12));
    const int names = widestOf(metrics, names_) + 2, counts = widestOf(metrics, results_, countsText);
    for (std::size_t label = 0; label < results_.size(); ++label) {
        const QRect row(0, static_cast<int>(label) * kPitch, width(), kPitch);
        if (row.intersects(event->rect()))
            paintRow(painter, row, label, std::min(names, kMaxName), counts);
    }
}

} // namespace belfry
