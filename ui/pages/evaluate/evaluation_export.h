// An evaluation as files: the confusion matrix as a picture, the counts as a table, everything as a report of one page.
// GUI thread only.
#pragma once

#include "ui/bridge/evaluation_job.h"

#include <QString>

namespace belfry {

class Theme;

// By the suffix of `file`: .csv (core/predict/evaluation_csv.h), .pdf the report, .svg the matrix, else PNG. `heading`
// tells weights and images: "lenet, best, on the test images of MNIST". Pictures have the theme's colours; the report
// is dark on white, for paper. Throws Error(Io); nothing half written stays behind.
void writeEvaluation(const EvaluationReport& report, const Theme& theme, const QString& heading, const QString& file);

} // namespace belfry
