#include "ui/pages/runs/compare_card.h"

#include "core/runs/compare.h"
#include "ui/bridge/curve_loader.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/plan_text.h"

#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

double figure(const std::optional<double>& value) { return value.value_or(std::numeric_limits<double>::quiet_NaN()); }

enum class Unit { Points, PerCent };

// "+2.78 points" of accuracies, "−8.7 %" of what has no bound; empty where one of them is missing.
QString differenceText(Unit unit, double value, double baseline) {
    const double difference = unit == Unit::Points ? 100 * (value - baseline) : relativeDifference(value, baseline);
    if (!std::isfinite(difference))
        return {};
    const QString size = unit == Unit::Points ? CompareCard::tr("%1 points").arg(decimalText(std::abs(difference), 2))
                                              : percentText(std::abs(difference));
    return (difference < 0 ? QStringLiteral("−") : QStringLiteral("+")) + size;
}

// "learning rate 0.001 → 13 (step 378)", each on a line of its own.
QString changesText(const std::vector<Mark>& changes) {
    const QStringList lines = textsOf(changes, [](const Mark& change) {
        return CompareCard::tr("%1 (step %2)").arg(translated(change.text), countText(change.step));
    });
    return lines.isEmpty() ? dashText() : lines.join('\n');
}

} // namespace

CompareCard::CompareCard(const Theme& theme, QWidget* parent) : Card({}, parent), theme_(theme) {
    setObjectName(QStringLiteral("compareCard"));
    const Parts parts(this);
    seeds_ = parts.chip(
        QT_TR_NOOP("Group seeds"),
        QT_TR_NOOP("Draws runs that differ only in their seed as their mean, with a band of one standard deviation"));
    hint_ = parts.sentence("muted", "compareHint");
    table_ = new CompareTable(theme, this);
    titleRow()->addWidget(seeds_);
    append(body(), {{table_, 1}, hint_});
    connect(seeds_, &QPushButton::toggled, this, &CompareCard::groupingChanged);
    keepTranslated(this, [this] {
        setTitle(tr("Comparison"));
        showHint();
    });
}

bool CompareCard::groupsSeeds() const { return seeds_->isChecked() && !seeds_->isHidden(); }

void CompareCard::setSeeds(bool some) { seeds_->setVisible(some); }

void CompareCard::setLeftOut(std::size_t leftOut, std::size_t chosen) {
    leftOut_ = leftOut;
    chosen_ = chosen;
}

void CompareCard::setRuns(const std::vector<RunSummary>& runs, const FindCurve& find, const std::string& baseline,
                          const std::map<QString, LineMark>& marks) {
    runs_ = runs;
    baseline_ = baseline;
    std::vector<CompareRow> rows = figureRows();
    for (CompareRow& row : settingRows(find))
        rows.push_back(std::move(row));
    table_->display(heads(marks), rows);
    showHint();
}

std::vector<CompareRow> CompareCard::figureRows() const {
    struct Measure {
        QString name;
        double (*value)(const RunSummary&);
        QString (*text)(double);
        Unit unit;
        bool always = true; // else only where a run has it: those of earlier versions do not
    };
    const auto share = [](double value) { return percentText(value, 2); };
    const Measure measures[] = {
        {tr("Best validation"), [](const RunSummary& run) { return figure(run.bestValidation); }, share, Unit::Points},
        {tr("Last validation"), [](const RunSummary& run) { return figure(run.lastValidation); }, share, Unit::Points},
        {tr("Test"), [](const RunSummary& run) { return figure(run.test); }, share, Unit::Points},
        {tr("Balanced accuracy"), [](const RunSummary& run) { return figure(run.bestMeans.balancedAccuracy); }, share,
         Unit::Points, false},
        {tr("Macro F1"), [](const RunSummary& run) { return figure(run.bestMeans.macroF1); }, share, Unit::Points,
         false},
        {tr("Images/s"), [](const RunSummary& run) { return run.imagesPerSecond; },
         [](double value) { return countText(static_cast<std::int64_t>(value)); }, Unit::PerCent},
        {tr("Time"), [](const RunSummary& run) { return run.seconds; }, durationText, Unit::PerCent},
    };
    const auto base = std::ranges::find(runs_, baseline_, &RunSummary::id);
    std::vector<CompareRow> rows;
    for (const Measure& one : measures) {
        if (!one.always &&
            std::ranges::none_of(runs_, [&one](const RunSummary& run) { return std::isfinite(one.value(run)); }))
            continue;
        CompareRow row{one.name, {}, {}};
        for (const RunSummary& run : runs_) {
            const double value = one.value(run);
            row.values << (std::isfinite(value) ? one.text(value) : dashText());
            row.differences << (base == runs_.end() || run.id == baseline_
                                    ? QString()
                                    : differenceText(one.unit, value, one.value(*base)));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<CompareRow> CompareCard::settingRows(const FindCurve& find) const {
    std::vector<Plan> plans;
    std::vector<qsizetype> places; // among the runs: a damaged one has no plan
    const QStringList none(static_cast<qsizetype>(runs_.size()), dashText());
    CompareRow changed{tr("Changed while running"), none};
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        const RunCurve* curve = find(runs_[i].id);
        if (curve == nullptr || !curve->plan)
            continue;
        plans.push_back(*curve->plan);
        places.push_back(static_cast<qsizetype>(i));
        changed.values[places.back()] = changesText(curve->changes);
    }
    std::vector<CompareRow> rows;
    for (const PlanField* field : differingFields(plans)) {
        CompareRow row{translated(field->title), none};
        for (std::size_t i = 0; i < places.size(); ++i)
            if (takesEffect(*field, plans[i]))
                row.values[places[i]] = fieldText(*field, plans[i]);
        rows.push_back(std::move(row));
    }
    if (changed.values != none)
        rows.push_back(std::move(changed));
    return rows;
}

std::vector<CompareHead> CompareCard::heads(const std::map<QString, LineMark>& marks) const {
    std::vector<CompareHead> heads;
    for (const RunSummary& run : runs_) {
        const auto mark = marks.find(QString::fromStdString(run.id));
        heads.push_back({QString::fromStdString(run.name), distinctMoment(run, runs_),
                         mark == marks.end() ? QIcon() : lineIcon(mark->second, theme_.palette().card)});
    }
    return heads;
}

void CompareCard::showHint() {
    const auto base = std::ranges::find(runs_, baseline_, &RunSummary::id);
    QString hint = base == runs_.end() ? tr("Pin a run as baseline to see the differences from it.")
                                       : tr("Differences from %1: points for accuracies, per cent for speed and time.")
                                             .arg(distinctName(*base, runs_));
    if (leftOut_ > 0) {
        hint.prepend(
            tr("%1 of the %2 selected runs are compared; select fewer to see the others.")
                .arg(countText(static_cast<qint64>(chosen_ - leftOut_)), countText(static_cast<qint64>(chosen_))) +
            QLatin1Char(' '));
    }
    hint_->setText(hint);
}

} // namespace belfry
