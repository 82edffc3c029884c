#include "ui/pages/runs/erase_dialog.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"

#include <QLabel>
#include <QPushButton>

namespace belfry {

EraseDialog::EraseDialog(std::int64_t runs, std::int64_t bytes, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("eraseDialog"));
    setWindowTitle(tr("Delete for good"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    const QString asked = translated(Text::plural("Delete %n runs for good?", "Delete %n run for good?", runs));
    auto* title = makeLabel(asked, "title", this);
    auto* effect =
        makeLabel(tr("Their files take %1 on the disk. This cannot be undone.").arg(bytesText(bytes)), "muted", this);
    effect->setObjectName(QStringLiteral("eraseEffect"));
    title->setObjectName(QStringLiteral("eraseQuestion"));
    auto* erase = makeButton(tr("Delete for good"), "Confirm delete for good", "", this);
    auto* keep = makeButton(tr("Keep"), "Keep runs", "primary", this);
    erase->setToolTip(tr("Removes the folders of the runs, with their weights and figures, from the disk"));
    keep->setToolTip(tr("Leaves them in the trash"));
    keep->setDefault(true);
    fillWith(this, columnOf(12, {title, effect, rowOf(8, {Placed::stretch(), erase, keep})}), {20, 16, 20, 16});
    connect(erase, &QPushButton::clicked, this, &QDialog::accept);
    connect(keep, &QPushButton::clicked, this, &QDialog::reject);
}

} // namespace belfry
