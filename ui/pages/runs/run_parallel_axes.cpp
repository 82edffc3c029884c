#include "ui/pages/runs/run_parallel_axes.h"

#include "core/runs/compare.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/plan_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <type_traits>
#include <utility>

namespace belfry {
namespace {

struct RunAxes {
    Q_DECLARE_TR_FUNCTIONS(belfry::RunAxes)
};

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kLogarithmic = 10; // from this ratio of the highest to the lowest on

// NaN of what is a name, or a number that only names something: 0 for "automatic", a seed.
double quantityOf(const PlanField& field, const Plan& plan) {
    if (field.name == "global_batch")
        return static_cast<double>(plan.imagesPerStep());
    double quantity = kUnknown;
    field.visit(plan, [&](const auto& value) {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>)
            if (field.bounds && (value != 0 || field.zero.empty()))
                quantity = static_cast<double>(value);
    });
    return quantity;
}

// Some values may be unknown, but not all.
RunAxis scaleOf(const QString& title, YFormat format, std::vector<double> values, QStringList texts) {
    std::vector<double> known;
    std::ranges::copy_if(values, std::back_inserter(known), [](double value) { return !std::isnan(value); });
    const auto [low, high] = std::ranges::minmax(known);
    const bool log = format == YFormat::Number && low > 0 && high >= kLogarithmic * low;
    if (log)
        for (std::vector<double>* all : {&values, &known})
            std::ranges::transform(*all, all->begin(), [](double value) { return std::log10(value); });
    ParallelAxis axis{
        .title = title, .range = padded(fullInterval(known), log), .categories = {}, .format = format, .log = log};
    return {std::move(axis), std::move(values), std::move(texts)};
}

// In the order of the numbers, then of the alphabet; runs in which the setting takes no effect are in none.
RunAxis categoriesOf(const PlanField& field, const std::vector<ParallelRun>& runs) {
    const auto keyOf = [&field](const Plan& plan) {
        double number = 0;
        field.visit(plan, [&number](const auto& value) {
            if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
                number = static_cast<double>(value);
        });
        return std::pair(number, fieldText(field, plan));
    };
    std::map<std::pair<double, QString>, double> places;
    for (const ParallelRun& run : runs)
        if (takesEffect(field, run.figures.plan))
            places.emplace(keyOf(run.figures.plan), 0);
    RunAxis made;
    for (auto& [key, place] : places) {
        place = static_cast<double>(made.axis.categories.size());
        made.axis.categories << key.second;
    }
    bool none = false;
    for (const ParallelRun& run : runs) {
        const bool known = takesEffect(field, run.figures.plan);
        none = none || !known;
        made.values.push_back(known ? places.at(keyOf(run.figures.plan)) : -1);
        made.texts << (known ? fieldText(field, run.figures.plan) : dashText());
    }
    made.axis.title = translated(field.title);
    made.axis.range = {none ? -1.0 : 0.0, static_cast<double>(made.axis.categories.size())};
    return made;
}

RunAxis settingAxis(const PlanField& field, const std::vector<ParallelRun>& runs) {
    std::vector<double> values;
    for (const ParallelRun& run : runs)
        values.push_back(takesEffect(field, run.figures.plan) ? quantityOf(field, run.figures.plan) : kUnknown);
    if (std::ranges::any_of(values, [](double value) { return std::isnan(value); }))
        return categoriesOf(field, runs);
    return scaleOf(translated(field.title), YFormat::Number, std::move(values),
                   textsOf(runs, [&field](const ParallelRun& run) { return fieldText(field, run.figures.plan); }));
}

} // namespace

std::vector<RunAxis> runAxes(const std::vector<ParallelRun>& runs) {
    std::vector<Plan> plans;
    for (const ParallelRun& run : runs)
        plans.push_back(run.figures.plan);
    std::vector<RunAxis> axes;
    for (const PlanField* field : differingFields(plans))
        axes.push_back(settingAxis(*field, runs));
    const auto addResult = [&](const QString& title, YFormat format, const auto& value, const auto& text) {
        std::vector<double> values;
        QStringList texts;
        for (const ParallelRun& run : runs) {
            values.push_back(value(run));
            texts << (std::isnan(values.back()) ? dashText() : text(values.back()));
        }
        if (!std::ranges::all_of(
                values, [](double one) { return std::isnan(one); }))
            axes.push_back(scaleOf(title, format, std::move(values), std::move(texts)));
    };
    addResult(
        RunAxes::tr("Best validation"), YFormat::Percent,
        [](const ParallelRun& run) { return 100 * run.summary.bestValidation.value_or(kUnknown); },
        [](double value) { return percentText(value / 100, 2); });
    addResult(
        RunAxes::tr("Validation loss"), YFormat::Number,
        [](const ParallelRun& run) { return run.figures.validationLoss.value_or(kUnknown); },
        [](double value) { return valueText(value, YFormat::Number); });
    addResult(
        RunAxes::tr("Images/s"), YFormat::Count,
        [](const ParallelRun& run) { return run.summary.imagesPerSecond > 0 ? run.summary.imagesPerSecond : kUnknown; },
        [](double value) { return countText(std::llround(value)); });
    return axes;
}

} // namespace belfry
