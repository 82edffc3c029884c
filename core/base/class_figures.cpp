#include "core/base/class_figures.h"

#include <cmath>

namespace belfry {
namespace {

std::optional<double> ratio(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? std::optional(static_cast<double>(part) / static_cast<double>(whole)) : std::nullopt;
}

// Of the classes that have one.
std::optional<double> meanOf(const std::vector<ClassFigures>& classes,
                             std::optional<double> (ClassFigures::*figure)() const) {
    double sum = 0;
    std::int64_t count = 0;
    for (const ClassFigures& one : classes)
        if (const auto value = (one.*figure)()) {
            sum += *value;
            ++count;
        }
    return count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
}

} // namespace

std::optional<double> ClassFigures::recall() const { return ratio(correct, images); }
std::optional<double> ClassFigures::precision() const { return ratio(correct, predicted); }
std::optional<double> ClassFigures::f1() const { return ratio(2 * correct, images + predicted); }

std::vector<ClassFigures> figuresByClass(std::span<const std::int64_t> confusion) {
    const auto count = static_cast<std::size_t>(std::llround(std::sqrt(static_cast<double>(confusion.size()))));
    std::vector<ClassFigures> classes(count);
    for (std::size_t truth = 0; truth < count; ++truth) {
        classes[truth].correct = confusion[truth * count + truth];
        for (std::size_t answer = 0; answer < count; ++answer) {
            classes[truth].images += confusion[truth * count + answer];
            classes[answer].predicted += confusion[truth * count + answer];
        }
    }
    return classes;
}

ClassMeans classMeans(std::span<const std::int64_t> confusion) {
    const std::vector<ClassFigures> classes = figuresByClass(confusion);
    return {meanOf(classes, &ClassFigures::recall), meanOf(classes, &ClassFigures::f1)};
}

} // namespace belfry
