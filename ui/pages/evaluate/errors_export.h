// Lists of what goes wrong as tables, beside the other files of an evaluation. GUI thread only.
#pragma once

#include "ui/bridge/errors_job.h"

#include <QString>
#include <functional>
#include <memory>
#include <optional>

class QWidget;

namespace belfry {

enum class ErrorList { Mistakes, Pairs, Slices, Trend };

// What has been found already. Null: it is looked for where it is needed.
struct KnownErrors {
    std::shared_ptr<const EvaluationSlices> slices;
    std::shared_ptr<const ClassTrend> trend;
};

// Asks for a file of the evaluation. `list`: one was chosen; none: what the suffix says (evaluation_export.h).
void askEvaluationFile(QWidget* page,
                       std::function<void(const QString& file, const std::optional<ErrorList>& list)> save);

// Returns what writes the table (core/predict/errors_csv.h, core/study/class_trend.h), on any thread: that throws
// Error, and leaves nothing half written behind. It may take as long as the evaluation.
std::function<void()> errorListWriter(const std::shared_ptr<const EvaluationReport>& report, ErrorList list,
                                      const KnownErrors& known, const QString& file);

} // namespace belfry
