// All that a report says of a run, gathered from its folder, its weights and its data. Free of torch. No state; any
// thread; blocks for the disk and the processor.
#pragma once

#include "core/data/dataset.h"
#include "core/explain/picture_map.h"
#include "core/formats/bytes.h"
#include "core/predict/evaluation.h"
#include "core/predict/mistakes.h"
#include "core/predict/slices.h"
#include "core/runs/metrics_store.h"
#include "core/runs/run_list.h"
#include "core/study/class_trend.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

struct ReportOptions {
    std::optional<std::filesystem::path> weights{}; // of the run; none: the best there are
    std::optional<std::filesystem::path> dataDir{};
    std::size_t mistakes = 24; // with their pictures
    bool map = true;           // false: takes no time for it, and has none
};

// A mistake with its picture, as the network sees it.
struct PicturedMistake {
    Mistake mistake;
    std::string file; // "": it has none of its own
    Bytes png;        // at most 96 pixels wide and high
    int width = 0, height = 0;
};

// Images of the evaluation in the plane, near each other where a layer makes much the same of them.
struct ReportMap {
    MapLayer layer;
    std::vector<std::int64_t> images; // rows of the evaluation, ascending; all, or kMostMapImages evenly taken
    std::vector<std::string> files;   // of each; "": it has none of its own
    std::vector<MapPoint> points;     // of each
};
// Fewer are no map: each would be a neighbour of all others.
inline constexpr std::int64_t kLeastMapImages = 10;
// The file has some 20 bytes more for each, and the layout takes a second for a thousand (tests/bench/LEDGER.md).
inline constexpr std::int64_t kMostMapImages = 3'000;

// What came out with some weights of the run.
struct ReportEvaluation {
    std::string weightsName; // "best.safetensors"
    std::shared_ptr<const Snapshot> snapshot;
    std::string split; // "test", or "validation" where there is no test split
    Evaluation evaluation;
    Calibration calibration;
    std::vector<ConfusedPair> pairs;
    std::vector<EvaluationSlice> slices;
    std::vector<PicturedMistake> mistakes;
    ClassTrend trend;
    std::optional<ReportMap> map;
    Text noMap; // why; else ""
};

struct RunReportData {
    RunSummary summary;
    Plan plan;
    RunRecord record;
    std::vector<EpochDone> epochs;
    std::vector<StepDone> steps; // without towers
    std::vector<Mark> marks;
    Text noMetrics;                          // why there are none of these three; else ""
    std::shared_ptr<const Snapshot> weights; // null: none can be read
    Text noWeights;                          // why; else ""
    std::shared_ptr<const DataSet> data;     // null: it cannot be read
    Text noData;                             // why; else ""
    std::string dataHash, testHash;          // SHA-256 as data/content_hash.h has it, of the data as they are now
    std::optional<ReportEvaluation> evaluation;
    Text noEvaluation; // why; else ""
};

// What a run lacks is left out, and said. Throws Error(Data) for a plan or a record that cannot be read, and Error for
// weights that were named and cannot be read. Stopped, it has no evaluation.
RunReportData gatherReport(const std::filesystem::path& runFolder, const ReportOptions& options = {},
                           const std::stop_token& stop = {});

} // namespace belfry
