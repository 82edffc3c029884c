// Mistakes, confused pairs, slices and the trend of each class: what "evaluate" says of a network's errors.
#pragma once

#include "core/data/dataset.h"
#include "core/predict/evaluation.h"
#include "core/predict/mistakes.h"
#include "core/predict/slices.h"
#include "core/study/class_trend.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace belfry::cli {

struct ErrorListFiles {
    std::string mistakes, pairs, slices, trend; // CSV files; empty: not asked for

    std::vector<CLI::Option*> addTo(CLI::App& app); // must live as long as the parser
    // Before the work. Throws as checkTableFile() does, and Error(Usage) for a trend of weights that are of no run.
    void check(bool ofRun) const;
};

// What was evaluated.
struct Evaluated {
    const Evaluation& evaluation;
    const ImageStore& images;
    ImageShape shape;
    const std::vector<std::string>& classes;
    std::filesystem::path folder;                        // that the files are named from
    std::function<std::string(std::int64_t image)> file; // "": an image has none of its own
};

struct ErrorLists {
    std::vector<Mistake> mistakes;
    std::vector<ConfusedPair> pairs;
    std::vector<EvaluationSlice> slices;
    std::optional<ClassTrend> trend; // where its file is asked for
};
// run: the folder of the run whose weights make the trend; may be empty without one.
ErrorLists errorLists(const Evaluated& evaluated, const ErrorListFiles& files, const std::filesystem::path& run);

void writeErrorLists(const ErrorLists& lists, const Evaluated& evaluated, const ErrorListFiles& files);
// "mistakes" (the most confident hundred), "confused_pairs", "slices", and "trend" where it is there.
void addErrorLists(nlohmann::json& json, const ErrorLists& lists, const Evaluated& evaluated);
// The two most confused pairs, the worst marked slice, and the worst decline of a class: one sentence each.
void printErrorLists(const ErrorLists& lists, const Evaluated& evaluated);

} // namespace belfry::cli
