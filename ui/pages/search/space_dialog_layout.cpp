// Widgets and layout of the dialog.
#include "ui/foundation/screen_fit.h"
#include "ui/foundation/texts.h"
#include "ui/pages/search/gene_fields.h"
#include "ui/pages/search/gene_list.h"
#include "ui/pages/search/gene_text.h"
#include "ui/pages/search/space_dialog.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>

namespace belfry {
namespace {

constexpr QSize kSize(860, 560);
constexpr int kFieldsWidth = 264;

} // namespace

void SpaceDialog::layOut() {
    setObjectName(QStringLiteral("spaceDialog"));
    setWindowTitle(tr("Search space"));
    fillWith(this, columnOf(8, {makeHead(), {rowOf(8, {{makeGenes(), 1}, makeGene()}), 1}, makeFoot()}), kPageMargins);
    connectKeys();
    resizeWithinScreen(this, kSize);
}

QHBoxLayout* SpaceDialog::makeHead() {
    const Parts parts(this);
    shared_ = parts.sentence("muted", "spaceShared");
    auto* reset = parts.button("quiet", QT_TR_NOOP("Reset"), nullptr, "Reset space");
    reset->setToolTip(tr("Restores the genes of “%1”").arg(translated(preset_.title)));
    auto* open = parts.button(
        "quiet", QT_TR_NOOP("Open…"),
        QT_TR_NOOP("Reads a space from a JSON file, as printed by belfry-cli search --print-space"), "Open space");
    save_ =
        parts.button("quiet", QT_TR_NOOP("Save…"),
                     QT_TR_NOOP("Writes the space to a JSON file, also for belfry-cli search --space"), "Save space");
    connect(reset, &QPushButton::clicked, this, &SpaceDialog::reset);
    connect(open, &QPushButton::clicked, this, &SpaceDialog::askOpen);
    connect(save_, &QPushButton::clicked, this, &SpaceDialog::askSave);
    return rowOf(8, {{shared_, 1}, reset, open, save_});
}

Card* SpaceDialog::makeGenes() {
    const Parts parts(this);
    Card* card = parts.card(QT_TR_NOOP("Genes"));
    size_ = parts.label("muted", "spaceSize");
    card->titleRow()->addWidget(size_);
    list_ = new GeneList(this);
    list_->setToolTip(tr("An exhaustive search loops over the values: the last gene changes with every trial, the "
                         "first one most slowly"));
    add_ = parts.button("", QT_TR_NOOP("Add gene"), QT_TR_NOOP("Adds a gene after the selected one"));
    add_->setMenu(makeAddMenu());
    remove_ = parts.button("", QT_TR_NOOP("Remove"), QT_TR_NOOP("Removes the selected gene (Delete)"), "Remove gene");
    up_ = parts.button("", QT_TR_NOOP("Up"), QT_TR_NOOP("Moves the selected gene up (Alt+Up)"), "Gene up");
    down_ = parts.button("", QT_TR_NOOP("Down"), QT_TR_NOOP("Moves the selected gene down (Alt+Down)"), "Gene down");
    append(card->body(), {{list_, 1}, rowOf(8, {add_, remove_, up_, down_, Placed::stretch()})});
    connect(remove_, &QPushButton::clicked, this, &SpaceDialog::removeGene);
    connect(
        up_, &QPushButton::clicked, this, [this] { moveGene(-1); });
    connect(down_, &QPushButton::clicked, this, [this] { moveGene(1); });
    return card;
}

QMenu* SpaceDialog::makeAddMenu() {
    addMenu_ = new QMenu(add_);
    addMenu_->setObjectName(QStringLiteral("addGeneMenu"));
    addMenu_->setToolTipsVisible(true);
    for (const GeneInfo& info : geneInfos()) {
        QAction* action = addMenu_->addAction(geneTitle(info.name), this, [this, name = info.name] { addGene(name); });
        action->setObjectName(QStringLiteral("addGene-") + QString::fromStdString(info.name));
        action->setData(QString::fromStdString(info.name));
        action->setToolTip(translated(info.help));
    }
    return addMenu_;
}

Card* SpaceDialog::makeGene() {
    geneCard_ = new Card(QStringLiteral(" "), this);
    geneCard_->setFixedWidth(kFieldsWidth);
    fields_ = new GeneFields(this);
    geneCard_->body()->addWidget(fields_, 1);
    return geneCard_;
}

QHBoxLayout* SpaceDialog::makeFoot() {
    const Parts parts(this);
    problem_ = parts.sentence("warning", "spaceProblem");
    problem_->setMinimumHeight(34);
    auto* cancel = parts.button("", QT_TR_NOOP("Cancel"), QT_TR_NOOP("Leaves the search unchanged"), "Cancel space");
    use_ = parts.button("primary", QT_TR_NOOP("OK"), QT_TR_NOOP("Uses the space in the search"), "Use space");
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(use_, &QPushButton::clicked, this, &QDialog::accept);
    return rowOf(8, {{problem_, 1}, cancel, use_});
}

void SpaceDialog::connectKeys() {
    addKey(Qt::Key_Delete, list_, remove_);
    addKey(Qt::ALT | Qt::Key_Up, this, up_);
    addKey(Qt::ALT | Qt::Key_Down, this, down_);
}

} // namespace belfry
