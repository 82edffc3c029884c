#include "core/predict/errors_csv.h"

#include "core/base/csv.h"
#include "core/base/joined.h"
#include "core/base/text.h"

namespace belfry {
namespace {

std::string csvNumber(double value) { return significant(value).english(); }

std::string csvRow(const std::vector<std::string>& fields) {
    return joined(
               fields, ",", [](const std::string& field) { return csvField(field); }) +
           '\n';
}

} // namespace

std::string mistakesCsv(std::span<const Mistake> mistakes, const std::vector<std::string>& classes,
                        const FileOfImage& file) {
    std::string csv = "image,file,true_class,answer,confidence,true_probability\n";
    for (const Mistake& mistake : mistakes)
        csv += csvRow(
            {std::to_string(mistake.image), file(mistake.image), classes.at(static_cast<std::size_t>(mistake.truth)),
             classes.at(static_cast<std::size_t>(mistake.answer)), csvNumber(static_cast<double>(mistake.confidence)),
             csvNumber(static_cast<double>(mistake.trueProbability))});
    return csv;
}

std::string pairsCsv(std::span<const ConfusedPair> pairs, const std::vector<std::string>& classes,
                     const FileOfImage& file) {
    std::string csv = "true_class,answer,images,of_class,share,confidence,worst_image,worst_file\n";
    for (const ConfusedPair& pair : pairs)
        csv +=
            csvRow({classes.at(static_cast<std::size_t>(pair.truth)), classes.at(static_cast<std::size_t>(pair.answer)),
                    std::to_string(pair.images), std::to_string(pair.ofClass), csvNumber(pair.share()),
                    csvNumber(pair.confidence), std::to_string(pair.worst), file(pair.worst)});
    return csv;
}

std::string slicesCsv(std::span<const EvaluationSlice> slices, const FileOfImage& file) {
    std::string csv = "by,slice,images,correct,accuracy,low,high,rest_accuracy,worse,worst_image,worst_file\n";
    for (const EvaluationSlice& slice : slices)
        csv += csvRow({std::string(sliceByName(slice.by)), slice.name.english(), std::to_string(slice.images),
                       std::to_string(slice.correct), csvNumber(slice.accuracy()), csvNumber(slice.interval.low),
                       csvNumber(slice.interval.high), csvNumber(slice.restAccuracy), slice.worse ? "1" : "0",
                       slice.worst < 0 ? "" : std::to_string(slice.worst), slice.worst < 0 ? "" : file(slice.worst)});
    return csv;
}

} // namespace belfry
