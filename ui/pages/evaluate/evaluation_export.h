// An evaluation as files: the confusion matrix as a picture, the counts as a table, everything as a report of one page.
// GUI thread only.
#pragma once

#include "ui/bridge/evaluation_job.h"

#include <QString>
#include <functional>
#include <memory>

namespace belfry {

class Theme;

// By the suffix of `file`: .csv (core/predict/evaluation_csv.h), .pdf the report, .svg the matrix, else PNG. `heading`
// tells weights and images: "lenet, best, on the test images of MNIST". Pictures have the theme's colours; the report
// is dark on white, for paper. Draws now, and returns what encodes and writes the file, on any thread: that throws
// Error(Io), and leaves nothing half written behind.
std::function<void()> evaluationWriter(const std::shared_ptr<const EvaluationReport>& report, const Theme& theme,
                                       const QString& heading, const QString& file);

} // namespace belfry
