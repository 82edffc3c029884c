// What the editor is made of.
#include "core/model/layer_kind.h"
#include "core/model/zoo.h"
#include "ui/dialogs/network_editor/layer_fields.h"
#include "ui/dialogs/network_editor/layer_list.h"
#include "ui/dialogs/network_editor/network_editor.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/card.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/network_diagram.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>

namespace belfry {
namespace {

constexpr QSize kSize(1240, 660);
constexpr int kPictureHeight = 132, kFieldsWidth = 232, kTextWidth = 268;

QPushButton* button(const QString& text, const char* name, const char* kind, const QString& help, QWidget* parent) {
    auto* made = makeButton(text, name, kind, parent);
    made->setToolTip(help);
    return made;
}

} // namespace

void NetworkEditor::layOut() {
    setObjectName(QStringLiteral("networkEditor"));
    setWindowTitle(tr("Network editor"));
    setModal(true);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(8);
    middle->addWidget(makeLayers(), 1);
    middle->addWidget(makeProperties());
    middle->addWidget(makeText());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    column->addLayout(makeHead());
    column->addWidget(makePicture());
    column->addLayout(middle, 1);
    column->addLayout(makeFoot());
    resize(kSize);
}

QHBoxLayout* NetworkEditor::makeHead() {
    const auto labelled = [this](QHBoxLayout* row, const QString& label, const char* name, QWidget* field) {
        QLabel* text = makeLabel(label, "muted", this);
        text->setBuddy(field);
        field->setAccessibleName(QLatin1String(name));
        field->setObjectName(camelCase(QLatin1String(name)) + QStringLiteral("Field"));
        row->addWidget(text);
        row->addWidget(field);
    };
    name_ = new QLineEdit(this);
    name_->setFixedWidth(220);
    name_->setToolTip(tr("Name of the network in lists of runs"));
    start_ = new ChoiceBox(ChoiceBox::itemsOf(zoo()), this);
    start_->setFixedWidth(220);
    start_->setCurrentIndex(-1);
    start_->setToolTip(tr("Replaces all layers with those of a built-in network; Undo restores yours"));
    auto* open = button(tr("Open"), "Open", "quiet", tr("Reads a network from a text or JSON file"), this);
    auto* save = button(tr("Save"), "Save", "quiet",
                        tr("Writes the network to a text or JSON file, also for belfry-cli train --model"), this);
    undo_ = button(tr("Undo"), "Undo", "quiet", tr("Undoes the last change (Ctrl+Z)"), this);
    undo_->setEnabled(false);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    labelled(row, tr("Name"), "Name", name_);
    row->addSpacing(12);
    labelled(row, tr("Start from"), "Start from", start_);
    row->addStretch();
    for (QPushButton* one : {undo_, open, save})
        row->addWidget(one);
    connect(open, &QPushButton::clicked, this, &NetworkEditor::askOpen);
    connect(save, &QPushButton::clicked, this, &NetworkEditor::askSave);
    return row;
}

Card* NetworkEditor::makePicture() {
    pictureCard_ = new Card(QStringLiteral(" "), this);
    picture_ = new NetworkDiagram(theme_, NetworkDiagram::Detail::Full, this);
    picture_->setFixedHeight(kPictureHeight);
    savePicture_ = button(tr("Save picture"), "Save picture", "quiet", tr("As SVG or PNG"), this);
    pictureCard_->titleRow()->addWidget(savePicture_);
    pictureCard_->body()->addWidget(picture_);
    connect(savePicture_, &QPushButton::clicked, this, &NetworkEditor::askSavePicture);
    return pictureCard_;
}

Card* NetworkEditor::makeLayers() {
    auto* card = new Card(tr("Layers on %1").arg(data_.title), this);
    totals_ = makeLabel({}, "muted", this);
    totals_->setObjectName(QStringLiteral("totals"));
    card->titleRow()->addWidget(totals_);
    list_ = new LayerList(this);
    card->body()->addWidget(list_, 1);
    add_ = button(tr("Add"), "Add", "", tr("Inserts a new layer after the selected one"), this);
    auto* menu = new QMenu(add_);
    menu->setObjectName(QStringLiteral("addMenu"));
    for (const LayerKind* kind : layerKinds()) {
        const auto add = [this, line = QString::fromStdString(kind->example())] {
            setText(withAdded(draft_, list_->row(), line), list_->row() + 1);
        };
        QAction* action = menu->addAction(translated(kind->title()), this, add);
        action->setObjectName(camelCase(QStringLiteral("Add ") + QString::fromStdString(kind->title().english())));
    }
    add_->setMenu(menu);
    remove_ = button(tr("Remove"), "Remove", "", tr("Removes the selected layer (Delete)"), this);
    duplicate_ = button(tr("Duplicate"), "Duplicate", "", tr("Inserts a copy after the selected layer (Ctrl+D)"), this);
    up_ = button(tr("Up"), "Up", "", tr("Moves the selected layer up (Alt+Up); rows can be dragged too"), this);
    down_ = button(tr("Down"), "Down", "", tr("Moves the selected layer down (Alt+Down)"), this);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    for (QPushButton* one : {add_, remove_, duplicate_, up_, down_})
        row->addWidget(one);
    row->addStretch();
    card->body()->addLayout(row);
    return card;
}

Card* NetworkEditor::makeProperties() {
    propertiesCard_ = new Card(tr("Layer"), this);
    propertiesCard_->setFixedWidth(kFieldsWidth);
    fields_ = new LayerFields(this);
    propertiesCard_->body()->addWidget(fields_, 1);
    return propertiesCard_;
}

Card* NetworkEditor::makeText() {
    auto* card = new Card(tr("Text"), this);
    card->setFixedWidth(kTextWidth);
    text_ = new QPlainTextEdit(this);
    text_->setObjectName(QStringLiteral("networkText"));
    text_->setAccessibleName(QStringLiteral("Text"));
    text_->setToolTip(tr("One layer per line, as in network files; # starts a comment"));
    text_->setTabChangesFocus(true);
    text_->setLineWrapMode(QPlainTextEdit::NoWrap);
    card->body()->addWidget(text_, 1);
    return card;
}

QHBoxLayout* NetworkEditor::makeFoot() {
    problem_ = makeLabel({}, "warning", this);
    problem_->setObjectName(QStringLiteral("networkProblem"));
    problem_->setWordWrap(true);
    problem_->setMinimumHeight(34);
    auto* cancel = button(tr("Cancel"), "Cancel", "", tr("Leaves the plan unchanged"), this);
    use_ = button(tr("Use network"), "Use network", "primary", tr("Uses the network in the plan"), this);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(problem_, 1);
    row->addWidget(cancel);
    row->addWidget(use_);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(use_, &QPushButton::clicked, this, &QDialog::accept);
    return row;
}

} // namespace belfry
