#include "ui/dialogs/network_editor/layer_list.h"

#include "ui/foundation/number_text.h"
#include "ui/widgets/layer_labels.h"
#include "ui/widgets/tables.h"

#include <QDropEvent>
#include <QHeaderView>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kFirstNumber = 2; // column

QString bytesOrDash(std::int64_t bytes) { return bytes > 0 ? bytesText(bytes) : dashText(); }

// As the text has them.
QString namesOf(const Line& line) {
    const auto part = [](const char* word, const std::string& name) {
        return name.empty() ? QString()
                            : QStringLiteral("  %1 %2").arg(QLatin1String(word), QString::fromStdString(name));
    };
    return part("from", line.from) + part("as", line.as);
}

QStringList cellsOf(const NetworkDraft& draft, int row) {
    const NetworkDraft::Row& entry = draft.rows[static_cast<std::size_t>(row)];
    const std::optional<Layer> read = entry.layer();
    QString words = draft.lines[entry.line].trimmed();
    if (read)
        words = layerTitle(*read) + namesOf(*entry.read);
    const QString title = QStringLiteral("%1  %2%3").arg(row + 1).arg(QString(4 * entry.depth, ' '), words);
    const BlueprintLayer* layer = draft.fitted(row);
    if (layer == nullptr)
        return {title, dashText(), dashText(), dashText(), dashText(), dashText()};
    return {title,
            shapeText(layer->out),
            countOrDash(layer->parameters),
            countOrDash(2 * layer->multiplyAdds),
            bytesOrDash(layer->parameterBytes()),
            bytesText(layer->activationBytes())};
}

} // namespace

LayerList::LayerList(QWidget* parent) : QTreeWidget(parent) {
    setObjectName(QStringLiteral("layerList"));
    setAccessibleName(QStringLiteral("Layers"));
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setIndentation(0);
    setSelectionMode(QAbstractItemView::ContiguousSelection);
    setDragDropMode(QAbstractItemView::InternalMove);
    setHeaderLabels({tr("Layer"), tr("Out"), tr("Parameters"), tr("FLOPs"), tr("Weights"), tr("Kept")});
    headerItem()->setToolTip(1, tr("Output shape: height × width × channels, or units"));
    headerItem()->setToolTip(3, tr("Floating-point operations of the forward pass per image: two per multiply-add"));
    headerItem()->setToolTip(4, tr("Memory of the parameters as 32-bit floats"));
    headerItem()->setToolTip(5, tr("Memory kept per image for the backward pass"));
    header()->setStretchLastSection(false);
    fitHeads(header());
    for (int column = 0; column < columnCount(); ++column) {
        header()->setSectionResizeMode(column, column == 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
        headerItem()->setTextAlignment(column,
                                       Qt::AlignVCenter | (column >= kFirstNumber ? Qt::AlignRight : Qt::AlignLeft));
    }
    const auto tell = [this] {
        if (!filling_)
            Q_EMIT rowChanged(row());
    };
    connect(this, &QTreeWidget::currentItemChanged, this, tell);
    connect(this, &QTreeWidget::itemSelectionChanged, this, tell);
}

void LayerList::setDraft(const NetworkDraft& draft, const QColor& wrong) {
    const int kept = std::min(std::max(row(), 0), static_cast<int>(draft.rows.size()) - 1);
    filling_ = true;
    clear();
    for (int row = 0; row < static_cast<int>(draft.rows.size()); ++row) {
        auto* item = new QTreeWidgetItem(this, cellsOf(draft, row));
        item->setFlags(item->flags() & ~Qt::ItemIsDropEnabled); // between rows, never into one
        for (int column = kFirstNumber; column < columnCount(); ++column)
            item->setTextAlignment(column, Qt::AlignVCenter | Qt::AlignRight);
        const BlueprintLayer* layer = draft.fitted(row);
        item->setToolTip(0, layer != nullptr ? layerDetails(*layer) : item->text(0));
        if (row == draft.wrongRow) {
            item->setForeground(0, wrong);
            item->setText(0, QStringLiteral("%1  ⚠").arg(item->text(0)));
            item->setToolTip(0, draft.problem);
        }
    }
    setRow(kept);
    filling_ = false;
    Q_EMIT rowChanged(row());
}

int LayerList::row() const { return currentItem() == nullptr ? -1 : indexOfTopLevelItem(currentItem()); }

RowRange LayerList::rows() const {
    RowRange rows{row(), row()};
    for (QTreeWidgetItem* item : selectedItems()) {
        rows.first = std::min(rows.first, indexOfTopLevelItem(item));
        rows.last = std::max(rows.last, indexOfTopLevelItem(item));
    }
    return rows;
}

void LayerList::setRow(int row) { setRows({row, row}); }

// Not by setCurrentItem(), which extends the selection where Shift is held.
void LayerList::setRows(const RowRange& rows) {
    const QModelIndex first = model()->index(rows.first, 0), last = model()->index(rows.last, 0);
    constexpr auto kOnly = QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows;
    selectionModel()->setCurrentIndex(last, kOnly);
    selectionModel()->select(QItemSelection(first, last), kOnly);
}

void LayerList::dropEvent(QDropEvent* event) {
    const RowRange dragged = rows();
    QTreeWidgetItem* target = itemAt(event->position().toPoint());
    int before = target == nullptr ? topLevelItemCount() : indexOfTopLevelItem(target);
    if (target != nullptr && event->position().y() > visualItemRect(target).center().y())
        ++before;
    event->setDropAction(Qt::CopyAction); // the view would remove the row of a move
    event->accept();
    if (dragged.first >= 0) { // InternalMove lets nothing else in
        // After the drag has ended: the receiver rebuilds all rows.
        QMetaObject::invokeMethod(
            this, [this, before] { Q_EMIT moved(before); }, Qt::QueuedConnection);
    }
}

} // namespace belfry
