#include "ui/window/close_dialog.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"

#include <QLabel>
#include <QPushButton>

namespace belfry {

CloseDialog::CloseDialog(About about, QWidget* parent) : QDialog(parent) {
    const bool run = about == About::Run;
    setObjectName(QStringLiteral("closeDialog"));
    setWindowTitle(run ? tr("Run in progress") : tr("Search in progress"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    auto* title = makeLabel(run ? tr("A run is in progress. What should happen to it?")
                                : tr("A search is in progress. What should happen to it?"),
                            "title", this);
    auto* text =
        makeLabel(run ? tr("Stopping saves the weights after this step. The window closes when everything is saved.")
                      : tr("All finished trials are saved. The search can be resumed later on the Search page."),
                  "muted", this);
    text->setWordWrap(true);
    auto* stop = makeButton(tr("Stop and save"), "Stop and save", "primary", this);
    auto* finish = makeButton(tr("Finish the epoch first"), "Finish epoch", "", this);
    auto* cancel = makeButton(tr("Cancel"), "Cancel close", "", this);
    finish->setAccessibleName(QStringLiteral("Finish the epoch first")); // as their labels say
    cancel->setAccessibleName(QStringLiteral("Cancel"));
    finish->setVisible(run);
    stop->setToolTip(tr("Stops after this step, saves and closes"));
    finish->setToolTip(tr("Continues to the end of the epoch and its validation, then saves and closes"));
    cancel->setToolTip(run ? tr("Leaves the run and the window as they are")
                           : tr("Leaves the search and the window as they are"));
    stop->setDefault(true);
    auto* buttons = rowOf(8, {Placed::stretch(), cancel, finish, stop});
    fillWith(this, columnOf(12, {title, text, buttons}), {20, 16, 20, 16});
    connect(stop, &QPushButton::clicked, this, &CloseDialog::stopAndSave);
    connect(finish, &QPushButton::clicked, this, &CloseDialog::finishEpoch);
    for (const QPushButton* button : {stop, finish})
        connect(button, &QPushButton::clicked, this, &QDialog::accept); // after its own signal
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
}

} // namespace belfry
