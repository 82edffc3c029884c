// Widgets and layout of the editor.
#include "core/model/layer_kind.h"
#include "core/model/zoo.h"
#include "ui/dialogs/network_editor/layer_list.h"
#include "ui/dialogs/network_editor/line_fields.h"
#include "ui/dialogs/network_editor/network_editor.h"
#include "ui/foundation/screen_fit.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/card.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/network_diagram.h"
#include "ui/widgets/network_view.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/splitter.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>

namespace belfry {
namespace {

constexpr QSize kSize(1240, 660);
constexpr int kPictureHeight = 132, kFieldsWidth = 232, kTextWidth = 268;

} // namespace

void NetworkEditor::layOut() {
    setObjectName(QStringLiteral("networkEditor"));
    setWindowTitle(tr("Network editor"));
    setModal(true);
    auto* row = new Splitter(Qt::Horizontal, "editorSplitter", 8, this);
    fillWith(this, columnOf(8, {makeHead(), makePicture(), {row, 1}, makeFoot()}), kPageMargins);
    row->add(makeLayers(), 1)->add(makeProperties())->add(makeText());
    resizeWithinScreen(this, kSize);
}

QHBoxLayout* NetworkEditor::makeHead() {
    const Parts parts(this);
    name_ = parts.field(new QLineEdit(this), "Name", "nameField", QT_TR_NOOP("Name of the network in lists of runs"));
    name_->setFixedWidth(220);
    start_ = parts.field(new ChoiceBox(ChoiceBox::itemsOf(zoo()), this), "Start from", "startFromField",
                         QT_TR_NOOP("Replaces all layers with those of a built-in network; Undo restores yours"));
    start_->setFixedWidth(220);
    start_->setCurrentIndex(-1);
    auto* open =
        parts.button("quiet", QT_TR_NOOP("Open…"), QT_TR_NOOP("Reads a network from a text or JSON file"), "Open");
    auto* save = parts.button(
        "quiet", QT_TR_NOOP("Save…"),
        QT_TR_NOOP("Writes the network to a text or JSON file, also for belfry-cli train --model"), "Save");
    undo_ = parts.button("quiet", QT_TR_NOOP("Undo"), QT_TR_NOOP("Undoes the last change (Ctrl+Z)"));
    undo_->setEnabled(false);
    redo_ = parts.button("quiet", QT_TR_NOOP("Redo"), QT_TR_NOOP("Repeats the change undone last (Ctrl+Shift+Z)"));
    redo_->setEnabled(false);
    connect(open, &QPushButton::clicked, this, &NetworkEditor::askOpen);
    connect(save, &QPushButton::clicked, this, &NetworkEditor::askSave);
    return rowOf(8, {parts.caption(QT_TR_NOOP("Name"), name_), name_, Placed::space(12),
                     parts.caption(QT_TR_NOOP("Start from"), start_), start_, Placed::stretch(), undo_, redo_, open,
                     save});
}

Card* NetworkEditor::makePicture() {
    pictureCard_ = new Card(QStringLiteral(" "), this);
    auto* view = new NetworkView(theme_, kPictureHeight, this);
    picture_ = view->diagram();
    picture_->setPicking([] { return NetworkEditor::tr("Click or Enter: select"); });
    savePicture_ =
        Parts(this).button("quiet", QT_TR_NOOP("Save picture…"), QT_TR_NOOP("As SVG or PNG"), "Save picture");
    pictureCard_->titleRow()->addWidget(savePicture_);
    pictureCard_->body()->addWidget(view);
    connect(savePicture_, &QPushButton::clicked, this, &NetworkEditor::askSavePicture);
    return pictureCard_;
}

Card* NetworkEditor::makeLayers() {
    const Parts parts(this);
    auto* card = new Card(tr("Layers on %1").arg(data_.title), this);
    totals_ = parts.label("muted", "totals");
    card->titleRow()->addWidget(totals_);
    list_ = new LayerList(this);
    add_ = parts.button("", QT_TR_NOOP("Add"), QT_TR_NOOP("Inserts a new layer after the selected one"));
    fillAddMenu();
    remove_ = parts.button("", QT_TR_NOOP("Remove"),
                           QT_TR_NOOP("Removes the selected layers, or the block whose line is selected (Delete)"));
    duplicate_ = parts.button(
        "", QT_TR_NOOP("Duplicate"),
        QT_TR_NOOP("Inserts a copy after the selected layers, or after the block whose line is selected (Ctrl+D)"));
    up_ =
        parts.button("", QT_TR_NOOP("Up"),
                     QT_TR_NOOP("Moves the selected layers up, or the block whose line is selected (Alt+Up); rows can "
                                "be dragged too"));
    down_ = parts.button("", QT_TR_NOOP("Down"),
                         QT_TR_NOOP("Moves the selected layers down, or the block whose line is selected (Alt+Down)"));
    wrap_ =
        parts.button("", QT_TR_NOOP("Wrap"),
                     QT_TR_NOOP("Makes a block of the selected layers (Ctrl+G); a click with Shift selects several"));
    dissolve_ =
        parts.button("", QT_TR_NOOP("Dissolve"),
                     QT_TR_NOOP("Removes the block whose line is selected but keeps its layers, once (Ctrl+Shift+G)"));
    append(card->body(),
           {{list_, 1}, rowOf(8, {add_, remove_, duplicate_, up_, down_, wrap_, dissolve_, Placed::stretch()})});
    return card;
}

void NetworkEditor::fillAddMenu() {
    auto* menu = new QMenu(add_);
    menu->setObjectName(QStringLiteral("addMenu"));
    const auto add = [this, menu](const QString& title, const QString& english, const auto& lines) {
        QAction* action = menu->addAction(
            title, this, [this, lines] { setText(withAdded(draft_, list_->row(), lines()), list_->row() + 1); });
        action->setObjectName(camelCase(QStringLiteral("Add ") + english));
    };
    for (const LayerKind* kind : layerKinds())
        add(translated(kind->title()), QString::fromStdString(kind->title().english()),
            [kind] { return QStringList(QString::fromStdString(kind->example())); });
    menu->addSeparator();
    add(tr("Block"), QStringLiteral("Block"), [this] { return blockAfter(draft_, list_->row(), data_); });
    add_->setMenu(menu);
}

Card* NetworkEditor::makeProperties() {
    propertiesCard_ = new Card(tr("Layer"), this);
    propertiesCard_->setMinimumWidth(kFieldsWidth);
    fields_ = new LineFields(
        draft_, [this](const QString& text) { return makeDraft(name_->text().trimmed(), text, data_); }, this);
    auto* scroll = new QScrollArea(this); // a convolution has more properties than a low window has room for
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(fields_);
    connect(fields_, &LineFields::sought, scroll, [scroll](QWidget* part) { scroll->ensureWidgetVisible(part, 0, 0); });
    propertiesCard_->body()->addWidget(scroll, 1);
    return propertiesCard_;
}

Card* NetworkEditor::makeText() {
    const Parts parts(this);
    Card* card = parts.card(QT_TR_NOOP("Text"));
    card->setMinimumWidth(kTextWidth);
    text_ = parts.field(new QPlainTextEdit(this), "Text", "networkText",
                        QT_TR_NOOP("One layer per line, as in network files; # starts a comment"));
    text_->setTabChangesFocus(true);
    text_->setLineWrapMode(QPlainTextEdit::NoWrap);
    card->body()->addWidget(text_, 1);
    return card;
}

QHBoxLayout* NetworkEditor::makeFoot() {
    const Parts parts(this);
    problem_ = parts.sentence("warning", "networkProblem");
    problem_->setMinimumHeight(34);
    auto* cancel = parts.button("", QT_TR_NOOP("Cancel"), QT_TR_NOOP("Leaves the plan unchanged"));
    use_ = parts.button("primary", QT_TR_NOOP("Use network"), QT_TR_NOOP("Uses the network in the plan"));
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(use_, &QPushButton::clicked, this, &QDialog::accept);
    return rowOf(8, {{problem_, 1}, cancel, use_});
}

} // namespace belfry
