// An evaluation as a table for spreadsheets and scripts. No state; any thread.
#pragma once

#include "core/base/evaluation_result.h"

#include <string>
#include <vector>

namespace belfry {

// A row per true class, with the counts of its predictions by class, its images, those that are correct, and the
// fractions recall (of the class's images) and precision (of the predictions of the class). The last row, "all", has
// the sums and the accuracy as its recall. A fraction of nothing is empty. RFC 4180: names with a comma, a quote or a
// line break are quoted. `result` must have its confusion matrix.
std::string evaluationCsv(const EvaluationResult& result, const std::vector<std::string>& classes);

} // namespace belfry
