#include "core/explain/neighbour_search.h"

#include <ATen/CPUGeneratorImpl.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace belfry {
namespace {

// Clouds around ten centres.
at::Tensor clouds(std::int64_t rows, std::int64_t columns) {
    const at::Generator random = at::detail::createCPUGenerator(4);
    const at::Tensor centres = 2 * at::randn({10, columns}, random, at::kFloat);
    const at::Tensor all = centres.repeat({(rows + 9) / 10, 1}).narrow(0, 0, rows);
    return all + at::randn({rows, columns}, random, at::kFloat);
}

Neighbours searched(const at::Tensor& rows, std::int64_t count, std::int64_t exactRows = NeighbourSearch::kExactRows) {
    NeighbourSearch search(rows, count, exactRows);
    double part = 0;
    while (search.step()) {
        EXPECT_GT(search.part(), part);
        EXPECT_LT(search.part(), 1);
        part = search.part();
    }
    EXPECT_EQ(search.part(), 1);
    EXPECT_FALSE(search.step());
    return search.found();
}

// The share of the true neighbours that were found; all distances are true, and ascending.
double recall(const at::Tensor& rows, const Neighbours& found, std::int64_t count) {
    const at::Tensor distances = at::cdist(rows, rows, 2, /*never by products*/ 2);
    std::int64_t right = 0;
    for (std::int64_t i = 0; i < rows.size(0); ++i) {
        at::Tensor own = distances[i].clone();
        own[i] = 1e30;
        const float limit = std::get<0>(own.kthvalue(count)).item<float>() * 1.00001F;
        const float* true_ = own.const_data_ptr<float>();
        float before = 0;
        std::set<int> ids;
        for (const auto& [id, distance] : found[static_cast<std::size_t>(i)]) {
            EXPECT_NE(id, i);
            EXPECT_TRUE(ids.insert(id).second) << "twice";
            EXPECT_NEAR(distance, true_[id], 1e-4);
            EXPECT_GE(distance, before);
            before = distance;
            right += true_[id] <= limit;
        }
    }
    return static_cast<double>(right) / static_cast<double>(rows.size(0) * count);
}

TEST(NeighbourSearch, FindsTheNearestOfFewRows) {
    const at::Tensor rows = clouds(1700, 7); // of several steps
    const Neighbours found = searched(rows, 15);
    for (const auto& one : found)
        EXPECT_EQ(one.size(), 15u);
    EXPECT_EQ(recall(rows, found, 15), 1);
}

TEST(NeighbourSearch, FindsNearlyAllOfManyRows) {
    const at::Tensor rows = clouds(12'000, 8);
    const Neighbours found = searched(rows, 15, /*exactRows=*/1000);
    EXPECT_EQ(found, searched(rows, 15, 1000)) << "the same every time";
    EXPECT_GT(recall(rows, found, 15), 0.98);
}

// Cells that lose all their rows, and one that has nearly all.
TEST(NeighbourSearch, TakesCopies) {
    at::Tensor rows = at::zeros({9000, 3});
    rows.narrow(0, 8990, 10).copy_(clouds(10, 3));
    const Neighbours found = searched(rows, 5, /*exactRows=*/1000);
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(found[i].size(), 5u) << i;
        EXPECT_TRUE(i >= 8990 || found[i].back().second == 0) << "equal rows are 0 apart";
    }
}

TEST(NeighbourSearch, FindsNoMoreThanThereAre) {
    const Neighbours found = searched(clouds(4, 2), 15);
    ASSERT_EQ(found.size(), 4u);
    EXPECT_EQ(found[0].size(), 3u);
    NeighbourSearch alone(clouds(1, 2), 15);
    EXPECT_FALSE(alone.step());
}

} // namespace
} // namespace belfry
