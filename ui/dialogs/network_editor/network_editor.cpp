#include "ui/dialogs/network_editor/network_editor.h"

#include "core/base/files.h"
#include "core/model/architecture_file.h"
#include "core/model/zoo.h"
#include "core/train/plan.h"
#include "ui/dialogs/discard_dialog.h"
#include "ui/dialogs/network_editor/layer_list.h"
#include "ui/dialogs/network_editor/line_fields.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/foundation/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/network_diagram.h"
#include "ui/widgets/network_summary.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/save_file.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>
#include <algorithm>

namespace belfry {

NetworkEditor::NetworkEditor(const Theme& theme, const Architecture& start, NetworkData trainedOn, QWidget* parent)
    : QDialog(parent), theme_(theme), data_(std::move(trainedOn)) {
    layOut();
    name_->setText(QString::fromStdString(start.name));
    text_->setPlainText(QString::fromStdString(architectureText(start)).trimmed());
    startName_ = name_->text();
    startText_ = text_->toPlainText();
    connectEdits();
    refresh();
    list_->setFocus();
}

Architecture NetworkEditor::architecture() const {
    return architectureFromText(name_->text().trimmed().toStdString(), text_->toPlainText().toStdString());
}

void NetworkEditor::reject() {
    if (name_->text() == startName_ && text_->toPlainText() == startText_)
        QDialog::reject();
    else
        askToDiscard(this, tr("Discard the changes to this network?"),
                     tr("Closes the editor; the plan stays unchanged"));
}

void NetworkEditor::connectEdits() {
    connect(text_, &QPlainTextEdit::textChanged, this, &NetworkEditor::refresh);
    connect(name_, &QLineEdit::textChanged, this, &NetworkEditor::refresh);
    connect(start_, &QComboBox::activated, this, [this] { startFrom(start_->name()); });
    connect(list_, &LayerList::rowChanged, this, &NetworkEditor::showRow);
    connect(list_, &LayerList::moved, this, &NetworkEditor::moveRows);
    connect(picture_, &NetworkDiagram::picked, list_, &LayerList::setRow);
    connect(fields_, &LineFields::edited, this, [this](const QString& text) { setText(text, list_->row()); });
    connect(fields_, &LineFields::judged, this, &NetworkEditor::allowUse);
    connectButtons();
    connectKeys();
    connect(undo_, &QPushButton::clicked, text_, &QPlainTextEdit::undo);
    connect(text_, &QPlainTextEdit::undoAvailable, undo_, &QPushButton::setEnabled);
    connect(redo_, &QPushButton::clicked, text_, &QPlainTextEdit::redo);
    connect(text_, &QPlainTextEdit::redoAvailable, redo_, &QPushButton::setEnabled);
    connect(text_, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        const int line = text_->textCursor().blockNumber();
        const auto row = std::ranges::find(draft_.rows, line, &NetworkDraft::Row::line);
        if (text_->hasFocus() && row != draft_.rows.end())
            list_->setRow(static_cast<int>(row - draft_.rows.begin()));
    });
}

void NetworkEditor::connectButtons() {
    connect(remove_, &QPushButton::clicked, this, [this] {
        const RowRange rows = chosen();
        setText(withRemoved(draft_, rows), rows.first);
    });
    connect(
        duplicate_, &QPushButton::clicked, this,
        [this] {
            const RowRange rows = chosen();
            setText(withCopied(draft_, rows), {rows.first + rows.count(), rows.last + rows.count()});
        });
    connect(
        up_, &QPushButton::clicked, this, [this] { moveRows(chosen().first - 1); });
    connect(down_, &QPushButton::clicked, this, [this] { moveRows(chosen().last + 2); });
    connect(wrap_, &QPushButton::clicked, this, [this] {
        const RowRange rows = chosen();
        setText(withWrapped(draft_, rows), rows.first);
    });
    connect(dissolve_, &QPushButton::clicked, this, [this] {
        const int start = draft_.blockOf(list_->row());
        setText(withDissolved(draft_, start), start);
    });
}

void NetworkEditor::connectKeys() {
    addKey(Qt::Key_Delete, list_, remove_);
    addKey(Qt::CTRL | Qt::Key_D, this, duplicate_);
    addKey(Qt::ALT | Qt::Key_Up, this, up_);
    addKey(Qt::ALT | Qt::Key_Down, this, down_);
    addKey(Qt::CTRL | Qt::Key_G, this, wrap_);
    addKey(Qt::CTRL | Qt::SHIFT | Qt::Key_G, this, dissolve_);
    addKey(QKeySequence::Undo, this, undo_);
    addKey(Qt::CTRL | Qt::SHIFT | Qt::Key_Z, this, redo_);
    addKey(Qt::CTRL | Qt::Key_Y, this, redo_);
}

RowRange NetworkEditor::chosen() const { return wholeBlocks(draft_, list_->rows()); }

void NetworkEditor::moveRows(int before) {
    const RowRange rows = chosen();
    if (before < 0 || before > static_cast<int>(draft_.rows.size()) ||
        (before >= rows.first && before <= rows.last + 1))
        return;
    const int by = before < rows.first ? before - rows.first : before - rows.last - 1;
    const RowRange selected = list_->rows();
    setText(withMoved(draft_, rows, before), {selected.first + by, selected.last + by});
}

// A name of the user's own, as two networks must not share one.
void NetworkEditor::startFrom(const std::string& name) {
    name_->setText(QStringLiteral("my-") + QString::fromStdString(name));
    setText(QString::fromStdString(architectureText(networkByName(name))).trimmed(), 0);
}

void NetworkEditor::setText(const QString& text, RowRange rows) {
    QTextCursor all(text_->document());
    all.select(QTextCursor::Document);
    all.insertText(text); // one step of undo
    const int last = static_cast<int>(draft_.rows.size()) - 1;
    list_->setRows({std::min(rows.first, last), std::min(rows.last, last)});
}

void NetworkEditor::refresh() {
    draft_ = makeDraft(name_->text().trimmed(), text_->toPlainText(), data_);
    if (draft_.problem.isEmpty()) {
        Plan plan; // which says what is wrong with the name
        plan.model = name_->text().trimmed().toStdString();
        plan.layers = layerLines(draft_.blueprint.architecture);
        draft_.problem = problemOf(plan);
    }
    list_->setDraft(draft_, theme_.palette().warning);
    pictureCard_->setTitle(heading());
    picture_->setBlueprint(draft_.blueprint);
    totals_->setText(tr("%1 FLOPs, %2 of weights, %3 kept per image")
                         .arg(countText(2 * draft_.blueprint.multiplyAdds), bytesText(4 * draft_.blueprint.parameters),
                              bytesText(draft_.blueprint.activationBytes())));
    problem_->setText(draft_.problem);
    allowUse();
    savePicture_->setEnabled(!draft_.blueprint.layers.empty());
}

// A field that is wrong has not changed the layer: the network would be another one than the fields say.
void NetworkEditor::allowUse() { setAllowed(use_, draft_.problem.isEmpty() ? fields_->problem() : draft_.problem); }

QString NetworkEditor::heading() const {
    return NetworkSummary::heading(name_->text().trimmed(), draft_.blueprint.parameters);
}

void NetworkEditor::showRow() {
    const int row = list_->row();
    fields_->showRow(row);
    allowUse();
    allowEdits();
    propertiesCard_->setTitle(rowTitle(row));
    markLine(row);
}

void NetworkEditor::allowEdits() {
    const RowRange rows = list_->row() >= 0 ? chosen() : RowRange();
    const bool any = rows.count() > 0;
    for (QPushButton* button : {remove_, duplicate_, wrap_})
        button->setEnabled(any);
    up_->setEnabled(any && rows.first > 0);
    down_->setEnabled(any && rows.last + 1 < static_cast<int>(draft_.rows.size()));
    dissolve_->setEnabled(any && draft_.blockOf(list_->row()) >= 0);
}

QString NetworkEditor::rowTitle(int row) const {
    if (row < 0)
        return tr("Layer");
    return draft_.blockOf(row) >= 0 ? tr("Block, line %1").arg(draft_.blockOf(row) + 1) : tr("Layer %1").arg(row + 1);
}

void NetworkEditor::markLine(int row) {
    QList<QTextEdit::ExtraSelection> marks;
    if (row >= 0) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(text_->document()->findBlockByNumber(draft_.row(row).line));
        mark.format.setBackground(theme_.palette().grid);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks << mark;
    }
    text_->setExtraSelections(marks);
}

bool NetworkEditor::doWith(const std::function<void()>& work) {
    return attempt(
        work, [this](const Text& sentence) { problem_->setText(translated(sentence)); });
}

bool NetworkEditor::openFile(const QString& file) {
    return doWith([&] {
        const Architecture read = readArchitectureFile(file.toStdString());
        const bool json = file.endsWith(QLatin1String(".json"));
        name_->setText(QString::fromStdString(read.name));
        // A text keeps its comments.
        setText(json ? QString::fromStdString(architectureText(read)).trimmed()
                     : QString::fromStdString(readFile(file.toStdString())),
                0);
    });
}

bool NetworkEditor::saveFile(const QString& file) {
    return doWith([&] {
        if (file.endsWith(QLatin1String(".json")))
            writeArchitectureFile(file.toStdString(), architecture());
        else
            writeFileAtomically(file.toStdString(), text_->toPlainText().toStdString() + '\n');
    });
}

bool NetworkEditor::savePicture(const QString& file) {
    return doWith([&] {
        NetworkDiagram diagram(theme_, NetworkDiagram::Detail::Full);
        diagram.setBlueprint(draft_.blueprint);
        diagram.setOpened(picture_->opened());
        diagram.resize(diagram.neededSize().expandedTo(diagram.sizeHint()));
        writePicture(theme_,
                     {.heading = heading(),
                      .content = diagram.size(),
                      .draw = [&diagram](QPainter& painter) { diagram.paint(painter); }},
                     file);
    });
}

void NetworkEditor::askOpen() {
    askOpenFile(
        this,
        {.kind = QStringLiteral("network"), .title = tr("Open network"), .filters = tr("Networks (*.txt *.json)")},
        [this](const QString& file) { openFile(file); });
}

void NetworkEditor::askSave() {
    askSaveFile(
        this,
        {.kind = QStringLiteral("network"),
         .title = tr("Save network"),
         .filters = tr("Text (*.txt);;JSON (*.json)"),
         .name = name_->text() + QStringLiteral(".txt")},
        [this](const QString& file) { return saveFile(file); });
}

void NetworkEditor::askSavePicture() {
    askSaveFile(
        this,
        {.kind = QStringLiteral("picture"),
         .title = tr("Save picture"),
         .filters = tr("Pictures (*.svg *.png)"),
         .name = name_->text() + QStringLiteral(".svg")},
        [this](const QString& file) { return savePicture(file); });
}

} // namespace belfry
