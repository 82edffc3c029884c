// What the dialog is made of.
#include "ui/foundation/texts.h"
#include "ui/pages/search/gene_fields.h"
#include "ui/pages/search/gene_list.h"
#include "ui/pages/search/gene_text.h"
#include "ui/pages/search/space_dialog.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>

namespace belfry {
namespace {

constexpr QSize kSize(860, 560);
constexpr int kFieldsWidth = 264;

// `name`: of the object; the accessible name is the English label.
QPushButton* button(const QString& text, const char* name, const char* label, const char* kind, const QString& help,
                    QWidget* parent) {
    auto* made = makeButton(text, name, kind, parent);
    made->setAccessibleName(QString::fromUtf8(label));
    made->setToolTip(help);
    return made;
}

} // namespace

void SpaceDialog::layOut() {
    setObjectName(QStringLiteral("spaceDialog"));
    setWindowTitle(tr("Space of a search"));
    auto* middle = new QHBoxLayout;
    middle->setSpacing(8);
    middle->addWidget(makeGenes(), 1);
    middle->addWidget(makeGene());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    column->addLayout(makeHead());
    column->addLayout(middle, 1);
    column->addLayout(makeFoot());
    connectKeys();
    resize(kSize);
}

QHBoxLayout* SpaceDialog::makeHead() {
    shared_ = makeLabel({}, "muted", this);
    shared_->setObjectName(QStringLiteral("spaceShared"));
    shared_->setWordWrap(true);
    auto* reset = button(tr("Reset"), "Reset space", "Reset", "quiet",
                         tr("Restores the genes of “%1”").arg(translated(preset_.title)), this);
    auto* open = button(tr("Open…"), "Open space", "Open…", "quiet",
                        tr("Reads a space from a JSON file, as printed by belfry-cli search --print-space"), this);
    save_ = button(tr("Save…"), "Save space", "Save…", "quiet",
                   tr("Writes the space to a JSON file, also for belfry-cli search --space"), this);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(shared_, 1);
    for (QPushButton* one : {reset, open, save_})
        row->addWidget(one);
    connect(reset, &QPushButton::clicked, this, &SpaceDialog::reset);
    connect(open, &QPushButton::clicked, this, &SpaceDialog::askOpen);
    connect(save_, &QPushButton::clicked, this, &SpaceDialog::askSave);
    return row;
}

Card* SpaceDialog::makeGenes() {
    auto* card = new Card(tr("Genes"), this);
    size_ = makeLabel({}, "muted", this);
    size_->setObjectName(QStringLiteral("spaceSize"));
    card->titleRow()->addWidget(size_);
    list_ = new GeneList(this);
    list_->setToolTip(tr("An exhaustive search loops over the values: the last gene changes with every trial, the "
                         "first one most slowly"));
    card->body()->addWidget(list_, 1);
    add_ = button(tr("Add gene"), "Add gene", "Add gene", "", tr("Adds a gene after the selected one"), this);
    add_->setMenu(makeAddMenu());
    remove_ = button(tr("Remove"), "Remove gene", "Remove", "", tr("Removes the selected gene (Delete)"), this);
    up_ = button(tr("Up"), "Gene up", "Up", "", tr("Moves the selected gene up (Alt+Up)"), this);
    down_ = button(tr("Down"), "Gene down", "Down", "", tr("Moves the selected gene down (Alt+Down)"), this);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    for (QPushButton* one : {add_, remove_, up_, down_})
        row->addWidget(one);
    row->addStretch();
    card->body()->addLayout(row);
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
    problem_ = makeLabel({}, "warning", this);
    problem_->setObjectName(QStringLiteral("spaceProblem"));
    problem_->setWordWrap(true);
    problem_->setMinimumHeight(34);
    auto* cancel = button(tr("Cancel"), "Cancel space", "Cancel", "", tr("Leaves the search unchanged"), this);
    use_ = button(tr("OK"), "Use space", "OK", "primary", tr("Uses the space in the search"), this);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(problem_, 1);
    row->addWidget(cancel);
    row->addWidget(use_);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(use_, &QPushButton::clicked, this, &QDialog::accept);
    return row;
}

// Not the buttons' own shortcuts: those click after a tenth of a second, and lose keys that repeat faster.
void SpaceDialog::connectKeys() {
    const auto key = [this](const QKeySequence& keys, QWidget* within, const QPushButton* button) {
        auto* shortcut = new QShortcut(keys, within);
        shortcut->setContext(within == this ? Qt::WindowShortcut : Qt::WidgetShortcut);
        connect(shortcut, &QShortcut::activated, button, &QPushButton::click);
    };
    key(Qt::Key_Delete, list_, remove_);
    key(Qt::ALT | Qt::Key_Up, this, up_);
    key(Qt::ALT | Qt::Key_Down, this, down_);
}

} // namespace belfry
