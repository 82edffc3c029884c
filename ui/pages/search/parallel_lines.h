// Parallel coordinates of a search, without pixels: an axis for every gene and one for the accuracy, a line for every
// trial that is done, and the ranges that were brushed. GUI thread only (tr).
#pragma once

#include "ui/charts/y_range.h"
#include "ui/pages/search/gene_rows.h"

#include <optional>
#include <vector>

namespace belfry {

struct ParallelAxis {
    std::string gene; // "": accuracy
    Interval range; // gene: choice k lies from k to k + 1, what does not have the gene from -1 to 0; accuracy: per cent
    QStringList labels;                              // of a gene's choices, from 0
    bool isGene() const { return !gene.empty(); }    // else accuracy
    bool hasSilent() const { return range.low < 0; } // some trials do without this gene
    double kept(double value) const;                 // inside the range
    double share(double value) const;                // 0 at its foot, 1 at its top
    double valueAt(double share) const { return range.low + share * range.span(); }
};

struct ParallelLine {
    int trial = 0;
    double accuracy = 0;
    std::vector<double> values; // by axis; inside a choice the better trials stand higher
};

struct ParallelPicture {
    std::vector<ParallelAxis> axes;  // the genes', then the accuracy's
    std::vector<ParallelLine> lines; // the worst first
};
ParallelPicture parallelPicture(const Space& space, const std::vector<GeneRow>& rows);

// A range of one axis, in its values.
struct Brush {
    double low = 0, high = 0;
    bool operator==(const Brush&) const = default;
};
// One per axis; that of a gene covers whole choices.
using Brushes = std::vector<std::optional<Brush>>;
Brush snapped(const ParallelAxis& axis, double from, double to);
// For each line: whether it passes through every brush.
std::vector<bool> insideOf(const ParallelPicture& picture, const Brushes& brushes);

} // namespace belfry
