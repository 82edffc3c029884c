#include "core/predict/evaluation_csv.h"

#include "core/base/class_figures.h"
#include "core/base/csv.h"
#include "core/base/text.h"

#include <cstdint>
#include <optional>

namespace belfry {
namespace {

std::string fraction(const std::optional<double>& value) {
    return value ? significant(*value).english() : std::string();
}

void addNumbers(std::string& csv, const std::vector<std::int64_t>& numbers) {
    for (const std::int64_t number : numbers)
        csv += ',' + std::to_string(number);
}

} // namespace

std::string evaluationCsv(const EvaluationResult& result, const std::vector<std::string>& classes) {
    const std::size_t n = classes.size();
    std::string csv = "true_class";
    for (const std::string& name : classes)
        csv += ',' + csvField("predicted " + name);
    csv += ",images,correct,recall,precision,f1\n";
    const std::vector<ClassFigures> ofClass = figuresByClass(result.confusion);
    std::vector<std::int64_t> predicted;
    for (std::size_t truth = 0; truth < n; ++truth) {
        const auto row = result.confusion.begin() + static_cast<std::ptrdiff_t>(truth * n);
        const std::vector<std::int64_t> counts(row, row + static_cast<std::ptrdiff_t>(n));
        const ClassFigures& figures = ofClass[truth];
        predicted.push_back(figures.predicted);
        csv += csvField(classes[truth]);
        addNumbers(csv, counts);
        addNumbers(csv, {figures.images, figures.correct});
        csv += ',' + fraction(figures.recall()) + ',' + fraction(figures.precision()) + ',' + fraction(figures.f1()) +
               '\n';
    }
    csv += "all";
    addNumbers(csv, predicted);
    addNumbers(csv, {result.images, result.correct});
    csv += ',' + fraction(result.accuracy()) + ",,\n";
    // As scikit-learn's report of classes has it: recall and F1 there are balanced accuracy and macro F1.
    csv += "macro average" + std::string(n, ',');
    addNumbers(csv, {result.images, result.correct});
    return csv + ',' + fraction(result.means.balancedAccuracy) + ",," + fraction(result.means.macroF1) + '\n';
}

} // namespace belfry
