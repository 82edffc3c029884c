#include "ui/pages/search/gene_list.h"

#include "ui/foundation/attempt.h"
#include "ui/foundation/number_text.h"
#include "ui/pages/search/gene_text.h"
#include "ui/widgets/tables.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kTitle = 0, kChoices = 1, kCount = 2; // columns

} // namespace

GeneList::GeneList(QWidget* parent) : QTreeWidget(parent) {
    setObjectName(QStringLiteral("geneList"));
    setAccessibleName(QStringLiteral("Genes"));
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setIndentation(0);
    setHeaderLabels({tr("Gene"), tr("Choices"), tr("Count")});
    header()->setStretchLastSection(false);
    fitHeads(header());
    for (int column = 0; column < columnCount(); ++column) {
        header()->setSectionResizeMode(column,
                                       column == kChoices ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
        headerItem()->setTextAlignment(column, Qt::AlignVCenter | (column == kCount ? Qt::AlignRight : Qt::AlignLeft));
    }
    connect(this, &QTreeWidget::currentItemChanged, this, [this] {
        if (!filling_)
            Q_EMIT rowChanged(row());
    });
}

void GeneList::setGenes(const std::vector<Gene>& genes, const QColor& wrong) {
    const int kept = std::min(std::max(row(), 0), static_cast<int>(genes.size()) - 1);
    const QScopedValueRollback filling(filling_, true);
    ensurePolished(); // the style sheet sets the rows' height
    clear();
    for (const Gene& gene : genes) {
        const QString problem = problemOf(gene);
        const auto count = static_cast<std::int64_t>(choicesOf(gene).size());
        auto* item = new QTreeWidgetItem(
            this, {geneTitle(gene.name), choicesText(gene), problem.isEmpty() ? countText(count) : dashText()});
        item->setTextAlignment(kCount, Qt::AlignVCenter | Qt::AlignRight);
        item->setToolTip(kChoices, valuesText(gene.name, choicesOf(gene)));
        if (!problem.isEmpty()) {
            item->setForeground(kTitle, wrong);
            item->setText(kTitle, QStringLiteral("%1  ⚠").arg(item->text(kTitle)));
            item->setToolTip(kTitle, problem);
        }
    }
    setCurrentItem(topLevelItem(kept));
}

int GeneList::row() const { return currentItem() == nullptr ? -1 : indexOfTopLevelItem(currentItem()); }

void GeneList::setRow(int row) { setCurrentItem(topLevelItem(row)); }

} // namespace belfry
