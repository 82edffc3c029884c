// The menu of the table of runs, and the view of the trash.
#include "core/runs/run_edit.h"
#include "ui/bridge/curve_loader.h"
#include "ui/foundation/number_text.h"
#include "ui/pages/runs/compare_card.h"
#include "ui/pages/runs/erase_dialog.h"
#include "ui/pages/runs/run_card.h"
#include "ui/pages/runs/run_columns.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/run_table_model.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/widgets/card.h"

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
    connect(erase_, &QPushButton::clicked, this, &RunsPage::askErase);
    restore_->hide();
    erase_->hide();
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
        for (const std::filesystem::path& folder : chosenFolders())
            folders << QString::fromStdString(folder.string());
        QGuiApplication::clipboard()->setText(folders.join('\n'));
    });
    addButton(*menu, inTrash() ? restore_ : delete_);
    if (inTrash())
        addButton(*menu, erase_);
    menu->addSeparator();
    table_->columns()->fillMenu(*menu->addMenu(tr("Columns")));
    menu->popup(position);
}

bool RunsPage::inTrash() const { return trash_->isChecked(); }

// The table then lists the runs of the trash, which can only be looked at, restored and deleted for good.
void RunsPage::showTrash(bool on) {
    card_->save(); // before its run goes
    table_->clearSelection();
    listed_ = false;
    model_->setRuns({});
    card_->setInTrash(on);
    delete_->setVisible(!on);
    restore_->setVisible(on);
    erase_->setVisible(on);
    showListTitle();
    loader_.showTrash(on);
    showChosen();
    showCounts();
}

void RunsPage::showListTitle() { list_->setTitle(inTrash() ? tr("Trash") : tr("Runs")); }

std::vector<std::filesystem::path> RunsPage::chosenFolders() const {
    std::vector<std::filesystem::path> folders;
    for (const RunSummary& run : chosen())
        folders.push_back(run.folder);
    return folders;
}

void RunsPage::restoreChosen() {
    if (const auto folders = chosenFolders(); !folders.empty())
        loader_.restore(folders);
}

// The size is read before the question, not while it is open: it says what would go.
void RunsPage::askErase() {
    const std::vector<std::filesystem::path> folders = chosenFolders();
    loader_.read<std::int64_t>(
        [folders] {
            std::int64_t bytes = 0;
            for (const std::filesystem::path& folder : folders)
                bytes += sizeOfRun(folder);
            return bytes;
        },
        [this, folders](std::int64_t bytes) {
            if (!inTrash() || folders != chosenFolders() || findChild<EraseDialog*>() != nullptr)
                return; // another choice was made meanwhile
            auto* asked = new EraseDialog(static_cast<std::int64_t>(folders.size()), bytes, this);
            connect(asked, &QDialog::accepted, this, [this, folders] { loader_.erase(folders); });
            asked->open();
        });
}

void RunsPage::showTrashCount() {
    trash_->setText(trashed_ == 0 ? tr("Trash") : tr("Trash (%1)").arg(countText(static_cast<std::int64_t>(trashed_))));
    trash_->setVisible(trashed_ > 0 || inTrash());
}

} // namespace belfry
