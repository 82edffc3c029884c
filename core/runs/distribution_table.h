// The table of metrics.db that has the distributions. Internal to runs.
#pragma once

#include "core/train/events.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <vector>

namespace belfry {

// Within the transaction that is open. Throws SQLite::Exception.
class DistributionTable {
public:
    explicit DistributionTable(SQLite::Database& database);
    void add(const Distributions& distributions);
    void readSteps(); // again, after rows were deleted

private:
    SQLite::Database& database_;
    SQLite::Statement insert_, remove_;
    std::vector<std::int64_t> steps_; // that have rows, ascending
};

} // namespace belfry
