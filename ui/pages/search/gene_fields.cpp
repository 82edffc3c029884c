#include "ui/pages/search/gene_fields.h"

#include "ui/foundation/attempt.h"
#include "ui/foundation/number_entry.h"
#include "ui/foundation/texts.h"
#include "ui/pages/search/gene_text.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/field_grid.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parts.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr int kMaxPoints = 1000;
constexpr double kDecades = 100; // ends that differ by more are the ends of a logarithmic scale

double numberOf(const GeneValue& value) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

// Also what the field refuses. NaN: no number; validate() refuses it, too.
double typedIn(const NumberField* field, bool whole) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    return field->problem().empty() ? field->number() : readNumber(field->text(), whole).value.value_or(kNone);
}

int pointsIn(const NumberField* field) {
    const double typed = typedIn(field, true);
    return std::abs(typed) <= kMaxPoints ? static_cast<int>(typed) : 0; // 0: refused, too
}

// From the smallest of the values to the largest.
GeneRange rangeOver(const Gene& gene) {
    const GeneInfo& info = geneInfo(gene.name);
    const std::vector<GeneValue> values = choicesOf(gene);
    if (values.empty())
        return {info.values.min, info.values.max, 2, false};
    std::vector<double> numbers;
    std::ranges::transform(values, std::back_inserter(numbers), numberOf);
    const auto [low, high] = std::ranges::minmax(numbers);
    return {low, high, std::max(2, static_cast<int>(values.size())), low > 0 && high >= kDecades * low};
}

} // namespace

GeneFields::GeneFields(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("geneFields"));
    setProperty("transparent", "true");
    const Parts parts(this);
    help_ = parts.sentence("muted", "geneHelp");
    nameList_ = new QWidget(this);
    nameList_->setToolTip(tr("Values the search may choose, in the order ticked"));
    nameColumn_ = columnOf(2, {});
    fillWith(nameList_, nameColumn_);
    grid_ = new FieldGrid("belfry::GeneFields", this, "gene");
    choices_ = parts.sentence("muted", "geneChoices");
    makeFields();
    fillWith(this, columnOf(8, {help_, nameList_, grid_, choices_, Placed::stretch()}));
    setGene({});
}

void GeneFields::makeFields() {
    range_ = new QCheckBox(this);
    values_ = new QLineEdit(this);
    from_ = new RealBox(this);
    to_ = new RealBox(this);
    points_ = new SpinBox(this);
    points_->setRange(2, kMaxPoints);
    logarithmic_ = new QCheckBox(this);
    grid_->addField(QT_TR_NOOP("Range"),
                    QT_TR_NOOP("Evenly spaced values from one end to the other instead of a list."), range_);
    grid_->addField(QT_TR_NOOP("Values"),
                    QT_TR_NOOP("Numbers with commas and spaces or semicolons between them, such as 64, 128, 256."),
                    values_);
    grid_->addField(QT_TR_NOOP("From"), QT_TR_NOOP("The lower end, included."), from_);
    grid_->addField(QT_TR_NOOP("To"), QT_TR_NOOP("The upper end, included."), to_);
    grid_->addField(QT_TR_NOOP("Points"), QT_TR_NOOP("Number of values, including both ends."), points_);
    grid_->addField(QT_TR_NOOP("Logarithmic"),
                    QT_TR_NOOP("Spaces the values by equal factors instead of equal differences: for rates."),
                    logarithmic_);
    connect(range_, &QCheckBox::toggled, this, &GeneFields::switchKind);
    connect(values_, &QLineEdit::textChanged, this, &GeneFields::take);
    for (NumberField* field : std::initializer_list<NumberField*>{from_, to_, points_}) {
        connect(field, &NumberField::changed, this, &GeneFields::take);
        connect(field, &NumberField::editingFinished, this, &GeneFields::finish);
    }
    connect(values_, &QLineEdit::editingFinished, this, &GeneFields::finish);
    connect(logarithmic_, &QCheckBox::toggled, this, &GeneFields::take);
    connect(logarithmic_, &QCheckBox::toggled, this, &GeneFields::finish);
}

void GeneFields::makeNames(const GeneInfo& info) {
    qDeleteAll(names_);
    names_.clear();
    for (const ChoiceBox::Item& item : ChoiceBox::itemsOf(info.choices())) {
        auto* box = new QCheckBox(translated(item.title), nameList_);
        box->setObjectName(QStringLiteral("geneValue-") + QString::fromStdString(item.name));
        box->setAccessibleName(QString::fromStdString(item.title.english()));
        box->setToolTip(translated(item.help));
        nameColumn_->addWidget(box);
        names_.push_back(box);
        connect(box, &QCheckBox::toggled, this, &GeneFields::take);
        connect(box, &QCheckBox::toggled, this, &GeneFields::finish);
    }
}

void GeneFields::setGene(const std::optional<Gene>& gene, const std::optional<Gene>& before) {
    before_ = before ? before : gene;
    fill(gene);
}

void GeneFields::fill(const std::optional<Gene>& gene) {
    const QScopedValueRollback filling(filling_, true);
    gene_ = gene;
    help_->setVisible(gene_.has_value());
    choices_->setVisible(gene_.has_value());
    showGene();
    showChoices();
    showProblems();
}

void GeneFields::showGene() {
    const GeneInfo* info = gene_ ? &geneInfo(gene_->name) : nullptr;
    const bool named = info != nullptr && info->type == GeneType::Name;
    nameList_->setVisible(named);
    grid_->setVisible(info != nullptr && !named);
    if (info == nullptr)
        return;
    help_->setText(translated(info->help));
    if (named) {
        makeNames(*info);
        for (std::size_t i = 0; i < names_.size(); ++i) {
            names_[i]->setChecked(std::ranges::find(gene_->values, GeneValue(info->choices()[i].name)) !=
                                  gene_->values.end());
        }
        return;
    }
    const bool ranged = gene_->range.has_value();
    range_->setChecked(ranged);
    grid_->setFieldVisible(values_, !ranged);
    for (const QWidget* field : std::initializer_list<const QWidget*>{from_, to_, points_, logarithmic_})
        grid_->setFieldVisible(field, ranged);
    if (!ranged) {
        values_->setText(valuesText(gene_->name, gene_->values));
        return;
    }
    from_->setNumber(gene_->range->from);
    to_->setNumber(gene_->range->to);
    points_->setNumber(gene_->range->points);
    logarithmic_->setChecked(gene_->range->logarithmic);
}

void GeneFields::showChoices() {
    const QString text = gene_ ? choicesText(*gene_) : QString();
    const bool any = gene_ && !choicesOf(*gene_).empty();
    choices_->setText(any ? tr("Choices, in order: %1").arg(text) : QString());
}

// At the fields that can mend it: an end beyond the gene's bounds, or both where they do not go together.
void GeneFields::showProblems() {
    if (!gene_ || geneInfo(gene_->name).type == GeneType::Name)
        return;
    const QString problem = problemOf(*gene_);
    if (!gene_->range) {
        setWrong(values_, !problem.isEmpty());
        grid_->setFieldProblem(values_, problem);
        return;
    }
    const Searched& bounds = geneInfo(gene_->name).values;
    const auto beyond = [&bounds](double end) { return !(end >= bounds.min && end <= bounds.max); };
    const auto& [from, to, points, logarithmic] = *gene_->range;
    const bool inside = !beyond(from) && !beyond(to);
    const bool apart = inside && (from >= to || (logarithmic && from <= 0));
    showProblem(from_, beyond(from) || apart ? problem : QString());
    showProblem(to_, beyond(to) || apart ? problem : QString());
    showProblem(points_, inside && !apart ? problem : QString());
}

// A text that is no number says so itself.
void GeneFields::showProblem(NumberField* field, const QString& problem) {
    field->setRefused(!problem.isEmpty());
    grid_->setFieldProblem(field, field->problem().empty() ? problem : translated(field->problem()));
}

// Names chosen before keep their places; new ones come last.
std::vector<GeneValue> GeneFields::chosenNames() const {
    const GeneInfo& info = geneInfo(gene_->name);
    std::vector<GeneValue> values;
    const auto isChosen = [&](const GeneValue& value) {
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (GeneValue(info.choices()[i].name) == value)
                return names_[i]->isChecked();
        return false;
    };
    std::ranges::copy_if(gene_->values, std::back_inserter(values), isChosen);
    for (const Choice& choice : info.choices())
        if (isChosen(choice.name) && std::ranges::find(values, GeneValue(choice.name)) == values.end())
            values.emplace_back(choice.name);
    return values;
}

void GeneFields::take() {
    if (filling_ || !gene_)
        return;
    const GeneInfo& info = geneInfo(gene_->name);
    Gene gene{gene_->name, {}, std::nullopt};
    if (info.type == GeneType::Name)
        gene.values = chosenNames();
    else if (range_->isChecked())
        gene.range =
            GeneRange{typedIn(from_, false), typedIn(to_, false), pointsIn(points_), logarithmic_->isChecked()};
    else
        gene.values = valuesFromText(info, values_->text());
    reportChange(gene);
}

void GeneFields::switchKind() {
    if (filling_ || !gene_)
        return;
    Gene gene{gene_->name, {}, std::nullopt};
    if (range_->isChecked())
        gene.range = rangeOver(*gene_);
    else
        gene.values = choicesOf(*gene_);
    fill(gene);
    finish();
    reportChange(gene);
}

void GeneFields::finish() {
    if (gene_ && problemOf(*gene_).isEmpty())
        before_ = gene_;
}

void GeneFields::reportChange(const Gene& gene) {
    gene_ = gene;
    showChoices();
    showProblems();
    Q_EMIT edited(gene);
}

} // namespace belfry
