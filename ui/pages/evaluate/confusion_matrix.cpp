#include "ui/pages/evaluate/confusion_matrix.h"

#include "ui/charts/colours.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace belfry {
namespace {

constexpr int kMargin = 6, kMaxName = 76, kMinText = 9; // pixels
constexpr int kNames = 11, kNumbers = 12;               // font sizes

bool isDark(const QColor& colour) {
    return 0.299 * colour.redF() + 0.587 * colour.greenF() + 0.114 * colour.blueF() < 0.55;
}

} // namespace

ConfusionMatrix::ConfusionMatrix(const Theme& theme, QWidget* parent)
    : KeyedWidget(theme, QStringLiteral("confusionMatrix"), parent) {
    setAccessibleName(QStringLiteral("Confusion matrix"));
    describe();
}

void ConfusionMatrix::setCounts(const QStringList& classes, const std::vector<std::int64_t>& counts) {
    names_ = classes;
    counts_ = counts;
    rowTotals_.clear();
    for (auto row = counts_.begin(); row != counts_.end(); row += classes.size())
        rowTotals_.push_back(std::accumulate(row, row + classes.size(), std::int64_t{0}));
    chosen_.reset();
    showChange();
}

std::int64_t ConfusionMatrix::count(const ConfusionCell& cell) const {
    return counts_[static_cast<std::size_t>(cell.truth * classes() + cell.answer)];
}

// The names' places are taken from the edges, the cells share what is left; all are squares.
ConfusionMatrix::Grid ConfusionMatrix::gridWithin(const QSize& size) const {
    const QFontMetrics metrics(Theme::font(kNames));
    const int widest = std::min(widestOf(metrics, names_), kMaxName);
    const int left = widest + kMargin;
    Grid grid;
    for (const bool upright : {false, true}) { // lying names take less height
        const int top = (upright ? widest : metrics.height()) + kMargin;
        const int side =
            std::max(1, std::min(size.width() - left - 1, size.height() - top - 1) / std::max(1, classes()));
        grid = {QPoint(left, top), side, upright};
        if (!upright && widest <= side)
            break;
    }
    grid.corner.rx() += std::max(0, (size.width() - grid.corner.x() - grid.side * classes()) / 2);
    return grid;
}

std::optional<ConfusionCell> ConfusionMatrix::cellAt(const QPoint& position) const {
    const Grid place = gridWithin(size());
    const QPoint inside = position - place.corner;
    if (inside.x() < 0 || inside.y() < 0)
        return std::nullopt;
    const ConfusionCell cell{inside.y() / place.side, inside.x() / place.side};
    return cell.truth < classes() && cell.answer < classes() ? std::optional(cell) : std::nullopt;
}

QString ConfusionMatrix::cellText(const ConfusionCell& cell) const {
    const std::int64_t images = count(cell), total = rowTotals_[static_cast<std::size_t>(cell.truth)];
    const std::string share =
        (total > 0 ? percentText(static_cast<double>(images) / static_cast<double>(total)) : dashText()).toStdString();
    const std::string truth = names_[cell.truth].toStdString(), answer = names_[cell.answer].toStdString();
    const std::string shown = countText(images).toStdString();
    return translated(cell.truth == cell.answer
                          ? Text::plural("%1 recognised: %2 of %n images (%3)", "%1 recognised: %2 of %n image (%3)",
                                         total, truth, shown, share)
                          : Text::plural("%1 mistaken for %2: %3 of %n images (%4)",
                                         "%1 mistaken for %2: %3 of %n image (%4)", total, truth, answer, shown,
                                         share));
}

void ConfusionMatrix::choose(const std::optional<ConfusionCell>& cell) {
    const bool inside =
        cell && cell->truth >= 0 && cell->answer >= 0 && cell->truth < classes() && cell->answer < classes();
    const std::optional<ConfusionCell> choice = inside ? cell : std::nullopt;
    if (choice == chosen_)
        return;
    chosen_ = choice;
    showChange();
    Q_EMIT cellChosen(chosen_);
}

void ConfusionMatrix::describe() {
    setAccessibleDescription(chosen_ ? cellText(*chosen_) : tr("no cell selected"));
    setToolTip(tr("Rows: true class; columns: predicted class. Click or use the arrow keys to select a cell; Esc "
                  "clears the selection."));
}

std::optional<QString> ConfusionMatrix::tipAt(const QPoint& position) const {
    const std::optional<ConfusionCell> cell = cellAt(position);
    return cell ? std::optional(cellText(*cell)) : std::nullopt;
}

void ConfusionMatrix::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        KeyedWidget::mousePressEvent(event);
        return;
    }
    const std::optional<ConfusionCell> cell = cellAt(event->pos());
    choose(cell == chosen_ ? std::nullopt : cell);
}

void ConfusionMatrix::keyPressEvent(QKeyEvent* event) {
    if (classes() == 0 || (event->key() == Qt::Key_Escape && !chosen_)) {
        KeyedWidget::keyPressEvent(event);
        return;
    }
    ConfusionCell cell = chosen_.value_or(ConfusionCell{0, 0});
    const int last = classes() - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        cell.answer -= chosen_ ? 1 : 0;
        break;
    case Qt::Key_Right:
        cell.answer += chosen_ ? 1 : 0;
        break;
    case Qt::Key_Up:
        cell.truth -= chosen_ ? 1 : 0;
        break;
    case Qt::Key_Down:
        cell.truth += chosen_ ? 1 : 0;
        break;
    case Qt::Key_Home:
        cell.answer = 0;
        break;
    case Qt::Key_End:
        cell.answer = last;
        break;
    case Qt::Key_Escape:
        choose(std::nullopt);
        return;
    default:
        KeyedWidget::keyPressEvent(event);
        return;
    }
    setRing(true);
    choose(ConfusionCell{std::clamp(cell.truth, 0, last), std::clamp(cell.answer, 0, last)});
}

// Mistakes are few: their square root is shown, so that one in a hundred can be seen.
QColor ConfusionMatrix::shade(const ConfusionCell& cell) const {
    const std::int64_t total = rowTotals_[static_cast<std::size_t>(cell.truth)];
    const double share = total > 0 ? static_cast<double>(count(cell)) / static_cast<double>(total) : 0;
    if (share <= 0)
        return colours().card;
    return cell.truth == cell.answer ? mixed(colours().card, colours().accent, 0.1 + 0.75 * share)
                                     : mixed(colours().card, colours().warning, 0.1 + 0.8 * std::sqrt(share));
}

void ConfusionMatrix::paintCell(QPainter& painter, const Grid& grid, const ConfusionCell& cell) const {
    const QRect place = grid.rectOf(cell);
    const QColor ground = shade(cell);
    painter.fillRect(place, ground);
    const QString number = countText(count(cell));
    const QFontMetrics metrics(painter.font());
    if (count(cell) == 0 || grid.side < kMinText || metrics.horizontalAdvance(number) > grid.side - 2 ||
        metrics.height() > grid.side)
        return;
    painter.setPen(isDark(ground) ? QColor(Qt::white) : QColor(0x11, 0x14, 0x18));
    painter.drawText(place, Qt::AlignCenter, number);
}

// Every name where there is room, else every second one, every fourth ...
void ConfusionMatrix::paintNames(QPainter& painter, const Grid& grid) const {
    const QFont font = Theme::font(kNames);
    const QFontMetrics metrics(font);
    painter.setFont(font);
    painter.setPen(colours().muted);
    int every = 1;
    while (every * grid.side < metrics.height())
        every *= 2;
    for (int i = 0; i < classes(); i += every) {
        const QString name = metrics.elidedText(names_[i], Qt::ElideRight, kMaxName);
        const int along = i * grid.side, span = every * grid.side;
        painter.drawText(QRect(0, grid.corner.y() + along, grid.corner.x() - kMargin, span),
                         Qt::AlignRight | (every == 1 ? Qt::AlignVCenter : Qt::AlignTop), name);
        if (!grid.upright) {
            painter.drawText(QRect(grid.corner.x() + along, 0, span, grid.corner.y() - kMargin),
                             Qt::AlignHCenter | Qt::AlignBottom, name);
            continue;
        }
        painter.save();
        painter.translate(grid.corner.x() + along, grid.corner.y() - kMargin);
        painter.rotate(-90);
        painter.drawText(QRect(0, 0, grid.corner.y(), every == 1 ? span : metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.restore();
    }
}

void ConfusionMatrix::paint(QPainter& painter, const QSize& size) const {
    if (classes() == 0)
        return;
    const Grid place = gridWithin(size);
    paintNames(painter, place);
    painter.setFont(Theme::font(kNumbers));
    for (int truth = 0; truth < classes(); ++truth)
        for (int answer = 0; answer < classes(); ++answer)
            paintCell(painter, place, {truth, answer});
    const int whole = place.side * classes();
    painter.setPen(colours().grid);
    for (int line = 0; line <= classes() && place.side >= kMinText; ++line) {
        const QPoint across(line * place.side, 0), down(0, line * place.side);
        painter.drawLine(place.corner + across, place.corner + across + QPoint(0, whole));
        painter.drawLine(place.corner + down, place.corner + down + QPoint(whole, 0));
    }
}

void ConfusionMatrix::paintEvent(QPaintEvent*) {
    if (classes() == 0)
        return;
    QPainter painter(this);
    paint(painter, size());
    const Grid place = gridWithin(size());
    const int whole = place.side * classes();
    painter.setBrush(Qt::NoBrush);
    if (chosen_) {
        painter.setPen(QPen(colours().text, 2));
        painter.drawRect(place.rectOf(*chosen_));
    }
    if (showsRing()) {
        painter.setPen(QPen(colours().accent, 1));
        painter.drawRect(QRect(place.corner, QSize(whole, whole)).adjusted(-2, -2, 2, 2));
    }
}

} // namespace belfry
