#include "ui/pages/runs/compare_table.h"

#include "ui/foundation/theme.h"
#include "ui/widgets/tables.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kRowHeight = 26, kMinColumn = 98, kMaxNames = 132, kPadding = 8; // pixels
constexpr int kIcon = 16, kGap = 4, kSmallFont = 12, kTall = 10'000;
constexpr int kDifferenceRole = Qt::UserRole;
constexpr Qt::Alignment kAlignment = Qt::AlignRight | Qt::AlignVCenter;

// A value with its difference from the baseline, muted, below it.
class ValueDelegate : public QStyledItemDelegate {
public:
    ValueDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QString difference = index.data(kDifferenceRole).toString();
        if (difference.isEmpty())
            return QStyledItemDelegate::paint(painter, option, index);
        QStyleOptionViewItem ground = option;
        initStyleOption(&ground, index);
        ground.text.clear();
        option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter, option.widget);
        const QRect room = option.rect.adjusted(kPadding, 3, -kPadding, -3);
        const auto line = [&](const QString& text, const QFont& font, const QColor& colour, Qt::Alignment side) {
            painter->setFont(font);
            painter->setPen(colour);
            painter->drawText(room, Qt::AlignRight | side,
                              painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
        };
        const QString value = index.data().toString().section('\n', 0, 0);
        line(value, option.font, theme_.palette().text, Qt::AlignTop);
        line(difference, Theme::font(kSmallFont), theme_.palette().muted, Qt::AlignBottom);
    }

    // The style's hint leaves out the padding of the style sheet, and a text that just fits would be elided.
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QRect room(0, 0, option.rect.width() - 2 * kPadding - 2, kTall);
        const int height =
            option.fontMetrics.boundingRect(room, Qt::AlignRight | Qt::TextWordWrap, index.data().toString()).height();
        return {kMinColumn, height + kPadding};
    }

private:
    const Theme& theme_;
};

// The names of rows and of runs. QHeaderView's own painting keeps a styled section's text to the room that its padding
// leaves, which moves it up in a low row, and cuts a name beside an icon instead of eliding it.
class Header : public QHeaderView {
public:
    Header(const Theme& theme, Qt::Orientation orientation, QWidget* parent)
        : QHeaderView(orientation, parent), theme_(theme) {}

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override {
        const Palette& palette = theme_.palette();
        painter->fillRect(rect, palette.card);
        const bool rows = orientation() == Qt::Vertical;
        painter->setPen(rows ? palette.grid : palette.border);
        painter->drawLine(rect.bottomLeft(), rect.bottomRight());
        QRect room = rect.adjusted(kPadding, 0, -kPadding, 0);
        const auto line = model()->headerData(section, orientation(), Qt::DecorationRole).value<QIcon>();
        if (!line.isNull())
            room.setLeft(room.left() + kIcon + kGap);
        painter->setFont(Theme::font(kSmallFont));
        painter->setPen(palette.muted);
        const QString name =
            painter->fontMetrics().elidedText(nameOf(section), rows ? Qt::ElideRight : textElideMode(), room.width());
        painter->drawText(room, (rows ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, name);
        const int left = room.right() - painter->fontMetrics().horizontalAdvance(name) - kGap - kIcon;
        line.paint(painter, QRect(left, rect.top(), kIcon, rect.height()));
    }
    QSize sectionSizeFromContents(int section) const override {
        const QFontMetrics metrics(Theme::font(kSmallFont));
        return {metrics.horizontalAdvance(nameOf(section)) + 2 * kPadding + 1, metrics.height() + 2 * kPadding};
    }

private:
    QString nameOf(int section) const { return model()->headerData(section, orientation()).toString(); }

    const Theme& theme_;
};

} // namespace

CompareTable::CompareTable(const Theme& theme, QWidget* parent) : QTableWidget(parent) {
    setVerticalHeader(new Header(theme, Qt::Vertical, this));
    setHorizontalHeader(new Header(theme, Qt::Horizontal, this));
    verticalHeader()->setMaximumWidth(kMaxNames);
    dressTable(this, "compareTable", "Comparison", kRowHeight);
    verticalHeader()->show();
    setItemDelegate(new ValueDelegate(theme, this));
    setSelectionMode(NoSelection);
    setFocusPolicy(Qt::TabFocus);
    setWordWrap(true);
    QHeaderView* runs = horizontalHeader();
    runs->setTextElideMode(Qt::ElideMiddle);
    runs->setMinimumSectionSize(kMinColumn);
    runs->setSectionResizeMode(QHeaderView::Stretch);
    connect(runs, &QHeaderView::sectionResized, this, &CompareTable::fitRows);
}

void CompareTable::display(const std::vector<CompareHead>& heads, const std::vector<CompareRow>& rows) {
    setColumnCount(static_cast<int>(heads.size()));
    setRowCount(static_cast<int>(rows.size()));
    for (int column = 0; column < columnCount(); ++column) {
        const CompareHead& head = heads[static_cast<std::size_t>(column)];
        auto* item = new QTableWidgetItem(head.line, head.name);
        item->setToolTip(head.name);
        setHorizontalHeaderItem(column, item);
    }
    for (int row = 0; row < rowCount(); ++row) {
        const CompareRow& shown = rows[static_cast<std::size_t>(row)];
        auto* name = new QTableWidgetItem(shown.name);
        name->setToolTip(shown.name);
        setVerticalHeaderItem(row, name);
        for (int column = 0; column < columnCount(); ++column) {
            QString text = shown.values.at(column);
            const QString difference = shown.differences.value(column);
            if (!difference.isEmpty())
                text += '\n' + difference;
            auto* item = new QTableWidgetItem(text);
            item->setData(kDifferenceRole, difference);
            item->setTextAlignment(kAlignment);
            item->setToolTip(text);
            setItem(row, column, item);
        }
    }
    fitRows();
}

void CompareTable::fitRows() {
    for (int row = 0; row < rowCount(); ++row)
        setRowHeight(row, std::max(kRowHeight, sizeHintForRow(row)));
}

} // namespace belfry
