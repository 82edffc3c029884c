// The nearest rows to each row of a matrix, by Euclidean distance. Internal to the engine (ATen).
#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace belfry {

// Of each row: the numbers of others and their distances, nearest first.
using Neighbours = std::vector<std::vector<std::pair<int, float>>>;

// Exact up to kExactRows rows. Of more, an inverted file (Jegou, Douze, Schmid 2011): the rows are divided among cells
// by k-means, and each is compared with those of the cells nearest to its own, some thousands. The same rows give the
// same neighbours.
class NeighbourSearch {
public:
    static constexpr std::int64_t kExactRows = 20'000;

    // rows: fp32, at most 2^31 of them, centred, so that distances by products are precise. exactRows: for tests.
    NeighbourSearch(at::Tensor rows, std::int64_t count, std::int64_t exactRows = kExactRows);

    bool step();                                            // some hundred rows; returns whether there is more to do
    double part() const;                                    // done, 0 to 1
    const Neighbours& found() const { return neighbours_; } // after the last step

private:
    void divide();
    void enterCell();
    void keepNearest(const at::Tensor& members, const at::Tensor& distances);

    at::Tensor rows_;
    std::int64_t count_;
    std::vector<at::Tensor> cells_; // their rows' numbers; none is empty
    at::Tensor centres_;            // of these
    std::size_t cell_ = 0;          // of the next step
    std::int64_t first_ = 0;        // its next row, in the cell
    std::int64_t done_ = 0;         // rows
    at::Tensor candidates_;         // of the cell: the rows' numbers, its own first
    at::Tensor candidateRows_, candidateSquares_;
    Neighbours neighbours_;
};

} // namespace belfry
