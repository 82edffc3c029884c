#include "core/predict/evaluation_csv.h"

#include "core/base/csv.h"
#include "core/base/text.h"

#include <cstdint>

namespace belfry {
namespace {

std::string fraction(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? significant(static_cast<double>(part) / static_cast<double>(whole)).english() : std::string();
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
    csv += ",images,correct,recall,precision\n";
    std::vector<std::int64_t> predicted(n, 0);
    for (std::size_t truth = 0; truth < n; ++truth)
        for (std::size_t answer = 0; answer < n; ++answer)
            predicted[answer] += result.confusion[truth * n + answer];
    for (std::size_t truth = 0; truth < n; ++truth) {
        const auto row = result.confusion.begin() + static_cast<std::ptrdiff_t>(truth * n);
        const std::vector<std::int64_t> counts(row, row + static_cast<std::ptrdiff_t>(n));
        std::int64_t images = 0;
        for (const std::int64_t count : counts)
            images += count;
        csv += csvField(classes[truth]);
        addNumbers(csv, counts);
        addNumbers(csv, {images, counts[truth]});
        csv += ',' + fraction(counts[truth], images) + ',' + fraction(counts[truth], predicted[truth]) + '\n';
    }
    csv += "all";
    addNumbers(csv, predicted);
    addNumbers(csv, {result.images, result.correct});
    return csv + ',' + fraction(result.correct, result.images) + ",\n";
}

} // namespace belfry
