#include "ui/dialogs/network_editor/discard_dialog.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"

#include <QLabel>
#include <QPushButton>

namespace belfry {

DiscardDialog::DiscardDialog(QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("discardDialog"));
    setWindowTitle(tr("Unsaved changes"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* title = makeLabel(tr("Discard the changes to this network?"), "title", this);
    auto* discard = makeButton(tr("Discard"), "Discard", "", this);
    auto* keep = makeButton(tr("Keep editing"), "Keep editing", "primary", this);
    discard->setToolTip(tr("Closes the editor; the plan stays unchanged"));
    keep->setToolTip(tr("Returns to the editor"));
    keep->setDefault(true);
    fillWith(this, columnOf(12, {title, rowOf(8, {Placed::stretch(), discard, keep})}), {20, 16, 20, 16});
    connect(discard, &QPushButton::clicked, this, &QDialog::accept);
    connect(keep, &QPushButton::clicked, this, &QDialog::reject);
}

} // namespace belfry
