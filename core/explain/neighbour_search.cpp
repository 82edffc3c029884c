#include "core/explain/neighbour_search.h"

#include "core/base/random.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace belfry {
namespace {

constexpr std::int64_t kSearchedAtOnce = 512;
constexpr std::int64_t kRowsOfCell = 400;
constexpr std::int64_t kMostCells = 1024;
constexpr std::int64_t kLeastCandidates = 6400; // of 100,000 features of digits, 99 % of the neighbours are among them
constexpr std::int64_t kSampleOfCell = 40;      // rows that k-means looks at, for each cell
constexpr int kCellRounds = 8;                  // of k-means
constexpr std::int64_t kAssignedAtOnce = 8192;

at::Tensor squaresOf(const at::Tensor& rows) { return rows.square().sum(1).unsqueeze(0); }

// Squared distances less the squared length of the row itself: in the same order.
at::Tensor comparable(const at::Tensor& rows, const at::Tensor& others, const at::Tensor& squares) {
    return at::addmm(squares, rows, others.t(), 1, -2);
}

// The nearest centre to each row.
at::Tensor assigned(const at::Tensor& rows, const at::Tensor& centres) {
    const at::Tensor squares = squaresOf(centres);
    std::vector<at::Tensor> parts;
    for (const at::Tensor& part : rows.split(kAssignedAtOnce))
        parts.push_back(comparable(part, centres, squares).argmin(1));
    return at::cat(parts);
}

// Lloyd's algorithm on a sample. A cell that loses all of its rows keeps its centre.
at::Tensor centresOf(const at::Tensor& rows, std::int64_t cells) {
    std::vector<std::int64_t> ids = permutation(rows.size(0), RandomStream(0, Purpose::Sample));
    ids.resize(static_cast<std::size_t>(std::min(rows.size(0), cells * kSampleOfCell)));
    const at::Tensor sample = rows.index_select(0, at::tensor(ids));
    at::Tensor centres = sample.narrow(0, 0, cells);
    for (int round = 0; round < kCellRounds; ++round) {
        const at::Tensor cell = assigned(sample, centres);
        const at::Tensor sizes = at::bincount(cell, {}, cells).unsqueeze(1);
        const at::Tensor sums = at::zeros_like(centres).index_add_(0, cell, sample);
        centres = at::where(sizes > 0, sums / sizes.clamp_min(1), centres);
    }
    return centres;
}

} // namespace

NeighbourSearch::NeighbourSearch(at::Tensor rows, std::int64_t count, std::int64_t exactRows)
    : rows_(std::move(rows)), count_(std::min(count, rows_.size(0) - 1)),
      neighbours_(static_cast<std::size_t>(rows_.size(0))) {
    if (rows_.size(0) > exactRows) {
        divide();
    } else {
        cells_ = {at::arange(rows_.size(0), at::kLong)};
        centres_ = rows_.mean(0, /*keepdim=*/true);
    }
}

void NeighbourSearch::divide() {
    const std::int64_t cells = std::clamp<std::int64_t>(rows_.size(0) / kRowsOfCell, 1, kMostCells);
    const at::Tensor centres = centresOf(rows_, cells);
    const at::Tensor cell = assigned(rows_, centres);
    const at::Tensor order = cell.argsort(/*stable=*/true, 0, /*descending=*/false);
    const at::Tensor sizes = at::bincount(cell, {}, cells).contiguous();
    std::vector<std::int64_t> filled;
    std::int64_t first = 0;
    for (std::int64_t i = 0; i < cells; ++i) {
        const std::int64_t size = sizes.const_data_ptr<std::int64_t>()[i];
        if (size > 0) {
            cells_.push_back(order.narrow(0, first, size));
            filled.push_back(i);
        }
        first += size;
    }
    centres_ = centres.index_select(0, at::tensor(filled));
}

// The cells nearest to it, itself first, until they have enough rows: on average those of eight or more.
void NeighbourSearch::enterCell() {
    const std::int64_t enough =
        std::max(kLeastCandidates, 8 * rows_.size(0) / static_cast<std::int64_t>(cells_.size()));
    const at::Tensor own = centres_.select(0, static_cast<std::int64_t>(cell_));
    const at::Tensor byDistance = (centres_ - own).square().sum(1).argsort(/*stable=*/true, 0, false).contiguous();
    std::vector<at::Tensor> taken{cells_[cell_]};
    std::int64_t size = taken.front().size(0);
    for (std::int64_t i = 0; i < byDistance.size(0) && size < enough; ++i)
        if (const auto other = static_cast<std::size_t>(byDistance.const_data_ptr<std::int64_t>()[i]); other != cell_) {
            taken.push_back(cells_[other]);
            size += cells_[other].size(0);
        }
    candidates_ = at::cat(taken);
    candidateRows_ = rows_.index_select(0, candidates_);
    candidateSquares_ = squaresOf(candidateRows_);
}

bool NeighbourSearch::step() {
    const std::int64_t all = rows_.size(0);
    if (done_ == all || count_ < 1)
        return false;
    if (first_ == 0)
        enterCell();
    const std::int64_t size = cells_[cell_].size(0), rows = std::min(kSearchedAtOnce, size - first_);
    at::Tensor distances = comparable(candidateRows_.narrow(0, first_, rows), candidateRows_, candidateSquares_);
    distances.diagonal(first_).fill_(std::numeric_limits<float>::infinity()); // of each to itself
    keepNearest(cells_[cell_].narrow(0, first_, rows), distances);
    first_ += rows;
    done_ += rows;
    if (first_ == size) {
        first_ = 0;
        ++cell_;
    }
    return done_ < all;
}

// With distances by subtraction: those by products are not 0 between equal rows.
void NeighbourSearch::keepNearest(const at::Tensor& members, const at::Tensor& distances) {
    const std::int64_t rows = members.size(0), count = std::min(count_, candidates_.size(0) - 1);
    const at::Tensor places = std::get<1>(distances.topk(count, 1, /*largest=*/false, /*sorted=*/false)).flatten();
    const at::Tensor own = rows_.index_select(0, members).unsqueeze(1);
    const at::Tensor others = candidateRows_.index_select(0, places).view({rows, count, -1});
    const auto [sorted, order] = (others - own).square().sum(2).sqrt().sort(/*stable=*/true, 1, /*descending=*/false);
    const at::Tensor ids = candidates_.index_select(0, places).view({rows, count}).gather(1, order).contiguous();
    const at::Tensor lengths = sorted.contiguous(), numbers = members.contiguous();
    for (std::int64_t row = 0; row < rows; ++row) {
        auto& found = neighbours_[static_cast<std::size_t>(numbers.const_data_ptr<std::int64_t>()[row])];
        for (std::int64_t i = row * count; i < (row + 1) * count; ++i)
            found.emplace_back(static_cast<int>(ids.const_data_ptr<std::int64_t>()[i]),
                               lengths.const_data_ptr<float>()[i]);
    }
}

double NeighbourSearch::part() const { return static_cast<double>(done_) / static_cast<double>(rows_.size(0)); }

} // namespace belfry
