#include "ui/pages/runs/compare_table.h"

#include "ui/foundation/theme.h"
#include "ui/widgets/tables.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kRowHeight = 26, kMinColumn = 98, kMaxNames = 132, kPadding = 8; // pixels
constexpr int kIcon = 16, kGap = 4, kSmallFont = 12, kTall = 10'000;
constexpr qsizetype kNameLines = 3; // at most
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

QStringList wrapped(const QString& text, int width) {
    QTextLayout layout(text, Theme::font(kSmallFont));
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines << text.sliced(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

// A text that needs more lines than there are loses its middle: names of branches differ in their ends.
QStringList wrappedName(const QString& name, int width) {
    const QFontMetrics metrics(Theme::font(kSmallFont));
    QStringList lines = wrapped(name, width);
    const int step = std::max(1, width / 8);
    for (int room = kNameLines * width; lines.size() > kNameLines && room > step; room -= step)
        lines = wrapped(metrics.elidedText(name, Qt::ElideMiddle, room), width);
    return lines;
}

// The names of rows and of runs. QHeaderView's own painting keeps a styled section's text to the room that its padding
// leaves, which moves it up in a low row, and does not wrap a name beside an icon.
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
        const QStringList lines = linesOf(section, rect.width());
        QRect room = rect.adjusted(kPadding, 0, -kPadding, 0);
        painter->setFont(Theme::font(kSmallFont));
        painter->setPen(palette.muted);
        const QFontMetrics metrics = painter->fontMetrics();
        room.setTop(rect.center().y() - static_cast<int>(lines.size()) * metrics.height() / 2);
        room.setHeight(metrics.height());
        const int left = room.right() - metrics.horizontalAdvance(lines.value(0)) - kGap - kIcon;
        lineOf(section).paint(painter, QRect(left, room.top(), kIcon, room.height()));
        for (const QString& line : lines) {
            painter->drawText(room, (rows ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, line);
            room.translate(0, metrics.height());
        }
    }
    QSize sectionSizeFromContents(int section) const override {
        const QFontMetrics metrics(Theme::font(kSmallFont));
        const bool rows = orientation() == Qt::Vertical;
        const QStringList lines = linesOf(section, rows ? kMaxNames : sectionSize(section));
        return {metrics.horizontalAdvance(textOf(section)) + 2 * kPadding + 1,
                static_cast<int>(lines.size()) * metrics.height() + (rows ? 1 : 2) * kPadding};
    }

private:
    QString textOf(int section) const { return model()->headerData(section, orientation()).toString(); }
    QIcon lineOf(int section) const {
        return model()->headerData(section, orientation(), Qt::DecorationRole).value<QIcon>();
    }
    QStringList linesOf(int section, int width) const {
        const QString text = textOf(section);
        const int icon = lineOf(section).isNull() ? 0 : kIcon + kGap;
        QStringList lines = wrappedName(text.section('\n', 0, 0), width - 2 * kPadding - icon);
        if (const QString moment = text.section('\n', 1); !moment.isEmpty())
            lines += wrapped(moment, width - 2 * kPadding);
        return lines;
    }

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
    runs->setMinimumSectionSize(kMinColumn);
    runs->setSectionResizeMode(QHeaderView::Stretch);
    connect(runs, &QHeaderView::sectionResized, this, &CompareTable::fit);
}

void CompareTable::display(const std::vector<CompareHead>& heads, const std::vector<CompareRow>& rows) {
    setColumnCount(static_cast<int>(heads.size()));
    setRowCount(static_cast<int>(rows.size()));
    for (int column = 0; column < columnCount(); ++column) {
        const CompareHead& head = heads[static_cast<std::size_t>(column)];
        const QString text = head.moment.isEmpty() ? head.name : head.name + '\n' + head.moment;
        auto* item = new QTableWidgetItem(head.line, text);
        item->setToolTip(text);
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
    fit();
}

void CompareTable::fit() {
    for (int row = 0; row < rowCount(); ++row)
        setRowHeight(row, std::max({kRowHeight, sizeHintForRow(row), verticalHeader()->sectionSizeHint(row)}));
    updateGeometries(); // the height of the heads
}

} // namespace belfry
