#include "core/runs/distribution_table.h"

#include "core/formats/bytes.h"
#include "core/runs/distribution_history.h"
#include "core/runs/metrics_file.h"
#include "core/runs/metrics_store.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

namespace belfry {
namespace {

constexpr std::size_t kMostBuckets = 4096; // limits numbers in damaged files

std::string bytesOf(const auto& numbers) {
    const std::vector<double> doubles(numbers.begin(), numbers.end());
    return {reinterpret_cast<const char*>(doubles.data()), doubles.size() * sizeof(double)};
}

std::vector<double> numbersIn(const SQLite::Column& column) {
    const auto size = static_cast<std::size_t>(column.getBytes());
    if (!column.isBlob() || size % sizeof(double) != 0 || size / sizeof(double) > kMostBuckets)
        refuseValue(column);
    const std::span bytes(static_cast<const std::uint8_t*>(column.getBlob()), size);
    std::vector<double> numbers;
    for (std::size_t at = 0; at < size; at += sizeof(double))
        numbers.push_back(littleEndian<double>(bytes.subspan(at)));
    return numbers;
}

Distribution distributionFrom(SQLite::Statement& row) {
    Distribution found;
    found.count = integer(row.getColumn(2));
    found.notFinite = integer(row.getColumn(3));
    found.zeros = integer(row.getColumn(4));
    found.min = real(row.getColumn(5));
    found.max = real(row.getColumn(6));
    found.sum = real(row.getColumn(7));
    found.squares = real(row.getColumn(8));
    found.ends = numbersIn(row.getColumn(9));
    for (const double numbers : numbersIn(row.getColumn(10))) {
        if (!(numbers >= 0 && numbers < 1e15)) // a count
            refuseValue(row.getColumn(10));
        found.buckets.push_back(static_cast<std::int64_t>(numbers));
    }
    if (found.buckets.size() != found.ends.size() || !std::ranges::is_sorted(found.ends))
        refuseValue(row.getColumn(9));
    return found;
}

} // namespace

DistributionTable::DistributionTable(SQLite::Database& database)
    : database_(database), insert_(database, "INSERT OR REPLACE INTO distributions VALUES(?,?,?,?,?,?,?,?,?,?,?)"),
      remove_(database, "DELETE FROM distributions WHERE step = ?") {
    readSteps();
}

void DistributionTable::readSteps() {
    steps_.clear();
    SQLite::Statement rows(database_, "SELECT DISTINCT step FROM distributions ORDER BY step");
    while (rows.executeStep())
        steps_.push_back(rows.getColumn(0).getInt64());
}

void DistributionTable::add(const Distributions& distributions) {
    const std::int64_t step = distributions.step;
    insert(remove_, step); // what an earlier session recorded of it
    for (const auto& [name, numbers] : keptOf(distributions).vectors) {
        const std::string ends = bytesOf(numbers.ends), buckets = bytesOf(numbers.buckets);
        int index = 0;
        insert_.bind(++index, step);
        insert_.bind(++index, name);
        for (const std::int64_t count : {numbers.count, numbers.notFinite, numbers.zeros})
            insert_.bind(++index, count);
        for (const double number : {numbers.min, numbers.max, numbers.sum, numbers.squares})
            insert_.bind(++index, number);
        insert_.bind(++index, ends.data(), static_cast<int>(ends.size()));
        insert_.bind(++index, buckets.data(), static_cast<int>(buckets.size()));
        insert_.exec();
        insert_.reset();
    }
    if (const auto place = std::ranges::lower_bound(steps_, step); place == steps_.end() || *place != step)
        steps_.insert(place, step);
    while (const std::optional<std::size_t> least = leastNeeded(steps_)) {
        insert(remove_, steps_[*least]);
        steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(*least));
    }
}

std::vector<Distributions> readDistributions(const std::filesystem::path& path) {
    std::vector<Distributions> found;
    const auto take = [&](SQLite::Statement& row) {
        const std::int64_t step = integer(row.getColumn(0));
        if (found.empty() || found.back().step != step)
            found.push_back({step, {}});
        found.back().vectors.push_back({row.getColumn(1).getString(), distributionFrom(row)});
    };
    forEachRow(path, "SELECT * FROM distributions ORDER BY step, rowid", take, -1, "distributions");
    return found;
}

} // namespace belfry
