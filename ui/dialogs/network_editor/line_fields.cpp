#include "ui/dialogs/network_editor/line_fields.h"

#include "core/model/layer_kind.h"
#include "ui/dialogs/network_editor/draft_edits.h"
#include "ui/dialogs/network_editor/draft_names.h"
#include "ui/dialogs/network_editor/layer_fields.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/field_grid.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parts.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>

namespace belfry {
namespace {

constexpr int kMostUnits = 1'000'000, kMostRepeats = 1000, kUsualWidth = 16;

void setProblem(FieldGrid* grid, QWidget* field, const QString& sentence) {
    grid->setFieldProblem(field, sentence);
    setWrong(field, !sentence.isEmpty());
}

void showName(QLineEdit* edit, const std::string& name) {
    if (const QString text = QString::fromStdString(name); edit->text() != text) // the cursor stays where it is
        edit->setText(text);
}

} // namespace

LineFields::LineFields(const NetworkDraft& draft, Attempt attempt, QWidget* parent)
    : QWidget(parent), draft_(draft), attempt_(std::move(attempt)) {
    setProperty("transparent", "true");
    layer_ = new LayerFields(this);
    makeBlockFields();
    makeConnections();
    fillWith(this, columnOf(8, {layer_, block_, fold_, Placed::stretch()}));
    connect(layer_, &LayerFields::judged, this, &LineFields::judged);
    connect(layer_, &LayerFields::edited, this, [this](const Layer& layer) {
        Line line = *draft_.row(row_).read;
        line.content = layer;
        Q_EMIT edited(withLine(draft_, row_, line));
    });
    showRow(-1);
}

void LineFields::makeBlockFields() {
    block_ = new FieldGrid("belfry::LineFields", this, "block");
    blockName_ = new QLineEdit(this);
    width_ = new SpinBox(this);
    width_->setRange(0, kMostUnits);
    repeats_ = new SpinBox(this);
    repeats_->setRange(1, kMostRepeats);
    checkpoint_ = new QCheckBox(this);
    block_->addField(QT_TR_NOOP("Block"), QT_TR_NOOP("Name of the block in messages and in the diagram."), blockName_);
    block_->addField(QT_TR_NOOP("Width"), QT_TR_NOOP("What 'width' means as the number of filters in its layers."),
                     width_);
    block_->addField(QT_TR_NOOP("Repeats"),
                     QT_TR_NOOP("How often its layers follow one another, each time with weights of their own."),
                     repeats_);
    block_->addField(QT_TR_NOOP("Checkpoint"),
                     QT_TR_NOOP("Saves memory: backward computes its activations again instead of keeping them."),
                     checkpoint_);
    connect(blockName_, &QLineEdit::textEdited, this, &LineFields::takeBlockName);
    connect(width_, &NumberField::changed, this, &LineFields::takeBlock);
    connect(repeats_, &NumberField::changed, this, &LineFields::takeBlock);
    connect(checkpoint_, &QCheckBox::toggled, this, &LineFields::takeBlock);
}

void LineFields::makeConnections() {
    connections_ = new FieldGrid("belfry::LineFields", this, "line");
    input_ = new ComboBox(this);
    name_ = new QLineEdit(this);
    connections_->addField(
        QT_TR_NOOP("Input"),
        QT_TR_NOOP("Whose output it gets: that of the line before, or of one with a name. 'input' is "
                   "what the block gets; outside of blocks it is the image."),
        input_);
    connections_->addField(
        QT_TR_NOOP("Name"),
        QT_TR_NOOP("By which later lines use the output. Lines that use it follow when it is changed."), name_);
    fold_ = new Fold(Parts(this).button("fold", QT_TR_NOOP("Connections"),
                                        QT_TR_NOOP("For branches: where its input comes from, and a name for its "
                                                   "output"),
                                        "Connections"),
                     connections_, this);
    connect(fold_, &Fold::folded, this, [this](bool folded) { unfolding_ = !folded && !filling_; });
    connect(input_, &QComboBox::currentIndexChanged, this, &LineFields::takeInput);
    connect(name_, &QLineEdit::textEdited, this, &LineFields::takeName);
}

void LineFields::showRow(int row) {
    const QScopedValueRollback filling(filling_, true);
    const bool newRow = row != row_;
    unfolding_ = false;
    const bool any = row >= 0 && row < static_cast<int>(draft_.rows.size()) && draft_.row(row).read;
    const int block = any ? draft_.blockOf(row) : -1;
    row_ = block >= 0 ? block : row;
    const bool layer = any && draft_.row(row).layer();
    // One of them may be being edited: hidden, it would lose the focus. Shown beside those of another line, they would
    // make the window higher, and it would stay so.
    for (const bool visible : {false, true}) {
        if (layer == visible)
            layer_->setVisible(visible);
        if ((block >= 0) == visible)
            block_->setVisible(visible);
    }
    fold_->setVisible(layer || block >= 0);
    named_ = -1;
    if (layer)
        showLayer();
    else
        layer_->setLayer({});
    if (block >= 0)
        showBlock();
    if (layer || block >= 0)
        showConnections(newRow);
}

void LineFields::showLayer() {
    const QString problem = draft_.wrongRow == row_ ? draft_.problem : QString();
    layer_->setLayer(draft_.row(row_).layer(), knownNames(draft_, row_), problem);
    layer_->markNumbers([this](const Layer& layer) {
        Line line = *draft_.row(row_).read;
        line.content = layer;
        return row_ == draft_.wrongRow && attempt_(withLine(draft_, row_, line)).wrongRow == row_;
    });
}

void LineFields::showBlock() {
    const Line& line = *draft_.row(row_).read;
    const auto& start = std::get<BlockStart>(line.content);
    showName(blockName_, start.name);
    setProblem(block_, blockName_, {});
    width_->setMinimumText(tr("none"));
    width_->setNumber(start.width);
    repeats_->setNumber(start.repeats);
    checkpoint_->setChecked(start.checkpoint);
    Line wide = line, once = line;
    std::get<BlockStart>(wide.content).width = kUsualWidth;
    std::get<BlockStart>(once.content).repeats = 1;
    showProblem(width_, start.width == 0 ? blameOf(wide) : QString());
    showProblem(repeats_, start.repeats > 1 ? blameOf(once) : QString());
}

void LineFields::showConnections(bool newRow) {
    const Line& line = *draft_.row(row_).read;
    named_ = namingRow(draft_, row_);
    const std::string& as = draft_.row(named_).read->as;
    const QString from = QString::fromStdString(line.from), name = QString::fromStdString(as);
    const QStringList known = knownNames(draft_, row_);
    fillWithNames(*input_, tr("Line before"), known, line.from);
    showName(name_, as);
    if (!typing_)
        nameBefore_ = as;
    const bool unknown = !from.isEmpty() && !known.contains(from);
    setProblem(connections_, input_, unknown && draft_.wrongRow == row_ ? draft_.problem : QString());
    setProblem(connections_, name_,
               !as.empty() && draft_.wrongRow == named_ && isTaken(draft_, named_, as) ? draft_.problem : QString());
    const QString input = from.isEmpty() ? tr("Input: line before") : tr("Input: %1").arg(from);
    fold_->setSummary(name.isEmpty() ? input : tr("%1; name: %2").arg(input, name), connections_->showsProblem());
    if (newRow && !(from.isEmpty() && name.isEmpty()))
        fold_->setUnfolded(true);
}

QString LineFields::blameOf(const Line& otherwise) const {
    if (draft_.wrongRow < row_ || draft_.wrongRow > draft_.row(row_).partner)
        return {};
    return attempt_(withLine(draft_, row_, otherwise)).problem == draft_.problem ? QString() : draft_.problem;
}

void LineFields::showProblem(SpinBox* number, const QString& blame) {
    number->setRefused(!blame.isEmpty());
    block_->setFieldProblem(number, number->problem().empty() ? blame : translated(number->problem()));
}

void LineFields::takeBlockName() {
    Line line = *draft_.row(row_).read;
    std::string& name = std::get<BlockStart>(line.content).name;
    name = blockName_->text().trimmed().toStdString();
    takeText(block_, blockName_, withLine(draft_, row_, line), isName(name));
}

void LineFields::takeBlock() {
    if (filling_ || row_ < 0)
        return;
    Line line = *draft_.row(row_).read;
    auto& start = std::get<BlockStart>(line.content);
    start.width = width_->value();
    start.repeats = repeats_->value();
    start.checkpoint = checkpoint_->isChecked();
    for (const SpinBox* number : {width_, repeats_})
        block_->setFieldProblem(number, translated(number->problem()));
    if (line == *draft_.row(row_).read)
        Q_EMIT judged();
    else
        Q_EMIT edited(withLine(draft_, row_, line));
}

void LineFields::takeInput() {
    if (filling_ || row_ < 0)
        return;
    Line line = *draft_.row(row_).read;
    line.from = input_->currentData().toString().toStdString();
    Q_EMIT edited(withLine(draft_, row_, line));
}

void LineFields::takeName() {
    const QScopedValueRollback typing(typing_, true);
    const std::string name = name_->text().trimmed().toStdString();
    const bool allowed =
        name.empty() ? usersOf(draft_, named_).empty() : isName(name) && !isTaken(draft_, named_, name);
    takeText(connections_, name_, withName(draft_, named_, name), allowed);
    if (allowed || draft_.row(named_).read->as == nameBefore_)
        return;
    const QString typed = name_->text(), sentence = name_->accessibleDescription();
    const int cursor = name_->cursorPosition();
    Q_EMIT edited(withName(draft_, named_, nameBefore_)); // not a part of what was typed
    name_->setText(typed);
    name_->setCursorPosition(cursor);
    setProblem(connections_, name_, sentence);
    Q_EMIT judged();
}

void LineFields::takeText(FieldGrid* grid, QLineEdit* edit, const QString& text, bool allowed) {
    setProblem(grid, edit, allowed ? QString() : attempt_(text).problem);
    if (allowed && text != draft_.lines.join('\n'))
        Q_EMIT edited(text);
    else
        Q_EMIT judged();
}

void LineFields::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    QMetaObject::invokeMethod(this, &LineFields::seek, Qt::QueuedConnection); // once all has its place
}

// What was just unfolded, and the field with the focus after its sentence, where there is room for one of them.
void LineFields::seek() {
    if (unfolding_)
        Q_EMIT sought(fold_);
    QWidget* field = window()->focusWidget();
    if (field == nullptr || !isAncestorOf(field))
        return;
    if (auto* sentence = findChild<QWidget*>(field->objectName() + QStringLiteral("Problem")))
        Q_EMIT sought(sentence);
    Q_EMIT sought(field);
}

QString LineFields::problem() const {
    if (!layer_->isHidden() && !layer_->problem().empty())
        return translated(layer_->problem());
    if (block_->isHidden() && fold_->isHidden())
        return {};
    for (const SpinBox* number : {width_, repeats_})
        if (!block_->isHidden() && !number->problem().empty())
            return translated(number->problem());
    for (const QLineEdit* edit : {blockName_, name_})
        if (!edit->isHidden() && edit->property("wrong").toBool())
            return edit->accessibleDescription();
    return {};
}

} // namespace belfry
