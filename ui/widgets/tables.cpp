#include "ui/widgets/tables.h"

#include <QAbstractButton>
#include <QHeaderView>
#include <QTableView>

namespace belfry {

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

} // namespace belfry
