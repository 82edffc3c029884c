#include "ui/widgets/tables.h"

#include "ui/foundation/theme.h"

#include <QAbstractButton>
#include <QFontMetrics>
#include <QHeaderView>
#include <QTableView>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kHeadFont = 12;
constexpr int kHeadRoom = 26; // the style sheet's padding, and a place for an arrow

} // namespace

void dressTable(QTableView* table, const char* name, const char* label, int rowHeight) {
    const QLatin1String object(name);
    table->setObjectName(object);
    table->setAccessibleName(QLatin1String(label));
    table->findChild<QAbstractButton*>()->setObjectName(QStringLiteral("qt_%1Corner").arg(object));
    table->setCornerButtonEnabled(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setIconSize({16, 16});
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->horizontalHeader()->setHighlightSections(false); // bold, they would be wider than their columns
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(rowHeight);
}

int headWidth(const QHeaderView& header, int column) {
    const QString title = header.model()->headerData(column, Qt::Horizontal).toString();
    return QFontMetrics(Theme::font(kHeadFont)).horizontalAdvance(title) + kHeadRoom;
}

void fitHeads(QHeaderView* header) {
    int widest = 0;
    for (int column = 0; column < header->count(); ++column)
        widest = std::max(widest, headWidth(*header, column));
    header->setMinimumSectionSize(widest);
}

} // namespace belfry
