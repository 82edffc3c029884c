// The menu of the table of runs, and the view of the trash.
#include "ui/bridge/curve_loader.h"
#include "ui/foundation/number_text.h"
#include "ui/pages/runs/compare_card.h"
#include "ui/pages/runs/run_card.h"
#include "ui/pages/runs/run_columns.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/run_table_model.h"
#include "ui/pages/runs/runs_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QPushButton>

namespace belfry {
namespace {

// Does what the button does, and is as enabled. Its name is the button's with "Action" at its end.
void addButton(QMenu& menu, QPushButton* button) {
    QAction* action = menu.addAction(button->text());
    action->setObjectName(button->objectName().replace(QStringLiteral("Button"), QStringLiteral("Action")));
    action->setEnabled(button->isEnabled());
    action->setToolTip(button->toolTip());
    QObject::connect(action, &QAction::triggered, button, &QPushButton::click);
}

} // namespace

void RunsPage::connectMenu() {
    connect(table_, &RunTable::menuRequested, this, &RunsPage::openMenu);
    connect(trash_, &QPushButton::toggled, this, &RunsPage::showTrash);
    connect(restore_, &QPushButton::clicked, this, &RunsPage::restoreChosen);
    connect(&loader_, &RunLoader::trashCounted, this, [this](std::size_t runs) {
        trashed_ = runs;
        showTrashCount();
    });
    showTrashCount();
    restore_->hide();
}

void RunsPage::openMenu(const QPoint& position) {
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("runMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true); // why something is disabled
    for (QPushButton* button : card_->buttons())
        addButton(*menu, button);
    if (chosen().size() > 1) { // the card, whose buttons they are, shows one of them, maybe not that below the mouse
        for (QAction* action : menu->actions()) {
            action->setEnabled(false);
            action->setToolTip(tr("This acts on one run. Select it alone."));
        }
    }
    menu->addSeparator();
    if (compareChip_->isVisible())
        addButton(*menu, compareChip_);
    if (parallelChip_->isVisible())
        addButton(*menu, parallelChip_);
    addButton(*menu, rename_);
    QAction* copy = menu->addAction(tr("Copy path"));
    copy->setObjectName(QStringLiteral("copyPathAction"));
    connect(copy, &QAction::triggered, this, [this] {
        QStringList folders;
        for (const RunSummary& run : chosen())
            folders << QString::fromStdString(run.folder.string());
        QGuiApplication::clipboard()->setText(folders.join('\n'));
    });
    addButton(*menu, inTrash() ? restore_ : delete_);
    menu->addSeparator();
    table_->columns()->fillMenu(*menu->addMenu(tr("Columns")));
    menu->popup(position);
}

bool RunsPage::inTrash() const { return trash_->isChecked(); }

// The table then lists the runs of the trash, which can only be looked at and restored.
void RunsPage::showTrash(bool on) {
    card_->save(); // before its run goes
    table_->clearSelection();
    listed_ = false;
    model_->setRuns({});
    card_->setInTrash(on);
    delete_->setVisible(!on);
    restore_->setVisible(on);
    loader_.showTrash(on);
    showChosen();
    showCounts();
}

void RunsPage::restoreChosen() {
    std::vector<std::filesystem::path> folders;
    for (const RunSummary& run : chosen())
        folders.push_back(run.folder);
    if (!folders.empty())
        loader_.restore(folders);
}

void RunsPage::showTrashCount() {
    trash_->setText(trashed_ == 0 ? tr("Trash") : tr("Trash (%1)").arg(countText(static_cast<std::int64_t>(trashed_))));
    trash_->setVisible(trashed_ > 0 || inTrash());
}

} // namespace belfry
