#include "core/study/class_trend.h"

#include "core/base/class_figures.h"
#include "core/base/csv.h"
#include "core/base/text.h"
#include "core/predict/evaluate_snapshot.h"
#include "core/study/run_moments.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace belfry {
namespace {

std::string trendNumber(const std::optional<double>& value) {
    return value ? significant(*value).english() : std::string();
}

} // namespace

std::optional<double> ClassTrend::accuracy(std::size_t moment, std::size_t label) const {
    if (images.at(label) == 0)
        return std::nullopt;
    return static_cast<double>(moments.at(moment).correct.at(label)) / static_cast<double>(images[label]);
}

std::optional<double> ClassTrend::change(std::size_t label) const {
    if (moments.size() < 2 || images.at(label) == 0)
        return std::nullopt;
    double before = 0;
    for (std::size_t moment = 0; moment + 1 < moments.size(); ++moment)
        before = std::max(before, *accuracy(moment, label));
    return *accuracy(moments.size() - 1, label) - before;
}

std::vector<std::size_t> ClassTrend::worstFirst() const {
    std::vector<std::size_t> labels(classes.size());
    std::iota(labels.begin(), labels.end(), 0);
    std::ranges::stable_sort(labels, {}, [this](std::size_t label) {
        const auto by = change(label);
        return std::tuple(!by, by.value_or(0));
    });
    return labels;
}

ClassTrend classTrend(const std::filesystem::path& runFolder, const ImageStore& images, const std::stop_token& stop,
                      const std::function<void(double)>& progress) {
    ClassTrend trend;
    const auto look = [&](const std::shared_ptr<const Snapshot>& snapshot) {
        const Evaluation evaluation = evaluateSnapshot(*snapshot, images, {.stop = stop});
        if (evaluation.images() == 0) // stopped
            return;
        ClassMoment moment{snapshot->step, {}};
        trend.classes = snapshot->classes;
        trend.images.clear();
        for (const ClassFigures& figures : figuresByClass(evaluation.result.confusion)) {
            moment.correct.push_back(figures.correct);
            trend.images.push_back(figures.images);
        }
        trend.moments.push_back(std::move(moment));
    };
    trend.unreadable = eachMoment(runFolder, look, stop, progress);
    std::ranges::sort(trend.moments, {}, &ClassMoment::step);
    return trend;
}

std::string trendCsv(const ClassTrend& trend) {
    std::string csv = "class,images";
    for (const ClassMoment& moment : trend.moments)
        csv += ",step " + std::to_string(moment.step);
    csv += ",change\n";
    for (const std::size_t label : trend.worstFirst()) {
        csv += csvField(trend.classes[label]) + ',' + std::to_string(trend.images[label]);
        for (std::size_t moment = 0; moment < trend.moments.size(); ++moment)
            csv += ',' + trendNumber(trend.accuracy(moment, label));
        csv += ',' + trendNumber(trend.change(label)) + '\n';
    }
    return csv;
}

} // namespace belfry
