#include "core/runs/metrics_file.h"

#include <cmath>

namespace belfry {

namespace fs = std::filesystem;

// SQLite converts text to numbers silently; text that is not a number would be drawn as 0.
[[noreturn]] void refuseValue(const SQLite::Column& column) {
    throw BadColumn(ErrorCategory::Data,
                    Text::tr("column %1 contains something that is not a number", std::string(column.getName())));
}

double real(const SQLite::Column& column) {
    if (column.isNull())
        return std::nan("");
    if (!column.isFloat() && !column.isInteger())
        refuseValue(column);
    return column.getDouble();
}

std::int64_t integer(const SQLite::Column& column) {
    if (!column.isInteger())
        refuseValue(column);
    return column.getInt64();
}

void forEachRow(const fs::path& path, const char* query, const TakeRow& row, std::int64_t first, const char* newer) {
    std::error_code code;
    if (!fs::is_regular_file(path, code))
        throw dataError(
            Text::tr("No metrics in '%1'. The run recorded none, or the file was moved away.", path.string()));
    const auto sentence = [&](const Text& reason) {
        return Text::tr("'%1' is not a metrics file of Belfry, or is damaged (SQLite: %2). The run's weights are not "
                        "affected; restore the file from a copy to see its charts.",
                        path.string(), reason);
    };
    converted(ErrorCategory::Data, sentence, [&] {
        SQLite::Database database(path.string(), SQLite::OPEN_READONLY, kBusyMilliseconds);
        if (database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0)
            return; // killed before the tables were created
        if (newer && !database.tableExists(newer))
            return;
        SQLite::Statement statement(database, query);
        if (first >= 0)
            statement.bind(1, first);
        while (statement.executeStep())
            row(statement);
    });
}

} // namespace belfry
