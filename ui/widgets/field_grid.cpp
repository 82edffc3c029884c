#include "ui/widgets/field_grid.h"

#include "ui/foundation/keep_translated.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <QResizeEvent>
#include <algorithm>
#include <utility>

namespace belfry {
namespace {
constexpr int kLabelWidth = 64;
} // namespace

FieldGrid::FieldGrid(const char* context, QWidget* parent, const char* prefix)
    : QWidget(parent), context_(context), prefix_(prefix) {
    grid_ = new QGridLayout(this);
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(12);
    grid_->setVerticalSpacing(8);
    grid_->setColumnMinimumWidth(0, kLabelWidth);
    grid_->setColumnStretch(1, 1);
    keepTranslated(this, [this] {
        retranslate();
        // The menus translate their titles after this.
        QMetaObject::invokeMethod(this, &FieldGrid::arrange, Qt::QueuedConnection);
    });
}

QLabel* FieldGrid::addHead(const char* text) {
    QLabel* label = makeLabel({}, "group", this);
    rows_.push_back({inContext(text), {}, label, nullptr, nullptr, ++lastRow_});
    grid_->addWidget(label, lastRow_, 0, 1, 2);
    retranslate();
    return label;
}

void FieldGrid::addRow(const QString& name, const TranslatableText& label, const TranslatableText& help,
                       QWidget* field) {
    field->setAccessibleName(name);
    field->setObjectName(camelCase(QStringLiteral("%1 %2 field").arg(QLatin1String(prefix_), name)));
    QLabel* text = makeLabel({}, "muted", this);
    text->setBuddy(field);
    rows_.push_back({label, help, text, field, field, lastRow_ + 1});
    lastRow_ += 3;
    put(rows_.back(), false);
    retranslate();
}

TranslatableText FieldGrid::inContext(const char* text) const {
    return [context = context_, text] { return QCoreApplication::translate(context, text); };
}

void FieldGrid::put(Row& row, bool below) {
    row.below = below;
    grid_->removeWidget(row.label);
    grid_->removeWidget(row.cell);
    grid_->addWidget(row.label, row.place, 0, 1, below ? 2 : 1);
    grid_->addWidget(row.cell, below ? row.place + 1 : row.place, below ? 0 : 1, 1, below ? 2 : 1);
}

void FieldGrid::arrange() {
    if (!testAttribute(Qt::WA_Resized)) // no width yet: a window that opens would be as high as if nothing fitted
        return;
    struct Need {
        Row* row;
        int label, field; // widths
    };
    std::vector<Need> needs; // measured once: texts take their time
    for (Row& row : rows_) {
        if (row.field == nullptr || row.cell != row.field || !row.shown) // two in a row stay below their label
            continue;
        const auto* box = qobject_cast<ComboBox*>(row.field);
        needs.push_back({&row, row.label->sizeHint().width(),
                         box != nullptr ? box->wholeWidth() : row.field->minimumSizeHint().width()});
    }
    const auto fits = [room = width() - grid_->horizontalSpacing()](const Need& need, int labels) {
        return need.label <= labels && need.field <= room - labels;
    };
    int best = kLabelWidth;
    auto fewest = static_cast<std::ptrdiff_t>(needs.size()) + 1;
    for (const Need& candidate : needs) {
        const int labels = std::max(kLabelWidth, candidate.label);
        const auto below = std::ranges::count_if(needs, [&](const Need& need) { return !fits(need, labels); });
        if (below < fewest || (below == fewest && labels < best)) { // narrow labels leave room for fields
            fewest = below;
            best = labels;
        }
    }
    for (const Need& need : needs)
        if (fits(need, best) == need.row->below)
            put(*need.row, !need.row->below);
}

void FieldGrid::join(QWidget* first, const char* word, QWidget* second) {
    Row& row = *std::ranges::find(rows_, first, &Row::field);
    Row& joined = *std::ranges::find(rows_, second, &Row::field);
    for (QWidget* widget : std::initializer_list<QWidget*>{row.field, joined.label, joined.field})
        grid_->removeWidget(widget);
    joined.cell = nullptr;
    joined.text = inContext(word);
    joined.label->setBuddy(nullptr); // it names neither
    joined.label->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    row.cell = new QWidget(this);
    row.cell->setProperty("transparent", "true");
    fillWith(row.cell, rowOf(6, {first, joined.label, second})); // what they need, and the rest in equal parts
    put(row, true);
    retranslate();
}

void FieldGrid::addWide(QWidget* widget) { grid_->addWidget(widget, ++lastRow_, 0, 1, 2); }

void FieldGrid::setFieldVisible(const QWidget* field, bool visible) {
    for (Row& row : rows_) {
        if (row.field == field) {
            if (std::exchange(row.shown, visible) != visible)
                arrange();
            row.label->setVisible(visible);
            row.field->setVisible(visible);
            if (row.problem != nullptr)
                row.problem->setVisible(visible && !row.problem->text().isEmpty());
        }
    }
}

void FieldGrid::setFieldProblem(const QWidget* field, const QString& sentence) {
    const auto row = std::ranges::find(rows_, field, &Row::field);
    if (row == rows_.end() || (row->problem == nullptr ? QString() : row->problem->text()) == sentence)
        return; // as after most keys
    if (row->problem == nullptr) {
        row->problem = makeLabel({}, "warning", this);
        row->problem->setObjectName(field->objectName() + QStringLiteral("Problem"));
        row->problem->setWordWrap(true);
        grid_->addWidget(row->problem, row->place + 2, 0, 1, 2);
    }
    row->problem->setText(sentence);
    row->problem->setVisible(!sentence.isEmpty() && !row->field->isHidden());
    row->field->setAccessibleDescription(sentence);
}

bool FieldGrid::showsProblem() const {
    return std::ranges::any_of(
        rows_, [](const Row& row) { return row.shown && row.problem != nullptr && !row.problem->text().isEmpty(); });
}

void FieldGrid::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) // a sentence that comes and goes changes the height alone
        arrange();
}

void FieldGrid::retranslate() {
    for (const Row& row : rows_) {
        row.label->setText(row.text.text());
        showHelp(row);
    }
}

void FieldGrid::showHelp(const Row& row) {
    if (row.field == nullptr)
        return;
    const QString help = row.reason.isEmpty() ? row.help.text() : row.reason;
    row.label->setToolTip(help);
    row.field->setToolTip(help);
}

void FieldGrid::setFieldReason(const QWidget* field, const QString& sentence) {
    const auto row = std::ranges::find(rows_, field, &Row::field);
    if (row == rows_.end() || row->reason == sentence)
        return;
    row->reason = sentence;
    row->field->setAccessibleDescription(sentence);
    showHelp(*row);
}

} // namespace belfry
