#include "ui/dialogs/discard_dialog.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"

#include <QLabel>
#include <QPushButton>

namespace belfry {

DiscardDialog::DiscardDialog(const QString& question, const QString& effect, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("discardDialog"));
    setWindowTitle(tr("Unsaved changes"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* title = makeLabel(question, "title", this);
    auto* discard = makeButton(tr("Discard"), "Discard", "", this);
    auto* keep = makeButton(tr("Keep editing"), "Keep editing", "primary", this);
    discard->setToolTip(effect);
    keep->setToolTip(tr("Returns to the editor"));
    keep->setDefault(true);
    fillWith(this, columnOf(12, {title, rowOf(8, {Placed::stretch(), discard, keep})}), {20, 16, 20, 16});
    connect(discard, &QPushButton::clicked, this, &QDialog::accept);
    connect(keep, &QPushButton::clicked, this, &QDialog::reject);
}

void askToDiscard(QDialog* dialog, const QString& question, const QString& effect) {
    if (dialog->findChild<DiscardDialog*>() != nullptr)
        return;
    auto* asked = new DiscardDialog(question, effect, dialog);
    QObject::connect(asked, &QDialog::accepted, dialog, [dialog] { dialog->done(QDialog::Rejected); });
    asked->open();
}

} // namespace belfry
